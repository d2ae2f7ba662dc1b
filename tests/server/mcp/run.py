#!/usr/bin/env python3
"""Replays conversations with `aunit mcp`, each in a file of conversations/. The answers of tools must be as expected, and fit the schemas that the tools declare.

usage: run.py AUNIT [--rebase] [--except FILE] [NAME...]

A conversation is an object: "about" (a sentence), "files" (a folder of its own, the root), "steps": {"call": TOOL, "arguments": {...}} with the result: "text" (its lines),
"structured" (with "checked": false it must only fit the schema), "error" (true if the tool failed); "needs": programs without which it is skipped. --rebase writes the actual results into the file.
Times and sources of answers are not compared."""
import json, os, re, shutil, tempfile

try:
    import jsonschema
except ImportError:
    jsonschema = None
from client import Client, text, tokens
from peer import difference, replay

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'conversations')
usual = 1500


def plain(value):
    value = json.loads(re.sub(r'(?<![\w.])\d+(\.\d+)? ?(us|ms)\b', 'TIME', json.dumps(value, ensure_ascii=False)))
    return value


def play(binary, conversation, rebase):
    missing = [program for program in conversation.get('needs', []) if not shutil.which(program)]
    if missing:
        print(f'skipped: {conversation["about"]} ({", ".join(missing)} not installed)')
        return []
    with tempfile.TemporaryDirectory() as top:
        top = os.path.realpath(top)
        for name, content in conversation.get('files', {}).items():
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            open(os.path.join(top, name), 'w').write(content)
        client, complaints = Client(binary, top, roots=[top]), []
        tools = {tool['name']: tool for tool in client.request('tools/list')['result']['tools']}
        for step in conversation['steps']:
            arguments = dict(step['arguments'])
            if arguments.get('files') == 'all':
                arguments['files'] = conversation['files']
            result = client.call(step['call'], **arguments)
            if result is None or 'content' not in result:
                complaints.append(f"{step['call']}: {result}")
                continue
            if 'max_tokens' not in arguments and tokens(result)[1] > usual:
                complaints.append(f"{step['call']}: {tokens(result)[1]:.0f} tokens")
            schema = tools[step['call']].get('outputSchema')
            if jsonschema and schema and not result.get('isError'):
                jsonschema.validate(result['structuredContent'], schema)
            if jsonschema:
                jsonschema.validate(arguments, tools[step['call']]['inputSchema'])
            got = {'text': plain(text(result)).replace('Z:' + top, '${root}').replace(top, '${root}').split('\n')}
            if step.get('checked', True):
                got['structured'] = plain(result.get('structuredContent'))
            if result.get('isError'):
                got['error'] = True
            expected = {key: step[key] for key in ('text', 'structured', 'error') if key in step}
            if rebase:
                for key in expected: step.pop(key)
                step.update(got)
            elif got != expected:
                complaints += [f"{step['call']}:", *difference(expected, got)]
        code = client.close()
        return complaints + ([f'exit code {code}'] if code else [])


def layout(conversation):
    """Returns the text of the file: each argument, line of an answer, and structured content is on its own line."""
    dump = lambda value: json.dumps(value, ensure_ascii=False)
    lines = ['{']
    for key, value in conversation.items():
        if key == 'files':
            lines += [' "files": {', *(f'  {dump(n)}: {dump(t)}{"," if i + 1 < len(value) else ""}' for i, (n, t) in enumerate(value.items())), ' },']
        elif key != 'steps':
            lines.append(f' {dump(key)}: {dump(value)},')
    lines.append(' "steps": [')
    for i, step in enumerate(conversation['steps']):
        parts = []
        for key, value in step.items():
            if key == 'text': parts.append('"text": [\n' + ',\n'.join('    ' + dump(line) for line in value) + ']')
            else: parts.append(f'{dump(key)}: {dump(value)}')
        lines.append('  {' + ',\n   '.join(parts) + ('},' if i + 1 < len(conversation['steps']) else '}'))
    return '\n'.join(lines + [' ]', '}']) + '\n'


if jsonschema is None:
    print('schemas: skipped, python3-jsonschema is not there')
replay(folder, 'conversations', play, layout)
