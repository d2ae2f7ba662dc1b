#!/usr/bin/env python3
"""Installs a build in a scratch folder, and builds and tests the project in consumer/ with the installed files.

usage: consumer.py CMAKE BUILD COMPILER"""
import os, pathlib, re, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
cmake, build, compiler = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp(prefix='aunit consumer '))  # a blank in every path


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != status: sys.exit(f'{command}\nended with {done.returncode}\n{done.stdout}')
    return done.stdout


PASSED = ['counts_tests', 'again: doors.aunit::one door', 'again: doors.aunit::two; doors [in a row]'] + [f'tests/doors.aunit::{name}' for name in (
    'one door', 'two; doors [in a row]', 'unbalanced ] bracket; [and "quotes" $ENV{HOME} ${x} \\ $(id)', 'a ] only', 'percent % and # hash',
    '==[ ]==] )')]
SKIPPED = ['tests/doors.aunit::not yet']
FAILED = ['tests/doors.aunit::wrong', 'broken: aunit run --list']

try:
    project, prefix = folder / 'project', folder / 'prefix'
    run(cmake, '--install', build, '--prefix', prefix)
    if not (prefix / 'share/zsh/site-functions/_aunit').is_file(): sys.exit('zsh finds no completions: only the .deb has those of a distribution')
    shutil.copytree(here / 'consumer', project)
    environment = {**os.environ, 'HOME': str(folder)}
    for name in ('MAKEFLAGS', 'CTEST_PARALLEL_LEVEL'): environment.pop(name, None)
    run(cmake, '-S', project, '-B', folder / 'build', '-G', 'Ninja', f'-DCMAKE_PREFIX_PATH={prefix}', f'-DCMAKE_CXX_COMPILER={compiler}', env=environment)
    run(cmake, '--build', folder / 'build', env=environment)
    expected = {**{name: 'Passed' for name in PASSED}, **{name: 'Skipped' for name in SKIPPED}, **{name: 'Failed' for name in FAILED}}
    for colours in '0', '1':  # as in a terminal, and as in logs
        shown = run('ctest', '--output-on-failure', cwd=folder / 'build', status=8, env={**environment, 'FORCE_COLOR': colours})
        results = {}
        for line in shown.splitlines():
            line_match = re.match(r' *\d+/\d+ Test +#\d+: (.*?) \.*[ *]*(Passed|Skipped|Failed)\b', line)
            if line_match: results[line_match[1]] = line_match[2]
        if results != expected:
            sys.exit(f'expected {expected}\ngot      {results}\n{shown}')
    if 'expected a' not in shown and 'error:' not in shown: sys.exit(f'there is no message why the broken file does not load\n{shown}')
    labels = run('ctest', '-N', '-L', '^both$', cwd=folder / 'build', env=environment)
    if 'Total Tests: 2' not in labels: sys.exit(f'two tests have the label\n{labels}')
    # A further test needs no new configuration.
    with open(project / 'tests' / 'doors.aunit', 'a') as file: file.write('test "one more" @more { pair valid }\n')
    more = run('ctest', '-R', 'one more', cwd=folder / 'build', env=environment)
    if '100% tests passed, 0 tests failed out of 1' not in more: sys.exit(more)
finally:
    shutil.rmtree(folder)
print(f'{len(PASSED)} passed, {len(SKIPPED)} skipped, {len(FAILED)} failed, as they should')
