#!/usr/bin/env python3
"""Gathers in FOLDER what the site is made of: mkdocs.yml, and in FOLDER/docs README.md as index.md, what is in docs/, and commands.md,
which is what `--help` says.

usage: pages.py AUNIT FOLDER"""
import pathlib, re, shutil, subprocess, sys

docs = pathlib.Path(__file__).resolve().parent.parent
program, folder = sys.argv[1], pathlib.Path(sys.argv[2]) / 'docs'


def printed(*words):
    """What the program prints if it takes these words, else None."""
    ended = subprocess.run([program, *words], capture_output=True, text=True)
    return ended.stdout if ended.returncode == 0 else None


def help_of(*words):
    return printed(*words, '--help-all') or printed(*words, '--help')


def subcommands(*words):
    """Names that the program completes behind `aunit WORDS`, if they are commands."""
    names = [line.split('\t')[0] for line in printed('__complete', *words, '').splitlines()]
    return [name for name in names if re.fullmatch('[a-z]+', name) and printed(*words, name, '--help')]


def cell(text):
    return text.strip().replace('|', '\\|').replace('<', '&lt;')


def described(words):
    """A command's section: what it does, how it is called, and a table for its arguments and for each group of its options."""
    text = re.sub(r'\n(Exit codes|More options|One command):.*', '', help_of(*words), flags=re.S)
    about, _, rest = text.partition('Usage: ')
    usage, _, rest = rest.partition('\n\n')
    about = ' '.join(about.split()).rstrip('.')
    lines = [f'{"#" * (1 + len(words))} {" ".join(("aunit", *words))}', '', about + ('' if about.endswith('?') else '.'), '', '    ' + ' '.join(usage.split())]
    for group in re.split(r'\n(?=\w[^\n]*:\n)', '\n' + rest):
        head, _, rows = group.strip('\n').partition(':\n') if re.match(r'\n*\w', group) else ('', '', group)
        if head == 'Subcommands' or (not head and subcommands(*words)): continue
        found = [row for row in re.findall(r'^  (\S.*(?:\n {8,}\S.*)*)', rows, re.M) if not row.startswith('-h')]
        if found: lines += ['', f'| {"arguments" if head in ("", "Positionals") else head.lower()} | |', '| --- | --- |']
        for row in found:
            name, _, meaning = re.sub(r'\n +', '  ', row).partition('  ')
            lines.append(f'| `{cell(name)}` | {cell(" ".join(meaning.split()))} |')
    lines.append('')
    for inner in subcommands(*words) if len(words) == 1 else (): lines += described((*words, inner))
    return lines


def commands():
    lines = ['# Commands and options', '', 'What `aunit --help` and `aunit COMMAND --help` print. [Exit codes](exit-codes.md) are the same for all commands.', '']
    for word in subcommands(): lines += described((word,))
    return '\n'.join(lines)


def title(page):
    return re.search(r'^# (.*)$', (docs / page).read_text(), re.M)[1]


def moved(text, origin):
    """A page for its place on the site; it stood in the folder `origin`. Links to what is not on the site become their text, and a link whose
    text is the name of a page gets that page's title. Remarks, which are for the tests of examples, lose
    their words, but still part blocks of code."""
    def link(match):
        words, target = match[1], match[2]
        if re.match(r'[a-z]+:|#', target): return match[0]
        path, _, anchor = target.partition('#')
        file = (origin / path).resolve()
        if file == docs.parent / 'README.md': return f'[{words}](index.md)'
        if not file.is_file() or docs not in file.parents: return words
        path = str(file.relative_to(docs))
        return f'[{title(path) if words.removeprefix("docs/") == path else words}]({path}{"#" + anchor if anchor else ""})'

    def row(line):
        """In code within a table GitHub wants bars escaped; mkdocs does not."""
        return re.sub(r'`[^`]*`', lambda code: code[0].replace('\\|', '|'), line) if line.startswith('|') else line
    text = re.sub(r'^<!--.*?-->\n', '<!-- -->\n', text, flags=re.M | re.S)
    # A call is a block of its own: the button that copies the block in front of it copies a file.
    text = re.sub(r'(\n    [^$\n][^\n]*\n)\n(?=    \$ )', r'\1\n<!-- -->\n\n', text)
    text = re.sub(r'\[([^\]]*)\]\(([^)\s]+)\)', link, text)
    return '\n'.join(row(line) for line in text.split('\n'))


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
for page in docs.glob('*.md'): (folder / page.name).write_text(moved(page.read_text(), docs))
(folder / 'index.md').write_text(moved((docs.parent / 'README.md').read_text(), docs.parent))
(folder / 'commands.md').write_text(moved(commands(), docs))
for part in ('pictures', 'schemas'):
    if (docs / part).exists(): shutil.copytree(docs / part, folder / part)
shutil.copy(docs / 'site/site.css', folder)

configuration = (docs / 'site/mkdocs.yml').read_text().split('\n')
entries = [re.search(r' - .*: ([\w-]+\.md)$', line) for line in configuration]
(folder.parent / 'mkdocs.yml').write_text('\n'.join(line for line, entry in zip(configuration, entries) if not entry or (folder / entry[1]).exists()))
