#!/usr/bin/env python3
"""Checks README.md, docs/*.md, CONTRIBUTING.md and CHANGELOG.md for the phrases of banned.txt, which pages must not have. Skips blocks of code, `code`, and
columns of tables that show such phrases ("not", "instead of"). Checks string literals of the sources for the phrases that are banned anywhere
in a sentence, and comments for the phrases that banned.txt marks.

usage: words.py"""
import functools, pathlib, re, sys
import pages

BANNED = pathlib.Path(__file__).with_name('banned.txt')
SHOWN = {'not', 'instead of'}  # headings of the skipped columns
SENTENCE = r'(?:^|(?<=[.!?:] )|(?<=\| )|(?<=- )|(?<=\*\* ))'  # the beginning of a sentence


@functools.cache
def phrases():
    """Returns (regular expression, phrase, replacement, whether comments are checked) for each line of banned.txt."""
    found = []
    for line in BANNED.read_text().split('\n'):
        if not line or line.startswith('#'): continue
        phrase, instead = line.split(' => ')
        in_comments = phrase.startswith('//')
        phrase = phrase.removeprefix('//')
        at_start = phrase.startswith('^')
        words = phrase.removeprefix('^').replace(' ', r'\s+')
        found.append((re.compile((SENTENCE if at_start else r'\b') + f'(?:{words})' + r'\b', re.M | (0 if at_start else re.I)), phrase, instead, in_comments))
    return found


def cells(row):
    """Returns (begin, text) of each cell."""
    at = 1
    for cell in row[1:].split('|')[:-1]:
        yield at, cell
        at += len(cell) + 1


def held(text):
    """Returns the text in the same length, with blanks in place of skipped parts."""
    text = re.sub(r'`[^`\n]*`', lambda code: '`' + '_' * (len(code[0]) - 2) + '`', pages.prose(text))
    lines, shown = text.split('\n'), set()
    for i, line in enumerate(lines):
        if not line.startswith('|'): shown = None
        elif shown is None: shown = {n for n, (_, cell) in enumerate(cells(line)) if cell.strip() in SHOWN}
        else:
            for n, (at, cell) in enumerate(cells(line)):
                if n in shown: lines[i] = lines[i][:at] + ' ' * len(cell) + lines[i][at + len(cell):]
    return '\n'.join(lines)


def wrong_words(text):
    """Returns (line from 1, message) for each banned phrase."""
    text = held(text)
    for pattern, phrase, instead, _ in phrases():
        for found in pattern.finditer(text):
            yield text.count('\n', 0, found.start()) + 1, f'"{" ".join(found[0].split())}": write {instead}'


LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"(?:\s*"((?:[^"\\\n]|\\.)*)")*')


def wrong_literals(text):
    """Returns (line from 1, message) for each banned phrase in a text that the program may show: string literals of at least two words."""
    code = re.sub(r'(?<![:"])//[^\n]*', '', text)
    for literal in LITERAL.finditer(code):
        shown = re.sub(r'`[^`]*`', '`_`', re.sub(r'"\s*"', '', literal[0])[1:-1])
        if ' ' not in shown: continue
        for pattern, phrase, instead, _ in phrases():
            found = None if phrase.startswith('^') else pattern.search(shown)
            if found: yield code.count('\n', 0, literal.start()) + 1, f'"{found[0]}" in a text: write {instead}'


COMMENT = re.compile(r'(?:^|(?<=[;{},)\w\s]))///? ?(.*)$', re.M)


def wrong_comments(text):
    """Returns (line from 1, message) for each phrase that is also banned in comments."""
    for comment in COMMENT.finditer(text):
        said = re.sub(r'`[^`]*`', '`_`', comment[1])
        for pattern, phrase, instead, in_comments in phrases():
            found = pattern.search(said) if in_comments else None
            if found: yield text.count('\n', 0, comment.start()) + 1, f'"{found[0]}" in a comment: write {instead}'


def sources():
    layers = re.findall(r'^add_subdirectory\((\w+)\)', (pages.root / 'CMakeLists.txt').read_text(), re.M)
    return sorted(path for layer in layers for end in ('cpp', 'h') for path in (pages.root / layer).rglob(f'*.{end}'))


def main():
    wrong = []
    for path in sources(): wrong += [f'{path.relative_to(pages.root)}:{line}: {what}' for check in (wrong_literals, wrong_comments) for line, what in check(path.read_text())]
    files = [*pages.pages(), pages.root / 'CONTRIBUTING.md', pages.root / 'CHANGELOG.md']
    for path in files: wrong += [f'{path.relative_to(pages.root)}:{line}: {what}' for line, what in sorted(wrong_words(path.read_text()))]
    for text in wrong: print(text)
    print(f'{len(files)} pages, {len(wrong)} banned phrases')
    return 1 if wrong else 0


if __name__ == '__main__': sys.exit(main())
