#!/usr/bin/env python3
"""Golden tests of the command line: one text file per case.

usage: run.py AUNIT [--rebase] [--like OTHER] [--except FILE]... [CASE...]   (a CASE is a file's name, or a part of several)

A case is a text with sections. A line `--- WORD [ARGUMENT]` starts a section:

    one or two sentences that say what the case shows
    --- file PATH          an input file, relative to the folder in which the command runs (any number of them)
    --- setup              a shell script that runs there first, for input that text cannot hold; $AUNIT is the program
    --- env NAME=VALUE     set in the environment (which is otherwise nearly empty) of the following commands
    --- run ARGUMENTS      the arguments of `aunit`, quoted as for a shell
    --- shell              instead of `run`: a shell script, for several commands, pipes and closed descriptors; $AUNIT is the program
    --- interrupt SECONDS  SIGINT is sent this number of seconds after the start
    --- stdin              standard input of the command
    --- after COMMAND      a shell command that runs afterwards; its output is appended to the output of the command
    --- stdout             expected standard output
    --- stderr             expected standard error
    --- exit CODE          expected exit code

With --like, the expectations are the outputs of OTHER, a program for this system. FILE lists cases to skip, one per line: the name and the reason.

Times and temporary names are replaced by `TIME` and so on before comparing. `--rebase` writes the actual output into the files: read the diff."""
import concurrent.futures, difflib, os, pathlib, re, shlex, signal, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
SECTION = re.compile(r'^--- (file|setup|env|run|shell|interrupt|stdin|after|stdout|stderr|exit)\b ?(.*)$')

WINE_BROKE = 'Protocol error: process'  # Wine's server reports this if it has lost a program (one in a few hundred); then the program is started again


def parse(text):
    """Returns the sections in order, as [word, argument, body]; the first section is the introduction."""
    sections = [['intro', '', '']]
    for line in text.splitlines(keepends=True):
        start = SECTION.match(line.rstrip('\n'))
        if start: sections.append([start[1], start[2].strip(), ''])
        else: sections[-1][2] += line
    return sections


def normalise(text, folder):
    text = text.replace('Z:' + folder, 'FOLDER').replace(folder, 'FOLDER')  # Z: is Wine's drive for /
    text = re.sub(r'\b\d+(\.\d+)? (ms|s)\b', 'TIME', text)
    text = re.sub(r'( *)TIME', lambda m: (' ' if len(m[1]) > 1 else m[1]) + 'TIME', text)
    text = re.sub(r'(time|timestamp)="[^"]*"', r'\1="TIME"', text)
    text = re.sub(r'"(time_ms|started_at|duration)":( ?)[0-9.e+-]+', r'"\1":\g<2>0', text)
    text = re.sub(r'(deep\.\w+:1:)\d+', r'\1COLUMN', text)  # the maximal depth depends on the stack
    return text


def outcome(case, sections, aunit):
    """Returns standard output, standard error and exit code."""
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.join(os.path.realpath(folder), 'case')  # its parent folder has no other files
        os.mkdir(folder)
        environment = {'PATH': os.environ['PATH'], 'HOME': folder, 'LC_ALL': 'C.UTF-8', 'TERM': 'dumb'}
        environment.update({name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')})
        command, stdin, seconds, after = [aunit], '', None, []
        for word, argument, body in sections:
            if word == 'file':
                path = pathlib.Path(folder, argument)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(body)
            elif word == 'setup': subprocess.run(['bash', '-euc', body], cwd=folder, check=True, env={**environment, 'AUNIT': aunit})
            elif word == 'env': environment.update([argument.split('=', 1)])
            elif word == 'run': command = [aunit, *shlex.split(argument)]
            elif word == 'shell': command = ['bash', '-c', body]
            elif word == 'interrupt': seconds = float(argument)
            elif word == 'stdin': stdin = body
            elif word == 'after': after.append(argument)
        process = subprocess.Popen(command, cwd=folder, env={**environment, 'AUNIT': aunit}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, errors='replace')
        try:
            try: out, err = process.communicate(stdin, timeout=seconds or 60)
            except subprocess.TimeoutExpired:
                if seconds is None: raise
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=20)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = 'timeout'
        for command in after:
            out += subprocess.run(['bash', '-c', command], cwd=folder, env={**environment, "AUNIT": aunit}, capture_output=True, text=True, errors='replace').stdout
        return normalise(out, folder), normalise(err, folder), str(code)


def render(sections, results):
    """Returns the text of the case with new expectations."""
    kept = [s for s in sections if s[0] not in ('stdout', 'stderr', 'exit')]
    text = ''.join((f'--- {word} {argument}'.rstrip() + '\n' if word != 'intro' else '') + body for word, argument, body in kept)
    out, err, code = results
    for word, body in (('stdout', out), ('stderr', err)):
        if body: text += f'--- {word}\n' + body + ('' if body.endswith('\n') else '\n')
    return text + f'--- exit {code}\n'


def check(case, aunit, like, rebase):
    before = case.read_text()
    sections = parse(before)
    if like: before = render(sections, outcome(case, sections, like))
    try:
        after = render(sections, outcome(case, sections, aunit))
        if WINE_BROKE in after and WINE_BROKE not in before: after = render(sections, outcome(case, sections, aunit))
    except subprocess.CalledProcessError as failure: return False, f'{case.name}: its setup failed: {failure}\n'
    if after == before: return True, ''
    if rebase:
        case.write_text(after)
        return True, f'rebased {case.name}\n'
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), f'{case.name} (expected)', f'{case.name} (actual)', lineterm='')
    return False, '\n'.join(diff) + '\n'


def main():
    arguments = [a for a in sys.argv[1:] if a != '--rebase']
    rebase = '--rebase' in sys.argv
    excepted, like = set(), None
    while '--except' in arguments:
        at = arguments.index('--except')
        excepted |= {line.split()[0] for line in pathlib.Path(arguments[at + 1]).read_text().splitlines() if line and line[0] != '#'}
        del arguments[at:at + 2]
    if unknown := [name for name in sorted(excepted) if not (here / name).exists()]: sys.exit(f'no such case: {", ".join(unknown)}')
    if '--like' in arguments:
        at = arguments.index('--like')
        like = os.path.abspath(arguments[at + 1])
        if rebase: sys.exit('--like and --rebase exclude each other')
        del arguments[at:at + 2]
    aunit = os.path.abspath(arguments[0])
    cases = sorted(set(here.glob('*.txt')) - {here / 'CMakeLists.txt'})
    cases = [c for c in cases if c.name not in excepted]
    if named := arguments[1:]: cases = [c for c in cases if c.name in named] or [c for c in cases if any(a in c.name for a in named)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda case: check(case, aunit, like, rebase), cases))
    for _, message in results: sys.stdout.write(message)
    good = sum(passed for passed, _ in results)
    print(f'golden {good}/{len(cases)}')
    sys.exit(0 if cases and good == len(cases) else 1)


main()
