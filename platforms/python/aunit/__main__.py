import os
import subprocess
import sys

from . import program

if __name__ == "__main__":
    command = [program(), *sys.argv[1:]]
    if sys.platform == "win32":  # exec would return to the shell before the program ends
        try:
            sys.exit(subprocess.run(command).returncode)
        except KeyboardInterrupt:
            sys.exit(2)
    os.execv(command[0], command)
