#!/usr/bin/env python3
"""Checks the aunit.toml in docs/settings.md with the JSON schema of aunit.toml, which the program writes. usage: settings.py AUNIT"""
import json, pathlib, re, subprocess, sys, tempfile, textwrap, tomllib
import pages

try: from jsonschema import Draft202012Validator
except ImportError:
    print('SKIPPED: python3-jsonschema is missing')
    sys.exit(77)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'schema.json'
        subprocess.run([sys.argv[1], '__settings', path], check=True)
        schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    page = (pages.root / 'docs/settings.md').read_text()
    example = textwrap.dedent(re.search(r'\n(    \[run\]\n.*?)\n\n<!--', page, re.S)[1])
    validator = Draft202012Validator(schema)
    found = [f'{"/".join(error.path)}: {error.message}' for error in validator.iter_errors(tomllib.loads(example))]
    for wrong in ('[run]\njbos = 3', '[rum]\n', '[run]\ncoverage = "yes"', '[run]\njobs = "many"', '[coverage]\nlimit = 3'):
        if validator.is_valid(tomllib.loads(wrong)): found.append(f'is valid: {wrong!r}')
    print('\n'.join(found) or f'{len(schema["properties"])} tables, 0 wrong')
    return bool(found)


if __name__ == '__main__': sys.exit(main())
