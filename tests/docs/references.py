#!/usr/bin/env python3
"""Checks that all references of README.md and docs/*.md exist: targets of links, options of commands, and files that architecture.md names.
Also checks that architecture.md has a row for each folder of a layer, that long pages have a table of contents, that the navigation of the
site has each page, and that the pages that sources name, and the pictures, exist.

usage: references.py AUNIT"""
import functools, re, subprocess, sys
import pages

program = sys.argv[1]
FOREIGN = {'--array'}  # options of other programs


@functools.cache
def options(*words):
    """Returns the options in `aunit WORDS --help-all`, or in `--help` if the command has no --help-all."""
    shown = ''.join(subprocess.run([program, *words, option], capture_output=True, text=True).stdout for option in ('--help', '--help-all'))
    return {'--help', '--help-all', *re.findall(r'(?<![\w-])--[a-z][a-z0-9-]*', shown)}


@functools.cache
def subcommands(*words):
    """Returns the names that the program completes after `aunit WORDS`."""
    offered = subprocess.run([program, '__complete', *words, ''], capture_output=True, text=True, cwd='/').stdout
    return re.findall(r'^([a-z]+)\t', offered, re.M)


@functools.cache
def all_options():
    found = options()
    for word in subcommands():
        found |= options(word)
        for inner in subcommands(word): found |= options(word, inner)
    return found


def wrong_links(path, text):
    for line, target in pages.links(text):
        if re.match(r'[a-z]+:', target): continue
        name, _, anchor = target.partition('#')
        file = (path.parent / name).resolve() if name else path
        if not file.exists(): yield line, f'the link {target} leads nowhere'
        elif anchor and anchor not in pages.anchors(file.read_text()): yield line, f'{file.name} has no heading #{anchor}'


def wrong_contents(text):
    """Returns the headings of a page above 12 KB that its table of contents lacks."""
    if len(text.encode()) <= 12 * 1024: return
    top, *parts = re.split(r'^(?=## )', pages.prose(text), flags=re.M)
    linked = {target for _, target in pages.links(top)}
    for part in parts:
        heading = part.split('\n')[0]
        if not any(f'#{anchor}' in linked for anchor in pages.anchors(heading)): yield 1, f'the top has no link to the heading "{heading[3:]}"'


def wrong_options(text):
    """Returns unknown options: in `aunit WORD ...`, in blocks and in sentences, and alone as `--option`."""
    for number, line in enumerate(text.split('\n'), 1):
        for command in re.findall(r'\baunit ((?:[a-z]+ )[^`|>#;&)]*)', line):
            words = command.split('   ')[0].split()
            if words[0] not in subcommands(): continue
            known = words[:1] + [w for w in words[1:2] if w in subcommands(words[0])]
            for option in re.findall(r'(?<![\w-])--[a-z][a-z0-9-]*', ' '.join(words)):
                if option not in options(*known): yield number, f'aunit {" ".join(known)} has no option {option}'
        for option in re.findall(r'`(--[a-z][a-z0-9-]*)[^`]*`', line):
            if option not in all_options() | FOREIGN: yield number, f'no command has the option {option}'


def layers():
    return re.findall(r'^add_subdirectory\((\w+)\)', (pages.root / 'CMakeLists.txt').read_text(), re.M)


def wrong_paths(text):
    """Returns each `folder/name`, or path in a diagram, for which there is no file or folder of this name with any ending."""
    in_pictures = r'(?<![\w/])(?:' + '|'.join(layers()) + r')/[a-z_/]+'
    for number, line in enumerate(text.split('\n'), 1):
        found = re.findall(r'`([a-z_]+(?:/[a-z_*]+(?:\.\w+)?)+)/?`', line) + (re.findall(in_pictures, line) if line.startswith('    ') else [])
        for path in found:
            if not any(pages.root.glob(path)) and not any(pages.root.glob(path + '.*')): yield number, f'there is no {path}'


def wrong_rooms(text):
    """Returns missing rows `| PATH | WHAT | HEADER |` (one for each layer and folder of a layer), and headers that do not exist."""
    rooms = {f'{layer}/' for layer in layers()}
    for layer in layers():
        rooms |= {f'{path.relative_to(pages.root).as_posix()}/' for path in (pages.root / layer).rglob('[a-z]*') if path.is_dir()}
    rows = {}
    for number, line in enumerate(text.split('\n'), 1):
        row = re.fullmatch(r'\| `([a-z_/]+/)` \| [^|]+ \| `([\w.]+)` \|', line)
        if not row: continue
        room, header = row.groups()
        if room not in rooms: yield number, f'no layer has the folder {room}'
        elif room in rows: yield number, f'{room} has a row already, in line {rows[room]}'
        elif not (pages.root / room / header).exists(): yield number, f'there is no {room}{header}'
        rows[room] = number
    for room in sorted(rooms - set(rows)): yield 1, f'{room} has no row'


def wrong_sources():
    """Returns pages that comments or texts of the program name, but that do not exist."""
    endings = {'.cpp', '.h', '.txt', '.cmake', '.py', '.js', '.mjs', '.ts', '.css', '.sh'}
    for folder in [*layers(), 'cmake', 'completions', 'docs/site', 'editors/vscode/src', 'scripts', 'tests', 'wasm']:
        for path in sorted((pages.root / folder).rglob('*')):
            if not path.is_file() or (path.suffix not in endings and folder != 'scripts') or 'node_modules' in path.parts: continue
            for number, line in enumerate(path.read_text(errors='replace').split('\n'), 1):
                for page in re.findall(r'(?<![\w./])docs/[\w-]+\.md', line):
                    if not (pages.root / page).exists(): yield f'{path.relative_to(pages.root)}:{number}: there is no {page}'


def wrong_pictures():
    """Returns pictures that no page shows, and pictures that are too large."""
    shown = {(path.parent / target).resolve() for path in pages.pages() for _, target in pages.links(path.read_text())}
    for picture in sorted((pages.root / 'docs/pictures').iterdir()):
        if picture.resolve() not in shown: yield f'docs/pictures/{picture.name}: no page shows it'
        if picture.stat().st_size > 60 * 1024: yield f'docs/pictures/{picture.name}: {picture.stat().st_size} bytes (scripts/pictures makes it small)'


def main():
    wrong, links = [*wrong_sources(), *wrong_pictures()], 0
    navigation = (pages.root / 'docs/site/mkdocs.yml').read_text()
    for path in pages.pages():
        text, name = path.read_text(), path.relative_to(pages.root)
        links += len(list(pages.links(text)))
        found = [*wrong_links(path, text), *wrong_contents(text)]
        if path.name != 'migrating.md': found += wrong_options(text)  # migrating.md shows old options
        if path.name == 'architecture.md': found += [*wrong_paths(text), *wrong_rooms(text)]
        wrong += [f'{name}:{line}: {what}' for line, what in found]
        if path.parent.name == 'docs' and f' {path.name}\n' not in navigation: wrong.append(f'{name} is missing in the navigation, docs/site/mkdocs.yml')
    for text in wrong: print(text)
    print(f'{links} links, {len(wrong)} wrong references')
    return 1 if wrong else 0


if __name__ == '__main__': sys.exit(main())
