#!/usr/bin/env python3
"""Compares docs/schemas/*.json (JSON Schema 2020-12) with the outputs of the program, and the tables of the pages with the schemas.

usage: schemas.py AUNIT [--rebase]

Each schema has outputs in OUTPUTS. An output must be valid, and must not have a member that its schema does not name. (Programs that read the
output should accept further members.) Each member that a schema names must be in some output. Members are described in the schemas only: after
a remark `<!-- table SCHEMA -->` or `<!-- table SCHEMA#/$defs/NAME -->`, a page has the table that is made from the schema. --rebase writes the
tables. Without python3-jsonschema nothing is tested: exit code 77."""
import json, pathlib, re, shutil, subprocess, sys, tempfile
import pages

try: from jsonschema import Draft202012Validator
except ImportError:
    print('SKIPPED: python3-jsonschema is missing')
    sys.exit(77)

schemas = {path.name: json.loads(path.read_text()) for path in sorted((pages.root / 'docs/schemas').glob('*.json'))}

FILES = {
    'taking.als': '''sig T { next: lone T }
var sig Got in T {}
pred take { some t: T - Got | Got' = Got + t }
pred put [t: T] { t in Got and some Got  Got' = Got - t }
pred lose { some Got and no Got' }
fact { no Got  always (take or lose or Got' = Got or some t: T | put[t]) }
run {} for exactly 2 T
''',
    'rules.als': '''sig A { name: lone String }
fact Wrong { some A.name }
named: run { some A }
unnamed: check { no A }
''',
    'acts.als': '''sig T {}
var sig Got in T {}
pred take [t: T] { t not in Got  Got' = Got + t }
fact { no Got  always (Got' = Got or some t: T | take[t]) }
taken: run { some Got } for exactly 1 T
shown: run { eventually some Got } for exactly 1 T
''',
    'acts.aunit': '''open acts
val v { T = T0  state {} state { Got = T0 } loop 1 }
test "none is taken" { v violates { eventually some Got } }
''',
    'taken.aunit': '''open taking
log taken {
  event .event with .event_args
  Got from .got
}
''',
    'past.als': '''sig T {}
var sig Got, Had in T {}
pred take [t: T] { t not in Had  Got' = Got + t }
pred put [t: T] { t in Got  Got' = Got - t }
fact { no Got  always (Got' = Got or some t: T | take[t] or put[t]) }
fact { always Had = { t: T | once t in Got } }
run {} for exactly 2 T, 4 steps
''',
    'list.als': '''sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred NoDirectedCycles { all n: Node | n !in n.^link }
show: run NoDirectedCycles for 3 expect 1
never: run { some Node and no Node } for 2 expect 1
grows: check { lone Node } for 1..3 Node
''',
    'twice.als': '''sig Node {}
sig Node { link: set Nod }
''',
    'rooted.als': '''sig Node { parent: lone Node }
fact { no n: Node | n in n.^parent }
check { some Node implies some n: Node | no n.parent } for 2
check { lone Node } for 1
check { no n: Node | n in n.parent }
check { no Node or "a" in "a" + "b" } for 1
''',
    'marked.als': '''sig A { f: set A }
pred p[a: A] { some a.f }
''',
    'big.als': '''sig Node {}
run { some Node } for 2 but 1 Node, 2 Node
''',
    'many.als': 'sig A { f: set A }\nrun {} for 6\n',
    'list.aunit': '''open list
val chain { Node = N0 + N1  link = N0->N1 }
val fork extends chain { link = N0->N1 + N0->N0 }
test "passes" @quick     { chain satisfies NoDirectedCycles }
test "fails"             { fork valid }
test "compared"          { chain gives link = N0->N0 }
test "left out" skip "later" { chain valid }
test "as known" xfail "soon" { fork valid }
test "why not"           { fork invalid because fact PartialFunction }
test "never there"       { fork violates NoDirectedCycles }
test "no error"          { chain gives Node = link expect error "arity" }
test "several"           { chain, fork satisfies NoDirectedCycles  chain valid }
test "several conflicts" { { Node = N0 + N1  N0->N1 + N1->N0 in link } satisfies NoDirectedCycles
                           { Node = N0 + N1  N0->N1 + N0->N0 in link } valid
                           chain invalid because fact PartialFunction
                           fork violates NoDirectedCycles
                           { Node = N0  link = N0->N0 } violates NoDirectedCycles because predicate NoDirectedCycles
                           chain gives Nodes }
test "completed"         { { Node = N0 + N1  link = ... } satisfies NoDirectedCycles and some link }
test "conflicting"       { { Node = N0 + N1  N0->N1 + N1->N0 in link } satisfies NoDirectedCycles }
test "nearly"            { { Node = N0 + N1  N0->N1 + N0->N0 in link } valid }
test "offends"           { { Node = N0  link = N0->N0 } satisfies NoDirectedCycles }
test "unknown"           { chain satisfies Acyclic }
''',
    'empty.als': '''sig Node { link: set Node }
fact { no link }
check { no link } for 3
fact { some link or some n: Node | n in n.link }
''',
    'guard.als': '''sig Node { link: set Node }
fact { no link }
check { all n: Node | some n.link implies n in Node } for 3
''',
    'bulb.als': '''sig Bulb {}
var sig Lit in Bulb {}
fact Dark { always all b: Bulb | b !in Lit }
run { no Lit and eventually some Lit } for 2 but 3 steps
''',
    'noorder.als': '''open util/ordering[Step]
sig Step {}
run { no Step } for 0
run { #Step = 20 } for 3
''',
    'empty.aunit': '''open guard
assert Lone { all n: Node | some n.link implies lone n.link }
test "for nothing" { check Lone for 3 expect 0 }
test "twice" { check Lone for 2 expect 0  check Lone for 3 expect 0 }
''',
    'nothing.aunit': '''open empty
assert None { no link }
test "contradicts" { check None for 3 expect 0 }
''',
    'plain.aunit': '''open list
val fork { Node = N0 + N1  link = N0->N1 + N0->N0 }
''',
    'broken.aunit': 'open lists\n',
    'door.als': '''sig Door {}
var sig Open, Locked in Door {}
pred stutter { Open' = Open  Locked' = Locked }
pred opens[d: Door] { d !in Open  d !in Locked  Open' = Open + d  Locked' = Locked }
pred locks[d: Door] { d !in Open  d !in Locked  Locked' = Locked + d  Open' = Open }
fact Steps { no Open + Locked  always (stutter or (some d: Door | opens[d]) or (some d: Door | locks[d])) }
check Shut { always no Open & Locked } for 2 but 1.. steps
run Opens { eventually some Open } for 2 but 4 steps
''',
    'steps.ndjson': '''{"event": "opens", "event_args": ["D0"]}
{"event": "locks", "event_args": ["D0"]}
''',
    'trace.json': '{"states": [{"Open": []}, {"Open": ["a", "b"]}]}\n',
    'open.ndjson': '{}\n{"event": "opens", "event_args": ["D0"]}\n{"event": "opens", "event_args": ["D0"]}\n',
    'atoms.json': '{"Door": ["D0", "D1"]}\n',
    'logs.aunit': 'open door\nlog runs from "steps.ndjson" { event .event with .event_args }\ntest "runs" { runs fits }\n',
    'door.aunit': '''open door
val odd { Door = D0 + D1  state { }  state { Open = D0 }  state { Open = D0  Locked = D0 }  loop 2 }
test "an open door is not locked" { odd valid }
''',
    'texts.als': '''sig A { name: String }
run { some a: A | a.name = "x" } for 2
''',
    'wrong.als': 'sig Node { link: set Nodes }\n',
    'ring.als': '''sig Node { link: lone Node }
pred Acyclic { all n: Node | n !in n.link }
assert None { Acyclic implies no n: Node | n in n.^link }
check None for 3
''',
    'cycle.als': '''sig Node { link: lone Node }
pred Acyclic { all n: Node | n !in n.link }
assert None { Acyclic implies no n: Node | n in n.^link }
check None for 3
''',
    'emptied.als': '''sig A { f: set A }
pred p { no f }
check { not p } for 2
''',
    'higher.als': '''sig A { r: set A }
assert u { all s: set A -> A | some t: set A -> A | all w: set A -> A | s + t in w + r }
check u for 4
''',
    'ring.aunit': '''open ring
test "right" { { Node = N0 + N1  link = N0->N1 + N1->N0 } satisfies Acyclic }
test "wrong" { { Node = A + B  link = A->B + B->A } violates Acyclic }
''',
    'lax.als': '''sig Node { link: set Node }
pred Free { some Node or no Node }
''',
    'lax.aunit': '''open lax
test "only rings" { { Node = N0 + N1  link = N0->N1 } violates Free }
''',
}

