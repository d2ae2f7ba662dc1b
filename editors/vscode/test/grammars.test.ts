// Each keyword of the languages has a scope, and the grammars find nothing invalid in the examples.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { IGrammar } from 'vscode-textmate';

const require = createRequire(`${process.cwd()}/package.json`);
const textmate = require('vscode-textmate') as typeof import('vscode-textmate');
const oniguruma = require('vscode-oniguruma') as typeof import('vscode-oniguruma');
const root = '../..';

const files: Record<string, string> = {
  'source.alloy': 'syntaxes/alloy.tmLanguage.json',
  'source.aunit': 'syntaxes/aunit.tmLanguage.json',
  'source.nitpick': 'syntaxes/nitpick.tmLanguage.json',
  'source.parallel-program': 'syntaxes/program.tmLanguage.json',
  'markdown.alloy': 'syntaxes/markdown.tmLanguage.json',
};

async function registry() {
  await oniguruma.loadWASM((await readFile(require.resolve('vscode-oniguruma/release/onig.wasm'))).buffer as ArrayBuffer);
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: sources => new oniguruma.OnigScanner(sources),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async scope => {
      if (scope === 'text.html.markdown') return { scopeName: scope, patterns: [], repository: {} } as never;
      const file = files[scope];
      return file === undefined ? null : textmate.parseRawGrammar(await readFile(file, 'utf8'), file);
    },
    getInjections: scope => (scope === 'text.html.markdown' ? ['markdown.alloy'] : undefined),
  });
}
const loaded = registry();

async function grammar(scope: string): Promise<IGrammar> {
  const found = await (await loaded).loadGrammar(scope);
  assert.ok(found, scope);
  return found;
}

/** Each piece of a text with its innermost scopes. */
async function pieces(scope: string, text: string): Promise<{ text: string; line: number; scopes: string[] }[]> {
  const rules = await grammar(scope);
  let state = textmate.INITIAL;
  return text.split('\n').flatMap((line, number) => {
    const { tokens, ruleStack } = rules.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(token => ({ text: line.slice(token.startIndex, token.endIndex), line: number + 1, scopes: token.scopes }));
  });
}

/** The keywords in a lexer's grammar (WORD: 'word' | 'other';). */
function wordsOf(lexer: string): string[] {
  const rules = lexer.replace(/\/\/.*$/gm, '').matchAll(/^[ \t]*(?:[A-Z_0-9]+:[^;]*;\s*)+$/gm);
  return [...rules].flatMap(([rule]) => [...rule.matchAll(/'([A-Za-z]+)'/g)].map(match => match[1] ?? ''));
}

for (const [scope, lexer, least] of [
  ['source.alloy', 'alloy/grammar/AlloyLexer.g4', 54],
  ['source.nitpick', 'nitpick/grammar/NitpickLexer.g4', 15],
  ['source.parallel-program', 'program/grammar/ProgramLexer.g4', 49],
] as const) {
  test(`the words of ${scope} are no names`, async () => {
    const words = wordsOf(await readFile(`${root}/parser/${lexer}`, 'utf8'));
    assert.ok(words.length >= least, `${words.length} words`);
    for (const word of words) {
      // With the text after it that makes `state` and `loop` keywords, too.
      const [piece] = await pieces(scope, word === 'loop' ? 'loop 0' : `${word} {`);
      const innermost = piece?.scopes.at(-1) ?? '';
      assert.equal(piece?.text.trim(), word);
      assert.ok(!innermost.startsWith('variable.other') && innermost !== scope, `${word}: ${innermost}`);
      const [longer] = await pieces(scope, `${word}s5 {`);
      assert.equal(longer?.text.trim(), `${word}s5`, 'a name that begins like it');
    }
  });
}

for (const [scope, ending] of [
  ['source.alloy', '.als'],
  ['source.aunit', '.aunit'],
  ['source.nitpick', '.np'],
  ['source.parallel-program', '.prog'],
] as const) {
  test(`nothing in the examples is wrong for ${scope}`, async () => {
    const all = (await readdir(`${root}/specs`, { recursive: true })).filter(file => file.endsWith(ending));
    assert.ok(all.length > 0);
    for (const file of all)
      for (const piece of await pieces(scope, await readFile(`${root}/specs/${file}`, 'utf8'))) {
        const innermost = piece.scopes.at(-1) ?? '';
        const where = `${file}:${piece.line}: ${piece.text}`;
        assert.ok(!piece.scopes.some(name => name.startsWith('invalid')), where);
        assert.ok(piece.text.trim() === '' || innermost !== scope, `${where} has no scope`);
      }
  });
}

test('models in Markdown', async () => {
  const found = await pieces('text.html.markdown', '# sig A\n```alloy\nsig A {}\n```\nsig B\n```aunit\ntest "t" { a valid }\n```\n``` alloy\nsig C');
  const scopesOf = (text: string) => found.find(piece => piece.text === text)?.scopes ?? [];
  assert.ok(scopesOf('sig').includes('storage.type.alloy'), 'a block of Alloy');
  assert.ok(scopesOf('sig').includes('meta.embedded.block.alloy'));
  assert.ok(scopesOf('valid').includes('keyword.control.judgement.aunit'), 'a block of tests');
  assert.equal(found.filter(piece => piece.text === 'sig').length, 1, 'nothing else');
});
