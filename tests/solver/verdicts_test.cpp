// Corner cases of the language: models with the verdict on each command as a letter (S satisfiable, U unsatisfiable, E refused),
// or R if the file does not resolve. The verdicts are those of the Alloy Analyzer, unless `what` says "here".
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/session/search.h"

namespace aunit::solver {
namespace {

struct Corner {
  const char* what;
  const char* verdicts;
  const char* text;
};

std::string verdictsOf(const char* text) {
  const auto loaded = parser::loadText("corner.als", text);
  if (!loaded->ok()) return "R";
  std::string letters;
  for (model::CommandId c = 0; c < loaded->model->commands().size(); ++c) {
    const Verdict verdict = Search(*loaded->model, problemOf(*loaded->model, c), {}).next().verdict;
    letters += verdict == Verdict::satisfiable ? 'S' : verdict == Verdict::unsatisfiable ? 'U' : 'E';
  }
  return letters;
}

class Corners : public testing::TestWithParam<Corner> {};

TEST_P(Corners, Verdicts) {
  EXPECT_EQ(verdictsOf(GetParam().text), GetParam().verdicts) << GetParam().what << "\n" << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Language, Corners,
    testing::Values(
        Corner{"14: of chained commands the first counts", "SU",
               "sig A {} run { some A } for 1 => run { #A = 3 } for 1  run { some none } => run { some A }"},
        Corner{
            "7.7: meta-signatures leave variable signatures and fields variable", "SSS",
            "var sig V { var g: set V } run { some V and after no V } run { g' != g } run { some V$ and V$.value' != V$.value }"},
        Corner{"7.7: no field, nothing in field$", "US", "sig A {} run { some field$ } run { some sig$ }"},
        Corner{"7.7: one field", "S", "sig A { f: set A } run { some field$ and one A$.fields }"},
        Corner{
            "9: a static defined field stays the same", "UUS",
            "var sig V {} sig A { d = V } run { some A.d and after no A.d } run { some A and V' != V } run { no A and V' != V }"},
        Corner{"8.2: a defined field of nothing", "R", "sig A { d = none } run {}"},
        Corner{"8.2: a defined field of disjoint types", "R", "sig A {} sig B { d = (A & B) } run {}"},
        Corner{"8.1: a computed `then` makes an integer of the whole", "USUSS",
               "sig A {} run { no (some none => #A else none) } run { (some none => #A else (1+2)) = 3 }"
               " run { (some none => (sum x: A | 1) else (1+2)) = 1+2 } run { (no none => #A else none) = #A }"
               " run { #(some none => 1+2 else #A) = 1 }"},
        Corner{"8.1: a computed `then` beside a set without integers", "US",
               "sig A {} run { (some none => #A else A) != 0 } run { one x: (some none => #A else A) | x = 0 }"},
        Corner{"8.1: a `then` that is written as a number makes no integer of the whole", "UUSUUSS",
               "sig A {} run { one x: (some none => 3 else A) | x = 0 } check { (some none => (3) else A) = A }"
               " run { #(some none => -1 else 1+2) = 2 } check { (some none => (no A => 1 else 2) else A) = A }"
               " check { (some none => (let x = 3, y = x | y) else A) = A } run { #(some none => (let x = #A | x) else 1+2) = 1 }"
               " run { some A and let x = 3 | (some none => x else A) = A }"},
        Corner{"15: each step of a scope that grows exactly is exact", "UUUS",
               "sig A {} check { some A } for exactly 1..2 A run { no A } for exactly 1..2 A check { #A != 1 } for exactly 2..3 A"
               " check { #A != 3 } for exactly 2..3 A"},
        Corner{"15: a scope that grows beyond a multiplicity", "EUSES",
               "lone sig A {} one sig B {} sig C {} run { some A } for 2 but 1..2 A run { some A } for 2 but 0..9 A"
               " check { no A } for 2 but 1..2 A run {} for 2 but 1..5:4 B run {} for 2 but 1..2147483647 C"},
        Corner{"8.2: a variable's bound is disj in what is called", "SEE",
               "sig A {} pred p { some x: disj A | some x } run { some A } run p run { not p }"},
        Corner{"8.2: a private variable", "SE", "sig A {} pred p { no private x: A | some x } run { no A } run p"},
        Corner{"8.2: an ill-formed variable in a fact", "E", "sig A {} fact { all x: disj A | some x } run { no A }"},
        Corner{"8.2: a parameter with `=`", "SES", "sig A {} pred p[x = A] { some x } run { some A } run p run { p[A] }"},
        Corner{"8.2: a variable with `=`", "R", "sig A {} pred p { some x = A | some x } run {}"},
        Corner{"8.2: `var` says nothing of variables and parameters", "SSS",
               "sig A {} pred p[var x: A] { one x } run { some x: A, var y: A | x = y } run p run { p[A] }"},
        Corner{"3: a private parameter", "R", "sig A {} pred p[private x: A] { some x } run {}"},
        Corner{"3: labels with $", "S", "sig A {} e$: run { some A }"},
        Corner{"7.5: a macro is not a function", "R", "let m = plus  run { m[1, 1] = 2 }"},
        Corner{"7.5: a macro's argument gets its arguments in the body", "S",
               "sig A {} pred q[x: A] { some x } let m[x] = x[A]  run { m[q] }"},
        Corner{"7.5: nor does it hand one on", "R", "let m[x] { x }  run { some x: Int | m[plus][x, 1] > x }"},
        Corner{"7.5: a macro is not a predicate", "R", "sig A {} pred q[x: A] { some x } let m = q  run { m[A] }"},
        Corner{"7.5: a macro's parameter twice", "R", "sig A {} let m[x, x] = x  run { some m[A, A] }"},
        Corner{"6: a root that calls itself util/integer opens util/integer", "R",
               "module util/integer  fun prev: Int->Int { ~(fun/next) } fun p[s: set Int]: set Int { s.prev } run { some p[1] }"},
        Corner{"6: a parametrised root and a signature of its parameter's name", "R", "module m[A]  sig A {} run {}"},
        Corner{"13.4: an exact scope of a variable signature", "R", "var sig A {} run {} for 2 but exactly 2 A"},
        Corner{"13.4: a scope n..n of a variable signature", "R", "var sig A {} run {} for 2 but 2..2 A"},
        Corner{"13.4: a scope of a variable subset", "R", "sig A {} var sig B in A {} run {} for 2 but 1 B"},
        Corner{"13.4: a scope of a variable child", "R", "sig A {} var sig B extends A {} run {} for 2 but 1 B"},
        Corner{"13.4: a scope of a variable signature", "S", "var sig A {} run { some A } for 2 but 1 A"},
        Corner{"13.7: exactly m..n steps is exactly m", "USU",
               "var sig V {} run { V' != V } for 2 but exactly 1..3 steps  run { V' != V } for 2 but exactly 2..3 steps"
               "  run { V' != V and V'' = V and V''' = V and V'''' != V } for 2 but exactly 2..4 steps"},
        Corner{"13.7: m:k steps grow without end", "E", "var sig V {} run { some V } for 2 but 1:1 steps"},
        Corner{"9: `sig S = P + Q` follows its parts", "SUS",
               "sig P {} var sig Q {} sig S = P + Q {} run { S' != S } run { P' != P } run { some S and no S' }"},
        Corner{"6: a comprehension of too many columns", "R",
               "sig A {} run { some { "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A, "
               "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: A | some a } }"}));

}  // namespace
}  // namespace aunit::solver
