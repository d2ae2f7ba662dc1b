#!/usr/bin/env python3
"""Runs the shell examples of README.md and docs/*.md, and compares their output with the pages.

usage: examples.py AUNIT [--rebase] [--list] [--keep=FOLDER] [PAGE...]

A block of code with a line `$ COMMAND` is an example. The lines up to the next such line are the output of the command (both streams); a line
`...` stands for any lines. Questions of a command (`... [q]uit > ANSWER`) get the answer on the page. The commands of a page run in one scratch
folder, in their order; it has specs/ if a command names that folder. A block that begins with a line `... -- NAME.als` (or another file name)
is that file, up to the next such line that follows an empty line. Remarks, which readers do not see, are before a block or alone:

    <!-- folder -->            the following commands run in another, empty folder
    <!-- file NAME -->         the next block is this file; `add` instead of `file`: is appended to it
    <!-- file NAME
    TEXT
    -->                        the same with the text in the remark
    <!-- run COMMAND -->       runs this command, which must succeed
    <!-- shows COMMAND -->     the output of this command contains the next block
    <!-- not run: REASON -->   the examples of the next block are not run

Times are replaced before the comparison. --rebase writes the actual output into the pages, except for examples with `...`: read the diff. --list
names the examples that are not run, with their reasons. --keep leaves the files of the pages in FOLDER/PAGE-1 and so on."""
import concurrent.futures, contextlib, difflib, os, pathlib, re, shutil, subprocess, sys, tempfile
import pages

FILE_MARK = re.compile(r'^(.*?)\s+-- ([\w./-]+\.(?:als|aunit|np|prog|toml))$')
ANSWER = re.compile(r'\[q\]uit > (\S.*)$')


def normalise(text):
    text = re.sub(r'(?<![\w.])\d+(\.\d+)? ?(us|ms|s|min)\b', 'TIME', text)
    text = re.sub(r' *TIME', ' TIME', text)
    text = re.sub(r'"(time_ms|parse_ms|translate_ms|solve_ms|started_at)":( ?)[0-9.e+-]+', r'"\1":\g<2>0', text)
    return '\n'.join(line.rstrip() for line in text.strip('\n').split('\n'))


def fits(expected, actual):
    """Returns whether the lines are the expected ones; a line `...` stands for any lines."""
    parts, at = [[]], 0
    for line in expected:
        if line.strip() == '...': parts.append([])
        else: parts[-1].append(line)
    if len(parts) == 1: return expected == actual
    if actual[:len(parts[0])] != parts[0]: return False
    at = len(parts[0])
    for part in parts[1:-1]:
        at = next((i + len(part) for i in range(at, len(actual) - len(part) + 1) if actual[i:i + len(part)] == part), -1)
        if at < 0: return False
    last = len(actual) - len(parts[-1])
    return last >= at and actual[last:] == parts[-1]


def complete(command):
    return subprocess.run(['bash', '-n', '-c', command], capture_output=True).returncode == 0


def examples(block):
    """Returns for each `$` line of the block: [command, first line of its output, end of its output]."""
    found, i = [], 0
    while i < len(block.lines):
        if block.lines[i].startswith('$ '):
            command, i = block.lines[i][2:], i + 1
            while not complete(command) and i < len(block.lines): command, i = command + '\n' + block.lines[i], i + 1
            end = i
            while end < len(block.lines) and not block.lines[end].startswith('$ '): end += 1
            found.append((command, i, end))
            i = end
        else: i += 1
    return found


def before_examples(block):
    first = next((i for i, line in enumerate(block.lines) if line.startswith('$ ')), len(block.lines))
    return '\n'.join(block.lines[:first]).strip('\n').split('\n')


