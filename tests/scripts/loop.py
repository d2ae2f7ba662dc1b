#!/usr/bin/env python3
"""Tests the loop between a model and its program, with one `log` paragraph for both directions. Scripts with the program's names are replayed
against the program, its driver writes logs, `aunit trace` judges the logs by that paragraph, and they give coverage of the model. The scripts
detect a wrong program, and its log does not fit.

usage: loop.py AUNIT"""
import json, os, pathlib, subprocess, sys, tempfile

MODEL = '''module files
abstract sig Mode {}
one sig Read, Write extends Mode {}
sig File { owner: one User }
sig User {}
var sig Open in File {}
var lone sig Lock in File {}
pred openAs [f: File, m: Mode] {
  f not in Open
  Open' = Open + f
  m = Write implies (no Lock and Lock' = f) else Lock' = Lock
}
pred close [f: File, u: User] {
  f in Open
  u = f.owner
  Open' = Open - f
  Lock' = Lock - f
}
pred purge { some Open and no Open' and no Lock' }
pred seize [f: File] { f in Open and f not in Lock and Lock' = f and Open' = Open }
pred idle { Open' = Open and Lock' = Lock }
fact Behaviour {
  no Open and no Lock
  always (idle or purge or (some f: File | seize[f]) or (some f: File, m: Mode | openAs[f, m]) or some f: File, u: User | close[f, u])
}
run {} for 2
'''
# Arguments are in an object, in a nested list, or a constant that distinguishes two rules; values are objects, texts, and truth values.
TESTS = '''open files
log program from "logs/*.ndjson" {
  event .what.kind with .what.info
  on {what: {kind: "open", info: {file: f: File, how: m: Mode}}} is openAs[f, m]
  on {what: {kind: "close", info: [[f: File, u: User], _]}} is close[f, u]
  on {what: {kind: "admin", info: ["all"]}} is purge
  on {what: {kind: "admin", info: ["one", f: File]}} is seize[f]
  Open from .files
  Lock from .lock
  value "r" is Read
  value true is Write
  value {user: u: User} is u
}
test "the program's tests" { program fits }
'''
DRIVER = '''from aunit_replay import Refused


class Driver:
    def init(self, atoms, fixed, state):
        self.files, self.lock, self.owner = set(), None, fixed['owner']

    def open(self, file, how):
        if file in self.files or how is True and self.lock: raise Refused()
        if how is True: self.lock = file
        else: assert how == 'r'
        self.files.add(file)

    def close(self, file, user):
        if file not in self.files or self.owner[file] != user: raise Refused()
        assert user['user'].startswith('User')
        self.files.discard(file)
        if self.lock == file: self.lock = None  # it is free

    def admin(self, what, file=None):
        if what == 'all' and not self.files or what == 'one' and (file not in self.files or file == self.lock): raise Refused()
        if what == 'all': self.files, self.lock = set(), None
        else: self.lock = file

    def state(self): return {'files': self.files, 'lock': self.lock}
'''


def python():
    for name in (sys.executable, '/usr/bin/python3'):
        if name and subprocess.run([name, '-c', 'import pytest'], capture_output=True).returncode == 0: return name


def main():
    aunit, wrong = os.path.abspath(sys.argv[1]), []
    if not python(): sys.exit(77)

    def held(what, condition, said):
        if not condition: wrong.append(f'{what}\n{said}')

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        run = lambda *words, **more: subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True,
                                                    env={**os.environ, 'PYTHONDONTWRITEBYTECODE': '1', **more})
        (folder / 'files.als').write_text(MODEL)
        (folder / 'files.aunit').write_text(TESTS)
        made = run(aunit, 'generate', 'files.aunit', '--scripts', '--as', 'pytest', '--out', 'checks')
        held('the scripts', made.returncode == 0 and 'cannot' not in made.stderr and 'backwards' not in made.stderr, made.stdout + made.stderr)
        methods = {line.split('(')[0].split()[-1] for line in (folder / 'checks/files_driver.py').read_text().splitlines() if ' def ' in line}
        held('names of the program', methods == {'init', 'open', 'close', 'admin', 'state'}, methods)
        (folder / 'checks/files_driver.py').write_text(DRIVER)
        test = (python(), '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'checks')
        (folder / 'logs').mkdir()
        good = run(*test, AUNIT_LOG='logs')
        held('the right program passes', good.returncode == 0, good.stdout)
        for path in list((folder / 'logs').iterdir()):
            if not path.read_text(): path.unlink()
        lines = [json.loads(line) for path in (folder / 'logs').iterdir() for line in path.read_text().splitlines()]
        kinds = {json.dumps(line['what']['kind']) for line in lines}
        held('lines look as the paragraph says', kinds == {'"open"', '"close"', '"admin"'} and any(isinstance(line['what']['info'], dict) for line in lines), lines)
        traced = run(aunit, 'trace', 'files.aunit', *(f'logs/{path.name}' for path in (folder / 'logs').iterdir()))
        held('the logs fit', traced.returncode == 0 and 'does not fit' not in traced.stdout, traced.stdout + traced.stderr)
        judged = run(aunit, 'run', 'files.aunit', '--coverage', '--coverage-out', 'coverage.json')
        held('the test of the logs', judged.returncode == 0, judged.stdout + judged.stderr)
        covered = json.loads((folder / 'coverage.json').read_text())
        text = json.dumps(covered)
        held('coverage of the model by them', all(name in text for name in ('openAs', 'close', 'purge', 'seize')), text[:2000])
        (folder / 'checks/files_driver.py').write_text(DRIVER.replace("self.lock = None  # it is free", 'pass'))
        for path in (folder / 'logs').iterdir(): path.unlink()
        bad = run(*test, AUNIT_LOG='logs')
        held('a wrong program is found', bad.returncode != 0 and 'lock: expected' in bad.stdout, bad.stdout)
        traced = run(aunit, 'trace', 'files.aunit', *(f'logs/{path.name}' for path in (folder / 'logs').iterdir() if path.read_text()))
        held('and its log does not fit', traced.returncode != 0 and 'does not fit' in traced.stdout, traced.stdout)
    for line in wrong: print('WRONG: ' + line)
    sys.exit(bool(wrong))


main()
