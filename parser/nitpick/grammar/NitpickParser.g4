// Grammar of Nitpick (docs/nitpick.md), and of the test language over it.
//
// Expressions are one left-recursive rule, with its alternatives in order of precedence, tightest first. The resolver distinguishes
// terms from formulas. It also decides by the types of the operands what `;` means (composition of relations, sequence of
// operations), and what `.` means (application, image).
parser grammar NitpickParser;

options {
  tokenVocab = NitpickLexer;
  superClass = GuardedParser;
}

@parser::preinclude {
#include "parser/guarded_parser.h"
}

paragraph
  : LBRACKET names RBRACKET                                                                # types
  | NAME parameters? op=(EQUAL | CLAIM) body                                               # schema
  | OPEN (NAME | STRING)                                                                   # openFile
  | VAL NAME (EXTENDS base=NAME)? tag* (FROM STRING tag* | LBRACE valuationItem* RBRACE)   # valuation
  | TEST STRING tag* LBRACE testBody RBRACE                                                # test
  ;

/// The text typed at a prompt.
prompt: expr EOF;

names: NAME (COMMA NAME)*;
parameters: (CALL | LPAREN) (variables (SEMICOLON variables)*)? RPAREN;
variables: names COLON range;
range: SET NAME | from=NAME (op=(ARROW | RELATION) to=NAME)?;

body: LBRACKET (declaration SEMICOLON?)* (BAR expr*)? RBRACKET | expr;
declaration: CONST? (variables | inclusion);
inclusion: NAME arguments? PRIME?;
arguments: CALL (expr (COMMA expr)*)? RPAREN;

expr
  : expr PRIME                                                                             # primed
  | expr op=(TILDE | PLUS | STAR)                                                          # postfix
  | <assoc = right> expr op=DOT expr                                                       # binary
  | op=(DOM | RAN | FDOM) expr                                                             # prefix
  | expr op=SEMICOLON expr                                                                 # binary
  | expr op=(DOMAIN_RESTRICTION | DOMAIN_SUBTRACTION | RANGE_RESTRICTION | RANGE_SUBTRACTION) expr  # binary
  | expr op=OVERRIDE expr                                                                  # binary
  | expr op=INTERSECTION expr                                                              # binary
  | expr op=(UNION | DIFFERENCE) expr                                                      # binary
  | expr op=ARROW expr                                                                     # binary
  | op=(FUN | INJ | SUR | TOT | ONE) expr                                                  # prefix
  | expr (op=(IN | COLON | NOT_IN | EQUAL | NOT_EQUAL | SUBSET | PROPER_SUBSET) | op=NOT IN) expr  # binary
  | op=NOT expr                                                                            # prefix
  | expr op=AND expr                                                                       # binary
  | expr op=OR expr                                                                        # binary
  | <assoc = right> expr op=IMPLIES expr                                                   # binary
  | expr op=IFF expr                                                                       # binary
  | LPAREN expr (COMMA expr)? RPAREN                                                       # parentheses
  | LBRACE (expr (COMMA expr)*)? RBRACE                                                    # setLiteral
  | op=(EMPTY | UNIVERSAL | IDENTITY)                                                      # constant
  | NAME arguments?                                                                        # name
  ;

// The test language.
tag: AT NAME;
valuationItem: STATE LBRACE assignment* RBRACE | LOOP NUMBER | assignment;
assignment: NAME EQUAL expr;
testBody: NAME op=(SATISFIES | VIOLATES) (command | expr) | NAME op=(VALID | INVALID) | NAME op=GIVES expr | command;
command: op=(RUN | CHECK) (NAME | LPAREN expr RPAREN) scope? (EXPECT NUMBER)?;
scope: FOR (NUMBER (BUT typeScopes)? | typeScopes);
typeScopes: typeScope (COMMA typeScope)*;
typeScope: EXACTLY? NUMBER NAME;