class Page:
    def __init__(self, path, program, scratch):
        self.path, self.program, self.scratch = path, program, scratch
        self.name = path.relative_to(pages.root)
        self.run, self.left, self.wrong, self.edits = 0, [], [], []
        self.folders = 0
        self.new_folder()

    def new_folder(self):
        self.folders += 1
        self.folder = self.scratch / f'{self.path.stem}-{self.folders}'
        self.folder.mkdir()

    def write(self, name, lines, mode='w'):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open(mode) as out: out.write('\n'.join(lines) + '\n')

    def shell(self, command, answers=()):
        if 'specs' in command and not (self.folder / 'specs').exists(): shutil.copytree(pages.root / 'specs', self.folder / 'specs')
        ended = subprocess.run(['bash', '-c', command], cwd=self.folder, env=pages.environment(self.program, self.scratch), timeout=60, text=True,
                               input=''.join(a + '\n' for a in answers), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return ended.stdout, ended.returncode

    def check(self, block, command, begin, end, part=False):
        expected = block.lines[begin:end]
        answers = [found[1] for found in map(ANSWER.search, expected) if found]
        text, _ = self.shell(command, answers)
        self.run += 1
        wanted, actual = normalise('\n'.join(expected)).split('\n'), normalise(text).split('\n')
        if part: wanted = ['...', *wanted, '...']
        if fits(wanted, actual): return
        here = f'{self.name}:{block.first + begin + (1 if part else 0)}'
        difference = '\n'.join(difflib.unified_diff(wanted, actual, 'page', 'output', lineterm='', n=3))
        self.wrong.append(f'{here}: $ {command}\n{difference}')
        if not part and '...' not in [line.strip() for line in wanted]: self.edits.append((block, begin, end, text))

    def read(self):
        text = self.path.read_text()
        remark = None
        for block in pages.blocks(text):
            if block.remark:
                remark = self.obey(block)
                continue
            word, argument = remark or ('', '')
            remark = None
            here = f'{self.name}:{block.first + 1}'
            if word == 'shows': self.check(block, argument, 0, len(block.lines), part=True)
            elif word == 'not run:':
                self.left.append((here, len(examples(block)) or 1, argument))
            else:
                if word: self.write(argument, before_examples(block), 'w' if word == 'file' else 'a')
                elif FILE_MARK.match(block.lines[0]): self.write_marked(before_examples(block))
                for example in examples(block): self.check(block, *example)
        return self

    def obey(self, block):
        """Obeys a remark, or returns it if it is about the next block."""
        match = re.match(r'(folder|file|add|run|shows|not run:|table) ?(.*)$', block.lines[0])  # tables are for schemas.py
        if not match:
            self.wrong.append(f'{self.name}:{block.first + 1}: a remark that means nothing: {block.lines[0]}')
            return None
        word, argument = match[1], match[2].strip()
        if word == 'folder': self.new_folder()
        elif word == 'run':
            text, status = self.shell('\n'.join([argument, *block.lines[1:]]))
            self.run += 1
            if status: self.wrong.append(f'{self.name}:{block.first + 1}: {argument}: exit code {status}\n{text}')
        elif word in ('file', 'add') and len(block.lines) > 1:
            self.write(argument, block.lines[1:-1] if not block.lines[-1].strip() else block.lines[1:], 'w' if word == 'file' else 'a')
        elif word != 'table': return word, argument

    def write_marked(self, lines):
        name, taken = None, []
        for i, line in enumerate(lines):
            mark = FILE_MARK.match(line) if i == 0 or not lines[i - 1].strip() else None
            if mark:
                if name: self.write(name, taken)
                name, taken, line = mark[2], [], mark[1]
            taken.append(line)
        self.write(name, taken)

    def rebase(self):
        lines = self.path.read_text().split('\n')
        for block, begin, end, text in reversed(self.edits):
            # Keeps the empty line that separates two examples of a block.
            while end > begin and end < len(block.lines) and not block.lines[end - 1].strip(): end -= 1
            lines[block.first + begin:block.first + end] = [(block.indent + line).rstrip() for line in text.strip('\n').split('\n')]
        self.path.write_text('\n'.join(lines))


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith('--')]
    program = pathlib.Path(arguments[0]).resolve()
    chosen = [pathlib.Path(a).resolve() for a in arguments[1:]] or pages.pages()
    kept = next((a.removeprefix('--keep=') for a in sys.argv[1:] if a.startswith('--keep=')), None)
    with contextlib.nullcontext(kept) if kept else tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda path: Page(path, program, pathlib.Path(os.path.realpath(scratch))).read(), chosen))
    for page in done:
        for text in page.wrong: print(text, end='\n\n')
        if '--rebase' in sys.argv: page.rebase()
        if '--list' in sys.argv:
            for here, count, reason in page.left: print(f'{here}: {count} not run: {reason}')
    wrong = sum(len(page.wrong) for page in done)
    left = sum(count for page in done for _, count, _ in page.left)
    print(f'{sum(page.run for page in done)} examples run, {wrong} differ; {left} not run')
    return 1 if wrong else 0


if __name__ == '__main__': sys.exit(main())
