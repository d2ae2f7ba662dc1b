#!/usr/bin/env python3
"""Tests the language server with real editors, Neovim and Emacs.

usage: run.py AUNIT NAME        NAME: neovim or emacs. Exit code 77 (skipped): the editor is not installed."""
import os, re, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
model = 'sig Node { link: set Node }\npred acyclic { all n: Nod | n !in n.^link }\nrun acyclic for 3\n'
error = 'the name "Nod" cannot be found did you mean `Node`?'
command, expected = {
    'neovim': (['nvim'], error + '; sig Node; run'),
    'emacs': (['emacs', '--batch', '-l', os.path.join(here, 'eglot.el')], error + '; sig Node'),
}[sys.argv[2]]
if not shutil.which(command[0]):
    print(f'skipped: {command[0]} is not installed')
    sys.exit(77)
if sys.argv[2] == 'emacs' and subprocess.run(['emacs', '--batch', '--eval', "(progn (package-initialize) (require 'eglot))"], capture_output=True).returncode:
    print('skipped: Emacs has no eglot')
    sys.exit(77)


def recipe():
    """Returns the lines for init.lua in docs/editors.md: the file types, then the part for this version."""
    manual = open(os.path.join(here, '..', '..', '..', 'docs', 'editors.md')).read()
    blocks = re.split(r'\n(?=\S)', manual.split('\n## Neovim\n')[1].split('\n## ')[0])
    code = {text.split('\n')[0]: '\n'.join(line[4:] for line in text.split('\n')[1:] if line.startswith('    ')) for text in blocks}
    said = subprocess.run(['nvim', '--version'], capture_output=True, text=True).stdout
    version = tuple(map(int, re.search(r'v(\d+)\.(\d+)', said).groups()))
    part = 'From 0.11 on:' if version >= (0, 11) else '0.8 to 0.10:' if version >= (0, 8) else '0.7:'
    types = next(code[line] for line in code if line.startswith('Neovim does not know'))
    assert types and code[part], code
    return types + '\n' + code[part] + '\n'


with tempfile.TemporaryDirectory() as folder:
    if sys.argv[2] == 'neovim':
        open(os.path.join(folder, 'init.lua'), 'w').write(recipe())
        binaries = os.path.join(folder, 'bin')  # the recipe calls `aunit`
        os.mkdir(binaries)
        os.symlink(os.path.abspath(sys.argv[1]), os.path.join(binaries, 'aunit'))
        os.environ['PATH'] = binaries + ':' + os.environ['PATH']
        command = ['nvim', '--headless', '-u', os.path.join(folder, 'init.lua'), '-S', os.path.join(here, 'neovim.lua')]
    open(os.path.join(folder, 'list.als'), 'w').write(model)
    environment = dict(os.environ, AUNIT=os.path.abspath(sys.argv[1]), HOME=folder, XDG_CACHE_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, XDG_STATE_HOME=folder)
    seen = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
text = (seen.stdout + seen.stderr).replace('\r', '')
print(text)
sys.exit(0 if seen.returncode == 0 and expected in text else 1)
