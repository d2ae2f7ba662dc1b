// A CodeMirror mode for the languages of aunit. Its keywords are those of the lexers: keywords.js is generated from their grammars. Words of
// the test language are keywords only where that language expects them.

import { keywords } from './keywords.js';

const testWords = new Set(['satisfies', 'violates', 'valid', 'invalid', 'gives', 'because', 'every', 'extends', 'from', 'loop', 'state', 'skip', 'xfail', 'instances']);
const name = /^[\p{L}_$][\p{L}\p{N}_$"]*/u;

/** The CodeMirror mode for a file of this name. */
export function modeFor(fileName) {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (ending === 'np') return { name: 'aunit', language: 'nitpick' };
  if (ending === 'prog') return { name: 'aunit', language: 'program' };
  if (ending === 'als' || ending === 'aunit') return { name: 'aunit', language: 'alloy' };
  return ending === 'md' ? { name: 'aunit', language: 'alloy', literate: true } : null;
}

function comment(stream, state) {
  const closed = stream.match(/^.*?\*\//);
  if (closed) state.inComment = false;
  else stream.skipToEnd();
  return 'comment';
}

// In literate models, only blocks of Alloy are coloured.
function fence(stream, state) {
  if (!stream.sol() || !stream.match(/^```/)) return false;
  state.inBlock = !state.inBlock && /^alloy\b/.test(stream.string.slice(stream.pos));
  stream.skipToEnd();
  return true;
}

function token(stream, state, words) {
  if (state.inComment) return comment(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match('/**/') || stream.match(/^(?:\/\/|--).*/)) return 'comment';
  if (stream.match('/*')) {
    state.inComment = true;
    return comment(stream, state);
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^(?:0x[0-9a-fA-F_]+|0b[01_]+|\d+)/)) return 'number';
  if (stream.match(/^@[\p{L}_]\w*/u)) return 'meta';
  const beginsParagraph = state.depth === 0 && /^\s*$/.test(stream.string.slice(0, stream.pos));
  if (stream.match(name)) {
    const word = stream.current();
    if (beginsParagraph) state.inTest = /^(?:val|test)$/.test(word) && /^\s+["\p{L}_$]/u.test(stream.string.slice(stream.pos));
    return words.has(word) || (state.inTest && (beginsParagraph || testWords.has(word))) ? 'keyword' : 'variable';
  }
  stream.next();
  return null;
}

/** Adds the mode `aunit` to CodeMirror. */
export function defineMode(CodeMirror) {
  CodeMirror.defineMode('aunit', (config, { language, literate }) => {
    const words = new Set(keywords[language]);
    return {
      startState: () => ({ inComment: false, inBlock: !literate, inTest: false, depth: 0 }),
      token(stream, state) {
        if (literate && !state.inComment && fence(stream, state)) return 'meta';
        if (!state.inBlock) {
          stream.skipToEnd();
          return null;
        }
        const style = token(stream, state, words);
        const bracket = style === null ? stream.current().trim() : '';
        if (bracket === '{') state.depth += 1;
        if (bracket === '}') state.depth = Math.max(0, state.depth - 1);
        return style;
      },
      indent: (state, after) => config.indentUnit * Math.max(0, state.depth - (after.startsWith('}') ? 1 : 0)),
      electricInput: /^\s*\}$/,
      lineComment: '--',
      blockCommentStart: '/*',
      blockCommentEnd: '*/',
    };
  });
}
