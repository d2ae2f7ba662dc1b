#!/usr/bin/env python3
"""The programs of the worked examples write logs that fit their models. With planted bugs, they write logs that do not fit.

usage: programs.py AUNIT"""
import json, pathlib, subprocess, sys, tempfile

specs = pathlib.Path(__file__).resolve().parents[2] / 'specs'
aunit, failed = sys.argv[1], []


def judged(tests, log):
    process = subprocess.run([aunit, 'trace', '--json', tests, log], capture_output=True, text=True)
    return json.loads(process.stdout)


def expect(what, verdict, outcome, event=''):
    if verdict['outcome'] == outcome and verdict.get('event', '').startswith(event) and (outcome == 'fits' or verdict['meant']): return
    failed.append(f'{what}: expected {outcome} {event}\n  {verdict}')


with tempfile.TemporaryDirectory() as folder:
    for seed in ['1', '2', '3']:
        for bug in [[], ['--stale']]:
            log = pathlib.Path(folder, 'lease' + seed + ''.join(bug))
            with open(log, 'w') as out: subprocess.run([sys.executable, specs / 'lease' / 'service.py', *bug, seed], stdout=out, check=True)
            verdict = judged(specs / 'lease' / 'lease.aunit', log)
            if bug: expect(f'lease, seed {seed}, with the bug', verdict, 'does not fit', 'write[')
            else: expect(f'lease, seed {seed}', verdict, 'fits')
        for bug in [[], ['--hasty']]:
            run = pathlib.Path(folder, 'commit' + seed + ''.join(bug))
            subprocess.run([sys.executable, specs / 'commit' / 'processes.py', run, *bug, seed], check=True)
            verdict = judged(specs / 'commit' / 'commit.aunit', run)
            hasty = bug and not any('"refuse"' in file.read_text() or '"Abort"' in file.read_text() for file in run.iterdir())
            if hasty: expect(f'commit, seed {seed}, with the bug', verdict, 'does not fit', 'decide[Commit')
            elif not bug: expect(f'commit, seed {seed}', verdict, 'fits')
for each in failed: print(each)
sys.exit(bool(failed))
