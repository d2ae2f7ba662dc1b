#!/usr/bin/env python3
"""Checks the files that services read, as far as this is possible without the services: their keys are known and have values of the right types
(the schemas below have only the keys that we use), and the files that they name exist. Without python3-yaml or python3-jsonschema nothing is
tested: exit code 77. usage: shapes.py"""
import pathlib, re, sys

try:
    import yaml
    from jsonschema import Draft202012Validator
except ImportError as error:
    print(f'SKIPPED: {error}')
    sys.exit(77)

root = pathlib.Path(__file__).resolve().parents[2]
complaints = []


def keys(required, optional=(), **of):
    """An object with these keys and no others; texts unless `of` says otherwise."""
    names = [*required, *optional]
    return {'type': 'object', 'required': list(required), 'additionalProperties': False, 'properties': {n: of.get(n.replace('-', '_'), TEXT) for n in names}}


def each(schema): return {'type': 'object', 'additionalProperties': schema}
def some(schema): return {'type': 'array', 'minItems': 1, 'items': schema}


TEXT, TEXTS = {'type': 'string'}, {'type': 'array', 'items': {'type': 'string'}}
RUN = keys(['run'], ['name', 'id', 'if', 'shell', 'working-directory', 'env'], env=each(TEXT))
USE = keys(['uses'], ['name', 'id', 'if', 'with'], **{'with': each({'type': ['string', 'integer', 'boolean']}), 'uses': {'pattern': '^[^@ ]+@v[0-9]+$'}})
ACTION = keys(['name', 'description', 'inputs', 'outputs', 'runs'], ['branding'],
              branding=keys(['icon', 'color']), inputs=each(keys(['description', 'default'])), outputs=each(keys(['description', 'value'])),
              runs=keys(['using', 'steps'], using={'const': 'composite'}, steps=some({'anyOf': [{**RUN, 'required': ['run', 'shell']}, USE]})))
WORKFLOW = {'type': 'object', 'required': ['name', 'jobs'], 'properties': {
    'jobs': each({'type': 'object', 'required': ['runs-on', 'steps'], 'properties': {'steps': some({'anyOf': [RUN, USE]})}})}}
HOOKS = some(keys(['id', 'name', 'entry', 'language', 'files'], ['description', 'pass_filenames'],
                  language={'const': 'system'}, pass_filenames={'type': 'boolean'}, files={'type': 'string', 'format': 'regex'}))
JOB = keys(['stage', 'script'], ['image', 'parallel', 'artifacts', 'needs', 'when', 'coverage', 'rules'], rules=some(keys(['if'], [])), script=some(TEXT),
           parallel={'type': 'integer', 'minimum': 2}, needs=some(keys(['job'], ['artifacts'], artifacts={'type': 'boolean'})),
           when={'enum': ['on_success', 'on_failure', 'always', 'manual']}, coverage={'pattern': '^/.*/$'},
           artifacts=keys(['paths'], ['when', 'expire_in', 'reports'], paths=TEXTS, when={'enum': ['on_success', 'on_failure', 'always']},
                          reports=keys([], ['junit', 'coverage_report'], coverage_report=keys(['coverage_format', 'path'], coverage_format={'enum': ['cobertura', 'jacoco']}))))
GITLAB = {'type': 'object', 'properties': {'variables': each(TEXT)}, 'additionalProperties': JOB}


def expect(condition, complaint):
    if not condition: complaints.append(complaint)


def load(path, schema):
    document = yaml.safe_load((root / path).read_text())
    for error in Draft202012Validator(schema).iter_errors(document):
        place = '/'.join(str(part) for part in error.absolute_path)
        complaints.append(f'{path}: {place}: {error.message}')
    return document


def same(what, given, wanted):
    expect(given == wanted, f'{what}: {sorted(given - wanted)} for nothing, {sorted(wanted - given)} missing')


load('.pre-commit-hooks.yaml', HOOKS)
for path in (root / '.github/workflows').glob('*.yml'): load(path.relative_to(root), WORKFLOW)

gitlab = load('ci/gitlab.yml', GITLAB)
for name, job in gitlab.items():
    for need in job.get('needs', []): expect(need['job'] in gitlab, f'ci/gitlab.yml: {name} needs {need["job"]}, which is not there')

action = load('action.yml', ACTION)
text, script = (root / 'action.yml').read_text(), (root / 'ci/github-action').read_text()
same('inputs of action.yml', set(action['inputs']), set(re.findall(r'inputs\.([a-z-]+)', text)))
ids = {step['id'] for step in action['runs']['steps'] if 'id' in step}
for step, output in re.findall(r'steps\.([a-z-]+)\.outputs\.([a-z-]+)', text):
    expect(step in ids, f'action.yml: no step has the id {step}')
    expect(re.search(rf'\bsay "{output}=', script), f'ci/github-action never says {output}')
words = set(re.search(r'^# .*usage: ci/github-action (\S+)$', script, re.M)[1].split('|'))
same('words of ci/github-action', set(re.findall(r'ci/github-action" (\w+)', text)), words)
given = {name for step in action['runs']['steps'] for name in step.get('env', {})} - {'GH_TOKEN'}  # gh reads it
same('variables of ci/github-action', given, set(re.findall(r'\$\{?((?:AUNIT_[A-Z_]+|EXIT_CODE|LOSS|FORBIDDEN|PULL_REQUEST))\b', script)))

print(*complaints, sep='\n')
print(f'{len(complaints)} wrong')
sys.exit(bool(complaints))
