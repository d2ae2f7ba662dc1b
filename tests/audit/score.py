#!/usr/bin/env python3
"""Scores `aunit audit` by the labelled checks of ../shared/field/audit, if they are there.

usage: score.py AUNIT [DATA] [--all]

DATA is the folder of labels.jsonl, files.jsonl and models.jsonl.gz. Prints how many classes are right (a class under `also` is right, too), each
wrong one, and the differences between the lists of declarations that no command uses. Exits with 0 if at least 95 % of the labels with high
confidence are right, with 77 if there are no data, else with 1.
"""
import collections
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
words = [word for word in sys.argv[1:] if not word.startswith('--')]
aunit = os.path.abspath(words[0])
data = pathlib.Path(words[1]) if len(words) > 1 else ROOT.parent / 'shared' / 'field' / 'audit'
if not (data / 'labels.jsonl').exists():
    print('skipped: no labels')
    sys.exit(77)


def lines(name):
    return [json.loads(line) for line in (data / name).read_text().splitlines()]


def class_of(answer):
    """Returns the classes of the labels that correspond to an answer of the report."""
    kind = answer['rests_on']
    if kind == 'empty':
        return {'empty-facts' if answer['sentence'].startswith('vacuous: the facts') else 'empty-guard'}
    if kind == 'operations':
        return {'substantive', 'tautology'} if answer['facts'] == 0 else {'substantive'}
    if kind == 'facts':
        if answer['paragraphs'] > 1: return {'substantive'}
        return {'one-fact', 'substantive'} if len(answer['needs']) > 1 else {'one-fact'}
    return {kind}


labels, files = lines('labels.jsonl'), lines('files.jsonl')
with gzip.open(data / 'models.jsonl.gz', 'rt') as models: texts = [json.loads(line) for line in models]
for text in texts: text['repo'] = text['repo'].replace('/', '+')  # the form that the labels use
reports = {}
with tempfile.TemporaryDirectory() as folder:
    by_repository = collections.defaultdict(list)
    for text in texts:
        path = pathlib.Path(folder, text['repo'], text['path'])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text['text'])
        by_repository[text['repo']].append(text['path'])
    alloy5 = {(label['repo'], label['path']) for label in labels if '--alloy5' in (label.get('options') or [])}
    wanted = {(file['repo'], file['path']) for file in files} | {(label['repo'], label['path']) for label in labels}
    known = {(text['repo'], text['path']) for text in texts}
    for repository, path in sorted(wanted & known):
        command = [aunit, 'audit', path, '--json', '--timeout', '10']
        if (repository, path) in alloy5: command.append('--alloy5')
        done = subprocess.run(command, cwd=pathlib.Path(folder, repository), capture_output=True, text=True)
        try: reports[repository, path] = json.loads(done.stdout)
        except ValueError: print(f'no report: {repository} {path}: {done.stderr[:200]}')

right = collections.Counter()
total = collections.Counter()
false_claims = 0
for label in labels:
    report = reports.get((label['repo'], label['path']))
    if report is None: continue
    answer = next((one for one in report['answers'] if one['index'] == label['command_index']), None)
    found = class_of(answer) if answer and answer['rests_on'] else {'none'}
    good = bool(found & ({label['class']} | set(label['also'])))
    total[label['confidence']] += 1
    right[label['confidence']] += good
    if not good:
        print(f"{label['id']} {label['confidence']}: {label['class']} {label['also']}, but {sorted(found)}: {label['path']} {label['label_of_command']}: {answer and answer['sentence']}")
        false_claims += bool(found & {'repeats', 'declarations', 'tautology'})
for confidence in total: print(f'{confidence}: {right[confidence]} of {total[confidence]}')
print(f'wrong repeats, declarations or tautology: {false_claims}')

same = 0
for file in files:
    report = reports.get((file['repo'], file['path']))
    if report is None: continue
    unasked = {finding['place']['line'] for finding in report['findings'] if finding['kind'] == 'untested' and finding['place']['file'] == file['path']}
    unused = {finding['place']['line'] for finding in report['findings'] if finding['kind'] == 'unused' and finding['place']['file'] == file['path'] and finding['text'].startswith('nothing uses')}
    wanted = {one['line'] for one in file['unchecked_assertions']}, {one['line'] for one in file['unused_predicates_and_functions']}
    if (unasked, unused) == wanted: same += 1
    else: print(f"files: {file['path']}: assertions {sorted(unasked)} for {sorted(wanted[0])}, predicates {sorted(unused)} for {sorted(wanted[1])}")
print(f'files whose lists are equal: {same} of {len(files)}')
sys.exit(0 if right['high'] >= 0.95 * total['high'] else 1)
