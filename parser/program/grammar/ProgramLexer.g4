// Tokens of parallel programs. Any other character becomes UNKNOWN, so that the parser reports it.
lexer grammar ProgramLexer;

PROGRAM: 'program';
CONST: 'const';
TYPE: 'type';
VAR: 'var';
BOOL: 'bool';
IN: 'in';
FAIR: 'fair';
PROCESS: 'process';
SKIP_: 'skip';
GOTO: 'goto';
IF: 'if';
ELSE: 'else';
WHILE: 'while';
AWAIT: 'await';
THEN: 'then';
PROPOSITION: 'proposition';
INVARIANT: 'invariant';
PROPERTY: 'property';
NO: 'no';
DEADLOCK: 'deadlock';
ERROR: 'error';
FOR: 'for';
STEPS: 'steps';
EXPECT: 'expect';
HOLDS: 'holds';
VIOLATED: 'violated';
VAL: 'val';
EXTENDS: 'extends';
STATE: 'state';
LOOP: 'loop';
TEST: 'test';
SATISFIES: 'satisfies';
VIOLATES: 'violates';
VALID: 'valid';
INVALID: 'invalid';
AT: 'at';
TRUE: 'true';
FALSE: 'false';
NOT: 'not' | '!';
AND: 'and' | '&&';
OR: 'or' | '||';
IMPLIES: 'implies' | '=>';
IFF: 'iff' | '<=>';
ALWAYS: 'always';
EVENTUALLY: 'eventually';
AFTER: 'after';
UNTIL: 'until';
ALL: 'all';
SOME: 'some';
EQUAL: '='; NOT_EQUAL: '!='; LESS: '<'; LESS_EQUAL: '<='; GREATER: '>'; GREATER_EQUAL: '>=';
PLUS: '+'; MINUS: '-'; TIMES: '*'; DIVIDED: '/'; MODULO: '%';
ASSIGN: ':='; COLON: ':'; SEMICOLON: ';'; COMMA: ','; RANGE: '..'; DOT: '.'; BAR: '|'; MARK: '@';
LPAREN: '('; RPAREN: ')'; LBRACKET: '['; RBRACKET: ']'; LBRACE: '{'; RBRACE: '}';
NAME: [A-Za-z_] [A-Za-z_0-9]*;
NUMBER: [0-9]+;
STRING: '"' ~["\n]* '"';
COMMENT: ('//' ~[\n]* | '--' ~[\n]* | BLOCK '*'+ '/') -> skip;
BLANK: [ \t\f\n]+ -> skip;

// Errors.
OPEN_COMMENT: BLOCK '*'*;  // reaches to the end of the text
OPEN_STRING: '"' ~["\n]*;
UNKNOWN: .;

fragment BLOCK: '/*' (~'*' | '*'+ ~[*/])*;
