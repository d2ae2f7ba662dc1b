// A change in an overlay means the same as a change of the text, and leaves no trace after its removal.
#include "model/changes/overlay.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/evaluator/sources.h"

namespace aunit::evaluator {
namespace {

using namespace model;
using testing::Source;

const std::string text = R"(
sig Node { link: set Node, succ: lone Node }
sig Root in Node {}
fun reach [n: Node]: set Node { n.^link + n.succ }
fact Linked { all n: Node | some n.link => n in reach[n] }
fact Rooted { Root = Node - Node.link }
pred p [n: Node, s: set Node] { some reach[n] & s or #n.link > 1 }
fact Calls { all n: Node - Root | p[n, Root] and n.succ != n }
fact Counts { #link < #succ and no r: Root | r->r in link }
run p for 3
)";

/// The node whose text this is.
ExprId nodeOf(const Source& source, const std::string& wanted) {
  for (ExprId id = 0; id < source.model().exprCount(); ++id)
    if (!source.model().expr(id).synthetic && source.text(id) == wanted) return id;
  throw std::runtime_error("there is no " + wanted);
}

struct Change {
  std::string from, to;  // text to replace, and its replacement
  std::function<void(Source&, Overlay&)> make;
};

Change binary(const std::string& from, const std::string& to, Op op, bool negated = false) {
  return {from, to, [=](Source& source, Overlay& overlay) {
            const ExprId place = nodeOf(source, from);
            model::Nodes& make = overlay.nodes();
            const ExprId left = make.uncoerced(source.model().child(place, 0)),
                         right = make.uncoerced(source.model().child(place, 1));
            ASSERT_TRUE(overlay.replace(place, make.binary(op, left, right, negated))) << from;
          }};
}

Change unary(const std::string& from, const std::string& to, Op op) {
  return {from, to, [=](Source& source, Overlay& overlay) {
            const ExprId place = nodeOf(source, from);
            ASSERT_TRUE(overlay.replace(place, overlay.nodes().unary(op, place))) << from;
          }};
}

Change withoutOperator(const std::string& from, const std::string& to) {
  return {from, to, [=](Source& source, Overlay& overlay) {
            const ExprId place = nodeOf(source, from);
            ASSERT_TRUE(overlay.replace(place, source.model().child(place, 0))) << from;
          }};
}

const std::vector<Change> changes = {
    binary("n.^link + n.succ", "n.^link & n.succ", Op::intersection),
    binary("n.^link + n.succ", "n.^link - n.succ", Op::difference),
    binary("Node - Node.link", "Node + Node.link", Op::union_),
    binary("Root = Node - Node.link", "Root in Node - Node.link", Op::in),
    binary("n in reach[n]", "n not in reach[n]", Op::in, true),
    binary("#n.link > 1", "#n.link = 1", Op::equal),
    binary("#n.link > 1", "#n.link in 1", Op::in),
    binary("n.succ != n", "n.succ = n", Op::equal),
    unary("^link", "^(~link)", Op::transpose),
    withoutOperator("^link", "link"),
    {"set Node, succ", "one Node, succ",
     [](Source& source, Overlay& overlay) {
       const ExprId bound = source.model().fields()[0].bound;
       const ExprId set = source.model().child(bound, 0);
       ASSERT_TRUE(overlay.replace(bound, overlay.nodes().bound(Multiplicity::one, set)));
     }},
    {"sig Root in", "lone sig Root in",
     [](Source&, Overlay& overlay) { overlay.setMultiplicity(overlay.model().field(0).sig + 1, Multiplicity::lone); }},
    {"no r: Root", "all r: Root",
     [](Source& source, Overlay& overlay) {
       const ExprId place = nodeOf(source, "no r: Root | r->r in link");
       const std::vector<model::Decl> decls(source.model().decls(place).begin(), source.model().decls(place).end());
       ASSERT_TRUE(overlay.replace(place, overlay.nodes().quantified(Op::quantAll, decls, source.model().child(place, 0))));
     }},
};

std::string anyInstance() {
  const std::vector<std::string> atoms = {"A", "B", "C"};
  const auto some = [&](unsigned percent) { return *rc::gen::inRange(0u, 100u) < percent; };
  std::string nodes, roots, link, succ;
  const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
  std::vector<std::string> there;
  for (const std::string& atom : atoms)
    if (some(70)) there.push_back('"' + atom + '"');
  for (const std::string& a : there) {
    add(nodes, a);
    if (some(40)) add(roots, a);
    for (const std::string& b : there) {
      if (some(40)) add(link, "[" + a + ", " + b + "]");
      if (some(25)) add(succ, "[" + a + ", " + b + "]");
    }
  }
  return R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["A", "B", "C"], "states": [{"sigs": {"this/Node": [)" + nodes +
         R"(], "this/Root": [)" + roots + R"(]}, "fields": {"this/Node.link": [)" + link + R"(], "this/Node.succ": [)" + succ +
         "]}}]}";
}

/// Whether the instance satisfies the model; then whether it satisfies the command's formula.
std::vector<bool> judged(Evaluator& evaluator) {
  const model::Model& m = evaluator.model();
  bool all = true;
  for (const auto& constraint : m.implicitConstraints()) all &= evaluator.holds(constraint.formula);
  std::vector<bool> values = {all};
  for (const model::Fact& fact : m.facts()) values.push_back(evaluator.holds(fact.body));
  values.push_back(evaluator.holds(m.commands()[0].formula));
  return values;
}

/// Like judged() above, with the change that the overlay has.
std::vector<bool> judged(Evaluator& evaluator, Overlay& overlay) {
  const model::Model& m = evaluator.model();
  bool all = overlay.added() == model::noId || evaluator.holds(overlay.added());
  for (std::uint32_t i = 0; i < m.implicitConstraints().size(); ++i) all &= evaluator.holds(overlay.nowImplicit(i));
  std::vector<bool> values = {all};
  for (const model::Fact& fact : m.facts()) values.push_back(evaluator.holds(overlay.now(fact.body)));
  values.push_back(evaluator.holds(overlay.now(m.commands()[0].formula)));
  return values;
}

RC_GTEST_PROP(Overlay, MeansWhatTheChangedTextMeans, (bool noOverflow)) {
  Source source(text);
  const model::Instance instance = source.instance(anyInstance());
  Evaluator evaluator(source.model(), {.semantics = {.noOverflow = noOverflow}});
  evaluator.bind(instance);
  const std::vector<bool> before = judged(evaluator);
  const std::size_t nodes = evaluator.program().nodes.size();
  const std::uint32_t exprs = source.model().exprCount();
  Overlay overlay(*source.loaded->model);
  for (const Change& change : changes) {
    std::string changed = text;
    changed.replace(changed.find(change.from), change.from.size(), change.to);
    Source parsed(changed);
    Evaluator expected(parsed.model(), {.semantics = {.noOverflow = noOverflow}});
    expected.bind(instance);
    change.make(source, overlay);
    evaluator.setMark();
    if (judged(evaluator, overlay) != judged(expected)) RC_FAIL(change.from + " -> " + change.to);
    evaluator.rollback();
    overlay.install();
    Evaluator anew(source.model(), {.semantics = {.noOverflow = noOverflow}});
    anew.bind(instance);
    if (judged(anew) != judged(expected)) RC_FAIL("installed: " + change.from + " -> " + change.to);
    overlay.rollback();
    RC_ASSERT(judged(evaluator) == before);
  }
  RC_ASSERT(evaluator.program().nodes.size() == nodes);
  RC_ASSERT(source.model().exprCount() == exprs);
}

// The nodes of each change get the numbers that the nodes of the change before had.
TEST(Overlay, OverflowsOfAChangeAreForgottenWithIt) {
  Source source("open util/integer\nsig A {}\nfact Sum { some plus[7, 0] & plus[7, 0] }\nrun {} for 2");
  Evaluator evaluator(source.model(), {.semantics = {.noOverflow = true}});
  const model::Instance instance = source.instance(R"({"bitwidth": 4, "maxSequence": 4, "atoms": [], "states": [{}]})");
  evaluator.bind(instance);
  const ExprId sum = source.model().facts().back().body;
  Overlay overlay(*source.loaded->model);
  for (const int added : {1, 0, 1, -1}) {
    for (ExprId id = 0, end = source.model().exprCount(); id < end; ++id)
      if (source.model().expr(id).op == Op::integer && source.text(id) == "0") {
        ASSERT_TRUE(overlay.replace(id, overlay.nodes().integer(added)));
      }
    evaluator.setMark();
    EXPECT_EQ(evaluator.holds(overlay.now(sum)), added < 1) << added;
    evaluator.rollback();
    overlay.rollback();
  }
}

TEST(Overlay, TypesDecide) {
  Source source(text);
  Overlay overlay(*source.loaded->model);
  const ExprId linkOfN = nodeOf(source, "n.^link");
  EXPECT_FALSE(overlay.replace(linkOfN, overlay.nodes().field(0)));  // a set is expected
  EXPECT_FALSE(overlay.replace(linkOfN, overlay.nodes().truth(true)));
  EXPECT_FALSE(overlay.changes(source.model().facts()[0].body));
  EXPECT_TRUE(overlay.replace(linkOfN, overlay.nodes().sig(source.model().fields()[0].sig)));
  EXPECT_TRUE(overlay.changes(source.model().facts()[0].body));
  EXPECT_FALSE(overlay.changes(source.model().facts()[1].body));
  EXPECT_EQ(overlay.now(source.model().facts()[1].body), source.model().facts()[1].body);
  EXPECT_THROW(overlay.nodes().binary(Op::in, linkOfN, overlay.nodes().field(0)), model::TypeMismatch);
}

TEST(Overlay, SeveralChangesLieApart) {
  Source source(text);
  Overlay overlay(*source.loaded->model);
  const ExprId inner = nodeOf(source, "^link"), outer = nodeOf(source, "n.^link + n.succ"), other = nodeOf(source, "#n.link > 1");
  EXPECT_TRUE(overlay.replace(inner, source.model().child(inner, 0)));
  EXPECT_FALSE(overlay.replace(outer, source.model().child(outer, 0)));
  EXPECT_TRUE(overlay.replace(other, overlay.nodes().truth(false)));
  EXPECT_NE(overlay.now(source.model().facts()[2].body), source.model().facts()[2].body);
}

}  // namespace
}  // namespace aunit::evaluator
