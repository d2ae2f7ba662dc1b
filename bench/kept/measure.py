#!/usr/bin/env python3
"""Measures how many questions to the solver cached answers save over a history of changes.

usage: measure.py AUNIT [--every N] [--alone] [--suites FOLDER] [--only TEXT] [--explain]

Each mutant of a model is a change. Models: the 13 of MuAlloy's suites (../shared/conformance/suites), and temporal ones in specs/. A cache folder has the
answers for the original model; each change adds its answers (with --alone, adds none). Compares every verdict with that of a run without a cache; a
difference is an error. Does not count commands that are in error, because they ask nothing. --every N takes each Nth mutant only. Prints the share of
commands that were not solved, for each model and in total, and the time of the runs with the cache (including the work for storing answers) and without it."""
import argparse, json, os, re, shutil, subprocess, sys, tempfile, time
parser = argparse.ArgumentParser()
parser.add_argument('aunit')
parser.add_argument('--every', type=int, default=1)
parser.add_argument('--alone', action='store_true')
parser.add_argument('--only', default='')
parser.add_argument('--explain', action='store_true', help='print why commands were solved')
root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
parser.add_argument('--suites', default=os.path.join(root, '..', 'shared', 'conformance', 'suites'))
options = parser.parse_args()
aunit = os.path.abspath(options.aunit)


def models():
    folder = os.path.join(options.suites, 'models')
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        yield name[:-4], os.path.join(folder, name), os.path.join(options.suites, 'tests', name), ['--alloy5', '--no-overflow']
    for name in ('commit', 'lease', 'locks', 'mutex', 'store'):
        folder = os.path.join(root, 'specs', name)
        tests = [file for file in sorted(os.listdir(folder)) if file.endswith('.aunit')]
        yield name, os.path.join(folder, name + '.als'), os.path.join(folder, tests[0]) if tests else None, []


def mutants(model, tests, flags):
    """The texts of the model's mutants."""
    with tempfile.TemporaryDirectory() as folder:
        mutated = model
        if not tests:  # only a model with tests has mutants
            mutated = shutil.copy(model, folder)
            tests = mutated[:-4] + '.aunit'
            open(tests, 'w').write(f'open {os.path.basename(model)[:-4]}\nval nothing {{}}\ntest "nothing" {{ nothing valid }}\n')
        call = [aunit, 'mutate', *flags, '--model', mutated, '--no-proofs', '--json', '-', '--timeout', '1', tests]
        report = json.loads(subprocess.run(call, capture_output=True, text=True).stdout)
    text = open(model).read()
    starts = [0]
    for line in text.splitlines(keepends=True): starts.append(starts[-1] + len(line))
    for file, entry in report['files'].items():
        if os.path.basename(file) != os.path.basename(model): continue
        for mutant in entry['mutants']:
            begin, end = (starts[mutant['location'][side]['line'] - 1] + mutant['location'][side]['column'] - 1 for side in ('start', 'end'))
            yield text[:begin] + mutant['replacement'] + text[end:]


def verdicts(file, flags, *more):
    call = [aunit, 'exec', *flags, '--json', '--timeout', '20', *more, file]
    begin = time.perf_counter()
    done = subprocess.run(call, capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if not answers or any(answer['verdict'] == 'REJECTED' for answer in answers): return None, '', [], 0
    return [answer['verdict'] for answer in answers], done.stderr, [answer.get('cache', '') for answer in answers], seconds


total_asked = total_saved = wrong = 0
kept_seconds = fresh_seconds = 0.0
for name, model, tests, flags in models():
    if options.only not in name: continue
    asked = saved = 0
    with tempfile.TemporaryDirectory() as folder:
        file, cache, first = (os.path.join(folder, part) for part in (os.path.basename(model), 'cache', 'first'))
        shutil.copy(model, file)
        verdicts(file, flags, '--cache', cache)
        shutil.copytree(cache, first)
        for number, text in enumerate(mutants(model, tests, flags)):
            if number % options.every: continue
            open(file, 'w').write(text)
            if options.alone:
                shutil.rmtree(cache)
                shutil.copytree(first, cache)
            found, said, why, kept_time = verdicts(file, flags, '--cache', cache, '--explain-cache')
            afresh, _, _, fresh_time = verdicts(file, flags, '--no-cache')
            if afresh is None: continue
            if any('UNKNOWN' in str(answer).upper() for answer in afresh): continue
            count = re.search(r'(\d+) of (\d+) answers? kept', said)
            if found != afresh or not count:
                wrong += 1
                print(f'{name} {number}: {found}, afresh {afresh} {said[-200:]}')
                continue
            solvable = int(count[2]) - afresh.count('ERROR')
            saved, asked = saved + int(count[1]), asked + solvable
            kept_seconds, fresh_seconds = kept_seconds + kept_time, fresh_seconds + fresh_time
            if options.explain and int(count[1]) < solvable: print(name, number, afresh, [line for line in why if line.startswith('solved')])
    print(f'{name}: {saved} of {asked} not solved', flush=True)
    total_asked, total_saved = total_asked + asked, total_saved + saved
print(f'{total_saved} of {total_asked} commands not solved ({100 * total_saved / max(1, total_asked):.1f} %), {wrong} wrong; {kept_seconds:.1f} s with the cache, {fresh_seconds:.1f} s without')
sys.exit(wrong != 0)
