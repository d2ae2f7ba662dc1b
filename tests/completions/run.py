#!/usr/bin/env python3
"""Tests completions in real shells: types into a shell at a terminal, and compares the words that the command then gets.

usage: run.py AUNIT SHELL       SHELL: bash, zsh or fish. Exit code 77: it is not installed (an error if CI is set).

The shell's `aunit` is a stand-in: it calls AUNIT for questions of the completion, and records the words of all other calls."""
import os, pathlib, pty, select, shutil, signal, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parents[2]

FILES = {
    'lists.als': '''sig Node { link: set Node }
pred acyclic { all n: Node | n !in n.^link }
show: run acyclic for 3
other: run acyclic for 4
''',
    'lists.aunit': r'''open lists
val beta { Node = N0 }
test "plain" @fast { beta satisfies acyclic }
test "a b  c" { beta satisfies acyclic }
test "quote's end" { beta satisfies acyclic }
test "$(touch pwned) `touch pwned`" { beta satisfies acyclic }
test "dollar $HOME" { beta satisfies acyclic }
test "key: value::more" { beta satisfies acyclic }
test "semi; touch pwned & | x" { beta satisfies acyclic }
test "glob *?[a]" { beta satisfies acyclic }
test "bang! hash# ~x" { beta satisfies acyclic }
test "mail@host" @slow { beta satisfies acyclic }
test "(round) {curly} <angle>" { beta satisfies acyclic }
test "back\\slash" { beta satisfies acyclic }
''',
    'my tests/in.aunit': 'sig A {}\n',
    'out.json': '{}',
}

# The typed text (TAB: \t), and the words that the command gets; by shell if the shells differ.
CASES = [
    ('aunit mut\t', ['mutate']),
    ('aunit coverage mini\t', ['coverage', 'minimise']),
    ('aunit run --jun\tx', ['run', '--junit', 'x']),
    ('aunit run --color=alw\t', ['run', '--color=always']),
    ('aunit run --color alw\t', ['run', '--color', 'always']),
    ('aunit run --tag f\t', ['run', '--tag', 'fast']),
    ('aunit run --fail-under Fa\t80', ['run', '--fail-under', 'FaC=80']),
    ('aunit exec lists.als --command o\t', ['exec', 'lists.als', '--command', 'other']),
    ('aunit eval lists.aunit --val b\t', ['eval', 'lists.aunit', '--val', 'beta']),
    ('aunit coverage report o\t', ['coverage', 'report', 'out.json']),
    ('aunit run m\ti\t', ['run', 'my tests/in.aunit']),
    ('aunit run my\\ t\ti\t', ['run', 'my tests/in.aunit']),
    ('aunit generate --for mutants,p\t', ['generate', '--for', 'mutants,pairs']),
]
for begin, name in [('p', 'plain'), ('a', 'a b  c'), ('q', "quote's end"), ('$', '$(touch pwned) `touch pwned`'), ('d', 'dollar $HOME'),
                    ('k', 'key: value::more'), ('s', 'semi; touch pwned & | x'), ('g', 'glob *?[a]'), ('ba', ''), ('bang', 'bang! hash# ~x'),
                    ('m', 'mail@host'), ('(', '(round) {curly} <angle>'), ('back', 'back\\slash')]:
    if not name: continue
    typed = ''.join('\\' + c if c in '$(' else c for c in begin)
    CASES.append((f'aunit run --id lists.aunit::{typed}\t', ['run', '--id', f'lists.aunit::{name}']))