# (schema, command); an output may have several documents
COURSE = r'''mkdir -p course/wrong answers; echo "sig A { f: set A } pred p { some f }" >course/right.als; echo "sig A { f: set A } pred p { }" >course/handout.als; cp course/handout.als course/wrong/w.als; printf "hints-since = \"2026-01-01\"\nright = \"right.als\"\nhandout = \"handout.als\"\nsubmissions = \"{student}/{file}\"\n[[exercise]]\npredicate = \"p\"\n[[exercise]]\ntests = \"t\"\nfile = \"t.aunit\"\nwrong = [\"wrong\"]\n" >course/assignment.toml; '''

OUTPUTS = [
    ('run.json', 'aunit run list.aunit door.aunit broken.aunit --json -'),
    ('run.json', 'aunit run list.aunit --shard 1/2 --json -'),
    ('run.json', 'aunit run empty.aunit nothing.aunit --json -'),
    ('run.json', 'aunit run empty.aunit --json - --all-scopes=1'),
    ('run-lines.json', 'aunit run list.aunit door.aunit broken.aunit empty.aunit --json-lines'),
    ('run-lines.json', 'echo "sig N {} check c { lone N iff not some disj a, b: N | a in N } expect 0" >lone.als; aunit run lone.als --json-lines --all-scopes=1'),
    ('run-list.json', 'aunit run list.aunit broken.aunit --list --json'),
    ('check.json', 'aunit check twice.als missing.als --json; echo "sig Node { next: set Nod }" >near.als; aunit check near.als --json'),
    ('audit.json', 'aunit audit list.als empty.als rooted.als wrong.als --json; mkdir mixed; echo "sig A { f: set A } fact { no f } check { no A.f } check { some f or no f }" >mixed/a.als; echo "-- @claim C-1: nothing" >>mixed/a.als; echo "check { no f }" >>mixed/a.als; echo "sig B { g: set B } fact G { no g } assert N { no B.g } check N" >mixed/b.als; echo "<set/>" >mixed/set.als; aunit audit mixed --json'),
    ('commands.json', 'aunit exec --list list.als --json; aunit exec --list door.als --json'),
    ('eval.json', 'aunit eval plain.aunit --val fork --json "link" "#link" "some link" "why NoDirectedCycles" "nothing"; aunit eval list.aunit --val chain --json "why-not N0->N0 in link"; aunit eval door.aunit --val odd --json "why always no Open & Locked" "why D0 in Open"'),
    ('trace.json', 'aunit trace door.als steps.ndjson --json; echo \'{"event": 3}\' >bad.ndjson; aunit trace door.als bad.ndjson --json; : >none.ndjson; aunit trace door.als none.ndjson --json; echo \'{"event": "opens", "Other": [{"op": "Clear"}]}\' >unread.ndjson; aunit trace door.als unread.ndjson --json; aunit trace door.als trace.json --json; aunit trace door.als open.ndjson --atoms atoms.json --json'),
    ('run.json', 'aunit run logs.aunit --json -'),
    ('scripts.json', 'aunit generate taking.als --scripts; aunit generate taken.aunit --scripts; aunit generate past.als --scripts; aunit generate list.als --scripts; aunit generate taking.als --scripts --actions put'),
    ('exec.json', 'aunit exec list.als --json --core --check-proofs; aunit exec list.als --json --show json; aunit exec big.als wrong.als --json'),
    ('exec.json', 'echo "abstract sig S { f: set S } one sig A, B extends S {} fact { f = A->B } check { no iden & f }" >known.als; aunit exec known.als --json --check-proofs'),
    ('exec.json', 'aunit exec list.als --json --command show --limit 0 --show json; aunit exec door.als --json --show xml; aunit exec list.als --command show --timeout 0.000001 --json; aunit exec many.als --limit 0 --timeout 1 --json; aunit exec list.als --cubes 2 --shard 1/2 --json'),
    ('exec.json', 'aunit exec empty.als guard.als --json; echo "sig A { f: set A } fact { no f } check { no A.f }" >rests.als; aunit exec rests.als -v --json; echo \'{"Node": ["a"], "link": [["a", "a"]]}\' >graph.json; aunit exec list.als --val graph.json --json'),
    ('run.json', 'echo "sig A { f: set A } fact F { no f } assert G { no A.f }" >base.als; printf "open base\\ntest \\"one\\" { check G expect 0 }\\ntest \\"two\\" { check G expect 0  run { some f } expect 0 }\\n" >rests.aunit; aunit run rests.aunit -v --json -'),
    ('run-lines.json', 'aunit run rests.aunit -v --json-lines'),
    ('exec.json', 'mkdir older; echo "sig S { s\': set S } run { some s\' }" >older/primed.als; echo "<set/>" >older/set.als; aunit exec older --json'),
    ('check.json', 'echo "sig S { s\': set S }" >primed.als; aunit check primed.als --json'),
    ('sarif.json', 'aunit check primed.als --sarif -'),
    ('exec.json', 'aunit exec list.als --json --cache kept --explain-cache; aunit exec list.als --json --cache kept --explain-cache'),
    ('exec.json', 'aunit exec bulb.als noorder.als --nearest --json'),
    ('explore.json', 'aunit exec specs/programs/lock.prog specs/programs/lock_broken.prog --json; aunit exec specs/programs/filter_lock.prog --max-states 100 --json; aunit exec specs/programs/lock.prog --engine sat --steps 3 --json'),
    ('locate.json', 'aunit locate ring.als ring.aunit --json'),
    ('locate.json', 'aunit locate lax.aunit --json'),
    ('locate.json', 'aunit locate higher.als --json'),
    ('repair.json', 'aunit repair cycle.als emptied.als higher.als --json'),
    ('exec.json', 'printf "#!/bin/sh\\ncat >/dev/null\\necho unsat\\necho \\"(a0 a1 a2 a3 a4 a5)\\"\\n" >z3; chmod +x z3; cp z3 cvc5; echo "var sig On {} fact { no On and always On\' = On } check { always no On }" >off.als; PATH=$PWD:$PATH aunit exec rooted.als off.als --json --all-scopes=1'),
    ('grade.json', 'mkdir answers; echo "sig A { f: set A } pred p[a: A] { some f }" >answers/a.als; echo "sig A { f: set A } pred p[a: A] { some a.f" >answers/b.als; aunit grade --json --right marked.als --pred p answers'),
    ('grade.json', COURSE + 'printf "student,file,attempt,time,text\\na,x,1,2025,sig A { f: set A } pred p { no f }\\na,t.aunit,1,2025,\\"val v { A = A0 f = A0->A0 } test \\"\\"x\\"\\" { v violates p }\\"\\na,x,2,2026-02,sig A { f: set A } pred p { no f }\\nb,x,1,2026-02,sig A { f: set A } pred p { not some f }\\n" >answers/a.csv; aunit grade course answers/a.csv --json --shard 1/1; aunit grade course answers/a.csv --json'),
    ('grade.json', COURSE + 'echo "sig A { f: set A } pred p { no f }" >answers/a.als; aunit grade --json --right course/right.als --pred p answers --shard 1/2'),
    ('grade-models.json', 'mkdir right answers; echo "sig A { f: one B } sig B {} run r { some A and no f } for 3" >right/m.als; echo "sig A { no: A }" >answers/x.als; echo "sig A {} sig B { g: set A }" >answers/m.als; echo "sig A { f: lone B } sig B {} fact { lone f } run r { some A and no f } for 3" >answers/m.b.als; aunit grade --right right answers --json'),
    ('gradescope.json', COURSE + 'echo "sig A { f: set A } pred p { no f }" >answers/a.als; aunit grade --right course/right.als --pred p answers/a.als --gradescope -'),
    ('prairielearn.json', COURSE + 'echo "sig A { f: set A } pred p { no f }" >answers/a.als; aunit grade --right course/right.als --pred p answers/a.als --prairielearn -'),
    ('prairielearn.json', COURSE + 'echo "sig A { f: set A } pred p { no g }" >answers/a.als; aunit grade --right course/right.als --pred p answers/a.als --prairielearn -'),
    ('coderunner.json', COURSE + 'echo "sig A { f: set A } pred p { no f }" >answers/a.als; aunit grade --right course/right.als --pred p answers/a.als --coderunner -'),
    ('classroom.json', COURSE + 'echo "sig A { f: set A } pred p { no f }" >answers/a.als; aunit grade --right course/right.als --pred p answers/a.als --classroom -'),
    ('diff.json', 'sed "s/lone n/some n/" list.als >list2.als; aunit diff list.als list2.als --json; aunit diff list.als door.als --json; sed "s/lone n.link/no n.link \& n/; s/sig Node/sig Vertex/; s/set Node/set Vertex/; s/: Node/: Vertex/; s/Node/Vertex/g" list.als >list3.als; aunit diff list.als list3.als --json --suggest; sed "s/lone n.link/no n.link/" list.als >list4.als; aunit diff list4.als list.als --tests list.aunit --json --proofs proofs; sed "s/n !in n.^link/not n in n.^link/" list.als >list5.als; aunit diff list.als list5.als --json --all-scopes=2'),
    ('coverage-data.json', 'aunit run list.aunit --infeasible --criteria all --coverage-out data.json >/dev/null; cat data.json'),
    ('coverage-report.json', 'aunit coverage report data.json --json report.json >/dev/null; cat report.json'),
    ('sarif.json', 'for f in "run list.aunit door.aunit broken.aunit empty.aunit --coverage" "check twice.als many.als" "exec list.als empty.als wrong.als" "mutate list.aunit"; do aunit $f --sarif out.sarif >/dev/null; cat out.sarif; done'),
    ('run.json', 'aunit run acts.aunit --json -'),
    ('exec.json', 'aunit exec acts.als --nearest --json --command taken; aunit exec rules.als --core --nearest --json'),
    ('trace.json', 'echo \'{"event": "take", "Gott": 1}\' >unread.ndjson; echo \'{"event": "put"}\' >>unread.ndjson; aunit trace taking.als unread.ndjson --json'),
    ('instance.json', 'aunit exec acts.als --command shown --show json 2>/dev/null; aunit exec door.als --command Opens --show json 2>/dev/null; aunit exec texts.als --show json 2>/dev/null'),
]


