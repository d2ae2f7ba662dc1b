#!/usr/bin/env python3
"""Scripts of every model with actions, in specs and in ../shared/conformance where it is there: no goal is unknown, each trace in ITF is a
valuation that the model accepts, and a second run gives the same bytes.

usage: traces.py AUNIT"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
conformance = root.parent / 'shared/conformance'
models = [root / 'specs' / path for path in ('mutex/mutex.als', 'locks/locks.als', 'store/store.als')]
if conformance.is_dir(): models += sorted((conformance / 'alloy/examples/temporal').glob('*.als')) + sorted((conformance / 'trace/models').glob('*.als'))
else: print('skipped: the models of ../shared/conformance are not there')
aunit, wrong = os.path.abspath(sys.argv[1]), []


def run(*words, folder): return subprocess.run([aunit, *map(str, words)], cwd=folder, capture_output=True, text=True)


for model in models:
    with tempfile.TemporaryDirectory() as scratch:
        folder, name = pathlib.Path(scratch), model.stem
        shutil.copy(model, folder)
        made = run('generate', model.name, '--scripts', '--timeout', '0', '--out', 'scripts.jsonl', folder=folder)
        if made.returncode != 0: wrong.append(f'{name}: {made.stderr}')
        lines = [json.loads(line) for line in (folder / 'scripts.jsonl').read_text().splitlines()]
        unknown = [line['goal'] for line in lines if line.get('outcome') == 'unknown']
        if unknown: wrong.append(f'{name}: unknown: {unknown}')
        for again in range(1 if name in ('kvs', 'store') else 2):  # which take seconds
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
        print(f'{name}: {len(texts)} scripts, each a behaviour')
for line in wrong: print('WRONG: ' + line)
sys.exit(bool(wrong))
