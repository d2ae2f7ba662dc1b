#!/usr/bin/env python3
"""Sends messages that no editor should send. They must not end the language server, keep it busy forever, or cause an internal error.

usage: messages.py AUNIT [--messages N | --seconds S] [--seed S]

Sends requests and notifications of all kinds about a few open files, half of them changed at random: values of wrong types, missing members, positions before the beginning and after the end,
ranges that end before they begin, halves of surrogate pairs, numbers that are too large, deeply nested texts, documents that are not open, bodies that are not JSON, headers with a wrong
length. After each hundred messages, the server must answer a valid request. Then a client that reads nothing sends thousands of requests and cancels each.
At the end, memory runs out."""
import argparse, json, os, random, re, resource, tempfile, threading, time

from client import Server, patience

parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument('binary', type=os.path.abspath)
parser.add_argument('--messages', type=int, default=2000)
parser.add_argument('--seconds', type=float, default=0)
parser.add_argument('--seed', type=int, default=1)
arguments = parser.parse_args()
random.seed(arguments.seed)

mostMemory = 2000  # MB, with sanitizers
texts = {
    'list.als': 'module list\nsig Node { link: set Node }\nfact F { all n: Node | lone n.link }\npred acyclic { all n: Node | n !in n.^link }\nrun acyclic for 3\n',
    'list.aunit': 'open list\nval ring { Node = N0 + N1  link = N0->N1 + N1->N0 }\ntest "ring" { ring satisfies acyclic }\ntest "solved" { run acyclic for 2 expect 1 }\n',
    'page.md': '---\n---\n\U0001d6fc text\n```alloy\nsig A { f: lone A }\n```\n',
    's.np': 'type A\nschema S { f: A }\n',
    'p.prog': 'var x: 0..3\nprocess p { x := 1 }\n',
    'new\u00e9 file.als': 'sig A {}\r\nsig B extends A {}\rpred p { \U0001d6fc }\n'}
strange = [None, True, -1, 0, 1, 2 ** 31, 2 ** 32, 2 ** 63, 2 ** 64, -2 ** 63, 1e308, 0.5, '', 'x', '\ud83d', '\udc00\ud83d', 'file://', 'file:///', 'file:///%ff%zz', 'untitled:a', '\0', 'a' * 5000,
           'file:///' + 'b' * 400, [], {}, [[]], [None], {'uri': {}}, {'line': -1, 'character': -1}, {'line': 2 ** 31, 'character': 2 ** 31}]


def position():
    return {'line': random.choice([0, 0, 1, 2, 3, 4, 5, 99]), 'character': random.choice([0, 1, 2, 5, 9, 20, 30, 999])}


def place(name):
    return {'textDocument': {'uri': f'{root}/{name}', 'version': random.randrange(100)}}


def extent():
    return {'start': position(), 'end': position()}


def requests(name):
    here = dict(place(name), position=position())
    yield from ((f'textDocument/{method}', here) for method in (
        'hover', 'definition', 'declaration', 'documentHighlight', 'prepareRename', 'completion', 'signatureHelp', 'documentSymbol', 'foldingRange', 'codeLens', 'semanticTokens/full', 'formatting'))
    yield 'textDocument/references', dict(here, context={'includeDeclaration': random.random() < .5})
    yield 'textDocument/rename', dict(here, newName=random.choice(['x', 'Node', '', '}', 'a b']))
    yield 'textDocument/selectionRange', dict(place(name), positions=[position(), position()])
    yield 'textDocument/codeAction', dict(place(name), range=extent(), context={'diagnostics': []})
    yield 'textDocument/inlayHint', dict(place(name), range=extent())
    yield 'workspace/symbol', {'query': random.choice(['', 'a', 'Node', '\ud83d'])}
    yield 'workspace/executeCommand', {'command': random.choice(['aunit.run', 'aunit.test', 'aunit.why', 'aunit.testFile', 'other']), 'arguments': [f'{root}/{name}', random.choice([0, 1, 'ring', 'solved'])],
                                       'workDoneToken': random.choice([None, 1, 't'])}
    yield 'initialize', {}
    yield 'no/such/method', here


def notices(name):
    item = dict(uri=f'{root}/{name}', languageId='alloy', version=1, text=texts[name])
    yield 'textDocument/didOpen', {'textDocument': item}
    yield 'textDocument/didClose', place(name)
    yield 'textDocument/didSave', place(name)
    for _ in range(4):
        change = {'range': extent(), 'text': random.choice(['', 'x', ' sig Z {}\n', '\ud83d', '\r', '\u2028', '"', '/*', '{' * 300])}
        yield 'textDocument/didChange', dict(place(name), contentChanges=[change] * random.choice([1, 1, 3]))
    yield 'textDocument/didChange', dict(place(name), contentChanges=[{'text': random.choice([texts[name], '', '(' * 3000, 'sig A { f: ' * 50])}])
    yield 'workspace/didChangeWatchedFiles', {'changes': [{'uri': f'{root}/{name}', 'type': 3}]}
    yield 'workspace/didChangeWorkspaceFolders', {'event': {'added': [{'uri': root, 'name': 'x'}], 'removed': [{'uri': root, 'name': 'x'}]}}
    yield 'workspace/didChangeConfiguration', {'settings': {'aunit': {'typeHints': random.random() < .5}}}
    yield 'window/workDoneProgress/cancel', {'token': random.choice([1, 't'])}
    yield '$/cancelRequest', {'id': server.id}
    yield '$/setTrace', {'value': 'off'}


