// Grammar of Alloy 6.2 (language reference 3 and 4), the test language, and the AUnit Analyzer's form.
//
// Nearly every decision here needs only one token, because the token filter gives different types to words that look alike. An expression
// is a flat row of operands and operators; the builder (builder.h) structures it by precedence. This is several times faster than a rule
// for each level or a left-recursive rule, above all for the first file of a process. It also lets the builder explain errors about
// operators better than a list of expected tokens does.
parser grammar AlloyParser;

options {
  tokenVocab = AlloyLexer;
  superClass = GuardedParser;
}

@parser::preinclude {
#include "parser/guarded_parser.h"
}

@parser::members {
  /// Adds no leaves for expressions and lists of names: the builder reads their tokens directly, and leaves would need most of the memory.
  antlr4::Token* consume() override {
    const std::size_t rule = _ctx->getRuleIndex();
    return rule == RuleExpr || rule == RuleNames ? consumeWithoutLeaf() : GuardedParser::consume();
  }
}

/// A part of a file, from one paragraph keyword to the next.
paragraphs: paragraph* EOF;

/// The text typed at a prompt.
formula: expr+ EOF;

paragraph: moduleHeader | declaration | fact | assertion | commands | valuation | log | test | markedTest | fileMark;

moduleHeader: MODULE name (LBRACKET moduleParameter (COMMA moduleParameter)* RBRACKET)?;
declaration: qualifier* (openModule | enumeration | signature | predicate | function | macro);
openModule: OPEN name (LBRACKET (sigRef (COMMA sigRef)*)? RBRACKET)? (AS alias=name)?;
enumeration: ENUM name LBRACE names? RBRACE;
signature: SIG names (op=EXTENDS sigRef | op=(IN | EQUALS) sigRef (PLUS sigRef)*)? LBRACE fields RBRACE block?;
predicate: PRED sigRef (DOT name)? parameters? block;
function: FUN sigRef (DOT name)? parameters? COLON expr block;
macro: LET name (LPAREN names? RPAREN | LBRACKET names? RBRACKET)? (block | EQUALS expr);
fact: FACT (name | STRING)? block;
assertion: ASSERT (name | STRING)? block;
commands: command (IMPLIES command)*;
valuation: VAL name (EXTENDS names)? tag* (FOR typeScopes tag*)? (FROM STRING (tag* | LBRACE logItem* RBRACE) | LBRACE valuationItem* RBRACE);
test: TEST STRING tag* (table tag*)? LBRACE statement+ RBRACE;
markedTest: TEST_MARK (command | name COLON expr);

moduleParameter: EXACTLY? name;
qualifier: ABSTRACT | LONE | ONE | SOME | PRIVATE | VAR;
fields: decl? (COMMA decl?)*;
parameters: LPAREN fields RPAREN | LBRACKET fields RBRACKET;
decl: VAR? PRIVATE? disjointNames=DISJ? names op=(COLON | EQUALS) disjointValues=DISJ? expr;
declarations: decl (COMMA decl)*;
names: (NAME | QUALIFIED_NAME) (COMMA (NAME | QUALIFIED_NAME))*;
name: NAME | QUALIFIED_NAME;
sigRef: NAME | QUALIFIED_NAME | UNIV | INT_SIG | STRING_SIG | NONE | STEPS;
block: LBRACE expr* RBRACE;

command: op=(RUN | CHECK) (block | name (name | block)?) scope? (EXPECT NUMBER (INSTANCES UP_TO_SYMMETRY?)?)?;
scope: FOR (NUMBER (BUT typeScopes)? | name (BUT typeScopes)? | typeScopes);
typeScopes: typeScope (COMMA typeScope)*;
typeScope: EXACTLY? first=NUMBER (DOT DOT last=NUMBER? (COLON step=NUMBER)? | COLON step=NUMBER)? scoped;
scoped: NAME | QUALIFIED_NAME | INT_SIG | INT | SEQ | STRING_SIG | STEPS | UNIV | NONE;

tag: AT NAME | mark;
mark: (SKIP_MARK | XFAIL_MARK) STRING;
fileMark: mark;
valuationItem: STATE block | LOOP NUMBER | ELLIPSIS | expr OPEN_VALUE?;
table: FOR names IN LBRACE row* RBRACE;
row: STRING? (LPAREN cell (COMMA cell)* RPAREN | single=(NAME | QUALIFIED_NAME | NUMBER) | block | inPlace) tag*;
cell: expr | inPlace;
statement: asked | WITHOUT named (COMMA named)* LBRACE asked+ RBRACE;
asked
  : ( command
    | EVERY? subject (COMMA subject)* (op=(SATISFIES | VIOLATES) (command | expr) | op=(VALID | INVALID | FITS) | op=GIVES expr)
    ) (because | EXPECT_ERROR STRING)?
  ;
