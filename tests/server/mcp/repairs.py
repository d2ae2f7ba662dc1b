#!/usr/bin/env python3
"""Repairs wrong submissions with a fixed script of calls of `aunit mcp`. It must work as well as `aunit repair`.

usage: repairs.py AUNIT [--at-least N] [--limit SECONDS] [--only TEXT]     (default: 10 s)

In each file of ../shared/conformance/strength/repair/*.als one predicate is wrong. `check __repair` compares it with its oracle, and has a counterexample. The script: `exec` of that check
finds the counterexample, `repair` proposes edits, the first edit is applied, and `exec` finds no counterexample. A repair counts only if it changes just the body of the wrong predicate, and
the new text does not call the oracle (as in the scorer of that folder)."""
import concurrent.futures, os, re, sys, threading

from client import Client

aunit = os.path.abspath(sys.argv[1])
option = lambda name, default: sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default
limit, only, least = float(option('--limit', '10')), option('--only', ''), int(option('--at-least', '0'))
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', '..', 'shared', 'conformance', 'strength', 'repair')
if not os.path.isdir(folder):
    print('repairs: skipped, ../shared/conformance is not there')
    sys.exit(0)


def body(text, name):
    m = re.search(r'pred\s+' + re.escape(name) + r'\s*(\[[^\]]*\])?\s*\{', text)
    depth, i = 1, m.end()
    while depth and i < len(text):
        depth += (text[i] == '{') - (text[i] == '}')
        i += 1
    return m.end(), i - 1


def mended(client, name):
    text = open(os.path.join(folder, name), newline='').read()
    wrong = re.search(r'pred\s+__repair\s*\{\s*(\w+)', text)[1]
    first = client.call('exec', files={'m.als': text}, commands=['__repair'], timeout=30)
    if first.get('structuredContent', {}).get('counterexamples') != 1: return 'no counterexample before'
    answer = client.call('repair', sources=first['structuredContent']['sources'], paths=['m.als'], timeout=limit)
    repairs = answer.get('structuredContent', {}).get('repairs', [])
    if not repairs: return 'none found'
    new = text.encode()
    for edit in sorted(repairs[0]['edits'], key=lambda e: -e['begin']):
        new = new[:edit['begin']] + edit['replacement'].encode() + new[edit['end']:]
    new = new.decode()
    (a, b), (na, nb) = body(text, wrong), body(new, wrong)
    if new[:na] != text[:a] or new[nb:] != text[b:]: return 'changed more than the predicate'
    if re.search(r'\w+OK\b|__repair', new[na:nb]): return 'calls the oracle'
    last = client.call('exec', files={'m.als': new}, commands=['__repair'], timeout=30)
    outcome = last['structuredContent']['commands'][0]['outcome']
    return 'right' if outcome == 'no counterexample' else f'wrong: {outcome}'


clients = threading.local()


def one(name):
    if not hasattr(clients, 'mine'): clients.mine = Client(aunit, folder)
    return name, mended(clients.mine, name)


names = sorted(n for n in os.listdir(folder) if n.endswith('.als') and only in n)
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = list(pool.map(one, names))
for name, what in results:
    if what not in ('right', 'none found'): print(f'{name}: {what}')
right = sum(what == 'right' for _, what in results)
print(f'repaired {right}/{len(results)}')
sys.exit(right < least)
