#!/usr/bin/env python3
"""Runs the recipes for learning platforms in docs/learning-platforms.md as the platforms run them, with the folders and file names of each platform.

usage: recipes.py AUNIT

/autograder and /grade are folders of a scratch folder here. The outputs must have the right points. If python3-jsonschema is installed, they must also
fit docs/schemas/*.json."""
import base64, json, os, pathlib, re, subprocess, sys, tempfile
try: import jsonschema
except ImportError: jsonschema = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
AUNIT = os.path.abspath(sys.argv[1])
PAGE = (ROOT / 'docs/learning-platforms.md').read_text()
MODEL = 'sig Person { tutors: set Person }\nsig Teacher in Person {}\npred tutored { %s }\n'
RIGHT, WRONG = MODEL % 'all p: Person | some Teacher & tutors.p', MODEL % 'all p: Person | some tutors.p'
ASSIGNMENT = 'title = "School"\nright = "right.als"\n[[exercise]]\npredicate = "tutored"\npoints = 2\n'
# Submissions: files, points out of 2, and words that must be in the feedback.
HANDED_IN = [({'my answer.als': RIGHT}, 2, ''), ({'x.als': WRONG}, 0, 'accepts too much'), ({}, 0, 'nothing was handed in'),
             ({'notes.txt': 'x', 'deep/er/a.als': RIGHT, '__MACOSX/a.als': 'x', '.a.als.swp': 'x'}, 2, ''),
             ({'a.als': RIGHT, 'b.als': WRONG}, 0, 'expected one file, but there are several: a.als and b.als'), ({'<b>.als': 'sig <script>'}, 0, 'error')]
failures = []


def blocks(language): return re.findall(rf'^```{language}\n(.*?)^```', PAGE, re.M | re.S)


def block(language, word):
    found = [one for one in blocks(language) if word in one]
    if len(found) != 1: sys.exit(f'docs/learning-platforms.md has {len(found)} blocks of {language} with {word}')
    return found[0]


def write(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def expect(what, document, schema, points, got, words):
    if jsonschema:
        try: jsonschema.validate(document, json.loads((ROOT / 'docs/schemas' / schema).read_text()))
        except jsonschema.ValidationError as error: failures.append(f'{what}: {error.message}')
    if got(document) != points: failures.append(f'{what}: {got(document)} instead of {points}')
    if words not in json.dumps(document): failures.append(f'{what}: nothing says "{words}"')
    if '<script>' in json.dumps(document).replace('&lt;script&gt;', '') and schema == 'coderunner.json': failures.append(f'{what}: markup')


def run(script, folder, interpreter):
    path = os.pathsep.join([str(folder / 'bin'), os.environ['PATH']])
    name = folder / 'script'
    name.write_text(script)
    done = subprocess.run([interpreter, str(name)], cwd=folder / 'work', env={'PATH': path, 'HOME': '/nonexistent', 'GITHUB_OUTPUT': str(folder / 'output')},
                          capture_output=True, text=True)
    if done.returncode: failures.append(f'exit code {done.returncode}: {done.stderr}')
    return done.stdout


for number, (files, points, words) in enumerate(HANDED_IN):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / 'bin').mkdir(), (folder / 'work').mkdir()
        os.symlink(AUNIT, folder / 'bin/aunit')
        course = {'assignment.toml': ASSIGNMENT, 'right.als': RIGHT}
        # Gradescope: /autograder/source, /autograder/submission next to its metadata, and a folder for the results.
        write(folder / 'autograder/source/course', course)
        write(folder / 'autograder/submission', files), (folder / 'autograder/submission').mkdir(exist_ok=True)
        write(folder / 'autograder', {'submission_metadata.json': '{}', 'results/.keep': ''})
        run(block('sh', '--gradescope').replace('/autograder', f'{folder}/autograder'), folder, 'sh')
        expect(f'Gradescope, {number}', json.loads((folder / 'autograder/results/results.json').read_text()), 'gradescope.json', points,
               lambda it: sum(one['score'] for one in it['tests']), words)
        # PrairieLearn: /grade/tests, /grade/student.
        write(folder / 'grade/tests/course', course)
        write(folder / 'grade/student', files), (folder / 'grade/student').mkdir(exist_ok=True)
        run(block('sh', '--prairielearn').replace('/grade/', f'{folder}/grade/'), folder, 'sh')
        expect(f'PrairieLearn, {number}', json.loads((folder / 'grade/results/results.json').read_text()), 'prairielearn.json', points / 2,
               lambda it: it.get('score', 0), words)
        if len(files) != 1: continue
        # CodeRunner gets one text, GitHub Classroom one file.
        text = next(iter(files.values()))
        write(folder / 'work', course)
        escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
        out = run(re.sub(r'\{\{ STUDENT_ANSWER[^}]*\}\}', lambda _: escaped, block('python', 'STUDENT_ANSWER')), folder, sys.executable)
        expect(f'CodeRunner, {number}', json.loads(out), 'coderunner.json', points / 2, lambda it: it['fraction'], words)
        write(folder / 'work/course', course), write(folder / 'work', {'answer.als': text})
        shell = re.search(r'run: \|\n((?:    .*\n)+)', block('yaml', '--classroom')).group(1)
        run(shell, folder, 'bash')
        result = base64.b64decode((folder / 'output').read_text().strip().removeprefix('result='))
        expect(f'GitHub Classroom, {number}', json.loads(result), 'classroom.json', points, lambda it: sum(one['score'] for one in it['tests']), words)

for failure in failures: print(failure)
print(f'{len(HANDED_IN)} submissions, {len(failures)} failures')
sys.exit(bool(failures))
