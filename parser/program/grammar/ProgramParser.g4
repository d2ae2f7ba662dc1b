// Grammar of parallel programs: shared variables with finite domains, processes as numbered or labelled statements, propositions
// over variables and program counters, properties, and tests. The manual is docs/programs.md.
//
// Layout has no meaning: line breaks and semicolons between statements are optional. Words that are keywords only in a few places
// (`loop`, `state`, `end`, ...) may be used as names everywhere else.
parser grammar ProgramParser;

options {
  tokenVocab = ProgramLexer;
  superClass = GuardedParser;
}

@parser::preinclude {
#include "parser/guarded_parser.h"
}

file: header? item* EOF;

header: PROGRAM name;

item
  : constant
  | enumeration
  | variables
  | process
  | proposition
  | property
  | valuation
  | test
  ;

constant: CONST name '=' term;
enumeration: TYPE name '=' '{' name (',' name)* '}';

// Variables. If no initial values are given, all values of the domain are initial.
variables: VAR variable (',' variable)* ':' domain initial?;
variable: name ('[' low=term '..' high=term ']')?;
domain
  : BOOL                            # booleans
  | '{' name (',' name)* '}'        # anonymousEnumeration
  | low=term '..' high=term         # range
  | name                            # namedDomain
  ;
initial
  : '=' expr                        # oneInitial
  | '=' '[' expr (',' expr)* ']'    # listInitial
  | IN '{' expr (',' expr)* '}'     # someInitial
  | IN low=term '..' high=term      # rangeInitial
  ;

process: FAIR? PROCESS name ('[' index=name ':' low=term '..' high=term ']')? '{' variables* statement* '}';

statement: label* action ';'?;
label: (name | NUMBER) ':';
action
  : assignment                                              # assign
  | SKIP_                                                   # skip
  | GOTO target                                             # jump
  | IF expr GOTO target                                     # conditionalJump
  | IF expr block (ELSE IF expr block)* (ELSE block)?       # branch
  | WHILE expr block                                        # loop
  | AWAIT expr (THEN assignment)?                           # wait
  ;
block: '{' statement* '}';
assignment: reference (',' reference)* ':=' expr (',' expr)*;
target: name | NUMBER;

proposition: PROPOSITION name ':' expr;

property
  : INVARIANT name ':' expr steps? expectation?             # invariant
  | PROPERTY name ':' expr steps? expectation?              # temporal
  | NO (DEADLOCK | ERROR) steps? expectation?               # absence
  ;
steps: FOR NUMBER STEPS;
expectation: EXPECT (HOLDS | VIOLATED);

// Tests.
valuation: VAL name (EXTENDS base=name)? tag* '{' setting* (situation+ (LOOP NUMBER)?)? '}';
situation: STATE '{' setting* '}';
setting: reference ('=' term | AT target) ','?;
test: TEST STRING tag* '{' name verdict '}';
verdict
  : SATISFIES expr                                          # satisfies
  | VIOLATES expr                                           # violates
  | VALID                                                   # valid
  | INVALID                                                 # invalid
  ;
tag: '@' name;

// Tightest first. Ranges and settings consist of terms, so that `3 = 0` in `var x: 0..3 = 0` is not read as a comparison.
expr
  : term (op=('=' | '!=' | '<' | '<=' | '>' | '>=') term)?  # comparison
  | op=(NOT | ALWAYS | EVENTUALLY | AFTER) expr             # prefix
  | expr op=UNTIL expr                                      # connective
  | expr op=AND expr                                        # connective
  | expr op=OR expr                                         # connective
  | <assoc=right> expr op=IMPLIES expr                      # connective
  | expr op=IFF expr                                        # connective
  | op=(ALL | SOME) name (',' name)* ':' low=term '..' high=term '|' expr   # quantified
  ;
term
  : reference (AT target)?                                  # value
  | NUMBER                                                  # number
  | op=(TRUE | FALSE)                                       # truth
  | '(' expr ')'                                            # grouped
  | '-' term                                                # negative
  | term op=('*' | '/' | '%') term                          # arithmetic
  | term op=('+' | '-') term                                # arithmetic
  ;
reference: name ('[' expr ']')? ('.' name ('[' expr ']')?)?;

name: NAME | LOOP | STATE | STEPS | TEST | VAL | VALID | INVALID | SATISFIES | VIOLATES | ERROR | DEADLOCK | HOLDS | VIOLATED | EXTENDS | EXPECT | TYPE;