CASES += [
    ('aunit run lists.aunit::key\\:\t', ['run', 'lists.aunit::key: value::more']),
    ('aunit run lists.aunit::key\\:\\ value:\t', ['run', 'lists.aunit::key: value::more']),
    ("aunit run 'lists.aunit::a b\t", ['run', 'lists.aunit::a b  c']),
    ('aunit run "lists.aunit::a b\t', ['run', 'lists.aunit::a b  c']),
    ('aunit run lists.aunit::a" b\t', ['run', 'lists.aunit::a b  c']),
    ('aunit run "lists.aunit"::se\t', ['run', 'lists.aunit::semi; touch pwned & | x']),
    ('aunit run lists.aunit::mail@\t', ['run', 'lists.aunit::mail@host']),
]
# These lines are completed, but not sent. Nothing in them must run.
UNSENT = ['aunit run "$(touch pwned)" --tag f\t', 'aunit run $(touch pwned) --tag f\t', 'aunit run `touch pwned`\t', 'aunit run --id "$(touch pwned)\t',
          "aunit run 'x\t", 'aunit exec <(touch pwned) --command s\t']

START = {
    'bash': (['bash', '--noprofile', '--norc', '-i'], 'source {root}/completions/aunit.bash; bind "set bell-style none"'),
    # Without this binding, TAB in zsh expands the word first, and runs commands in it.
    'zsh': (['zsh', '-f', '-i'], 'bindkey "^I" complete-word; fpath=({root}/completions $fpath); autoload -U compinit; compinit -u -d {folder}/.zcompdump; unsetopt BEEP'),
    'fish': (['fish', '--no-config', '-i'], 'source {root}/completions/aunit.fish'),
}


def converse(shell, folder, line, done):
    """Types this line, and waits until the file `done` exists."""
    command, preparation = START[shell]
    preparation = preparation.format(root=root, folder=folder)
    environment = {'PATH': f'{folder}/bin:{os.environ["PATH"]}', 'HOME': str(folder), 'TERM': 'xterm', 'LC_ALL': 'C.UTF-8', 'REPORT': str(folder / 'report'),
                   'AUNIT': aunit}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    shown = b''
    def read_until(done, what):
        nonlocal shown
        end = time.monotonic() + 120
        while not done():
            if time.monotonic() > end: raise TimeoutError(f'{what}; on the terminal:\n{shown.decode(errors="replace")}')
            if select.select([terminal], [], [], 0.05)[0]:
                try: shown += os.read(terminal, 65536)
                except OSError: break
    try:
        ready = folder / 'ready'
        ready.unlink(missing_ok=True)
        os.write(terminal, f'{preparation}; touch {ready}\n'.encode())
        read_until(ready.exists, 'the shell did not start')
        os.write(terminal, line.encode())
        read_until(done.exists, f'there is no {done.name}')
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def main():
    global aunit
    aunit, shell = os.path.abspath(sys.argv[1]), sys.argv[2]
    if not shutil.which(shell):
        print(f'{shell} is not installed: nothing was tested')
        sys.exit(1 if os.environ.get('CI') else 77)
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(os.path.realpath(name))
        for path, text in FILES.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        stand_in = folder / 'bin' / 'aunit'
        stand_in.parent.mkdir()
        stand_in.write_text('#!/bin/sh\ncase $1 in __complete*) "$AUNIT" "$@"; : >asked; exit ;; esac\n'
                            'printf "%s\\0" "$@" >"$REPORT.new" && mv "$REPORT.new" "$REPORT"\n')
        stand_in.chmod(0o755)
        report, asked, pwned = folder / 'report', folder / 'asked', folder / 'pwned'
        for line, expected in CASES + [(line, None) for line in UNSENT]:
            for file in (report, asked): file.unlink(missing_ok=True)
            try:
                converse(shell, folder, line + ('' if expected is None else '\n'), asked if expected is None else report)
                words = None if expected is None else report.read_text().split('\0')[:-1]
            except TimeoutError as error: words = str(error)
            if words != expected or pwned.exists():
                failures += 1
                print(f'{line!r}\n  expected {expected}\n  got      {words}{" and it RAN a command in the line" if pwned.exists() else ""}')
            pwned.unlink(missing_ok=True)
    lines = len(CASES) + len(UNSENT)
    print(f'{shell}: {lines - failures} of {lines} lines')
    sys.exit(1 if failures else 0)


main()
