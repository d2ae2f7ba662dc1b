#!/usr/bin/env python3
"""Generated tests in each language replay the scripts of specs/locks against a lock service. The right service passes. Three wrong services fail,
each with the shortest script that shows it: in the first the last waiting client comes first, the second ends in an error, the third begins in
another state. The log that the driver writes with AUNIT_LOG fits the model (`aunit trace`). Lines of drivers have at most 150 columns.

usage: drivers.py AUNIT [LANGUAGE...] [--require]

Languages whose tools are missing are skipped with a message; with --require that is an error. Exit code 77: all were skipped."""
import os, pathlib, shutil, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
programs = root / 'tests/scripts/programs'
JUNIT = [pathlib.Path('/usr/share/java') / name for name in ('junit-jupiter-api.jar', 'junit-jupiter-engine.jar', 'junit-platform-commons.jar', 'junit-platform-engine.jar',
         'junit-platform-launcher.jar', 'junit-platform-console.jar', 'junit-platform-reporting.jar', 'opentest4j.jar', 'apiguardian-api.jar', 'univocity-parsers.jar', 'picocli.jar')]
# By bug: the words in the messages of the failing tests, and the change of the Python program. Other languages read the bug from LOCKS_BUG.
BUGS = {'last': (('expected', 'differs from the model at step'), ('self.waiting.popleft()', 'self.waiting.pop()')),
        'throws': (('planted', '  1. acquire[Client'), ('if len(self.waiting) > 0:', "if len(self.waiting) > 0: raise RuntimeError('planted')\n        if self.waiting:")),
        'begins': (('at step 0', 'nobody'), ('self.holder = None\n        self.waiting', "self.holder = 'nobody'\n        self.waiting"))}


def python():
    for name in (sys.executable, '/usr/bin/python3'):
        if name and subprocess.run([name, '-c', 'import pytest'], capture_output=True).returncode == 0: return name


def commands(language, folder):
    """Returns the commands that build and run the tests; nothing if tools are missing."""
    there = shutil.which
    if language == 'pytest': return python() and ([], [python(), '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_locks.py'])
    if language == 'node': return there('node') and ([], ['node', '--test', 'locks.test.mjs'])
    if language == 'gtest':
        return there('g++') and pathlib.Path('/usr/include/gtest/gtest.h').exists() and (
            [['g++', '-std=c++20', '-O0', 'locks_scripts_test.cpp', '-lgtest', '-lgtest_main', '-lpthread', '-o', 'locks_test']], ['./locks_test'])
    if language == 'go': return there('go') and ([['go', 'mod', 'init', 'example.org/scripts']], ['go', 'test', './...'])
    if language == 'rust':
        return there('rustc') and subprocess.run(['rustc', '--version'], capture_output=True, cwd=folder).returncode == 0 and ([['rustc', '--test', '--edition', '2021', 'locks_scripts.rs', '-o', 'locks_test']], ['./locks_test'])
    if language == 'junit':
        jars = ':'.join(str(jar) for jar in JUNIT if jar.exists())
        return there('javac') and JUNIT[0].exists() and (
            [['javac', '-cp', jars, '-d', 'classes', 'AunitReplay.java', 'LocksScriptsTest.java', 'LocksDriver.java']],
            ['java', '-cp', 'classes:' + jars, 'org.junit.platform.console.ConsoleLauncher', '--disable-banner', '--select-class', 'LocksScriptsTest'])


def main():
    aunit = os.path.abspath(sys.argv[1])
    chosen = [word for word in sys.argv[2:] if not word.startswith('-')] or ['pytest', 'node', 'junit', 'gtest', 'go', 'rust']
    wrong, ran = [], 0
    for driver in (root / 'reporters/scripts/drivers').iterdir():
        longest = max(map(len, driver.read_text().splitlines()))
        if longest > 150: wrong.append(f'{driver.name}: a line of {longest} columns')
    for language in chosen:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            found = commands(language, folder)
            if not found:
                print(f'SKIPPED {language}: its tools are missing')
                if '--require' in sys.argv: wrong.append(f'{language} was not run')
                continue
            ran += 1
            build, test = found
            shutil.copy(root / 'specs/locks/locks.als', folder)
            for name in (root / 'specs/locks/locks.py', root / 'specs/locks/locks_driver.py') if language == 'pytest' else programs.iterdir(): shutil.copy(name, folder)
            keep = {'pytest': ('.py',), 'node': ('.mjs',), 'junit': ('.java',), 'gtest': ('.h',), 'go': ('.go',), 'rust': ('.rs',)}[language]
            for path in folder.iterdir():
                if path.suffix not in keep + ('.als',): path.unlink()
            made = subprocess.run([aunit, 'generate', 'locks.als', '--scripts', '--timeout', '0', '--as', language, '--out', '.'], cwd=folder, capture_output=True, text=True)
            if made.returncode != 0: wrong.append(f'{language}: {made.stderr}')
            environment = {**os.environ, **({'HOME': str(folder)} if language == 'go' else {}), 'GOFLAGS': '-mod=mod', 'GOCACHE': str(folder / 'cache'), 'GOPROXY': 'off', 'PYTHONDONTWRITEBYTECODE': '1'}
            for command in build:
                done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
                if done.returncode != 0: wrong.append(f'{language}: {" ".join(command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}')
            if made.returncode != 0 or wrong and wrong[-1].startswith(language): continue
            (folder / 'logs').mkdir()
            good = subprocess.run(test, cwd=folder, capture_output=True, text=True, env={**environment, 'AUNIT_LOG': str(folder / 'logs')})
            if good.returncode != 0: wrong.append(f'{language}: the right program fails\n{good.stdout[-3000:]}{good.stderr[-3000:]}')
            logs = sorted(str(path) for path in (folder / 'logs').iterdir() if path.stat().st_size)
            traced = subprocess.run([aunit, 'trace', 'locks.als', *logs], cwd=folder, capture_output=True, text=True)
            if traced.returncode != 0 or len(logs) < 3: wrong.append(f'{language}: {len(logs)} logs\n{traced.stdout}{traced.stderr}')
            for bug, (said, (before, after)) in BUGS.items():
                if language == 'pytest': (folder / 'locks.py').write_text((root / 'specs/locks/locks.py').read_text().replace(before, after))
                bad = subprocess.run(test, cwd=folder, capture_output=True, text=True, env={**environment, 'LOCKS_BUG': bug})
                for needed in ('the program differs from the model at step', 'aunit view locks.als --instance', *said):
                    if needed not in bad.stdout + bad.stderr: wrong.append(f'{language}, {bug}: it is not said: {needed}\n{bad.stdout[-3000:]}{bad.stderr[-3000:]}')
                if bad.returncode == 0: wrong.append(f'{language}: the wrong program ({bug}) passes')
                if '-v' in sys.argv: print(bad.stdout[-2500:] + bad.stderr[-2500:])
            print(f'{language}: the right program passes, {len(logs)} logs fit, {len(BUGS)} planted bugs are found')
    for line in wrong: print('WRONG: ' + line)
    sys.exit(1 if wrong else 0 if ran else 77)


main()
