// Tokens of Alloy 6.2 (language reference 1.2). The program reads tokens with a scanner written by hand (scanner.h). ANTLR's lexer for
// this grammar numbers the tokens, and tests compare the scanner with it. The lexer (lexer.h) drops comments and reports the tokens under
// "Errors". The token filter (token_filter.h) merges and renames tokens, and makes the tokens declared in `tokens`.
lexer grammar AlloyLexer;

tokens {
  QUALIFIED_NAME,      // a/b/c, this/a, seq/Int
  QUANTIFIER,          // all no some lone one sum before declarations
  SET_BRACE,           // { before declarations
  BUILTIN,             // disj int sum pred/totalOrder after a dot or before [arguments]
  NEGATED_COMPARISON,  // !in, not =, ...
  INT_ADD, INT_SUB, INT_MUL, INT_DIV, INT_REM, INT_CONSTANT,  // fun/add ...; fun/min fun/max fun/next
  // The test language, and the AUnit Analyzer's form: these words are tokens only where they are expected, elsewhere names.
  VAL, TEST, STATE, LOOP, FROM, SATISFIES, VIOLATES, VALID, INVALID, GIVES, BECAUSE, WITHOUT, TEST_MARK, COMMAND_MARK,
  SKIP_MARK, XFAIL_MARK,
  INSTANCES, UP_TO_SYMMETRY,  // `instances` and `up to symmetry` after `expect 3`
  EXPECT_ERROR,    // `expect error`
  NAMED,           // the kind of the name after it: `fact`, `assertion`; after `because` and `without` also `sig`, `declaration of` ...
  EVERY,
  ELLIPSIS, OPEN_VALUE,  // `...` and `= ...` in a valuation
  SUBJECT,         // a name before the verb of a statement: `a` and `b` in `a, b { link + N0->N0 } satisfies p`
  VALUATION_BRACE, // { of an inline valuation before the verb
  // Logs of programs.
  LOG, FITS, EVENT, WITH, ON, IS, NO_STEP, PASSED_OVER, VALUE, EACH, UNLESS, CLOCK, ORDER, INITIALLY, ANY_STATE, UP_TO,
  HIDDEN_STEPS, UNNAMED, STAY, TLA_VALUES, BY, LINES_ARE_STATES
}

ABSTRACT: 'abstract'; ALL: 'all'; AND: '&&' | 'and'; AS: 'as'; ASSERT: 'assert'; BUT: 'but'; CHECK: 'check'; DISJ: 'disj';
ELSE: 'else'; ENUM: 'enum'; EXACTLY: 'exactly'; EXPECT: 'expect'; EXTENDS: 'extends'; FACT: 'fact'; FOR: 'for'; FUN: 'fun';
IDEN: 'iden'; IFF: '<=>' | 'iff'; IMPLIES: '=>' | 'implies'; IN: 'in'; INT_SIG: 'Int'; INT: 'int'; LET: 'let'; LONE: 'lone';
MODULE: 'module'; NO: 'no'; NONE: 'none'; NOT: '!' | 'not'; ONE: 'one'; OPEN: 'open'; OR: '||' | 'or'; PRED: 'pred';
PRIVATE: 'private'; RUN: 'run'; SEQ: 'seq'; SET: 'set'; SIG: 'sig'; SOME: 'some'; STRING_SIG: 'String'; SUM: 'sum'; THIS: 'this';
UNIV: 'univ';

// New in Alloy 6.
AFTER: 'after'; ALWAYS: 'always'; BEFORE: 'before'; EVENTUALLY: 'eventually'; HISTORICALLY: 'historically'; ONCE: 'once';
RELEASES: 'releases'; SINCE: 'since'; STEPS: 'steps'; TRIGGERED: 'triggered'; UNTIL: 'until'; VAR: 'var';

HASH: '#'; AMPERSAND: '&'; LPAREN: '('; RPAREN: ')'; STAR: '*'; OVERRIDE: '++'; PLUS: '+'; COMMA: ','; ARROW: '->'; MINUS: '-';
DOT: '.' | '::'; SLASH: '/'; RANGE: ':>'; COLON: ':'; LESS_EQUAL: '<=' | '=<'; DOMAIN: '<:'; SHIFT_LEFT: '<<'; LESS: '<';
EQUALS: '='; SHIFT_RIGHT_LOGICAL: '>>>'; SHIFT_RIGHT: '>>'; GREATER_EQUAL: '>='; GREATER: '>'; AT: '@'; LBRACKET: '[';
RBRACKET: ']'; CARET: '^'; LBRACE: '{'; BAR: '|'; RBRACE: '}'; TILDE: '~'; SEMICOLON: ';'; PRIME: '\'' | '\u2018' | '\u2019';

NAME: START PART*;
NUMBER: [0-9]+ | '0x' ([0-9a-fA-F] [0-9a-fA-F] | '_')+ | '0b' [01_]+;
STRING: STRING_TEXT '"';

EMPTY_COMMENT: '/**/';
LINE_COMMENT: ('--' | '//') ~[\n]*;
BLANKS: [ \t\f\r\n]+ -> skip;

// Errors.
BLOCK_COMMENT: '/*' .*? ('*/' | EOF);  // the last only where it is not closed
NAME_AFTER_NUMBER: [0-9] PART+;
NAME_AFTER_STRING: STRING PART+;
EMPTY_STRING: '""';
BAD_ESCAPE: '"' (~["\\\n] | '\\' ~[\n])+ '"';
OPEN_STRING: '"' (~["\\\n] | '\\' ~[\n])* '\\'?;
STRAY: .;

// As in a Java identifier: the prime is not part of it (since Alloy 6), the double quote is. Beyond ASCII, everything but the blocks of
// punctuation and symbols counts as a letter.
fragment START: [a-zA-Z_$] | LETTER;
fragment PART: [a-zA-Z0-9_$"] | LETTER;
fragment LETTER
  : [\u00A2-\u00A5\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u1FFF\u203F\u2040\u2054\u2070-\u218F\u2C00-\u2DFF]
  | [\u3004-\u3007\u3021-\uD7FF\uF900-\uFDFF\uFE20-\uFE2F\uFE33\uFE34\uFE4D-\uFE4F\uFE70-\uFEFC\uFF10-\uFF19\uFF21-\uFF3A]
  | [\uFF3F\uFF41-\uFF5A\uFF65-\uFFDC\u{10000}-\u{1CFFF}\u{1D400}-\u{1EFFF}\u{20000}-\u{EFFFF}]
  ;
fragment STRING_TEXT: '"' (~["\\\n] | '\\' [n"\\])+;
