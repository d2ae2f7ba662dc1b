// Tests `aunit mcp` with the client of the official SDK, and with the command line of the inspector. AUNIT names the program.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, before, test } from 'node:test'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const aunit = process.env.AUNIT
const model = 'sig Node { link: set Node }\nassert Acyclic { no n: Node | n in n.^link }\ncheck Acyclic for 3\nrun { some link } for 2\n'
const hard = 'sig P { h: one H }\nsig H {}\nrun quick { some P }\nrun { all x: H | lone h.x } for exactly 60 P, exactly 59 H\n'
let folder, client

before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'aunit-clients-')))
  writeFileSync(join(folder, 'list.als'), model)
  client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: { listChanged: true } } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(folder).href, name: 'here' }] }))
  await client.connect(new StdioClientTransport({ command: aunit, args: ['mcp'], cwd: '/' }))
})
after(async () => {
  await client.close()
  rmSync(folder, { recursive: true })
})

test('the server says what it is', () => {
  assert.equal(client.getServerVersion().name, 'aunit')
  assert.match(client.getInstructions(), /language-card/)
})

test('every list is read, and every tool has a schema that the client can check answers with', async () => {
  const { tools } = await client.listTools() // compiles the output schemas
  assert.ok(tools.length >= 13)
  assert.equal((await client.listPrompts()).prompts.length, 3)
  const { resources } = await client.listResources()
  const card = await client.readResource({ uri: resources[0].uri })
  assert.match(card.contents[0].text, /# Alloy 6 on one card/)
  assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1)
  const { messages } = await client.getPrompt({ name: 'test_model', arguments: { path: 'list.als' } })
  assert.match(messages[0].content.text, /list\.als/)
})

test('answers fit the schemas, for files that are sent and for those beneath roots', async () => {
  for (const [name, args] of [
    ['check', {}], ['exec', {}], ['eval', { command: 'Acyclic', expressions: ['link'] }], ['explain', { command: 'Acyclic', questions: ['Acyclic'] }],
    ['suggest_tests', { limit: 1 }], ['locate', {}], ['repair', {}], ['format', {}],
  ])
    for (const where of [{ files: { 'list.als': model } }, { paths: ['list.als'] }]) {
      const result = await client.callTool({ name, arguments: { ...where, ...args } }) // throws if the result does not fit
      assert.ok(!result.isError, JSON.stringify(result))
      assert.ok(result.content[0].text.length > 5)
    }
  const found = await client.callTool({ name: 'exec', arguments: { paths: ['list.als'] } })
  assert.equal(found.structuredContent.commands[0].outcome, 'counterexample')
  assert.match(found.content[0].text, /check Acyclic: counterexample found/)
})

test('mistakes are said', async () => {
  await assert.rejects(client.callTool({ name: 'nothing' }), /Unknown tool/)
  assert.ok((await client.callTool({ name: 'exec', arguments: { paths: ['/etc/passwd'] } })).isError)
})

test('long calls say how far they are, and can be cancelled', async () => {
  const stop = new AbortController()
  let reports = 0
  const call = client.callTool({ name: 'exec', arguments: { files: { 'hard.als': hard }, timeout: 300 } }, undefined, {
    signal: stop.signal,
    onprogress: () => ++reports === 3 && stop.abort('enough'),
  })
  await assert.rejects(call, /enough/)
  assert.ok(reports >= 3)
  await client.ping()
})

test('the inspector reads lists and calls tools', () => {
  const inspect = (...words) =>
    JSON.parse(execFileSync(join(import.meta.dirname ?? '.', 'node_modules', '.bin', 'mcp-inspector'), ['--cli', aunit, 'mcp', ...words], { encoding: 'utf8', cwd: folder }))
  assert.ok(inspect('--method', 'tools/list', '--strict').tools.length >= 13) // schemas that every client can use
  assert.ok(inspect('--method', 'resources/list').resources.length > 10)
  assert.equal(inspect('--method', 'prompts/list').prompts.length, 3)
  const result = inspect('--method', 'tools/call', '--tool-name', 'exec', '--tool-arg', `files=${JSON.stringify({ 'list.als': model })}`)
  assert.match(result.content[0].text, /counterexample found/)
})
