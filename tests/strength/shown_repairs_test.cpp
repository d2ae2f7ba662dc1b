// If a formula was synthesised for a repair, its shown text is what was judged. When the changed text is read again, it has the
// structure of the change in memory.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/changes/nodes.h"
#include "model/changes/overlay.h"
#include "model/type_table.h"
#include "parser/front_end.h"
#include "strength/localization/evidence.h"
#include "strength/repair/command_check.h"
#include "strength/repair/demands.h"
#include "strength/repair/repair_bench.h"
#include "strength/repair/repair_subjects.h"
#include "strength/synthesis/bodies.h"
#include "suite/text/formula_text.h"
#include "tests/loaded.h"
#include "tests/strength/structure.h"

namespace aunit::strength {
namespace {

using model::ExprId;
using synthesis::Reply;
using testing_::expectReadBack;
using testing_::structureOf;

struct BrokenModel {
  const char* name;
  const char* text;
};
void PrintTo(const BrokenModel& broken, std::ostream* out) {
  *out << broken.name;
}

class ShownRepairs : public testing::TestWithParam<BrokenModel> {};

/// Uses only some of the demands, so that many kinds of formulas are synthesised.
TEST_P(ShownRepairs, AreWhatWasJudged) {
  const std::string path = "broken.als";
  const auto loaded = tests::loaded(path, GetParam().text);
  model::Model& m = *loaded->model;
  const ExprId written = m.exprCount();
  model::TypeTable types(m);
  model::Nodes nodes(m, types);
  const synthesis::Vocabulary vocabulary(m, nodes, {});
  std::vector<std::optional<synthesis::Leaf>> leaves;
  for (model::VarId v = 0; v < m.variables().size(); ++v) leaves.push_back(vocabulary.leafOf(v, nodes));
  Evidence evidence(*loaded, {});
  const CommandCheck check(m, {}, {});
  model::Overlay overlay(m);
  const Demands demands = demandsOf(evidence, check, {});
  std::size_t count = 0;
  const support::Budget unlimited;
  for (const RepairSubject& subject : repairSubjects(evidence, leaves)) {
    if (!subject.isFormula) continue;
    RepairBench all(m, demands, subject.body, {});
    std::vector<std::uint32_t> few = all.telling();
    few.resize(std::min<std::size_t>(few.size(), 2));
    RepairBench bench(m, demands.of(few), subject.body, {});
    synthesis::Bodies bodies(m, bench.batch(), bench.task(), vocabulary, subject.parameters, unlimited);
    std::size_t seen = 0;
    const auto propose = [&](const synthesis::Proposal& proposal) {
      ++seen;
      overlay.nodes().at({}, false);
      const ExprId by = proposal.by(overlay.nodes());
      const auto edit = suite::FormulaText(m, loaded->sources, written).insteadOf(proposal.place, by);
      const bool fits = overlay.replace(proposal.place, by);
      const std::vector<std::string> judged = fits ? structureOf(overlay) : std::vector<std::string>();
      overlay.rollback();
      if (!fits) return Reply::goOn;
      if (!edit) {
        ADD_FAILURE() << "no text at " << loaded->sources.text(m.expr(proposal.place).span);
        return Reply::stop;
      }
      ++count;
      expectReadBack(judged, *loaded, path, {}, {*edit});
      return HasFailure() || seen % 150 == 0 ? Reply::stop : Reply::goOn;
    };
    const auto leafOf = [&](model::VarId v) { return v < leaves.size() ? leaves[v] : std::nullopt; };
    synthesis::Effort effort;
    effort.subsignatures = true;
    bodies.parts(subject.body.body, effort, leafOf, propose);
    bodies.whole(subject.body.body, effort, propose);
  }
  EXPECT_GT(count, 4u);
}

INSTANTIATE_TEST_SUITE_P(Repairs, ShownRepairs,
                         testing::Values(BrokenModel{"Parentheses", R"(
sig A { r: set A, s: set A }
sig B extends A {}
fact { no (A - B) & A.r }
pred p { some (A - A.r) & (A.s - B) or (no r => some s else no s) }
pred q[x: A] { x in (x.r - x).s and (all y: x.s | y in x.r) }
check { p iff some B.r - A.s } for 2
check { all x: A | q[x] iff x in x.^r } for 2
)"},
                                         BrokenModel{"Overloaded", R"(
sig A { f: set A, g: set B }
sig B { f: set B, h: set A }
pred p { some a: A | a.f in A.f and some a.g.f }
pred q[b: B] { b.f in b.h.g }
check { p iff some (B <: f) & iden } for 2
check { all b: B | q[b] iff b in b.^f } for 2
)"},
                                         BrokenModel{"Hidden", R"(
sig Node { r: set Node, s: set Node }
pred p[r: Node, node: Node] { r in node.s and some n: Node | n in r.@r }
fact { all s: Node | no s.r or some s }
check { all n, node: Node | p[n, node] iff n in node.@r.@s } for 2
)"},
                                         BrokenModel{"Appended", R"(
sig A { f: set A } { some f implies this in @f.f }
one sig O { own: set A }
pred p { O.own in A.f }
check { p iff some O.own & A.^f } for 2
check { all a: A | a in a.f } for 2
)"},
                                         BrokenModel{"Time", R"(
var sig A { var r: set A }
sig B { var m: set A }
pred p { always (A' - A in A.r' and some r' - r) until no B.m' }
check { p iff always some A.(r') } for 2 but 2 steps
)"}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace aunit::strength
