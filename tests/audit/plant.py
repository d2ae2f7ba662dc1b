#!/usr/bin/env python3
"""Plants weaknesses into small models, and counts those that `aunit audit` finds.

usage: plant.py AUNIT [COUNT]

Each model has a few facts and a check that rests on several of them. One weakness is planted: a fact copied as an assertion (with renamed
variables), an assertion without a command, a contradiction among the facts, a guard that is never true, a check that repeats a declaration, a
signature that is always empty, a predicate that nothing uses, a number that does not fit the bit width. Exits with 1 if a weakness is not found."""
import json
import random
import subprocess
import sys
import tempfile
import pathlib

aunit = str(pathlib.Path(sys.argv[1]).resolve())
count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
random.seed(20261128)

FACTS = [('no iden & {f}', None), ('all n: {s} | n not in n.{f}', 'all other: {s} | other not in other.{f}'),
         ('all n: {s} | lone n.{f}', 'all other: {s} | lone other.{f}'), ('{f} = ~{f}', '{f} = ~{f}'),
         ('all n, m: {s} | n.{f} = m.{f} implies n = m', 'all x, y: {s} | x.{f} = y.{f} implies x = y'), ('some {f}', 'some {f}'),
         ('all n: {s} | some n.{f}', 'all each: {s} | some each.{f}')]


def model():
    sig, field = random.choice(['Node', 'Room', 'Task']), random.choice(['succ', 'link', 'door'])
    facts = [fact for fact in random.sample(FACTS, 3)]
    lines = [f'sig {sig} {{ {field}: set {sig}, owner: one Owner }}', 'sig Owner {}']
    lines += [f'fact F{i} {{ {fact[0].format(s=sig, f=field)} }}' for i, fact in enumerate(facts)]
    return sig, field, facts, lines


def planted(kind, sig, field, facts, lines):
    """Returns the lines of the model with the weakness added."""
    if kind == 'repeated':
        copies = [fact for fact in facts if fact[1]]
        return lines + [f'planted: check {{ {random.choice(copies)[1].format(s=sig, f=field)} }} for 4']
    if kind == 'untested': return lines + [f'assert Planted {{ some {sig} }}', 'run {} for 3']
    if kind == 'empty': return lines + [f'fact {{ some {sig} and no {field}.{field} and all n: {sig} | some n.{field} and n.{field} in {sig} }}', 'check { no Owner } for 3']
    if kind == 'guard': return lines + [f'fact {{ no owner.Owner & {sig}.{field} }}', f'check {{ all n: {sig} | n in {sig}.{field} implies no n }} for 3']
    if kind == 'declarations': return lines + [f'check {{ all n: {sig} | one n.owner }} for 3']
    if kind == 'tautology': return lines + [f'check {{ all n: {sig} | some n.{field} or no n.{field} }} for 3']
    if kind == 'never': return lines + ['sig Planted {}', 'fact { no Planted }', 'run {} for 3']
    if kind == 'unused': return lines + [f'pred planted {{ some {sig} }}', 'run {} for 3']
    return lines + [f'run {{ #{sig} < 20 }} for 3']


KINDS = {'repeated': 'repeated', 'untested': 'untested', 'empty': 'empty', 'guard': 'empty', 'declarations': 'declarations', 'tautology': 'tautology',
         'never': 'never', 'unused': 'unused', 'scope': 'scope'}
missed = 0
with tempfile.TemporaryDirectory() as folder:
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        sig, field, facts, lines = model()
        path = pathlib.Path(folder, 'm.als')
        path.write_text('\n'.join(planted(kind, sig, field, facts, lines)) + '\n')
        done = subprocess.run([aunit, 'audit', 'm.als', '--json', '-j', '1'], cwd=folder, capture_output=True, text=True)
        found = {finding['kind'] for finding in json.loads(done.stdout)['findings']}
        # A random model may be contradictory. Then the audit must report this instead.
        if KINDS[kind] in found or (kind in ('repeated', 'declarations', 'tautology') and 'empty' in found) or (kind == 'never' and 'empty' in found): continue
        missed += 1
        print(f'missed: {kind}, found {sorted(found)}:\n{path.read_text()}')
print(f'{count - missed} of {count} found')
sys.exit(1 if missed else 0)
