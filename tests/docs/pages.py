"""Reads Markdown pages: blocks of code, the remarks before them (which a browser does not show), headings and links. Also makes the
environment in which the commands of the pages run."""
import os, pathlib, re, unicodedata

root = pathlib.Path(__file__).resolve().parent.parent.parent


def pages():
    """Returns README.md and the pages in docs/."""
    return [root / 'README.md', *sorted((root / 'docs').glob('*.md'))]


def environment(program, home):
    """Returns a nearly empty environment, so that outputs do not depend on the user; `aunit` is found in the program's folder."""
    kept = {name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')}
    return {'PATH': f'{program.parent}:{os.environ["PATH"]}', 'HOME': str(home), 'LC_ALL': 'C.UTF-8', 'TERM': 'dumb', **kept}


class Block:
    """A block of code: `lines` without their indentation, `first` (the number of the first line in the page, from 0), and `indent`
    (the text before each line). A remark `<!-- ... -->` is a block, too, with `remark` true."""

    def __init__(self, lines, first, indent='', remark=False):
        self.lines, self.first, self.indent, self.remark = lines, first, indent, remark


def blocks(text):
    """Returns blocks of code, indented or fenced, and remarks, in their order."""
    lines, found, i = text.split('\n'), [], 0
    while i < len(lines):
        if lines[i].startswith('```'):
            end = next(j for j in range(i + 1, len(lines)) if lines[j].startswith('```'))
            found.append(Block(lines[i + 1:end], i + 1))
            i = end + 1
        elif lines[i].startswith('<!--'):
            end = next(j for j in range(i, len(lines)) if lines[j].endswith('-->'))
            inside = '\n'.join(lines[i:end + 1])[4:-3].strip(' ').split('\n')
            found.append(Block(inside, i, remark=True))
            i = end + 1
        elif lines[i].startswith('    ') and (i == 0 or not lines[i - 1].strip()):
            end = i
            while end < len(lines) and (lines[end].startswith('    ') or not lines[end].strip()): end += 1
            while not lines[end - 1].strip(): end -= 1
            found.append(Block([line[4:] for line in lines[i:end]], i, '    '))
            i = end
        else: i += 1
    return found


def prose(text):
    """Returns the text, with empty lines in place of blocks of code and remarks."""
    lines = text.split('\n')
    for block in blocks(text):
        for i in range(block.first, block.first + len(block.lines)): lines[i] = ''
    return '\n'.join(lines)


def anchors(text):
    """Returns the anchors of the page's headings, as GitHub and as mkdocs spell them. A link works in both only if they agree."""
    found = set()
    for heading in re.findall(r'^#+ +(.*)$', prose(text), re.M):
        title = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '').strip().lower()
        github = re.sub(r'[^\w\- ]', '', title).replace(' ', '-')
        plain = unicodedata.normalize('NFKD', title).encode('ascii', 'ignore').decode()
        mkdocs = re.sub(r'[-\s]+', '-', re.sub(r'[^\w\s-]', '', plain).strip())
        if github == mkdocs: found.add(github)
    return found


def links(text):
    """Returns (line from 1, target) of each link and picture."""
    for number, line in enumerate(prose(text).split('\n'), 1):
        for target in re.findall(r'\]\(([^)\s]+)\)', re.sub(r'`[^`]*`', '', line)): yield number, target
