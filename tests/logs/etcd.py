#!/usr/bin/env python3
"""The public log of etcd's raft fits etcdraft.als, in a time that is linear in its length. With one changed number it does not fit, at that line.

usage: etcd.py AUNIT"""
import json, pathlib, resource, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
log = here.parents[2] / 'shared' / 'conformance' / 'trace' / 'logs' / 'etcdraft' / 'example.ndjson'
if not log.exists():
    print('../shared/conformance/trace is not there')
    sys.exit(77)
lines, wrong = log.read_text().splitlines(keepends=True), []


def judged(text, expected, line=None):
    with tempfile.NamedTemporaryFile('w', suffix='.ndjson') as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        process = subprocess.run([sys.argv[1], 'trace', '--json', here / 'etcdraft.aunit', file.name], capture_output=True, text=True)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    verdict = json.loads(process.stdout)
    if verdict['outcome'] != expected or (line and verdict.get('line') != line): wrong.append((expected, line, verdict))
    return took


def changed(number, change):
    entry = json.loads(lines[number])
    change(entry['event'])
    return ''.join(lines[:number]) + json.dumps(entry) + '\n' + ''.join(lines[number + 1:])


def first(name, test=lambda event: True):
    return next(i for i, line in enumerate(lines) if json.loads(line)['event']['name'] == name and i > 200 and test(json.loads(line)['event']))


times = [judged(''.join(lines[:count]), 'fits') for count in (611, 1222, 2444, 4888)]
if times[3] > 12 * max(times[0], 0.05): wrong.append(('linear', times))
commit = first('Commit')
judged(changed(commit, lambda event: event['state'].update(commit=event['log'])), 'does not fit', commit + 1)  # a majority does not have this entry
ready = first('Ready')
judged(changed(ready, lambda event: event['state'].update(term=event['state']['term'] + 1)), 'does not fit', ready + 1)
sent = first('SendAppendEntriesResponse', lambda event: event['msg']['type'] == 'MsgAppResp' and event['log'] > 6)
judged(changed(sent, lambda event: event.update(log=event['log'] - 1)), 'does not fit', sent + 1)
for each in wrong: print(each)
sys.exit(bool(wrong))