def resolved(name, reference):
    """Returns the file, and the part of it, to which a reference in the file `name` refers."""
    file, _, path = reference.partition('#')
    file = file or name
    node = schemas[file]
    for step in path.strip('/').split('/'):
        if step: node = node[step]
    return file, node


def strict(name):
    """Returns the schema with all referenced schemas in its own `$defs` (`run.json.$defs.test`). It allows only members that it names."""
    definitions = {}

    def copy(file, node):
        if isinstance(node, list): return [copy(file, inner) for inner in node]
        if not isinstance(node, dict): return node
        out = {}
        for key, value in node.items():
            if key == '$ref':
                target, part = resolved(file, value)
                label = target + value.partition('#')[2].replace('/', '.')
                if label not in definitions:
                    definitions[label] = None  # the part may refer to itself
                    definitions[label] = copy(target, part)
                out['$ref'] = '#/$defs/' + label
            elif key == 'properties': out[key] = {member: copy(file, part) for member, part in value.items()}
            elif key != '$defs': out[key] = copy(file, value)
        if 'properties' in out: out.setdefault('additionalProperties', False)
        return out

    return {**copy(name, schemas[name]), '$defs': definitions}


def see(top, node, value, seen):
    """Adds to `seen` the members of the value that the part `node` of the strict schema `top` names: `(id(node['properties']), member)`."""
    if '$ref' in node: see(top, top['$defs'][node['$ref'].removeprefix('#/$defs/')], value, seen)
    for choice in node.get('oneOf', []) + node.get('anyOf', []):
        if Draft202012Validator({**choice, '$defs': top['$defs']}).is_valid(value): see(top, choice, value, seen)
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in node.get('properties', {}):
                seen.add((id(node['properties']), key))
                see(top, node['properties'][key], inner, seen)
            elif isinstance(node.get('additionalProperties'), dict): see(top, node['additionalProperties'], inner, seen)
    elif isinstance(value, list) and 'items' in node:
        for inner in value: see(top, node['items'], inner, seen)


