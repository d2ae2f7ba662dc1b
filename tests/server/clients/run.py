#!/usr/bin/env python3
"""The language server with real editors: Neovim and Emacs, each where it is installed.

usage: run.py AUNIT NAME        NAME: neovim or emacs. 77 (skipped) where the editor is not there."""
import os, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
model = 'sig Node { link: set Node }\npred acyclic { all n: Nod | n !in n.^link }\nrun acyclic for 3\n'
error = 'the name "Nod" cannot be found did you mean `Node`?'
command, expected = {
    'neovim': (['nvim', '--headless', '-u', 'NONE', '-S', os.path.join(here, 'neovim.lua')], error + '; sig Node; run'),
    'emacs': (['emacs', '--batch', '-l', os.path.join(here, 'eglot.el')], error + '; sig Node'),
}[sys.argv[2]]
if not shutil.which(command[0]):
    print(f'skipped: {command[0]} is not installed')
    sys.exit(77)
if sys.argv[2] == 'emacs' and subprocess.run(['emacs', '--batch', '--eval', "(progn (package-initialize) (require 'eglot))"], capture_output=True).returncode:
    print('skipped: Emacs has no eglot')
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, 'list.als'), 'w').write(model)
    environment = dict(os.environ, AUNIT=os.path.abspath(sys.argv[1]), HOME=folder, XDG_CACHE_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, XDG_STATE_HOME=folder)
    seen = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
text = (seen.stdout + seen.stderr).replace('\r', '')
print(text)
sys.exit(0 if seen.returncode == 0 and expected in text else 1)
