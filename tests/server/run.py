#!/usr/bin/env python3
"""Replays conversations with the language server, each in a file of transcripts/ with the messages to send and the expected answers.

usage: run.py AUNIT [--rebase] [--except FILE] [NAME...]

A transcript is an object with "about" (a sentence), "files" (written to a new folder, the workspace), "capabilities" and "options" of the client, and "steps":
  {"open": FILE}                          the editor opens the file; also {"change": FILE, "edits": [...]}, {"save": FILE}, {"close": FILE}; on disk {"write": FILE, "text": TEXT}, {"delete": FILE}
  {"request": METHOD, "params": {...}, "result": ...}   or "error" (its code and message); with "later": true, a later step "answer" waits for the answer
  {"answer": N, ...}                      the answer to the Nth request of the conversation
  {"notify": METHOD, "params": {...}}
  {"await": METHOD, "of": FILE, "params": ...}          the server sends this message, after any others; "next": true: the first such message that no step awaited must fit
  {"unsaid": METHOD}                      the server has not sent such a message before the last answer
  {"raw": TEXT}                           sends these bytes; {"body": TEXT}: with a header before them
  {"exit": CODE}
With "commit" the files are committed to a git repository before the conversation begins (without git the transcript is skipped).
"at": "a.als:3:7" in a step stands for the text document and the 1-based position in its parameters, "in": "a.als" for the document. "${root}" is the workspace's URI, "${home}" the URI of the folder for the server's own files.
--rebase writes the actual answers into the file."""
import json, os, shutil, subprocess, tempfile

from client import Server
from peer import difference, patience, replay

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'transcripts')


def play(binary, transcript, rebase):
    """Returns the errors; with `rebase`, changes the steps instead."""
    with tempfile.TemporaryDirectory() as top:
        top = os.path.realpath(top)
        uri = 'file://' + top
        into = lambda value: json.loads(json.dumps(value).replace('${root}', uri).replace('${home}', home))
        out = lambda value: json.loads(json.dumps(value, ensure_ascii=False).replace(uri, '${root}').replace(top, '${root}').replace(home, '${home}'))
        texts = dict(transcript.get('files', {}))
        for name, text in texts.items():
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            open(os.path.join(top, name), 'w').write(text)
        if transcript.get('commit'):
            if shutil.which('git') is None: return []
            for words in (['init', '-q'], ['add', '.'], ['-c', 'user.name=n', '-c', 'user.email=e@e', 'commit', '-q', '-m', 'one']):
                subprocess.run(['git', '-C', top, *words], check=True)
        server = Server(binary, top)
        home = 'file://' + os.path.realpath(server.home.name)
        complaints, versions = [], {}

        def answer(number):
            message = server.answer(number)
            return {'gone': True} if message is None else {key: out(message[key]) for key in ('result', 'error') if key in message}

        if transcript.get('initialize', True):
            server.begin(transcript.get('capabilities', {}), processId=None, rootUri=uri, initializationOptions=transcript.get('options'))
        for step in transcript['steps']:
            params = into(step.get('params', {})) if 'await' not in step else {}
            if 'at' in step:
                name, line, column = step['at'].rsplit(':', 2)
                params = dict(params, textDocument={'uri': uri + '/' + name}, position={'line': int(line) - 1, 'character': int(column) - 1})
            if 'in' in step:
                params = dict(params, textDocument={'uri': uri + '/' + step['in']})
            document = next((step[k] for k in ('open', 'change', 'save', 'close') if k in step), None)
            got = None
            if 'open' in step:
                versions[document] = 1
                item = {'uri': f'{uri}/{document}', 'languageId': 'alloy', 'version': 1, 'text': step.get('text', texts.get(document, ''))}
                server.notify('textDocument/didOpen', {'textDocument': item})
            elif 'change' in step:
                versions[document] += 1
                server.notify('textDocument/didChange', {'textDocument': {'uri': f'{uri}/{document}', 'version': versions[document]}, 'contentChanges': step['edits']})
            elif document is not None:
                method = 'textDocument/didSave' if 'save' in step else 'textDocument/didClose'
                server.notify(method, {'textDocument': {'uri': f'{uri}/{document}'}})
            elif 'write' in step:
                open(os.path.join(top, step['write']), 'w').write(step['text'])
            elif 'delete' in step:
                os.remove(os.path.join(top, step['delete']))
            elif 'request' in step:
                number = server.ask(step['request'], params)
                if not step.get('later'):
                    got = answer(number)
            elif 'answer' in step:
                got = answer(step['answer'] + (1 if transcript.get('initialize', True) else 0))
            elif 'notify' in step:
                server.notify(step['notify'], params)
            elif 'unsaid' in step:
                complaints += [f"the server says {json.dumps(out(m))}" for m in server.kept if m.get('method') == step['unsaid']]
            elif 'raw' in step:
                server.write(step['raw'].encode())
            elif 'body' in step:
                server.send(step['body'].replace('${root}', uri))
                if 'error' in step or 'result' in step or rebase:
                    got = answer(step.get('id'))
            elif 'await' in step:
                of = f"{uri}/{step['of']}" if 'of' in step else None
                mine = lambda m: m.get('method') == step['await'] and (of is None or m['params'].get('uri') == of)
                if step.get('next'):
                    message = server.find(mine)
                    said = message and out(message.get('params'))
                    complaints += [] if rebase else difference(step['params'], said)
                    step['params'] = said if rebase else step['params']
                elif rebase:
                    last = server.find(mine)
                    while (following := server.find(mine, 0.7)) is not None:
                        last = following
                    step['params'] = out(last.get('params')) if last else None
                elif server.find(lambda m: mine(m) and out(m.get('params')) == step['params'], 20) is None:
                    seen = [out(m.get('params')) for m in server.kept if mine(m)]
                    complaints += difference(step['params'], seen[-1] if seen else None)
            elif 'exit' in step:
                server.process.stdin.close()
                try:
                    code = server.process.wait(patience)
                except subprocess.TimeoutExpired:
                    code = 'none'
                if rebase:
                    step['exit'] = code
                elif code != step['exit']:
                    complaints.append(f"exit code {code}, expected {step['exit']}")
            if got is None:
                continue
            if rebase:
                for key in ('result', 'error', 'gone'):
                    step.pop(key, None)
                step.update(got)
            else:
                complaints += difference({k: step[k] for k in ('result', 'error', 'gone') if k in step}, got)
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait()
        return complaints


def layout(transcript):
    """Returns the text of the file: one line for each step, several lines for a long step."""
    lines = ['{', f' "about": {json.dumps(transcript["about"], ensure_ascii=False)},']
    for key in transcript:
        if key not in ('about', 'steps'):
            lines.append(f' {json.dumps(key)}: {json.dumps(transcript[key], ensure_ascii=False)},')
    lines.append(' "steps": [')
    steps = [json.dumps(step, ensure_ascii=False) for step in transcript['steps']]
    lines += ['  ' + step + (',' if i + 1 < len(steps) else '') for i, step in enumerate(steps)]
    return '\n'.join(lines + [' ]', '}']) + '\n'


replay(folder, 'transcripts', play, layout)