def changed(value):
    """Returns a value in which one part is replaced, removed, or put in a list."""
    if isinstance(value, dict) and value and random.random() < .85:
        key = random.choice(list(value))
        if random.random() < .15:
            return {k: v for k, v in value.items() if k != key}
        return dict(value, **{key: changed(value[key])})
    if isinstance(value, list) and value and random.random() < .85:
        at = random.randrange(len(value))
        return value[:at] + [changed(value[at])] + value[at + 1:]
    return random.choice(strange + [[value], {'value': value}])


def broken(body):
    """Returns bytes that are almost certainly not a message."""
    kind = random.randrange(4)
    at = random.randrange(len(body))
    if kind == 0:
        return body[:at]
    if kind == 1:
        return body[:at] + bytes([random.randrange(256)]) + body[at + 1:]
    if kind == 2:
        return b'[' * 20000
    return b'[' + body + b',' + body + b']'


def send(message):
    body = json.dumps(dict(message, jsonrpc='2.0') if isinstance(message, dict) else message).encode()
    chance = random.random()
    if chance < .03:
        body = broken(body)
    if chance > .99:
        server.write(random.choice([b'Content-Length: x\r\n\r\n', b'Content-Length: -5\r\n\r\n', b'Content-Length: 99999999999999999999\r\n\r\n', b'\r\n\r\n', b'X: y\r\n\r\n']))
    server.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)


def look(limit=patience):
    """Sends a valid request, and checks the answer and all messages before it."""
    answer = server.answer(server.ask('workspace/symbol', {'query': 'surelyNothing'}), limit)
    assert answer is not None, f'no answer; exit code {server.process.poll()}'
    for message in server.kept:
        assert message.get('error', {}).get('code') != -32603, message
        assert message.get('method') != 'window/logMessage', message
    server.kept.clear()
    memory = int(re.search(r'VmRSS:\s+(\d+)', open(f'/proc/{server.process.pid}/status').read())[1]) // 1024
    assert memory < mostMemory, f'{memory} MB'


def flood(count):
    """Writes `count` requests without reading any answer."""
    server.reading.clear()

    def write():
        for i in range(count):
            server.notify('$/cancelRequest', {'id': server.id + 1})
            server.ask('workspace/symbol', {'query': 'x' * 200})
        written.set()
    written = threading.Event()
    threading.Thread(target=write, daemon=True).start()
    assert written.wait(patience), 'the server has stopped reading'
    server.reading.set()
    look()


def starve():
    """Limits the memory while the server reads a large file in the background. It must report this, and continue when there is memory again."""
    size = int(re.search(r'VmSize:\s+(\d+)', open(f'/proc/{server.process.pid}/status').read())[1]) * 1024
    if size > 2 ** 40:
        return  # sanitizers use all address space
    name = os.path.join(folder, 'large.als')
    open(name, 'w').write('sig A {}\n' * 10 ** 6)
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (size + 2 ** 22, resource.RLIM_INFINITY))
    server.notify('workspace/didChangeWatchedFiles', {'changes': [{'uri': 'file://' + name, 'type': 1}]})
    assert server.find(lambda m: m.get('method') == 'window/logMessage'), 'there was memory'
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    os.remove(name)
    look()


with tempfile.TemporaryDirectory() as folder:
    root = 'file://' + folder
    for name in list(texts)[:2]:
        open(os.path.join(folder, name), 'w').write(texts[name])
    server = Server(arguments.binary, folder)
    server.begin({'window': {'workDoneProgress': True, 'showDocument': {'support': True}}, 'workspace': {'inlayHint': {'refreshSupport': True}}}, rootUri=root)
    look()
    sent, end = 0, time.time() + arguments.seconds
    while sent < arguments.messages if not arguments.seconds else time.time() < end:
        for _ in range(100):
            name = random.choice(list(texts))
            if random.random() < .5:
                method, params = random.choice(list(requests(name)))
                server.id += 1
                message = {'id': server.id, 'method': method, 'params': params}
            else:
                method, params = random.choice(list(notices(name)))
                message = {'method': method, 'params': params}
            # Folders are not changed, because a search of `/` takes too long.
            send(message if random.random() < .5 or 'Folders' in method else changed(message))
            sent += 1
        look()
    flood(3000)
    starve()
    assert server.end() == 0
print(f'{sent} messages: answered to the end')
