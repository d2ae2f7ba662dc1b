#!/usr/bin/env python3
"""Tests `aunit view` as clients see it: HTTP, the WebSocket of Sterling (compared with the transcript sterling.json), and invalid requests.

usage: view.py AUNIT [--rebase] [--except FILE]     --rebase writes the actual messages into the transcript"""
import base64, hashlib, http.client, json, os, pathlib, resource, select, signal, socket, struct, subprocess, sys, time, urllib.parse

from peer import Checks

aunit = os.path.abspath(sys.argv[1])
here = pathlib.Path(__file__).resolve().parent
PATIENCE = 120  # seconds, for a busy machine; usually nothing waits for so long

MODEL = '''sig Lamp { beside: lone Lamp }
var sig On in Lamp {}
fact { always some On }
run show { some Lamp } for 2 but 3 steps
run nothing { no Lamp }
'''
SIZES = '''sig Lamp {}
sig Other {}
run show { some Lamp }
'''


class View:
    """The program, which serves a model in its own folder."""

    def __init__(self, folder, *options, text=MODEL, browser=None):
        self.folder = pathlib.Path(folder)
        self.model = self.folder / 'lamps.als'
        self.model.write_text(text)
        self.process = subprocess.Popen([aunit, 'view', 'lamps.als', '--json', *options, *([] if browser else ['--no-browser'])], cwd=folder, env={**os.environ, **(browser or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.where = json.loads(self.process.stdout.readline())
        address = urllib.parse.urlparse(self.where['address'])
        self.port, self.path = address.port, address.path

    def __enter__(self): return self

    def __exit__(self, *_):
        if self.process.poll() is None: self.end()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        errors = self.process.stderr.read().decode()
        self.process.wait(PATIENCE)
        return self.process.returncode, errors

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=PATIENCE)
        connection.request(method, path, body, {name.replace('_', '-'): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read(), response

    def ask(self, version=1, **question):
        status, body, _ = self.request('POST', self.path + 'ask', json.dumps({'version': version, **question}), Content_Type='application/json')
        assert status == 200, (status, body)
        return json.loads(body)

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE)

    def web_socket(self, path=None, **headers):
        """Returns an open WebSocket, or the HTTP status with which it was refused."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {'Host': f'localhost:{self.port}', 'Upgrade': 'websocket', 'Connection': 'keep-alive, Upgrade', 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13',
                 **{name.replace('_', '-'): value for name, value in headers.items()}}
        s = self.connect()
        head = f'GET {path or self.path + "sterling"} HTTP/1.1\r\n' + ''.join(f'{name}: {value}\r\n' for name, value in lines.items()) + '\r\n'
        s.sendall(head.encode())
        answer = b''
        while b'\r\n\r\n' not in answer:
            part = s.recv(1)
            if not part: break
            answer += part
        status = int(answer.split()[1])
        if status != 101: return status
        accepted = base64.b64encode(hashlib.sha1((key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()).digest()).decode()
        assert f'Sec-WebSocket-Accept: {accepted}\r\n' in answer.decode()
        return s


def processor_time(pid):
    """Returns the processor time of a process in seconds."""
    fields = open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def frame(text, opcode=1, last=True):
    data, mask = text.encode() if isinstance(text, str) else text, os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xfe]) + struct.pack('>H', len(data)) if len(data) < 65536 else bytes([0xff]) + struct.pack('>Q', len(data))
    return bytes([(0x80 if last else 0) | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))


def exactly(s, count):
    data = b''
    while len(data) < count:
        part = s.recv(count - len(data))
        assert part, 'the connection has ended'
        data += part
    return data


def receive(s):
    """Returns (opcode, payload) of the next frame."""
    first, second = exactly(s, 2)
    assert first & 0x80 and not second & 0x80
    size = second if second < 126 else struct.unpack('>H', exactly(s, 2))[0] if second == 126 else struct.unpack('>Q', exactly(s, 8))[0]
    return first & 15, exactly(s, size)


def is_closed(s):
    """Returns whether the connection ends without further data."""
    try:
        while True:
            if not s.recv(65536): return True
    except ConnectionResetError: return True


test = Checks()


@test
def a_valuation_is_a_fact_of_the_commands(folder):
    pathlib.Path(folder, 'data.json').write_text('{"Lamp": ["hall", "stairs"], "beside": [["hall", "stairs"]], "On": ["hall"]}')
    with View(folder, '--val', 'data.json', text='sig Lamp { beside: lone Lamp }\nsig On in Lamp {}\nfact { some On }\nrun show { some Lamp } for 2\n') as view:
        start = view.ask(type='about')['start']
        assert 'drawings' in view.ask(type='first', source=start)
        values = [view.ask(type='evaluate', source=start, index=0, state=0, expression=e)['value'] for e in ('Lamp', 'On')]
        assert values == ['{hall, stairs}', '{hall}'], values



@test
def the_page_and_what_it_needs(folder):
    with View(folder) as view:
        status, page, response = view.request('GET', view.path)
        assert status == 200 and b'view.js' in page
        assert response.getheader('Content-Security-Policy').startswith("default-src 'none'; script-src 'self'")
        assert response.getheader('Referrer-Policy') == 'no-referrer' and response.getheader('Cache-Control') == 'no-store'
        for name in ['report.css', 'view.css', 'view.js', 'view_http.js']:
            assert f'"{name}"'.encode() in page and view.request('GET', view.path + name)[0] == 200, name
        assert view.request('GET', view.path + 'other')[0] == 404
        about = view.ask(type='about')
        assert [s['label'] for s in about['sources']] == ['show', 'nothing']
        assert view.ask(type='first', source=0)['index'] == 0
        assert view.ask(type='first', source=1)['none'].startswith('nothing: no instance')
        code, errors = view.end()
        nothing = 'nothing: no instance up to 3 atoms and 10 steps; rests on 1 of 1 fact: the fact in line 3.\n'
        assert code == 0 and errors == nothing, (code, errors)
        assert sorted(os.listdir(folder)) == ['lamps.als']


@test
def a_log_is_walked_along(folder):
    doors = """sig Door {}
var sig Open in Door {}
pred opens [d: Door] { d not in Open and Open' = Open + d }
fact { no Open and always (Open' = Open or some d: Door | opens[d]) }
"""
    pathlib.Path(folder, 'a.ndjson').write_text('{"event": "opens", "event_args": ["front"]}\n{"event": "opens", "event_args": ["front"], "Open": []}\n')
    with View(folder, '--log', 'a.ndjson', text=doors) as view:
        about = view.ask(type='about')
        assert about['sources'][about['start']]['kind'] == 'log', about
        shown = view.ask(type='first', source=about['start'])
        assert shown['names'] == ['at the start', 'after line 1', 'what line 2 says'], shown['names']
        assert shown['states'] == 3 and shown['start'] == 2 and 'after line 1' in shown['tables']
        assert shown['why']['text'] == 'a.ndjson: does not fit' and 'd not in Open' in shown['why']['details']


@test
def who_may_see_it(folder):
    with View(folder) as view:
        right = view.path
        wrong = '/' + ('0' if right[1] != '0' else '1') + right[2:]
        for path in [wrong, '/', right[:-1], right[:-2] + '/', right.upper(), '/' + right, '/.' + right, right + '../']:
            assert view.request('GET', path)[0] in (403, 404), path
            assert view.request('POST', path + 'ask', '{}', Content_Type='application/json')[0] in (403, 404, 405), path
        for host in ['evil.example', f'evil.example:{view.port}', '127.0.0.1', f'127.0.0.1:{view.port}.evil.example', f'[::1]:{view.port}', '']:
            assert view.request('GET', right, Host=host)[0] == 421, host
        assert view.request('GET', right, Host=f'localhost:{view.port}')[0] == 200
        for origin in ['http://evil.example', 'null', f'https://127.0.0.1:{view.port}', f'http://127.0.0.1:{view.port}.evil.example', 'http://127.0.0.1:1']:
            assert view.request('POST', right + 'ask', '{"type":"about"}', Content_Type='application/json', Origin=origin)[0] == 421, origin
        assert view.request('POST', right + 'ask', '{"type":"about"}', Content_Type='application/json', Origin=f'http://127.0.0.1:{view.port}')[0] == 200
        assert view.request('POST', right + 'ask', '{"type":"about"}', Content_Type='text/plain')[0] == 415
        for method in ['GET', 'PUT', 'OPTIONS']: assert view.request(method, right + 'ask')[0] == 405
        for path in [wrong + 'sterling', '/sterling', '/', right, right + 'ask', right + 'sterling/']: assert view.web_socket(path) == 403, path
        for origin in ['http://evil.example', 'null', 'http://localhost.evil.example:1', 'https://localhost:1']: assert view.web_socket(Origin=origin) == 421, origin
        assert view.web_socket(Host='evil.example') == 421
        view.web_socket(Origin='http://127.0.0.1:1').close()  # Sterling from another server
        for name, value, status in [('Sec_WebSocket_Version', '8', 426), ('Sec_WebSocket_Key', 'short', 400), ('Connection', 'close', 400), ('Upgrade', 'h2c', 400)]:
            assert view.web_socket(**{name: value}) == status, name


@test
def the_browser_is_told_an_address_for_once(folder):
    programs, told = pathlib.Path(folder, 'bin'), pathlib.Path(folder, 'told')
    programs.mkdir()
    (programs / 'xdg-open').write_text('#!/bin/sh\nprintf %s "$1" > told.new && mv told.new told\n')
    (programs / 'xdg-open').chmod(0o755)
    with View(folder, browser={'PATH': f'{programs}:{os.environ["PATH"]}', 'DISPLAY': ':0'}) as view:
        while not told.exists(): time.sleep(0.01)
        address = urllib.parse.urlparse(told.read_text())
        assert view.path not in told.read_text()
        status, _, response = view.request('GET', address.path)
        assert status == 303 and response.getheader('Location') == view.path
        assert view.request('GET', address.path)[0] == 403


@test
def loopback_only(folder):
    with View(folder) as view:
        listening = pathlib.Path('/proc/net/tcp').read_text().split('\n')[1:] + pathlib.Path('/proc/net/tcp6').read_text().split('\n')[1:]
        mine = [line.split()[1] for line in listening if line and line.split()[3] == '0A' and line.split()[1].endswith(f':{view.port:04X}')]
        assert mine == [f'0100007F:{view.port:04X}'], mine


@test
def sterling(folder):
    transcript = json.loads((here / 'sterling.json').read_text())
    with View(folder) as view:
        assert view.where['sterling'] == f'ws://localhost:{view.port}{view.path}sterling'
        s, came = view.web_socket(Origin=f'http://127.0.0.1:{view.port}'), []
        for step in transcript:
            sent = step['send']
            s.sendall(frame(sent if isinstance(sent, str) else json.dumps(sent)))
            opcode, text = receive(s)
            assert opcode == 1
            came.append({'send': sent, 'receive': text.decode() if text == b'pong' else json.loads(text)})
        s.sendall(frame('', 8))
        assert receive(s)[0] == 8 and is_closed(s)
    if '--rebase' in sys.argv: (here / 'sterling.json').write_text(json.dumps(came, indent=1) + '\n')
    elif came != transcript:
        for expected, actual in zip(transcript, came):
            if expected != actual: sys.exit(f'sterling.json: expected\n{json.dumps(expected, indent=1)}\ncame\n{json.dumps(actual, indent=1)}')


@test
def a_built_sterling_is_served(folder):
    built = pathlib.Path(folder, 'built')
    (built / 'static').mkdir(parents=True)
    (built / 'index.html').write_text('<title>Sterling</title>')
    (built / 'static/app.js').write_text('"app"')
    pathlib.Path(folder, 'secret').write_text('secret')
    (built / 'away').symlink_to('../secret')
    with View(folder, '--sterling', 'built') as view:
        assert view.where['sterlingPage'] == f'http://127.0.0.1:{view.port}/?{view.port}{view.path}sterling'
        assert view.request('GET', '/?x')[1] == b'<title>Sterling</title>'
        status, text, response = view.request('GET', '/static/app.js')
        assert text == b'"app"' and response.getheader('Content-Type').startswith('text/javascript')
        for path in ['/../secret', '/%2e%2e/secret', '/static/../../secret', '/away', '/static', '/none', '//etc/passwd', '/..']:
            assert view.request('GET', path)[0] in (400, 404), path


@test
def what_is_no_protocol(folder):
    with View(folder) as view:
        for garbage in [b'\0' * 100, b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + os.urandom(200), b'GET / HTTP/1.1\r\nHost', b'\r\n' * 10000, os.urandom(30000), b'A' * 20000]:
            s = view.connect()
            try: s.sendall(garbage)
            except ConnectionError: pass
            s.close()
        s = view.connect()
        s.sendall(b'A' * 17000)
        assert s.recv(12) in (b'HTTP/1.1 431', b'')
        status = view.request('POST', view.path + 'ask', b'', Content_Length=str(1 << 40))[0]
        assert status == 413
        for garbage in [b'\x81\x05Hello', frame(b'\xff', 1), frame('x', 2), frame('x', 3), frame('x', 0), b'\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff']:
            s = view.web_socket()
            s.sendall(garbage)
            opcode, code = receive(s)
            assert opcode == 8 and struct.unpack('>H', code)[0] in (1002, 1003, 1007, 1009)
            assert is_closed(s)
        deep = '[' * 500_000
        assert 'error' in view.ask(type='theme', theme=json.loads('[' * 300 + ']' * 300))
        for body in [deep, '{"type": "theme", "version": 1, "theme": ' + deep + ']' * 500_000 + '}', '{"type": "evaluate"' + ' ' * 1_000_000 + '}']:
            assert view.request('POST', view.path + 'ask', body, Content_Type='application/json')[0] in (200, 400)
        s = view.web_socket()
        s.sendall(frame(deep))
        s.sendall(frame('no message of anybody') + frame('{"type": "eval"}') + frame('pi', last=False) + frame('still there', 9) + frame('ng', 0))
        assert receive(s) == (10, b'still there') and receive(s) == (1, b'pong')
        assert view.ask(type='about')['version'] == 1


@test
def a_thousand_connections(folder):
    with View(folder) as view:
        open_ones = []
        for _ in range(1000):
            s = view.connect()
            s.sendall(b'GET /')
            open_ones.append(s)
        assert view.ask(type='first', source=0)['index'] == 0  # silent connections are closed first
        for s in open_ones: s.close()
        assert len(os.listdir(f'/proc/{view.process.pid}/fd')) < 200


@test
def no_descriptors_are_left(folder):
    with View(folder) as view:
        view.ask(type='about')
        used = len(os.listdir(f'/proc/{view.process.pid}/fd'))
        _, hard = resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE, (used, hard))
        waiting = view.connect()  # waits in the kernel's queue
        waiting.sendall(f'GET / HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\n\r\n'.encode())
        before = processor_time(view.process.pid)
        time.sleep(2)
        assert processor_time(view.process.pid) - before < 0.5, 'it spins'
        resource.prlimit(view.process.pid, resource.RLIMIT_NOFILE, (hard, hard))
        assert waiting.recv(9) == b'HTTP/1.1 '


@test
def the_model_is_edited(folder):
    with View(folder) as view:
        view.ask(type='first', source=0)
        waiting = post(view, type='wait', seen=0)
        view.ask(type='about')  # the watch has started before the edit
        view.model.write_text('sig Lamp { beside: Lump }')
        event = answer_of(waiting)
        assert event['changed'] and event['event'] >= 1
        assert 'did you mean `Lamp`?' in view.ask(type='reload')['error']
        assert view.ask(type='first', source=0)['index'] == 0
        view.model.write_text(SIZES)
        assert [s['name'] for s in view.ask(type='reload')['signatures']] == ['Lamp', 'Other']
        assert view.ask(type='next', source=0, index=0, state=0)['outdated']
        assert view.ask(version=2, type='first', source=0)['index'] == 0
        code, errors = view.end()
        assert code == 0 and 'did you mean `Lamp`?' in errors


# A pigeonhole problem that is hard, because its atoms are not interchangeable. No test waits for the answer.
HARD = f'''abstract sig Hole {{}}
one sig {", ".join(f"H{i}" for i in range(20))} extends Hole {{}}
abstract sig Pigeon {{ hole: one Hole }}
one sig {", ".join(f"P{i}" for i in range(21))} extends Pigeon {{}}
run show {{ all disj p, q: Pigeon | p.hole != q.hole }}
run easy {{ some hole }}
'''


def post(view, **question):
    """Sends a request without waiting for the answer."""
    body = json.dumps({'version': 1, **question})
    s = view.connect()
    s.sendall(f'POST {view.path}ask HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}'.encode())
    return s


def answer_of(s):
    answer = b''
    while part := s.recv(65536): answer += part
    return json.loads(answer.split(b'\r\n\r\n')[1])


@test
def a_search_is_cancelled(folder):
    with View(folder, text=HARD) as view:
        searching = post(view, type='first', source=0)
        while not select.select([searching], [], [], 0.1)[0]: view.ask(type='stop')  # repeats until the search has begun and was stopped
        answer = answer_of(searching)
        assert answer['none'].startswith('No answer:'), answer
        assert view.ask(type='first', source=1)['index'] == 0


@test
def nobody_searches_for_a_closed_page(folder):
    with View(folder, text=HARD) as view:
        post(view, type='first', source=0).close()
        s = view.web_socket()
        s.sendall(frame('{"type": "data", "version": 1}'))
        s.close()
        assert view.ask(type='first', source=1)['index'] == 0


@test
def it_ends_while_it_searches(folder):
    with View(folder, text=HARD) as view:
        searching = post(view, type='first', source=0)
        view.ask(type='stop')
        assert view.end()[0] == 0
        searching.close()


@test
def it_does_not_outlive_who_asked_for_it(folder):
    with View(folder) as view:
        view.process.stdout.close()
        assert view.process.wait(PATIENCE) == 0


if __name__ == '__main__': test.run('aunit view')
