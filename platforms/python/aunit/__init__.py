"""The native program `aunit` in a Python package: `python -m aunit` runs it, and so does the command `aunit`."""
import os
import sys
import sysconfig


def program() -> str:
    """Returns the path of the native program. Throws FileNotFoundError if the package was copied without it."""
    name = "aunit.exe" if sys.platform == "win32" else "aunit"
    user = "nt_user" if os.name == "nt" else "posix_user"
    here = os.path.dirname(os.path.abspath(__file__))
    # `pip install`, `pip install --user`, `pip install --target FOLDER`
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user), os.path.join(os.path.dirname(here), "bin")]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of: {', '.join(folders)}")
