#!/usr/bin/env python3
"""Tests the lists of `aunit mcp`: tools with valid schemas, readable resources, prompts. Also tests the claims of the language card.

usage: library.py AUNIT ROOT"""
import json, os, re, subprocess, sys, tempfile

try:
    import jsonschema
except ImportError:
    jsonschema = None
from client import Client, text

aunit, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
c = Client(aunit, root)
tools = c.request('tools/list')['result']['tools']
assert [tool['name'] for tool in tools] == ['check', 'exec', 'eval', 'explain', 'run_tests', 'survivors', 'suggest_tests', 'locate', 'repair', 'diff', 'trace', 'format', 'more'], tools
for tool in tools:
    assert tool['annotations']['readOnlyHint'] is True and len(tool['description']) > 40, tool
    for kind in ('inputSchema', 'outputSchema'):
        if kind in tool:
            assert tool[kind]['type'] == 'object', tool
            if jsonschema: jsonschema.Draft202012Validator.check_schema(tool[kind])
cost = sum(len(json.dumps({key: tool[key] for key in ('name', 'description', 'inputSchema')}, separators=(',', ':'))) for tool in tools) / 4
assert cost < 4000, cost  # the tokens that each conversation needs for them

resources = c.request('resources/list')['result']['resources']
names = [resource['name'] for resource in resources]
assert names[0] == 'language-card.md' and 'specs/list/list.als' in names and 'specs/list/list.aunit' in names, names
for resource in resources:
    content, = c.request('resources/read', {'uri': resource['uri']})['result']['contents']
    path = os.path.join(root, 'docs' if resource['name'] == 'language-card.md' else '', resource['name'])
    assert content['uri'] == resource['uri'] and content['text'] == open(path).read() and len(content['text'].encode()) == resource['size'], resource
for wrong in ('aunit://../README.md', 'aunit://', 'file:///etc/passwd', '', 'aunit://specs/list'):
    assert c.request('resources/read', {'uri': wrong})['error']['code'] == -32602
assert c.request('resources/templates/list')['result']['resourceTemplates'][0]['uriTemplate'] == 'aunit://specs/{path}'
complete = lambda typed: c.request('completion/complete', {'ref': {'type': 'ref/resource', 'uri': 'aunit://specs/{path}'}, 'argument': {'name': 'path', 'value': typed}})['result']['completion']
assert 'list/list.als' in complete('list/')['values'] and complete('nothing')['total'] == 0

prompts = c.request('prompts/list')['result']['prompts']
assert [prompt['name'] for prompt in prompts] == ['test_model', 'explain_failure', 'explain_log'], prompts
for prompt in prompts:
    required = next(a['name'] for a in prompt['arguments'] if a['required'])
    message, = c.request('prompts/get', {'name': prompt['name'], 'arguments': {required: 'a{0}.als'}})['result']['messages']
    assert 'a{0}.als' in message['content']['text'] and message['role'] == 'user'
    assert set(re.findall(r'`(\w+)`', message['content']['text'])) - {'log', 'val', 'core'} <= {tool['name'] for tool in tools} | {'true'}, message
    assert c.request('prompts/get', {'name': prompt['name']})['error']['code'] == -32602
assert c.request('prompts/get', {'name': 'no'})['error']['code'] == -32602
assert c.close() == 0

# The card has at most 3,000 tokens; its declarations, its temporal model and its tests are right.
card = open(os.path.join(root, 'docs', 'language-card.md')).read()
assert len(card) / 4 <= 3000, len(card) / 4
shop, time, tests = re.findall(r'```alloy\n(.*?)```', card, re.S)
c = Client(aunit, root)
result = c.call('exec', files={'shop.als': shop})
assert not result.get('isError') and 'check NoLoop' in text(result), result
declared = 'sig Item {} sig Person { var cart: set Item, var owner: lone Person } pred buy[p: Person, i: Item] { i in p.cart and p.cart\' = p.cart - i }\n'
result = c.call('exec', files={'time.als': declared + time})
assert not result.get('isError') and 'counterexample found' in text(result), result
result = c.call('run_tests', files={'shop.als': shop, 'shop.aunit': tests}, all=True)
assert [test['outcome'] for test in result['structuredContent']['tests']] == 8 * ['passed'], text(result)
assert c.close() == 0
print('library: all right' + ('' if jsonschema else ' (schemas: skipped, python3-jsonschema is not there)'))
