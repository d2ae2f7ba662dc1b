// The shown text of a mutant is what was judged: when the changed text is read again, it has the structure of the change in
// memory.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/changes/nodes.h"
#include "model/changes/overlay.h"
#include "model/type_table.h"
#include "parser/front_end.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "suite/text/formula_text.h"
#include "tests/folders.h"
#include "tests/loaded.h"
#include "tests/public_models.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"
#include "tests/strength/structure.h"

namespace aunit::strength {
namespace {

using testing_::expectReadBack;
using testing_::structureOf;

/// Reads every `step`th mutant again; returns the number of these mutants.
std::size_t readBack(parser::Loaded& loaded, const std::string& path, const parser::LoadOptions& how, OperatorSet operators,
                     std::size_t step = 1) {
  const auto mutants = mutantsOf(*loaded.model, {operators, {}});
  std::vector<std::string> judged;
  std::size_t count = 0;
  for (std::size_t i = 0; i < mutants.size(); i += step) {
    ++count;
    {
      model::Overlay overlay(*loaded.model);
      EXPECT_TRUE(apply(mutants[i], overlay));
      judged = structureOf(overlay);
    }
    const auto written = replacementOf(mutants[i], *loaded.model, loaded.sources);
    if (!written) {
      ADD_FAILURE() << path << ": no text for " << name(mutants[i].by) << " at "
                    << loaded.sources.describe(loaded.model->expr(mutants[i].place).span);
      continue;
    }
    expectReadBack(judged, loaded, path, how, {*written});
  }
  return count;
}

std::size_t readBack(const std::string& text, OperatorSet operators) {
  const auto loaded = tests::loaded("shown.als", text);
  return loaded->model ? readBack(*loaded, "shown.als", {}, operators) : 0;
}

struct ShownModel {
  const char* name;
  const char* text;
};

// Each model has a text that could be read wrongly after a change.
const ShownModel models[] = {
    {"Parentheses", R"(
sig A { r: set A, s: set A }
fact { no (A - A.r) & A.s }
fact { no A - (A.r & A.s) and some A - (A.r - A.s) }
fact { some (A & A.r) - A.s or (no A and (some A or no r)) }
fact { ~(r + s) in r & s and (r -> s) -> A in r -> (s -> A) and r.(s.A) in A }
fact { (all x: A | x in x.r and some x.s) or no A }
fact { not (no A or some r) and not some r & s implies (some A iff no A) iff not all x: A | some x.r }
fact { some A => no r else some s
  (some A => no r) => no s }
fact { no A => some r => some s else no r }
fact { some (r) and(some(s))or no(A & A.r)}
fact { let x = A - A.r, y = x - A.s, z = x & (y - x) | some z and (all v: z | v in y) }
fact { { some A } { { no r } some s } }
fact { some A and { no r
  some s -- a comment (with a bracket
  no A and /* ) */ some r } }
fact { #(A - A.r) > 1 and #A.r - 1 > #A and not #A = 2 }
fact { (A.r) in A.s and (A) in (A).s }
pred p { }
pred q { some A }
run { p and q }
)"},
    {"Comments", R"(
sig A { r: /* of r */ set /* many */ A, s: A -> /* one */ one A }
fact { -- first )
  some A.r -- second (
  no A.s - /* minus - minus */ r  // third "
  ( /* a ( */ some r /* ) */ ) and ( some -- no
    s )
  all /* all ( */ disj x, y: A | -- bar |
    x in y.r + y.r -- in
}
abstract /* sig X */ sig B {}
one /* sig */ sig C, /* , */ D extends B { c: set A } { some c }
)"},
    {"ImplicitThis", R"(
sig A { f: set A, g: set f, h: f -> lone A } { some f
  f in g and no @f - @g
  all x: A | x in f implies x.@f in this.@g
  some this.@h and some f.h
  #f > 1 and f = g + f }
sig B extends A { k: set f } { some k & f and k in g and some this }
one sig C { m: set A, n: set m } { some m and m in n and some @m & C -> A }
lone sig D { o: set A } { no o }
sig E in A { q: set A } { some q + f }
sig F { t: set A, u: set A } { some x: A | x in t + u and some t }
pred A.p { some this.f and some f and p2[this] }
pred p2[a: A] { some a.g }
sig G { v: lone G } { p3 and p4[v] }
pred p3[g: G] { some g.v }
pred p4[g: G, x: G] { g = x.v }
)"},
    {"Overloaded", R"(
sig A { f: set A, g: set B, e: set A }
sig B { f: set B, g: set A, h: set B }
sig C extends A { k: set A }
fact { all a: A | some a.f and a.f in a.e and no a.(f + e) }
fact { some A <: f and no (B <: f) & h and some (A <: g).f }
fact { (A <: f) + e in A -> A and ~(B <: f) in B -> B }
fact { some A.f & C and some (A & C).f and (A + C).f in A.^e }
fact { A.f & A in A.e and (B <: f) & h in h and some e.g }
fact { A.^e.f in A and let q = A <: f | some q }
fact { all b: B | b.f in b.h and f[b] in B and no b.g.f }
pred f[x: A] { some x.e }
fact { f[A] and all x: C | x.f in x.k }
)"},
    {"Hidden", R"(
sig A { r: set A, s: set A }
sig B extends A {}
sig C extends A {}
fact { all r: A | some r.s }
fact { all s: A | some s and some s.r }
fact { all B: A | some B and some C }
pred p[r: A, s: A] { r in s.@r and r in s.@s and some A.@r }
fun f[C: set A]: set A { C & B }
fact { let r = s | some r and some s }
fact { all x: A | let y = x | all x: y.r | x in y.s and y in A }
)"},
    {"BoxJoins", R"(
sig A { r: A -> A -> A, s: A -> A, t: set A }
fact { all x, y: A | some x.r[y] and x.r[y][x] in t[x] and r[x, y] = s[x] and r[x, y, x] in A }
fact { some A.r[A, A] and no (s + ~t -> A)[A, A] and (t + ~t)[A] in A }
fun g[x: A]: A -> A { s[x] & t }
fact { all x: A | g[x][x] in x.(g[x]) and x.g[x] in A and g[x, x] in A }
pred q[x, y: A] { x in y.t }
fact { all x, y: A | x.q[y] and q[x, y] and y.(x.q) and some x.r[y - x, x + y] }
)"},
    {"Quantifiers", R"(
sig A { r: set A }
fact { all disj x, y: A, z: x.r | some x and (no y or x = z) and all w: A | w in x.r }
fact { some disj x, y: A | x.r = y.r }
fact { lone x, /* z, */ y: A | x in y.r  no x: A { x in x.r some x.r } }
fact { all x: one A, y: set A, z: lone A, w: some A | x + y + z in w }
fact { some { x, y: A | x in y.r and y in x.r } and A in { x: A | some x.r } }
fact { (sum x: A | #x.r) > 2 and #A = (sum x: A, y: A | plus[#x.r, 1]) }
fact { all x: A { all y: x.r { y in A  x in y.r } } }
fact { (all x: A | some x.r) and no x: A | x in x.r and not all y: A | y in x.r or some A }
fact { not all x: A | x in A.r and some A
  all x, y: A | x = y or x in y.r => no A.r else all z: A | z in x.r }
fact { some A and(all x: A|some x.r) and some x:A|no x.r }
)"},
    {"Choices", R"(
sig A { r: set A, v: set Int }
fact { some A => some r else no r and some v }
fact { some (some A => A else A.r) & (no A => A.r else A) }
fact { some A => some r => no A else some v else no v }
fact { (some A implies some r else no r) and (no A => no r) }
fact { (no A or some r) => (some v and no r) else (some r => no v) }
fact { not (some A => no r else no v) and (some r iff no v iff some A) and (some r => no v => some A) }
pred p { (some A => no r) => some v }
pred q { some r => (some A => no r) else some v }
)"},
    {"Integers", R"(
open util/integer
sig A { v: set Int, w: one Int, r: set A }
fact { all a: A | a.w > -3 and a.w - 1 in a.v and plus[a.w, -1] < 4 and -2 < a.w and #a.v =< - 2 }
fact { some a: A | a.w = 0 or 0 = a.w or a.v - 0 = a.v - 1 or a.w - a.v = 0 or (0) in a.v }
fact { all a: A | a.w.plus[1].minus[2] = 3 and int[a.w] != 2 and sum[a.v] >= 1 and (sum a.v) <= #A }
fact { A.v = 1 + 2 + -3 and A.w = (some A => 1 else 2) and 1 fun/add 2 fun/mul 3 > 4 fun/sub 0 }
fact { (1 << 2) > (4 >> 1) and (A.v & Int) - 1 in 2 + 3 and (sum x: A | x.w) = 0 and Int[3] in A.v }
fact { 1 + 2 in A.v and (1 fun/add 2) fun/sub 1 = 2 and A.w = 2 }
)"},
    {"Time", R"(
var sig A { var r: set A, s: set A, var v: set Int }
one sig S { var m: set A }
fact { always some A' - A and r' = r - s and A.r' in A.(r') and ~r' in ~(r') }
fact { always (some r implies after no r) until some A and (some A since no A) or eventually once some r }
fact { some A ; no A ; some r }
fact { some A and no r ; (some A or no A) ; no r' }
fact { always (some A ; no r) and not (no A ; some r) and (all x: A | (some x.r ; some x.r')) }
fact { not always some A and some r releases no A triggered some A }
fact { after after some A and before no A and historically (some r) and (historically some r) or no s }
fact { A.v' - (1) in A.v and A.v = A.v' - (1) and S.m' - A = A' - S.m }
)"},
    {"Arrows", R"(
sig A { r: A -> B, s: A one -> lone B, t: A -> (B -> some A), u: (A -> B) lone -> one A, w: A some -> set B, x: set A -> B }
sig B { y: seq A, z: lone A, one1: one A, a: A, e: A + B, disj c, d: set A, k: disj set A }
fact { some r and A.r in A one -> one B and A.t in A -> (B -> some A) and (A -> B).B in A and A in (one A) }
fact { B.y in Int -> A and some B.y.first }
)"},
    {"Macros", R"(
sig A { r: set A, s: set A }
let both[x] = x.r & x.s
let twice[p, q] { (p + q) & (q - p) }
let always_ = some A and no r
let alone { some A }
fact { all x: A | some both[x + x.r] and no x - both[x] and some twice[x.r, x.s] }
fact { always_ and (no A or always_) }
fact { always_ }
fact { alone }
pred p { twice[A, A.r] in A.(r & s) and some both[A & A.r] + A }
)"},
    {"Enums", R"(
enum Colour { Red, Green, Blue }
sig Light { c: set (Red & Colour), d: Colour -> Light, one_: Green + Blue }
fact { all l: Light | some l.c - Red and l.d[Red] = l and Red.next in l.c and l.c.prevs in Green }
abstract sig P {} one sig X, Y extends P { f: P } lone sig Z extends P { g: set P } { some g }
some sig W {} private sig V { h: set V } { some h }
fact { some X + Y and no Z & P }
)"},
    {"Together", R"(
sig A, B { f: set A } { some f and f in A }
abstract sig P { q: set A } sig C, D extends P { g, h: set A, k: A -> B } { g in h and no g }
one sig I, J in A {}
lone sig K, L extends P { m: one A } { some m.f }
)"},
    {"Words", R"(
module words
sig ID { disjr: set ID, sig_: set ID } sig Someone extends ID {} sig iny in ID {}
fact named { no(disjr)and some(sig_)or(ID)in(iny) } fact { not(ID)in(iny)and(ID)not in(iny) and(ID)!=(iny) and no ID&iny }
fact { all x:ID|x in(x.sig_)}
assert ass { all x:ID{x in x.disjr} }
fun res[x: ID]: set ID { x.disjr-x.sig_ }
fun res2[x: ID]: ID -> ID { x->x+disjr }
fun res3: lone ID { ID }
fun res4: ID + iny { ID+iny }
check ass
run res
run { some x: ID | x in res[x] }
)"},
    {"OrderedAndStrings", R"(
open util/ordering[A] as ord
open util/relation as rel
sig A { n: lone String, r: set A, disj p, q: set A }
fact { ord/first in A.r and some A - ord/last and all a: A | a.n = "x" or a.n != "y" and a.ord/next in a.r & a.q }
fact { first.next in last.prevs and dom[r] in ran[r] and rel/dom[p & q] in rel/ran[p] and irreflexive[r] }
fact { all a: A | lt[a, a.r] or a.lt[a.r] or disj[a.p, a.q] or disj[p, q, r] }
fact { univ.iden in univ and iden in iden + r and none in univ and iden - r in ^r and *r - iden in r and some none -> none }
)"},
    {"Nested", R"(
sig N { next: lone N, val: set N }
pred acyclic[n: N] { n not in n.^next }
fact { all n: N | acyclic[n] and (n.*next & n.val) in n.^(next + ~next) - n and no ^(N <: next) & iden }
fact { all n: N | some m: n.next | let k = m.next - n, l = k.next | (some k implies l in m.val) and not k = l }
fact { all a, b: N | (a->b in next and b->a not in next) or (a = b and (a in b.val or not b in a.val)) }
fun f[x: set N, y: N]: set N { let z = x.next & (x - y).val | { n: z | n in y.next } }
assert sound { all x: N | f[x, x] in x and x.f[x] in N and f[N, x - x] in x }
)"},
};

class Shown : public testing::TestWithParam<ShownModel> {};

TEST_P(Shown, IsWhatWasJudged) {
  EXPECT_GT(readBack(GetParam().text, OperatorSet::all), 20u);
}
TEST_P(Shown, IsWhatWasJudgedOfTheFewerOperators) {
  EXPECT_GT(readBack(GetParam().text, OperatorSet::mualloy), 5u);
}

/// A copy of an expression. It is made of new nodes without source text.
model::ExprId copied(const model::Model& model, model::Nodes& nodes, model::ExprId id) {
  std::vector<model::ExprId> children;
  for (std::uint32_t i = 0; i < model.expr(id).childCount; ++i) children.push_back(copied(model, nodes, model.child(id, i)));
  std::vector<model::Decl> decls(model.decls(id).begin(), model.decls(id).end());
  for (model::Decl& decl : decls) decl.bound = copied(model, nodes, decl.bound);
  model::Expr node = model.expr(id);
  return nodes.add(node, children, decls);
}

/// An expression that is made of new nodes, as in a repair, is written so that it is read as the same nodes.
TEST_P(Shown, IsWhatWasPutTogether) {
  const auto loaded = tests::loaded("shown.als", GetParam().text);
  const model::Model& m = *loaded->model;
  std::vector<model::ExprId> places;
  for (const model::Fact& fact : m.facts())
    if (!m.modules()[fact.module].library) places.push_back(fact.body);
  for (const model::Func& f : m.funcs())
    if (!m.modules()[f.module].library) places.push_back(f.body);
  const auto isAlone = [&](const model::Sig& sig) {
    return std::ranges::count_if(m.sigs(), [&](const model::Sig& other) {
             return other.appendedFact != model::noId && m.expr(other.appendedFact).span == m.expr(sig.appendedFact).span;
           }) == 1;
  };
  for (const model::Sig& sig : m.sigs())
    if (sig.appendedFact != model::noId && !m.modules()[sig.module].library && isAlone(sig)) places.push_back(sig.appendedFact);
  const std::vector<std::string> judged = structureOf(m);
  std::size_t written = 0;
  for (const model::ExprId place : places) {
    if (place == model::noId || m.expr(place).op == model::Op::true_) continue;
    const model::Model::Mark mark = m.mark();
    std::optional<Replacement> replacement;
    {
      const model::ExprId first = m.exprCount();
      model::TypeTable types(*loaded->model);
      model::Nodes nodes(*loaded->model, types);
      replacement = suite::FormulaText(m, loaded->sources, first).insteadOf(place, copied(m, nodes, place));
    }
    loaded->model->rollback(mark);
    ASSERT_TRUE(replacement) << loaded->sources.text(m.expr(place).span);
    expectReadBack(judged, *loaded, "shown.als", {}, {*replacement});
    ++written;
  }
  EXPECT_GT(written + (places.empty() ? 1 : 0), 0u);
}

void PrintTo(const ShownModel& written, std::ostream* out) {
  *out << written.name;
}

INSTANTIATE_TEST_SUITE_P(Mutants, Shown, testing::ValuesIn(models), [](const auto& each) { return each.param.name; });

/// Tests a file together with the files that it opens; returns 0 if it does not resolve.
std::size_t readBackFile(const std::string& path, std::size_t step) {
  const auto loaded = parser::load(path);
  return loaded->model ? readBack(*loaded, path, {}, OperatorSet::all, step) : 0;
}

TEST(ShownMutants, OfTheSpecs) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceFolder() + "/specs"))
    if (entry.path().extension() == ".als" || entry.path().extension() == ".aunit")
      count += readBackFile(entry.path().string(), 7);
  EXPECT_GT(count, 100u);
}

/// Public models, if these exist: a sample of their mutants, or all of them.
TEST(ShownMutants, OfPublicModels) {
  const std::vector<std::string> paths = tests::publicModels();
  if (paths.empty()) GTEST_SKIP() << "no " << sharedFolder();
  const bool all = std::getenv("AUNIT_ALL_SHOWN") != nullptr;
  std::size_t count = 0;
  for (std::size_t i = 0; i < paths.size(); i += all ? 1 : 10) count += readBackFile(paths[i], all ? 1 : 23);
  EXPECT_GT(count, 100u);
}

class ShownGenerated : public testing::TestWithParam<solver::testing_::Kind> {};

TEST_P(ShownGenerated, IsWhatWasJudged) {
  const unsigned seeds = tests::seedsOr(30) / 10;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::string text = solver::testing_::generateModel(seed, GetParam());
    const std::size_t run = text.rfind("run "), brace = text.find('{', run), end = text.rfind('}');
    text = text.substr(0, run) + "pred shown " + text.substr(brace, end + 1 - brace) + "\n";
    if (!parser::loadText("shown.als", text)->ok()) continue;  // some names resolve only in a command
    SCOPED_TRACE(text);
    readBack(text, OperatorSet::all);
  }
}

INSTANTIATE_TEST_SUITE_P(Mutants, ShownGenerated,
                         testing::Values(solver::testing_::Kind::relations, solver::testing_::Kind::traces,
                                         solver::testing_::Kind::histories, solver::testing_::Kind::integers,
                                         solver::testing_::Kind::sequences, solver::testing_::Kind::orders));

}  // namespace
}  // namespace aunit::strength
