// Error messages about invalid declarations and types.
#include <gtest/gtest.h>

#include "tests/nitpick/support.h"

namespace aunit::parser::nitpick {
namespace {

TEST(NitpickErrors, UnknownTypes) {
  EXPECT_EQ(errorsOf("[Phone, Num]\nS = [ c: Phones <-> Num ]"), "2:10 there is no type `Phones` / did you mean `Phone`?");
  EXPECT_EQ(errorsOf("S (p: Ph) = [ ]"), "1:7 there is no type `Ph` / Declare the type first: `[Ph]`.");
}

TEST(NitpickErrors, UnknownNames) {
  EXPECT_EQ(errorsOf("[T]\nS = [ known: set T | knwon = {} ]"),
            "2:22 there is no variable, type or schema `knwon` / did you mean `known`?");
  EXPECT_EQ(errorsOf("[T]\nBook = [ known: set T ]\nC :: [ | Bok(T) ]"), "3:10 there is no schema `Bok` / did you mean `Book`?");
  EXPECT_EQ(errorsOf("[T]\nBook = [ known: set T ]\nS = [ x: T | x in known ]"),
            "3:19 there is no variable, type or schema `known` / It is a variable of Book: include that schema.");
  EXPECT_EQ(errorsOf("[T]\nBook = [ known: set T ]\nS = [ Booc | known = {} ]"),
            "3:7 there is no variable, type or schema `Booc` / did you mean `Book`?\n"
            "3:14 there is no variable, type or schema `known` / It is a variable of Book: include that schema.");
}

TEST(NitpickErrors, Arity) {
  const std::string join = "[Ph, Num]\nJoin (p: Ph; n: Num) = [ c: Ph <-> Num | c' = c U {p -> n} ]\n";
  EXPECT_EQ(errorsOf(join + "C (p: Ph) :: Join(p)"), "3:14 `Join` takes 2 arguments (p: Ph; n: Num), not 1");
  EXPECT_EQ(errorsOf(join + "C (p: Ph) :: Join"), "3:14 `Join` takes 2 arguments (p: Ph; n: Num)");
  EXPECT_EQ(errorsOf(join + "C (p: Ph; n: Num) :: Join(n, p)"),
            "3:27 `n` is a scalar of type Num; a scalar of type Ph is needed here\n"
            "3:30 `p` is a scalar of type Ph; a scalar of type Num is needed here");
}

TEST(NitpickErrors, Types) {
  const std::string s = "[A, B]\nS = [ p: A <-> B  q: B <-> A  s: set A  x: A | ";
  EXPECT_EQ(
      errorsOf(s + "p = q ]"),
      "2:48 both sides must have the same type, but `p` is a relation of type A <-> B and `q` is a relation of type B <-> A");
  EXPECT_EQ(
      errorsOf(s + "s = x ]"),
      "2:48 both sides must have the same type, but `s` is a set of A and `x` is a scalar of type A / Write {x} for the set "
      "that contains only "
      "this element.");
  EXPECT_EQ(errorsOf(s + "s U x = s ]"),
            "2:52 `x` is a scalar of type A; a set or relation is needed here / Write {x} for the set that contains only this "
            "element.");
  EXPECT_EQ(errorsOf(s + "p ; p = p ]"), "2:52 `p` is a relation of type A <-> B; a relation of type B <-> ? is needed here");
  EXPECT_EQ(errorsOf(s + "p+ = p ]"), "2:48 `p` is a relation of type A <-> B; a relation is needed here");
  EXPECT_EQ(errorsOf(s + "dom x = s ]"), "2:52 `x` is a scalar of type A; a relation is needed here");
  EXPECT_EQ(errorsOf(s + "dom p ]"), "2:48 `dom p` is a set of A; a formula is needed here");
  EXPECT_EQ(errorsOf(s + "x in ran p ]"), "2:53 `ran p` is a set of B; a set of A is needed here");
  EXPECT_EQ(errorsOf(s + "{x, x -> x} = s ]"), "2:52 `x -> x` is a tuple A -> A, but the elements before it have another type");
  EXPECT_EQ(errorsOf(s + "dom Un = ran Un ]"),
            "2:52 the type of this expression cannot be inferred / Give it a name: declare a variable with its type.\n"
            "2:61 the type of this expression cannot be inferred / Give it a name: declare a variable with its type.");
}

TEST(NitpickErrors, RecursionBetweenSchemas) {
  EXPECT_EQ(errorsOf("[T]\nA = [ B ]\nB = [ x: T | C ]\nC = [ A ]"),
            "2:1 `A` refers to itself: A -> B -> C -> A / A schema is replaced by its text, so recursion is not allowed.");
  EXPECT_EQ(errorsOf("A = [ | A ]"),
            "1:1 `A` refers to itself: A -> A / A schema is replaced by its text, so recursion is not allowed.");
  std::string circle;
  for (int i = 0; i < 20; ++i) circle += "S" + std::to_string(i) + " = [ S" + std::to_string((i + 1) % 20) + " ]\n";
  EXPECT_EQ(errorsOf(circle),
            "1:1 `S0` refers to itself: S0 -> S1 -> S2 -> S3 -> S4 -> S5 -> S6 -> S7 -> S8 -> S9 -> ... -> S0 / A schema is "
            "replaced by its text, so recursion is not allowed.");
}

TEST(NitpickErrors, LargeTextsTakeTheirTimeButEnd) {
  std::string elements;
  for (int i = 0; i < 1001; ++i) elements += (i == 0 ? "a" : ", a") + std::to_string(i);
  std::string s = "[T]\nS = [ R: T <-> T ]\nval v { R = {";
  EXPECT_EQ(errorsOf(s + elements + "} -> {" + elements + "} }"), "3:13 this set has more than 1000000 pairs");
  EXPECT_EQ(errorsOf(s + "a} -> {" + elements + "} }"), "");
  EXPECT_EQ(errorsOf(s + "a -> a -> a} }"),
            "3:14 a valuation lists elements and tuples, such as `{p0, p1}` or `{p0 -> n0, p1 -> n0}`");
  std::string calls;
  for (int i = 0; i < 100000; ++i) calls += "a(\n";
  EXPECT_EQ(errorsOf(calls + "[T]\nS = [ x: T ]").substr(0, 18), "2:2 unexpected `(`");
  std::string literal = "[T]\nC (x: T; s: set T) :: s = {x";
  for (int i = 0; i < 300000; ++i) literal += ", x";
  EXPECT_EQ(errorsOf(literal + "}"), "");
}

TEST(NitpickErrors, Primes) {
  EXPECT_EQ(errorsOf("[T]\nS (n: T) = [ x: T | x' = n' ]"),
            "2:26 `n` cannot have a prime, because it is not a variable of a schema");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: T | x'' = x ]"),
            "2:15 an expression with a prime cannot contain another prime: formulas refer to two states only");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: T | x' = x ]\nC :: S'"), "3:6 S already relates two states, so it cannot have a prime");
}

