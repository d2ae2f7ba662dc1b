#!/usr/bin/env python3
"""Tests clients that make mistakes or are hostile. `aunit mcp` must report errors, continue, read only permitted files, and leave no files or processes.

usage: hostile.py AUNIT [--except FILE] [NAME...]"""
import json, os, signal, subprocess, sys, threading, time

from client import Client, text
from peer import Checks

binary = os.path.abspath(sys.argv[1])
hard = 'sig P { h: one H }\nsig H {}\npred pigeonhole { all x: H | lone h.x }\nrun quick { some P }\nrun pigeonhole for exactly 60 P, exactly 59 H\n'
small = 'sig A { f: lone A }\nrun show { some f }\n'
check = Checks()


def processes():
    """Returns the processes of this binary that answer calls."""
    found = []
    for number in filter(str.isdigit, os.listdir('/proc')):
        try:
            words = open(f'/proc/{number}/cmdline', 'rb').read().split(b'\0')
        except OSError:
            continue
        if len(words) > 2 and words[1] == b'__within' and os.path.basename(words[0]) == os.path.basename(binary).encode() and check.folder.encode() in b' '.join(words):
            found.append(int(number))
    return found


# The module in Node answers calls in threads, which are not visible as processes.
in_threads = os.environ.get('AUNIT_ENGINE') == 'wasm'


def gone(seconds=10):
    end = time.time() + seconds
    while processes() and time.time() < end:
        time.sleep(0.05)
    return not processes()


def leftovers():
    return [name for name in os.listdir(check.folder) if name.startswith('.aunit-tmp-')]


def started(**how):
    how.setdefault('environment', {'TMPDIR': check.folder})
    return Client(binary, check.folder, **how)


def search(c):
    """Starts a call that does not end by itself; returns the ID of the request."""
    return c.ask('tools/call', {'name': 'exec', 'arguments': {'files': {'hard.als': hard}, 'commands': [1], 'timeout': 600}})


def error(answer, code):
    assert answer is not None and answer.get('error', {}).get('code') == code, answer


