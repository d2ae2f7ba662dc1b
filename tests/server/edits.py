#!/usr/bin/env python3
"""Makes random edits. They must not end the language server, and when a file has its first text again, it must have its first diagnostics.

usage: edits.py AUNIT [--edits N] [--seed S] FILE...

Each file is opened, changed at N places (default 50), restored and closed. A change deletes, doubles or replaces a token, or inserts a bracket or keyword. Between the changes, the client
sends requests of all kinds. At the end it sends 1,000 changes in a burst. bench/editor measures how long users wait."""
import argparse, os, random, re, time

from client import Server, patience

parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument('binary', type=os.path.abspath)
parser.add_argument('files', nargs='+', type=os.path.abspath)
parser.add_argument('--edits', type=int, default=50)
parser.add_argument('--seed', type=int, default=1)
arguments = parser.parse_args()
files, edits = arguments.files, arguments.edits
random.seed(arguments.seed)
server = Server(arguments.binary, os.path.dirname(files[0]))


def request(method, params):
    answer = server.request(method, params)
    assert answer is not None, f'{method} {params}: the server is gone'
    assert answer.get('error', {}).get('code') != -32603, f'{method} {params}: {answer}'
    return answer


def shownOf(uri, version=None):
    """Returns a function that says whether a message has the diagnostics of a file (of this version, if one is given)."""
    return lambda m: m.get('method') == 'textDocument/publishDiagnostics' and m['params']['uri'] == uri and (version is None or m['params'].get('version') == version)


def listed(message):
    return message and [d for d in message['params']['diagnostics'] if d['code'] != 'suspect']  # suspects come later, when they are found


def diagnostics(uri, version):
    """Returns the last diagnostics of a version; None if there are none in time."""
    message = server.find(shownOf(uri, version))
    while message is not None and (later := server.find(shownOf(uri, version), 0)):
        message = later
    return listed(message)


def changed(text):
    tokens = [m.span() for m in re.finditer(r'\w+|[^\w\s]', text)] or [(0, 0)]
    begin, end = random.choice(tokens)
    other = text[slice(*random.choice(tokens))]
    new = random.choice(['', '', other, other + ' ' + text[begin:end], random.choice(['{', '}', '(', ']', '"', "'", '/*', '--', 'sig ', 'open x\n', '.', 'no', '\U0001d6fc'])])
    return text[:begin] + new + text[end:]


def ask(uri, text):
    lines = text.split('\n')
    line = random.randrange(len(lines))
    place = {'textDocument': {'uri': uri}, 'position': {'line': line, 'character': random.randrange(len(lines[line]) + 2)}}
    method = random.choice(['hover', 'definition', 'completion', 'signatureHelp', 'documentHighlight', 'prepareRename', 'documentSymbol', 'foldingRange', 'codeLens', 'semanticTokens/full',
                            'selectionRange', 'codeAction', 'inlayHint'])
    whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 10 ** 6, 'character': 0}}
    request('textDocument/' + method, dict(place, positions=[place['position']], range=whole, context={'diagnostics': []}))


server.begin()
for path in files:
    text, uri, version = open(path, errors='replace', newline='').read(), 'file://' + path, 1
    server.notify('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'alloy', 'version': version, 'text': text}})
    before = diagnostics(uri, 1)
    assert before is not None, f'{path}: no diagnostics'
    for _ in range(edits):
        for new in (changed(text), text):
            version += 1
            server.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': [{'text': new}]})
            ask(uri, new)
    version += 1  # a text that certainly has diagnostics, then the first text of the file
    server.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': [{'text': '```alloy\nsig {\n```\n' if path.endswith('.md') else 'sig {'}]})
    while (shown := diagnostics(uri, version)) is None or not shown:
        assert server.process.poll() is None, f'{path}: the server is gone'
    server.kept = [m for m in server.kept if not shownOf(uri)(m)]
    server.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version + 1}, 'contentChanges': [{'text': text}]})
    # Unchanged diagnostics are not sent again, so they may have the version before.
    after, end = shown, time.time() + patience
    while after != before and (message := server.find(shownOf(uri), end - time.time())) is not None:
        after = listed(message)
    assert after == before, f'{path}: diagnostics differ at the end\n{before}\n{after}'
    server.notify('textDocument/didClose', {'textDocument': {'uri': uri}})
    server.kept.clear()
path = max(files, key=os.path.getsize)
text, uri = open(path, errors='replace').read(), 'file://' + path
server.notify('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'alloy', 'version': 1, 'text': text}})
for version in range(2, 1002):
    server.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': [{'range': {'start': {'line': 0, 'character': 0}, 'end': {'line': 0, 'character': 0}}, 'text': '-'}]})
request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})
assert server.end() == 0
print(f'{len(files)} files, {edits} edits each: as before')