def members(node, path):
    """Yields (its name in messages, its entry in `seen`) for each member that a strict schema names. A definition shared by schemas has one name."""
    if isinstance(node, list): node = dict(enumerate(node))
    if not isinstance(node, dict): return
    for key, inner in node.items():
        if key == 'properties':
            for name, part in inner.items():
                yield f'{path}/{name}', (id(inner), name)
                yield from members(part, f'{path}/{name}')
        elif key == '$defs':
            for name, part in inner.items(): yield from members(part, name)
        else: yield from members(inner, path)


def documents(text):
    """Yields the JSON documents of a text, one after the other."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        document, at = decoder.raw_decode(text, at)
        yield document
        while at < len(text) and text[at].isspace(): at += 1


def check_outputs(program):
    wrong = []
    whole = {name: strict(name) for name in schemas}
    seen = set()
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        if name not in {output[0] for output in OUTPUTS}: wrong.append(f'{name}: nothing is held against it')
    with tempfile.TemporaryDirectory() as folder:
        for path, text in FILES.items(): pathlib.Path(folder, path).write_text(text)
        shutil.copytree(pages.root / 'specs', pathlib.Path(folder, 'specs'))
        for name, command in OUTPUTS:
            text = subprocess.run(['bash', '-c', command], cwd=folder, env=pages.environment(program, folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
            found = list(documents(text))
            if not found: wrong.append(f'{name}: $ {command}: nothing came out')
            validator = Draft202012Validator(whole[name])
            for document in found:
                for error in validator.iter_errors(document):
                    wrong.append(f'{name}: $ {command}\n  at {error.json_path}: {error.message[:300]}')
                see(whole[name], whole[name], document, seen)
    met = {}
    for name, schema in whole.items():
        for label, note in members(schema, name): met[label] = met.get(label, False) or note in seen
    return wrong + [f'{label}: in no output' for label, found in met.items() if not found]


def type_of(node, name):
    """Returns the type in words; for an object with its own definition, the name of the definition."""
    if '$ref' in node:
        file, part = resolved(name, node['$ref'])
        last = node['$ref'].rsplit('/', 1)[1]
        return f'`{last}`' if 'properties' in part else type_of(part, file)
    if 'const' in node: return f'`{json.dumps(node["const"])}`'
    if 'enum' in node: return ', '.join(f'`{json.dumps(value)}`' for value in node['enum'])
    if 'anyOf' in node: return ' or '.join(type_of(choice, name) for choice in node['anyOf'])

    def word(kind):
        if kind == 'array': return 'array of ' + plural(type_of(node['items'], name))
        if kind == 'object' and isinstance(node.get('additionalProperties'), dict): return 'object of ' + plural(type_of(node['additionalProperties'], name))
        return {'string': 'text', 'boolean': 'truth value'}.get(kind, kind)
    kinds = node['type']
    return ' or '.join(word(kind) for kind in (kinds if isinstance(kinds, list) else [kinds]))


def plural(words):
    return re.sub(r'(?:^|(?<= or ))(text|integer|number|object|array|truth value)s?', r'\1s', words)


def rows(properties, required, name, before=''):
    for key, part in properties.items():
        meaning = part.get('description') or ('$ref' in part and resolved(name, part['$ref'])[1].get('description')) or ''
        optional = '' if key in required else ', or not there'
        yield f'| `{before}{key}` | {type_of(part, name)}{optional} | {meaning} |'.replace('|  |', '| |')
        inner = part.get('items', part)
        if 'properties' in inner: yield from rows(inner['properties'], inner['required'], name, f'{before}{key}{"" if inner is part else "[]"}.')


def table(reference):
    name, node = resolved('', reference)
    return ['| member | type | meaning |', '| --- | --- | --- |', *rows(node['properties'], node['required'], name)]


def check_tables(rebase):
    wrong = []
    for path in pages.pages():
        lines = path.read_text().split('\n')
        i = 0
        while i < len(lines):
            mark = re.match(r'<!-- table (\S+) -->$', lines[i])
            i += 1
            if not mark: continue
            begin = i + 1  # after an empty line
            end = begin
            while end < len(lines) and lines[end].startswith('|'): end += 1
            wanted = table(mark[1])
            if lines[begin:end] != wanted:
                if rebase: lines[begin:end] = wanted if end > begin else [*wanted, '']
                else: wrong.append(f'{path.name}:{begin + 1}: the table is not that of {mark[1]} (schemas.py --rebase writes it)')
            i = begin + len(wanted)
        if rebase: path.write_text('\n'.join(lines))
    return wrong


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    wrong = check_tables('--rebase' in sys.argv) + check_outputs(program)
    for text in wrong: print(text)
    print(f'{len(schemas)} schemas, {len(OUTPUTS)} outputs, {len(wrong)} wrong')
    return 1 if wrong else 0


if __name__ == '__main__': sys.exit(main())
