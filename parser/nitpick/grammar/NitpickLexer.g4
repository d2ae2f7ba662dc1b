// Tokens of Nitpick, the language of the tool Ladybug: its ASCII spelling, the mathematical signs for the same operators, and the
// quotation marks and tildes that word processors and typesetters write instead of a prime and a tilde.
lexer grammar NitpickLexer;

tokens {
  CALL,  // a parenthesis directly after a name on its line: begins the arguments or parameters of a schema
  // These words are tokens only at the beginning of paragraphs of the test language, and inside these.
  OPEN, VAL, TEST, EXTENDS, STATE, LOOP, FROM, SATISFIES, VIOLATES, VALID, INVALID, GIVES, RUN, CHECK, FOR, BUT, EXACTLY, EXPECT
}

CONST: 'const'; SET: 'set';
AND: 'and' | '∧'; OR: 'or' | '∨'; NOT: 'not' | '¬'; IMPLIES: '=>' | '⇒'; IFF: '<=>' | '⇔';
DOM: 'dom'; RAN: 'ran'; FDOM: 'fdom'; FUN: 'fun'; INJ: 'inj'; SUR: 'sur'; TOT: 'tot'; ONE: 'one';
UNIVERSAL: 'Un'; IDENTITY: 'Id'; EMPTY: '∅';
UNION: 'U' | '∪'; INTERSECTION: '&' | '∩'; DIFFERENCE: '\\' | '∖';
IN: 'in' | '∈'; NOT_IN: '!:' | '!in' | '∉'; EQUAL: '='; NOT_EQUAL: '!=' | '≠';
SUBSET: '<=' | '⊆'; PROPER_SUBSET: '<' | '⊂';
DOMAIN_RESTRICTION: '<:' | '◁'; RANGE_RESTRICTION: '>:' | '▷';
DOMAIN_SUBTRACTION: '<;' | '⩤'; RANGE_SUBTRACTION: '>;' | '⩥';
OVERRIDE: '(+)' | '⊕'; SEMICOLON: ';' | '⨾';
TILDE: '~' | '˜' | '∼' | '⁓'; PLUS: '+' | '⁺'; STAR: '*' | '?' | '⋆' | '∗'; DOT: '.' | '·' | '⋅';
PRIME: '\'' | '‘' | '’' | '′' | '´';
RELATION: '<->' | '↔'; ARROW: '->' | '→';
CLAIM: '::'; COLON: ':'; BAR: '|'; COMMA: ',';
LPAREN: '('; RPAREN: ')'; LBRACKET: '['; RBRACKET: ']'; LBRACE: '{'; RBRACE: '}'; AT: '@';

NAME: (LETTER | '_') (LETTER | [0-9_$])*;
NUMBER: [0-9]+;
STRING: '"' ~["\n]* '"';

COMMENT: (BLOCK '*'+ '/' | ('//' | '--') ~[\n]*) -> skip;
BLANKS: [ \t\f\r\n\u00A0]+ -> skip;

// Errors.
OPEN_COMMENT: BLOCK '*'*;  // reaches to the end of the text
OPEN_STRING: '"' ~["\n]*;
STRAY: .;

fragment BLOCK: '/*' (~'*' | '*'+ ~[*/])*;

// Beyond ASCII, whole blocks without the signs above. Exact tables of Unicode's letters would load slower than most files parse.
fragment LETTER
  : [a-zA-Z\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02C1\u0370-\u1FFF\u2100-\u218B\u2C00-\u2DFF]
  | [\u3005-\u3007\u3021-\uD7FF\uF900-\uFDFF\uFE70-\uFEFC\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC]
  | [\u{10000}-\u{1CFFF}\u{1D400}-\u{1EFFF}\u{20000}-\u{3FFFF}]
  ;
