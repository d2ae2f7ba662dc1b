#!/usr/bin/env python3
"""Tests the wheel of scripts/wheel: pip installs it into a clean environment, `aunit` and `python -m aunit` run there, exit codes pass through,
and the same program gives the same bytes. A static program gets the tags of all Linux distributions. Without python3-venv: exit code 77.

usage: wheel.py AUNIT"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

root = pathlib.Path(__file__).resolve().parents[2]
program = pathlib.Path(sys.argv[1]).resolve()
wrong = []


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def expect(what, holds):
    if not holds: wrong.append(what)


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    # scripts/wheel writes into the folder that contains scripts/, so it is copied.
    for part in ('scripts/wheel', 'LICENSE'):
        (folder / part).parent.mkdir(exist_ok=True)
        shutil.copy(root / part, folder / part)
    shutil.copytree(root / 'platforms/python', folder / 'platforms/python', ignore=shutil.ignore_patterns('__pycache__'))

    def wheel(*words):
        made = run(sys.executable, folder / 'scripts/wheel', *words)
        if made.returncode: sys.exit(made.stdout + made.stderr)
        return pathlib.Path(made.stdout.strip())
    first = wheel(program)
    once = first.read_bytes()
    expect('the same program gives other bytes', wheel(program).read_bytes() == once)
    expect('a dynamically linked program is for all distributions', 'manylinux' not in first.name or b'ld-linux' not in program.read_bytes()[:4096])
    static = pathlib.Path('/sbin/ldconfig')  # a static program on Debian
    if static.exists(): expect('a static program is for one system only', 'manylinux2014' in wheel(static, '9.9.9').name)

    try: venv.create(folder / 'environment', with_pip=True)
    except subprocess.CalledProcessError:
        print('SKIPPED: python3-venv is missing')
        sys.exit(77)
    binaries = folder / 'environment/bin'
    installed = run(binaries / 'pip', 'install', '--no-index', '--disable-pip-version-check', first)
    expect(f'pip: {installed.stderr}', installed.returncode == 0)
    for command in ([binaries / 'aunit'], [binaries / 'python', '-m', 'aunit']):
        for words, code in ((['--version'], 0), (['run', root / 'specs/list'], 0), (['run', folder / 'missing.aunit'], 4)):
            ended = run(*command, *words)
            expect(f'{command} {words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}', ended.returncode == code)
    run(binaries / 'pip', 'uninstall', '-y', 'aunit')
    expect('aunit stays when it is uninstalled', not (binaries / 'aunit').exists())

for what in wrong: print(what)
print(f'wheel: {len(wrong)} wrong')
sys.exit(bool(wrong))
