#!/usr/bin/env python3
"""Makes scripts of every model with actions, in specs and, if it exists, in ../shared/conformance. No goal is unknown, the model accepts each trace
in ITF as a valuation, and a second run gives the same bytes.

usage: traces.py AUNIT [--all]   --all: all such models, also in tests/protocols, with a limit of ten seconds for each"""
import json, os, pathlib, shutil, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parents[2]
conformance = root.parent / 'shared/conformance'
aunit, wrong, whole = os.path.abspath(sys.argv[1]), [], '--all' in sys.argv
sources = tempfile.TemporaryDirectory()
models = [root / 'specs' / path for path in ('mutex/mutex.als', 'lease/lease.als', 'commit/commit.als', 'locks/locks.als', 'store/store.als')]
if whole: models += sorted((root / 'tests/protocols').glob('*.als'))
if conformance.is_dir():
    models += sorted((conformance / 'alloy/examples/temporal').glob('*.als')) + sorted((conformance / 'trace/models').glob('*.als'))
    for line in (conformance / 'unbounded/cases.jsonl').read_text().splitlines():
        case = json.loads(line)  # some models have past operators, some have their steps in a `run`, one has `some events`
        if not whole and not any(word in case['id'] for word in ('pointwise', 'instance_12', 'explicit_messages', 'non_inductive', 'event_idiom')): continue
        models.append(pathlib.Path(sources.name) / (case['id'][-40:].strip('_') + '.als'))
        models[-1].write_text(case['text'])
else: print('skipped: the models of ../shared/conformance are not there')


def run(*words, folder): return subprocess.run([aunit, *map(str, words)], cwd=folder, capture_output=True, text=True)


for model in models:
    with tempfile.TemporaryDirectory() as scratch:
        folder, name = pathlib.Path(scratch), model.stem
        shutil.copy(model, folder)
        begun = time.monotonic()
        made = run('generate', model.name, '--scripts', '--timeout', '0', '--out', 'scripts.jsonl', folder=folder)
        if whole and time.monotonic() - begun > 10: wrong.append(f'{name}: {time.monotonic() - begun:.1f} s')
        if made.returncode != 0: wrong.append(f'{name}: {made.stderr}')
        lines = [json.loads(line) for line in (folder / 'scripts.jsonl').read_text().splitlines()]
        unknown = [line['goal'] for line in lines if line.get('outcome') == 'unknown']
        if unknown: wrong.append(f'{name}: unknown: {unknown}')
        for again in range(1 if name in ('kvs', 'store') else 2):  # these two take seconds
            run('generate', model.name, '--scripts', '--timeout', '0', '--as', 'itf', '--out', 'traces', folder=folder)
            texts = {path.name: path.read_text() for path in (folder / 'traces').iterdir()}
            if again == 0: before = texts
        if before != texts: wrong.append(f'{name}: a second run gives other traces')
        numbers = range(1, len(texts) + 1)
        for text in texts.values():
            trace = json.loads(text)
            if not (set(trace['vars']) == set(trace['states'][0]) - {'#meta'} and 0 <= trace['loop'] < len(trace['states'])): wrong.append(f'{name}: no ITF: {text[:200]}')
        (folder / 'all.aunit').write_text(f'open {name}\n' + ''.join(f'val v{i} from "traces/{name}_{i}.itf.json"\ntest "{i}" {{ v{i} valid }}\n' for i in numbers))
        judged = run('run', 'all.aunit', folder=folder)
        if judged.returncode != 0 or not numbers: wrong.append(f'{name}: {judged.stdout}')
        print(f'{name}: {len(texts)} scripts, each a behaviour, {time.monotonic() - begun:.1f} s')
for line in wrong: print('WRONG: ' + line)
sys.exit(bool(wrong))
