// Grammar of Alloy 6.2 (language reference 3 and 4), the test language, and the AUnit Analyzer's form.
//
// All expressions are one left-recursive rule, which ANTLR parses fastest; alternatives stand in order of precedence, tightest
// first. It accepts a little more than Alloy: prefix operators and binders at the wrong level, an `else` without its `=>`. The
// builder (builder.h) looks at the operands' levels and rejects those, with better words than a list of tokens.
parser grammar AlloyParser;

options {
  tokenVocab = AlloyLexer;
  superClass = GuardedParser;
}

@parser::preinclude {
#include "parser/guarded_parser.h"
}

/// A piece of a file, from one paragraph keyword to the next.
paragraphs: paragraph* EOF;

/// What a prompt reads.
formula: expr+ EOF;

paragraph
  : MODULE name (LBRACKET moduleParameter (COMMA moduleParameter)* RBRACKET)?                         # moduleHeader
  | PRIVATE? OPEN name (LBRACKET (sigRef (COMMA sigRef)*)? RBRACKET)? (AS alias=name)?                # openModule
  | PRIVATE? ENUM name LBRACE names? RBRACE                                                           # enumeration
  | qualifier* SIG names (op=EXTENDS sigRef | op=(IN | EQUALS) sigRef (PLUS sigRef)*)? LBRACE fields RBRACE block?  # signature
  | FACT (name | STRING)? block                                                                       # fact
  | ASSERT (name | STRING)? block                                                                     # assertion
  | PRIVATE? PRED sigRef (DOT name)? parameters? block                                                # predicate
  | PRIVATE? FUN sigRef (DOT name)? parameters? COLON expr block                                      # function
  | PRIVATE? LET name (LPAREN names? RPAREN | LBRACKET names? RBRACKET)? (block | EQUALS expr)        # macro
  | command (IMPLIES command)*                                                                        # commands
  | VAL name (EXTENDS base=name)? tag* (FROM STRING tag* | valuationBody)                             # valuation
  | TEST STRING tag* LBRACE testBody RBRACE                                                           # test
  | TEST_MARK (command | name COLON expr)                                                             # markedTest
  ;

moduleParameter: EXACTLY? name;
qualifier: ABSTRACT | LONE | ONE | SOME | PRIVATE | VAR;
fields: decl? (COMMA decl?)*;
parameters: LPAREN fields RPAREN | LBRACKET fields RBRACKET;
decl: VAR? PRIVATE? disjointNames=DISJ? names op=(COLON | EQUALS) disjointValues=DISJ? expr;
declarations: decl (COMMA decl)*;
names: name (COMMA name)*;
name: NAME | QUALIFIED_NAME;
sigRef: NAME | QUALIFIED_NAME | UNIV | INT_SIG | STRING_SIG | NONE | STEPS;
block: LBRACE expr* RBRACE;

command: op=(RUN | CHECK) (block | name (name | block)?) scope? (EXPECT NUMBER)?;
scope: FOR (NUMBER (BUT typeScopes)? | typeScopes);
typeScopes: typeScope (COMMA typeScope)*;
typeScope: EXACTLY? first=NUMBER (DOT DOT (last=NUMBER (COLON step=NUMBER)?)? | COLON step=NUMBER)? scoped;
scoped: NAME | QUALIFIED_NAME | INT_SIG | INT | SEQ | STRING_SIG | STEPS | UNIV | NONE;

tag: AT NAME;
valuationBody: LBRACE valuationItem* RBRACE;
valuationItem: STATE block | LOOP NUMBER | expr;
testBody: command | name (op=(SATISFIES | VIOLATES) (command | expr) | op=(VALID | INVALID) | op=GIVES expr);

expr
  : op=(TILDE | CARET | STAR) expr                                               # prefix      // 21
  | expr PRIME                                                                   # primed
  | expr op=DOT expr                                                             # binary      // 20
  | expr LBRACKET (expr (COMMA expr)*)? RBRACKET                                 # box
  | expr op=RANGE expr                                                           # binary      // 19
  | expr op=DOMAIN expr                                                          # binary      // 18
  | <assoc = right> expr op=ARROW expr                                           # binary      // 17
  | expr op=AMPERSAND expr                                                       # binary      // 16
  | expr op=OVERRIDE expr                                                        # binary      // 15
  | op=(HASH | SUM | INT) expr                                                   # prefix      // 14
  | expr op=(INT_MUL | INT_DIV | INT_REM) expr                                   # binary      // 13
  | expr op=(PLUS | MINUS | INT_ADD | INT_SUB) expr                              # binary      // 12
  | expr op=(SHIFT_LEFT | SHIFT_RIGHT | SHIFT_RIGHT_LOGICAL) expr                # binary      // 11
  | op=(NO | SOME | LONE | ONE | SET | SEQ) expr                                 # prefix      // 10
  | expr op=(IN | EQUALS | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL | NEGATED_COMPARISON) expr  # binary
  | op=(NOT | ALWAYS | EVENTUALLY | AFTER | BEFORE | HISTORICALLY | ONCE) expr   # prefix      // 9
  | expr op=(UNTIL | SINCE | RELEASES | TRIGGERED) expr                          # binary      // 8
  | expr op=AND expr                                                             # binary      // 7
  | <assoc = right> expr op=(IMPLIES | ELSE) expr                                # binary      // 6
  | expr op=IFF expr                                                             # binary      // 5
  | expr op=OR expr                                                              # binary      // 4
  | QUANTIFIER declarations BAR? expr                                            # quantified  // 3; without BAR the body is a block
  | LET binding (COMMA binding)* BAR? expr                                       # let
  | <assoc = right> expr op=SEMICOLON expr                                       # binary      // 1
  | LPAREN expr RPAREN                                                           # parentheses
  | block                                                                        # blockExpr
  | COMMAND_MARK block                                                           # markedBlock
  | LBRACE declarations (BAR expr | block)? RBRACE                               # comprehension
  | AT (NAME | QUALIFIED_NAME)                                                   # atName
  | token=(NAME | QUALIFIED_NAME | NUMBER | STRING | IDEN | THIS | INT_CONSTANT | UNIV | INT_SIG | STRING_SIG | NONE | STEPS | BUILTIN)  # atom
  ;

binding: name EQUALS expr;