subject: (name | SUBJECT) inPlace? | inPlace;
inPlace: VALUATION_BRACE valuationItem* RBRACE;
because: BECAUSE named;
named: NAMED (owner=name DOMAIN)? (of=name | STRING);

log: LOG name tag* ((FOR typeScopes)? logFiles? | logFiles FOR typeScopes) LBRACE logItem* RBRACE;
logFiles: FROM STRING (COMMA STRING)*;
logItem
  : EVENT path (WITH path)?
  | ON pattern IS (NO_STEP | PASSED_OVER | expr)
  | VALUE pattern IS expr
  | EACH path (UNLESS pattern)? LBRACE elementRule* RBRACE
  | (CLOCK | ORDER | BY | LOOP) path
  | INITIALLY (block | ANY_STATE)
  | UP_TO NUMBER HIDDEN_STEPS
  | UNNAMED names STAY
  | TLA_VALUES
  | LINES_ARE_STATES
  | expr FROM path
  ;
elementRule: ON pattern (AFTER pattern)? IS expr;
path: (DOT (NAME | STRING) | LBRACKET (NUMBER | STRING) RBRACKET)+;
pattern
  : STRING
  | NUMBER
  | NAME (COLON expr)?
  | (LBRACE | SET_BRACE) (member (COMMA member)*)? RBRACE
  | LBRACKET (pattern (COMMA pattern)* (COMMA ELLIPSIS)?)? RBRACKET
  ;
member: (NAME | STRING) COLON pattern;

// Operators are listed in their order of precedence, tightest first. A binder reaches to the end of the row, or to the next `;`. Prefix and
// infix operators are not rules of their own, because each rule would cost a node.
expr
  : // an operand
    ( TILDE | CARET | STAR | HASH | SUM | INT | NO | SOME | LONE | ONE | SET | SEQ
    | NOT | ALWAYS | EVENTUALLY | AFTER | BEFORE | HISTORICALLY | ONCE
    | binder
    )*
    ( NAME | QUALIFIED_NAME | NUMBER | STRING | IDEN | THIS | INT_CONSTANT | UNIV | INT_SIG | STRING_SIG | NONE | STEPS | BUILTIN
    | primary
    )
    // after an operand
    ( PRIME
    | arguments
    | // an operator and another operand
      ( DOT | RANGE | DOMAIN | ARROW | AMPERSAND | OVERRIDE | INT_MUL | INT_DIV | INT_REM | PLUS | MINUS | INT_ADD | INT_SUB
      | SHIFT_LEFT | SHIFT_RIGHT | SHIFT_RIGHT_LOGICAL | IN | EQUALS | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL | NEGATED_COMPARISON
      | UNTIL | SINCE | RELEASES | TRIGGERED | AND | IMPLIES | ELSE | IFF | OR | SEMICOLON
      )
      ( TILDE | CARET | STAR | HASH | SUM | INT | NO | SOME | LONE | ONE | SET | SEQ
      | NOT | ALWAYS | EVENTUALLY | AFTER | BEFORE | HISTORICALLY | ONCE
      | binder
      )*
      ( NAME | QUALIFIED_NAME | NUMBER | STRING | IDEN | THIS | INT_CONSTANT | UNIV | INT_SIG | STRING_SIG | NONE | STEPS | BUILTIN
      | primary
      )
    )*
  ;

arguments: LBRACKET (expr (COMMA expr)*)? RBRACKET;

binder
  : QUANTIFIER declarations BAR?           // if there is no BAR, a block follows
  | LET binding (COMMA binding)* BAR?
  ;

binding: name EQUALS expr;

primary
  : LPAREN expr RPAREN                                     # parentheses
  | block                                                  # blockExpr
  | COMMAND_MARK block                                     # markedBlock
  | SET_BRACE declarations (BAR expr | block)? RBRACE      # comprehension
  | AT (NAME | QUALIFIED_NAME)                             # atName
  | NAMED (NAME | QUALIFIED_NAME | STRING)                 # namedFormula     // the body of a fact or assertion
  ;