@check
def malformed_messages(scratch):
    c = started()
    for line, code in [('{', -32700), ('nul', -32700), ('[]', -32600), ('[1]', -32600), ('3', -32600), ('"text"', -32600), ('null', -32600),
                       ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":1}', -32600),
                       ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
                       ('{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32700),
                       ('{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":1,"method":7}', -32600),
                       ('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}', -32602), ('\x00\x01', -32700), ('[' * 100000, -32700)]:
        c.write(line + '\n')
        error(c.find(lambda m: 'error' in m), code)
    c.write(b'\xff\xfe\n')
    error(c.find(lambda m: 'error' in m), -32700)
    c.write('\n  \r\n')
    assert c.request('ping')['result'] == {}
    long = 'x' * 5000
    c.send({'id': long, 'method': 'ping'})
    error(c.find(lambda m: 'error' in m), -32600)
    c.send({'id': 'n' * 900, 'method': 'ping'})
    assert c.answer('n' * 900)['result'] == {}
    error(c.request('no/such'), -32601)
    error(c.request('initialize', {'protocolVersion': 'x'}), -32600)
    c.send({'id': 77, 'result': {'roots': 'nonsense'}})  # an answer without a question
    c.send({'method': 'notifications/cancelled', 'params': {'requestId': {'a': 1}}})
    c.send({'method': 'notifications/cancelled'})
    assert c.request('ping')['result'] == {} and c.close() == 0


@check
def before_the_beginning(scratch):
    c = started(begin=False)
    error(c.request('tools/list'), -32600)
    assert c.request('ping')['result'] == {}
    assert c.request('initialize', {'protocolVersion': '2031-01-01', 'capabilities': {}})['result']['protocolVersion'] == '2025-11-25'
    assert c.close() == 0
    for revision in ('2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'):
        c = started(revision=revision)
        assert c.welcome['result']['protocolVersion'] == revision
        assert c.close() == 0


@check
def batches(scratch):
    c = started(revision='2025-03-26')
    c.write(json.dumps([{'jsonrpc': '2.0', 'id': 'a', 'method': 'ping'}, {'jsonrpc': '2.0', 'method': 'notifications/x'}, 5,
                        {'jsonrpc': '2.0', 'id': 'b', 'method': 'tools/call', 'params': {'name': 'check', 'arguments': {'files': {'a.als': small}}}}]) + '\n')
    answers = c.find(lambda m: isinstance(m, list))
    assert sorted(str(a['id']) for a in answers) == ['None', 'a', 'b'], answers
    # Each request gets one answer, even if its message also has members of an answer. Only answers to requests of the server count as answers.
    c.write(json.dumps([{'jsonrpc': '2.0', 'id': 'a', 'method': 'ping', 'result': {}}, {'jsonrpc': '2.0', 'id': 'b', 'method': 'ping', 'error': {}}, {'jsonrpc': '2.0', 'method': 7},
                        {'jsonrpc': '1.0', 'method': 'x'}, {'jsonrpc': '2.0', 'id': 'c', 'result': {}}, {'jsonrpc': '2.0', 'id': 'd', 'method': 'ping'}]) + '\n')
    answers = c.find(lambda m: isinstance(m, list))
    assert sorted(str(a['id']) for a in answers) == ['None', 'None', 'a', 'b', 'd'], answers
    c.write(json.dumps([{'jsonrpc': '2.0', 'method': 'notifications/x', 'result': {}}]) + '\n')
    assert c.request('ping')['result'] == {}
    assert c.close() == 0
    c = started()
    c.write('[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n')
    error(c.find(lambda m: 'error' in m), -32600)
    assert c.close() == 0


@check
def wrong_arguments(scratch):
    c = started()
    error(c.request('tools/call', {'name': 'chek', 'arguments': {}}), -32602)
    assert 'did you mean `check`' in c.request('tools/call', {'name': 'chek'})['error']['message']
    error(c.request('tools/call', {}), -32602)
    error(c.request('tools/call', {'name': ['check']}), -32602)
    for arguments, said in [({'file': {}}, 'did you mean `files`'), ({'files': 3}, 'must be an object'), ({'files': {'a.als': 3}}, 'must be a string'),
                            ({'files': {}}, 'empty'), ({'files': {'a.als': small}, 'timeout': 0}, 'at least'), ({'files': {'a.als': small}, 'timeout': 1e9}, 'at most'),
                            ({'files': {'a.als': small}, 'max_tokens': 1}, 'at least'), ({'files': {'a.als': small}, 'paths': ['b.als']}, 'not among'),
                            ({'files': {'../a.als': small}}, 'relative path'), ({'files': {'/etc/a.als': small}}, 'relative path'), ({'files': {'a/../../b.als': small}}, 'relative path'),
                            ({'files': {'': small}}, 'relative path'), ({'files': {'.': small}}, 'relative path'), ({'files': {'a\0b': small}}, 'relative path'),
                            ({'files': {'n' * 300: small}}, 'relative path'), ({'files': {f'{i}.als': '' for i in range(1001)}}, 'at most'),
                            ({'sources': 's99'}, 'send `files` again'), ({'paths': ['a\0b']}, 'zero byte'), ({}, '`paths`'), (5, 'object')]:
        answer = c.request('tools/call', {'name': 'exec', 'arguments': arguments})
        assert answer['result']['isError'] and said in text(answer['result']), (arguments if len(str(arguments)) < 200 else '', answer)
    for cursor in ('', 'x', '1.1', '99999999999999999999.1', '1.', '-1.0', '1.0x'):
        assert 'the cursor is unknown' in text(c.call('more', cursor=cursor))
    # Command-line options must not be accepted as arguments of tools.
    for tool, arguments in [('exec', {'commands': ['--out=/tmp/x']}), ('eval', {'expressions': ['--instance=/etc/passwd'], 'command': 0}), ('run_tests', {'filter': '--html=/tmp/x'})]:
        result = c.call(tool, files={'a.als': small, 't.aunit': 'open a\nval v { }\ntest "t" { v valid }\n'}, **arguments)
        assert 'passwd' not in text(result).replace('--instance=/etc/passwd', ''), result
    assert text(c.call('eval', files={'-a.als': small}, expressions=['-1 + 1', '#f'], command='show')).count('=') == 2
    assert c.close() == 0


@check
def texts_made_of_anything(scratch):
    c = started()
    for size in (200_000, 3_000_000):
        assert 'too long' in text(c.call('eval', files={'a.als': small}, command='show', expressions=['f' * size]))
    odd = '\x1b[2J\u202e\x07.als'
    for files, paths in [({odd: 'sig A {'}, [odd]), ({'a.als': 'sig A { \x1b[31m\u202e: A }'}, []), ({'a.als': 'sig A {} -- \x1b[2J\nrun { some \x1b }'}, [])]:
        for tool in ('check', 'exec', 'run_tests', 'repair'):
            said = text(c.call(tool, files=files, paths=paths)) if paths else text(c.call(tool, files=files))
            assert not {'\x1b', '\u202e', '\x07'} & set(said), (tool, said)
    said = text(c.call('check', paths=['\x1b[2J']))
    assert '\x1b' not in said, said
    said = c.call('exec', files={'a.als': 'sig A {}\nrun {} for 0\n' + 'run { some A } for 3\n' * 300})
    assert len(text(said)) < 6000 and 'more' in said['structuredContent'], said
    assert c.close() == 0


@check
def outside_the_roots(scratch):
    root, secret = os.path.join(scratch, 'root'), os.path.join(scratch, 'secret.als')
    os.makedirs(os.path.join(root, 'deep'), exist_ok=True)
    open(secret, 'w').write('sig Secret {}\n')
    open(os.path.join(scratch, 'other.json'), 'w').write('{"secret": 1}')
    for link, target in [('link.als', secret), ('folder', scratch), ('passwd.als', '/etc/passwd'), ('within.als', os.path.join(root, 'good.als'))]:
        if not os.path.islink(os.path.join(root, link)):
            os.symlink(target, os.path.join(root, link))
    open(os.path.join(root, 'good.als'), 'w').write(small)
    open(os.path.join(root, 'opens.als'), 'w').write('open link\nrun { some Secret }\n')
    open(os.path.join(root, 'up.als'), 'w').write('open ../secret\nrun {}\n')
    open(os.path.join(root, 'saved.aunit'), 'w').write('open good\nval v from "../other.json"\nval w from "/etc/passwd"\ntest "t" { v valid }\ntest "u" { w valid }\n')
    c = started(roots=[root])
    for path in ('link.als', 'passwd.als', '../secret.als', secret, '/etc/passwd', 'folder/secret.als', 'deep/../../secret.als', '/'):
        result = c.call('check', paths=[path])
        assert result['isError'] and 'outside' in text(result), (path, result)
    assert not c.call('check', paths=['within.als']).get('isError') and not c.call('check', paths=[os.path.join(root, 'good.als')]).get('isError')
    for path in ('opens.als', 'up.als'):
        said = text(c.call('check', paths=[path]))
        assert 'Secret' not in said.replace('some Secret', '') and 'error' in said, said
    said = text(c.call('run_tests', paths=['saved.aunit']))
    assert 'root:' not in said and 'outside the folders' in said, said
    said = text(c.call('run_tests', paths=['.']))
    assert 'Secret' not in said, said
    assert c.call('trace', paths=['good.als'], logs=['../other.json'])['isError']
    assert c.call('diff', old='good.als', new='link.als')['isError']
    # Files in the arguments must not open files of the roots or of the system.
    said = text(c.call('check', files={'a.als': f'open {os.path.join(root, "good")}\nrun {{}}\n', 'b.als': 'open good\n', 'c.als': 'open ../../../../../../etc/passwd\n'}))
    assert 'root:' not in said and said.startswith('3 errors'), said
    assert c.close() == 0
    # No file was changed or created.
    assert sorted(os.listdir(root)) == ['deep', 'folder', 'good.als', 'link.als', 'opens.als', 'passwd.als', 'saved.aunit', 'up.als', 'within.als'], os.listdir(root)


@check
def logs_outside_the_roots(scratch):
    """A `log` paragraph names files. It is untrusted text, so it must not name files outside the roots."""
    root, secret = os.path.join(scratch, 'root'), os.path.join(scratch, 'logs', 'secret.json')
    os.makedirs(root, exist_ok=True)
    os.makedirs(os.path.dirname(secret), exist_ok=True)
    open(secret, 'w').write('{"password": "hunter2", "e": "GO"}\n')
    open(os.path.join(root, 'good.ndjson'), 'w').write('{"e": "GO", "good": "insider"}\n')
    for link, target in [('link.ndjson', secret), ('folder', os.path.dirname(secret)), ('zero.ndjson', '/dev/zero'), ('inner.ndjson', os.path.join(root, 'good.ndjson'))]:
        if not os.path.islink(os.path.join(root, link)):
            os.symlink(target, os.path.join(root, link))
    if not os.path.exists(os.path.join(root, 'pipe.ndjson')):
        os.mkfifo(os.path.join(root, 'pipe.ndjson'))
    model = 'var sig A {}\n'
    def tests(path):
        return f'open a\nlog l from "{path}" {{ event .e }}\ntest "t" {{ l fits }}\n'
    open(os.path.join(root, 'a.als'), 'w').write(model)
    c = started(roots=[root])
    begin = time.time()
    outside = [secret, '../logs/secret.json', 'link.ndjson', 'folder', 'folder/secret.json', 'folder/*.json', '../logs/*', '/etc/passwd', '/etc/*', '/dev/zero', '/dev/stdin', '/proc/self/environ', 'zero.ndjson', 'pipe.ndjson']
    for path in outside:
        open(os.path.join(root, 't.aunit'), 'w').write(tests(path))
        for how in ({'paths': ['t.aunit']}, {'files': {'a.als': model, 't.aunit': tests(os.path.join(root, path))}}, {'files': {'a.als': model, 't.aunit': tests(path)}}):
            said = json.dumps(c.call('run_tests', **how))
            assert 'hunter2' not in said and 'GO' not in said and 'root:' not in said and 'PATH=' not in said and 'secret.json is' not in said, (path, said)
    for path in ('good.ndjson', 'inner.ndjson', '*.ndjson'):
        open(os.path.join(root, 't.aunit'), 'w').write(tests(path))
        assert 'insider' in text(c.call('run_tests', paths=['t.aunit'])), path
        assert 'insider' not in text(c.call('run_tests', files={'a.als': model, 't.aunit': tests(os.path.join(root, path))})), path
    assert time.time() - begin < 120, time.time() - begin
    assert c.call('trace', paths=['a.als'], logs=['../logs/secret.json'])['isError'] and c.call('trace', paths=['a.als'], logs=['link.ndjson'])['isError']
    assert c.close() == 0


@check
def hints_stay_within_the_roots(scratch):
    root = os.path.join(scratch, 'deep', 'root')
    os.makedirs(os.path.join(root, 'models'), exist_ok=True)
    os.makedirs(os.path.join(scratch, 'deep', 'beside'), exist_ok=True)
    for path in ('deep/beside/treasure.als', 'deep/treasure.als', 'deep/lib/treasure.als', 'deep/root/models/known.als'):
        os.makedirs(os.path.dirname(os.path.join(scratch, path)), exist_ok=True)
        open(os.path.join(scratch, path), 'w').write('sig T {}\n')
    open(os.path.join(root, 'a.als'), 'w').write('open treasure\n')
    open(os.path.join(root, 'b.als'), 'w').write('open lib/treasure\n')
    open(os.path.join(root, 'c.als'), 'w').write('open known\n')
    open(os.path.join(scratch, 'deep', 'aunit.toml'), 'w').write('timeout = "this is not a number"\n')
    open(os.path.join(root, 't.aunit'), 'w').write('open models/known\nval v { }\ntest "t" { v valid }\n')
    c = started(roots=[root])
    for path in ('a.als', 'b.als'):
        said = text(c.call('check', paths=[path]))
        assert 'cannot be found' in said and 'beside' not in said and 'module ' + 'root' not in said and '../' not in said.replace('../..', ''), said
    assert 'models' in text(c.call('check', paths=['c.als']))
    # Settings in folders above the roots must be ignored.
    assert text(c.call('run_tests', paths=['t.aunit'])).startswith('1 passed'), text(c.call('run_tests', paths=['t.aunit']))
    assert c.close() == 0


@check
def names_with_line_breaks(scratch):
    """Text in a name must not begin a line of an answer."""
    c = started()
    forged = 'x\nFORGED: 9 passed'
    model = 'sig A { f: lone A }\npred p { some f }\nfact { no f }\n'
    tests = f'open m\nval v {{ A = A0 }}\ntest "{forged}" {{ v satisfies p }}\ntest "y" {{ v violates p }}\n'
    files = {'m.als': model, f'{forged}.aunit': tests, f'b{forged}.als': 'sig A { f: Bee }\nrun show {} for 2\n', f'g{forged}.als': 'sig A { f: set String }\nfact { f = A->"q\\nFORGED" and one A }\nrun show {} for 2\n'}
    for tool, arguments in [('run_tests', {}), ('run_tests', {'all': True}), ('check', {}), ('locate', {}), ('repair', {}), ('survivors', {}), ('format', {}), ('suggest_tests', {'paths': [f'{forged}.aunit']}),
                            ('exec', {'paths': [f'g{forged}.als']}), ('exec', {'paths': [f'b{forged}.als']}), ('check', {'paths': [f'no{forged}.als']}), ('check', {'paths': [f'g{forged}.als']}),
                            ('diff', {'old': f'g{forged}.als', 'new': 'm.als'}), ('eval', {'paths': [f'g{forged}.als'], 'command': 'show', 'expressions': ['f', f'A.f -- {forged}']})]:
        said = text(c.call(tool, files=files, max_tokens=10000, **arguments))
        assert not [line for line in said.split('\n') if line.strip().startswith('FORGED')], (tool, arguments, said)
    assert c.close() == 0


@check
def pages_within_their_tokens(scratch):
    c = started()
    long = 'n' * 190
    model = f'sig {long} {{ f: set {long} }}\n' + ''.join(f'pred p{i} {{ some x: {long} | x in x.f or {" or ".join(["some f"] * 60)} }}\nrun p{i} for 2\ncheck {{ not p{i} }} for 2\n' for i in range(4)) + f'fact {{ no f }}\n'
    tests = 'open m\n' + ''.join(f'val v{i} {{ {long} = A + B + C }}\ntest "{long}{i}" {{ v{i} satisfies p0 }}\n' for i in range(3))
    wrong = f'sig {long} {{ f: {long}x }}\n' * 3
    for tokens in (200, 333, 1000):
        for tool, arguments in [('exec', {'paths': ['m.als'], 'core': True}), ('run_tests', {'all': True, 'paths': ['t.aunit']}), ('check', {}), ('locate', {'paths': ['t.aunit']}), ('repair', {'paths': ['t.aunit']}),
                                ('suggest_tests', {'paths': ['t.aunit']}), ('format', {}), ('check', {'paths': ['no' * 500]}), ('diff', {'old': 'm.als', 'new': 'w.als'}), ('diff', {'old': 'm.als', 'new': 'e.als'})]:
            result = c.call(tool, files={'m.als': model, 't.aunit': tests, 'w.als': wrong, 'e.als': model.replace('some f', 'no f', 7)}, max_tokens=tokens, **arguments)
            pages = 0
            while True:
                size = len(text(result).encode()) + len(json.dumps(result.get('structuredContent', {}), separators=(',', ':'), ensure_ascii=False).encode())
                assert size <= 4 * tokens, (tool, tokens, size, result)
                pages += 1
                assert pages < 500, (tool, tokens)
                more = result.get('structuredContent', {}).get('more')
                if not more: break
                result = c.call('more', cursor=more, max_tokens=tokens)
    assert c.close() == 0


@check
def roots_that_change(scratch):
    one, two = os.path.join(scratch, 'one'), os.path.join(scratch, 'two words')
    for folder in (one, two):
        os.makedirs(folder, exist_ok=True)
        open(os.path.join(folder, os.path.basename(folder)[:3] + '.als'), 'w').write(small)
    c = started(roots=[one])
    assert not c.call('check', paths=['one.als']).get('isError')
    c.roots = {'result': {'roots': [{'uri': 'file://' + two.replace(' ', '%20')}, {'uri': 'http://x/'}, {'uri': 7}, 3]}}
    c.send({'method': 'notifications/roots/list_changed'})
    assert c.call('check', paths=['one.als'])['isError'] and not c.call('check', paths=['two.als']).get('isError')
    c.roots = {'result': {'roots': []}}
    c.send({'method': 'notifications/roots/list_changed'})
    assert 'no roots' in text(c.call('check', paths=['two.als']))
    c.roots = {'error': {'code': -32601, 'message': 'no'}}  # as without roots: the folder in which the server was started
    c.send({'method': 'notifications/roots/list_changed'})
    assert not c.call('check', paths=['one/one.als']).get('isError')
    assert c.close() == 0
    c = started(options=['--root', one], roots=[two])
    assert not c.call('check', paths=['one.als']).get('isError') and c.call('check', paths=['two.als'])['isError']
    assert c.close() == 0
    c = started()
    assert not c.call('check', paths=['one/one.als']).get('isError')
    assert c.close() == 0
    c = Client(binary, '/')
    assert 'no folder may be read' in text(c.call('check', paths=['etc/passwd']))
    assert c.close() == 0


@check
def ten_megabytes(scratch):
    c = started()
    large = 'sig A {}\n' + '-- ' + 'x' * 70 + '\n'
    result = c.call('check', files={'a.als': large * (10_000_000 // len(large))}, timeout=20)
    assert result['content'] and len(json.dumps(result)) < 10_000, result
    result = c.call('check', files={'a.als': 'fact { ' + '(' * 1_000_000}, timeout=20)
    assert result['content'] and len(json.dumps(result)) < 10_000, result
    result = c.call('check', files={'a.als': 'x' * 10_000_000}, timeout=20)
    assert result['content'] and len(json.dumps(result)) < 10_000, result
    c.write(b'{"jsonrpc":"2.0","id":1,"method":"' + b'x' * (65 << 20) + b'"}\n')
    error(c.find(lambda m: 'error' in m), -32600)
    assert c.request('ping')['result'] == {} and c.close() == 0


@check
def cancelled_calls(scratch):
    c = started()
    number = c.ask('tools/call', {'name': 'exec', 'arguments': {'files': {'hard.als': hard}, 'timeout': 600}, '_meta': {'progressToken': 'p'}})
    reports = [c.find(lambda m: m.get('method') == 'notifications/progress')['params'] for _ in range(4)]
    assert all(r['progressToken'] == 'p' for r in reports) and all(a['progress'] < b['progress'] for a, b in zip(reports, reports[1:])), reports
    assert 'quick: an instance (1 done)' in reports[-1]['message'], reports
    assert processes() or in_threads
    c.notify('notifications/cancelled', {'requestId': number, 'reason': 'enough'})
    assert gone(), processes()
    assert c.answer(number, 1) is None  # the protocol requires no answer
    c.kept.clear()
    assert c.find(lambda m: m.get('method') == 'notifications/progress', 1) is None
    # A call that waits for its turn.
    numbers = [search(c) for _ in range(4)]
    time.sleep(0.5)
    assert len(processes()) == 2 or in_threads, processes()
    for number in reversed(numbers):
        c.notify('notifications/cancelled', {'requestId': number})
    assert gone() and not c.call('check', files={'a.als': small}).get('isError')
    assert c.close() == 0


@check
def time_that_is_up(scratch):
    c = started()
    begin = time.time()
    result = c.call('exec', files={'hard.als': hard}, timeout=1)
    assert 'quick: an instance' in text(result) and result['structuredContent'].get('stopped', True), result
    assert time.time() - begin < 10 and result['structuredContent']['commands'][-1]['outcome'] in ('unknown', 'instance'), result
    for tool in ('run_tests', 'survivors', 'repair', 'locate'):
        result = c.call(tool, files={'hard.als': hard, 't.aunit': 'open hard\nval v { }\ntest "quick" { v valid }\ntest "slow" { run pigeonhole for exactly 60 P, exactly 59 H expect 1 }\n'}, timeout=1)
        assert text(result), result
    # Undecided tests may fail.
    for tool in ('locate', 'repair'):
        result = c.call(tool, files={'hard.als': hard.replace('59 H', '59 H expect 1')}, timeout=1)
        assert text(result).startswith('not known whether anything fails: 1 undecided') and result['structuredContent']['undecided_count'] == 1, result
    assert gone() and c.close() == 0


@check
def two_at_once(scratch):
    c = started()
    slow = search(c)
    for i in range(20):
        assert not c.call('exec', files={'a.als': small.replace('show', f'show{i}')}).get('isError')
    c.send({'id': slow, 'method': 'tools/call', 'params': {'name': 'check', 'arguments': {'files': {'a.als': small}}}})
    error(c.answer(slow), -32600)  # the ID is in use
    numbers = [c.ask('tools/call', {'name': 'check', 'arguments': {'files': {'a.als': small}}}) for _ in range(80)]
    answers = [c.answer(number) for number in numbers]
    assert all(answers) and sum('error' in answer for answer in answers) < 30, answers
    c.notify('notifications/cancelled', {'requestId': slow})
    assert gone() and c.close() == 0


@check
def an_end_in_the_middle(scratch):
    c = started()
    for _ in range(3):
        search(c)
    time.sleep(0.5)
    assert processes() or in_threads
    assert c.close(10) == 0 and not processes() and not leftovers(), (processes(), leftovers())
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        c = started()
        search(c)
        time.sleep(0.5)
        assert processes() or in_threads
        c.process.send_signal(ending)
        c.process.wait(10)
        assert gone(), (ending, processes())
        assert ending == signal.SIGKILL or not leftovers(), (ending, leftovers())
    c = started()  # the killed server has left a folder; the next server removes it (not in Node, which cannot see other processes)
    c.call('check', files={'a.als': small})
    assert len(leftovers()) == 1 + in_threads, leftovers()
    assert c.close() == 0 and len(leftovers()) == in_threads
    c = started()  # a line without its end, then the end of input
    c.write('{"jsonrpc":"2.0","id":5,"method":"ping"}')
    c.process.stdin.close()
    assert c.answer(5)['result'] == {} and c.process.wait(10) == 0


@check
def nobody_reads(scratch):
    server = subprocess.Popen([binary, 'mcp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=scratch)
    server.stdout.close()
    try:
        server.stdin.write(b''.join(b'{"jsonrpc":"2.0","id":%d,"method":"initialize"}\n' % i for i in range(50)))
        server.stdin.close()
    except BrokenPipeError:
        pass
    assert server.wait(20) == 0
    # A client that does not read until the end gets all answers, and blocks no other client.
    c = started()
    c.reading.clear()
    numbers = [c.ask('tools/list') for _ in range(30)]
    c.reading.set()
    assert all(c.answer(number) for number in numbers) and c.close() == 0


@check
def memory_that_ends(scratch):
    c = started(options=['--memory', '1024'])
    wide = 'sig A { f: A -> A -> A }\nrun { some f and all a: A | some a.f } for 60\n'
    result = c.call('exec', files={'wide.als': wide}, timeout=10)
    assert text(result) and not c.call('check', files={'a.als': small}).get('isError'), result
    assert c.close() == 0


@check
def handles(scratch):
    c = started()
    first = c.call('exec', files={'a.als': small})
    handle, instance = first['structuredContent']['sources'], first['structuredContent']['commands'][0]['instance']
    assert text(c.call('eval', sources=handle, instance=instance, expressions=['#f'])).startswith('#f = 1')
    for i in range(10):
        c.call('check', files={'a.als': small})
    assert 'send `files` again' in text(c.call('check', sources=handle))
    assert 'exclude each other' in text(c.call('check', sources='s11', files={'a.als': small}))
    assert len(leftovers()) <= 8 and c.close() == 0 and not leftovers()
    # The pages of a long answer together are the whole answer.
    c = started()
    many = 'sig A {}\n' + ''.join(f'run r{i} {{ some A }}\n' for i in range(60))
    result = c.call('exec', files={'a.als': many}, max_tokens=300)
    seen, pages = [], 0
    while True:
        assert len(text(result)) + len(json.dumps(result['structuredContent'], separators=(',', ':'))) <= 1200 + 50
        seen += [command['label'] for command in result['structuredContent'].get('commands', [])]
        pages += 1
        if 'more' not in result['structuredContent']: break
        result = c.call('more', cursor=result['structuredContent']['more'], max_tokens=300)
    assert seen == [f'r{i}' for i in range(60)] and pages > 10, (seen, pages)
    assert c.close() == 0


check.run('hostile clients')
