#!/usr/bin/env python3
"""Checks each file of a compilation database with the compiler, without output files. usage: read_all.py COMPILE_COMMANDS.JSON [PART OF A PATH...]"""
import concurrent.futures, json, os, shlex, subprocess, sys


def read(entry):
    words = shlex.split(entry['command'])
    words = [word for i, word in enumerate(words) if word not in ('-o', '-c') and words[i - 1] != '-o']
    done = subprocess.run([*words, '-fsyntax-only'], cwd=entry['directory'], capture_output=True, text=True, errors='replace')
    return entry['file'], done.returncode, done.stderr


entries = [e for e in json.load(open(sys.argv[1])) if os.path.exists(e['file']) and (not sys.argv[2:] or any(part in e['file'] for part in sys.argv[2:]))]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool: results = list(pool.map(read, entries))
for file, code, errors in results:
    if code: print(f'{file}:\n{errors}')
bad = sum(code != 0 for _, code, _ in results)
print(f'{len(results) - bad} of {len(results)} are read')
sys.exit(1 if bad or not results else 0)
