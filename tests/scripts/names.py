#!/usr/bin/env python3
"""File names are data. If the name of a model is code in some language, its generated tests run like those of any other model, and the code in
the name does not run. Each installed language parses its files; pytest and node run them.

usage: names.py AUNIT [LANGUAGE...]"""
import os, pathlib, shutil, subprocess, sys, tempfile

MODEL = '''sig Door {}
var sig Open in Door {}
pred opens [d: Door] { d not in Open and Open' = Open + d }
pred closes [d: Door] { d in Open and Open' = Open - d }
fact Steps { no Open and always some d: Door | opens[d] or closes[d] }
'''
NAMES = ['plain.als', 'a"""\nimport os; os.system("touch stolen")\n""".als', 'a\nimport os; os.system("touch stolen") #.als', "a'''\nopen('stolen', 'w')\n'''.als",
         '*\\ */ ; require("fs").writeFileSync("stolen", "") ; /*.als', '`touch stolen`$(touch stolen)#{`touch stolen`}${1}.als', 'a\\u000aclass Stolen {} \\u002f\\u002a.als',
         'coding:utf-7 +AAo-open(+ACc-stolen+ACc-,+ACc-w+ACc-).als', 'VIEW TYPE BASE SEQUENCES {} {0.__class__} %s.als', 'a\\\n"; exit(3); ".als', "';open(\"stolen\",\"w\");'.als"]
DRIVERS = {
    'pytest': ('_driver.py', '''class Driver:
    refusals = (ValueError,)
    def init(self, atoms, fixed, state): self.open = set()
    def opens(self, d):
        if d in self.open: raise ValueError
        self.open.add(d)
    def closes(self, d):
        if d not in self.open: raise ValueError
        self.open.remove(d)
    def state(self): return {'Open': self.open}
'''),
    'node': ('_driver.mjs', '''export class Driver {
  refusals = [];
  init(atoms, fixed, state) { this.open = new Set(); }
  opens(d) { if (this.open.has(d)) return false; this.open.add(d); }
  closes(d) { return this.open.delete(d); }
  state() { return { Open: this.open }; }
}
''')}


PYTHON = next((name for name in (sys.executable, '/usr/bin/python3') if subprocess.run([name, '-c', 'import pytest'], capture_output=True).returncode == 0), None)


def commands(language, files):
    """Returns the commands that parse or run the files of a language; nothing if tools are missing."""
    named = lambda end: [name for name in files if name.endswith(end)]
    if language == 'pytest': return [[PYTHON, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', *[name for name in files if name.startswith('test_')]]] if PYTHON else []
    if language == 'node': return [['node', '--test', *named('.test.mjs')]] if shutil.which('node') else []
    if language == 'gtest': return [['g++', '-std=c++20', '-fsyntax-only', *named('_test.cpp')]] if pathlib.Path('/usr/include/gtest/gtest.h').exists() else []
    # Without JUnit, class names cannot be resolved. Syntax errors are reported before that.
    if language == 'junit': return [['javac', '-proc:none', '-Xdiags:compact', *named('.java')]] if shutil.which('javac') else []
    if language == 'go': return [['gofmt', '-e', '-l', *named('.go')]] if shutil.which('gofmt') else []
    if language == 'rust':
        works = shutil.which('rustc') and subprocess.run(['rustc', '--version'], capture_output=True).returncode == 0
        return [['rustc', '--test', '--edition', '2021', '--emit=metadata', '-o', 'read.rmeta', *named('_scripts.rs')]] if works else []
    return []


def main():
    aunit = os.path.abspath(sys.argv[1])
    wrong, ran = [], set()
    for name in NAMES:
        for language in sys.argv[2:] or ('pytest', 'node', 'gtest', 'junit', 'go', 'rust'):
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                path = name.replace('/', '\\')
                (folder / path).write_text(MODEL)
                made = subprocess.run([aunit, 'generate', './' + path, '--scripts', '--scope', '2', '--as', language, '--out', 'out'], cwd=folder, capture_output=True, text=True)
                here = f'{language}, {path!r}'
                if made.returncode != 0:
                    wrong.append(f'{here}: {made.stderr}')
                    continue
                out = folder / 'out'
                if language in DRIVERS:
                    end, text = DRIVERS[language]
                    driver = next(file for file in out.iterdir() if file.name.endswith(end))
                    frame = driver.read_text()
                    if language == 'pytest': compile(frame, driver.name, 'exec')
                    # The frame of the driver is tested, too.
                    driver.write_text(frame.split('class Driver')[0].replace('export ', '') + text)
                for command in commands(language, sorted(file.name for file in out.iterdir())):
                    ran.add(language)
                    done = subprocess.run(command, cwd=out, capture_output=True, text=True, errors='replace', env={**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'})
                    said = done.stdout + done.stderr
                    if language == 'junit': bad = any(word in said for word in ('illegal', 'expected', 'unclosed', 'unmappable'))
                    else: bad = done.returncode != 0
                    if bad: wrong.append(f'{here}: {" ".join(command)}\n{said[-1500:]}')
                if list(folder.rglob('stolen*')): wrong.append(f'{here}: the name was run')
    print('\n'.join(wrong) if wrong else f'{len(NAMES)} names, read by {", ".join(sorted(ran))}')
    return 1 if wrong else 0


sys.exit(main())