TEST(NitpickErrors, Sequences) {
  const std::string op = "[T]\nOp = [ x: T | x' = x ]\n";
  EXPECT_EQ(errorsOf(op + "Twice = [ | Op ; Op ]"),
            "3:16 a sequence of operations is allowed in claims and tests, not in schemas");
  EXPECT_EQ(errorsOf(op + "C :: Op => Op ; Op").substr(0, 57), "3:15 a sequence of operations is not allowed here / A seq");
  EXPECT_EQ(errorsOf(op + "C :: Op ; Op => Op"), "");
  EXPECT_EQ(errorsOf(op + "C :: not (Op ; Op)"), "");
}

TEST(NitpickErrors, Duplicates) {
  EXPECT_EQ(errorsOf("[T, T]"), "1:5 the type `T` is declared twice");
  EXPECT_EQ(errorsOf("[T]\nS = [ ]\nS = [ ]"), "3:1 `S` is declared twice");
  EXPECT_EQ(errorsOf("[T]\nT = [ ]"), "2:1 `T` is already a type");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: T  x: T ]"), "2:13 `x` is declared twice");
  EXPECT_EQ(errorsOf("[T]\nS (a, a: T) = [ ]"), "2:7 there are two parameters named `a`");
  EXPECT_EQ(errorsOf("[T]\nS (x: T) = [ x: T ]"), "2:4 `x` is already a variable");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: T ]\nR = [ x: set T ]\nQ = [ S R ]"), "4:9 `Q` has two variables named `x`: T and set T");
}

TEST(NitpickErrors, ClaimsAreNoFormulas) {
  EXPECT_EQ(errorsOf("[T]\nC :: [ | ]\nS = [ | C ]"), "3:9 `C` is a claim; only schemas can be part of formulas");
}

TEST(NitpickErrors, Tests) {
  const std::string s = "[A, B]\nS = [ p: A <-> B  s: set A ]\nOp = [ S | s' = s ]\nC :: [S | s = s]\n";
  EXPECT_EQ(errorsOf(s + "val v { p = {a -> b, b -> a} }"),
            "5:22 `b` is already an element of `B`, so it cannot be an element of `A`\n5:27 `a` is already an element of `A`, so "
            "it cannot be an element of `B`");
  EXPECT_EQ(errorsOf(s + "val v { q = {} }"), "5:9 there is no variable or type `q` / did you mean `p`?");
  EXPECT_EQ(errorsOf(s + "val v { s = {a -> b} }"), "5:14 `s` holds single elements, not tuples");
  EXPECT_EQ(errorsOf(s + "val v { s = {a} s = {b} }"), "5:17 `s` is given a value twice");
  EXPECT_EQ(errorsOf(s + "val v { s = {s} }"), "5:14 `s` is a variable; give the element another name");
  EXPECT_EQ(errorsOf(s + "val v { s = dom p }"),
            "5:13 a valuation lists elements and tuples, such as `{p0, p1}` or `{p0 -> n0, p1 -> n0}`");
  EXPECT_EQ(errorsOf(s + "val first { s = {a} }\ntest \"t\" { fist satisfies S }"),
            "6:12 there is no valuation \"fist\" above / did you mean `first`?");
  EXPECT_EQ(errorsOf(s + "val v { s = {a} }\ntest \"t\" { v satisfies Op }"),
            "6:12 this test refers to 2 states, but `v` has 1 / Write `state { ... }` in the valuation for each state.");
  EXPECT_EQ(errorsOf(s + "test \"t\" { check S }"), "5:18 there is no claim `S` / `S` is a schema: `run` it");
  EXPECT_EQ(errorsOf(s + "test \"t\" { run S for 3 but 2 D }"), "5:30 there is no type `D` / did you mean `A`?");
  EXPECT_EQ(errorsOf(s + "val v { state { A = {a} } }"),
            "5:17 the type `A` has the same elements in every state: list them outside of the states");
}

TEST(NitpickErrors, FilesThatCannotBeOpened) {
  EXPECT_EQ(errorsOf("open nowhere"), "1:6 cannot read nowhere.np");
}

}  // namespace
}  // namespace aunit::parser::nitpick
