// Formulas about the truth of other formulas, compared with evaluation and with all instances, in both semantics of overflows.

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "generated_model.h"
#include "model/changes/extension.h"
#include "solver/entailment/logic.h"
#include "solver/session/session.h"
#include "tests/loaded.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using model::ExprId;
using testing_::forEachGenerated;
using testing_::forEachValuation;
using testing_::Kind;
using testing_::PosedProblem;

struct LogicFamily {
  const char* name;
  Kind kind;
  bool noOverflow;
  unsigned seeds;
  int used;
};
std::ostream& operator<<(std::ostream& out, const LogicFamily& family) {
  return out << family.name;
}

class LogicOfGeneratedModels : public testing::TestWithParam<LogicFamily> {
 protected:
  void compare(const PosedProblem& one);
  int used_ = 0;
};

void LogicOfGeneratedModels::compare(const PosedProblem& one) {
  const auto [name, kind, noOverflow, seeds, least] = GetParam();
  const bool traces = kind == Kind::traces;
  if (one.problem.temporal != traces) return;
  model::Extension extension(one.model());
  const model::Model& model = extension.model();
  model::Nodes& make = extension.nodes();
  make.at({});
  const Options options{.semantics = {.noOverflow = noOverflow}, .threads = Threads::one};
  const Logic logic(model, make, options.semantics);

  std::vector<ExprId> formulas;
  for (const model::Fact& fact : model.facts())
    if (fact.body != model::noId && !model.modules()[fact.module].library) formulas.push_back(fact.body);
  if (one.problem.formula != model::noId) formulas.push_back(one.problem.formula);
  // Adds the effects of surrounding negations, antecedents and quantifiers on an overflow.
  const std::size_t plain = formulas.size();
  for (std::size_t i = 0; i < plain; ++i) {
    formulas.push_back(make.unary(model::Op::not_, formulas[i]));
    formulas.push_back(make.unary(model::Op::not_, make.binary(model::Op::implies, formulas[i], formulas[plain - 1 - i])));
  }
  struct FormulaCheck {
    ExprId formula;
    std::function<bool(const std::vector<bool>&)> expected;
    bool seen = false;
  };
  std::vector<FormulaCheck> asked;
  for (std::size_t f = 0; f < formulas.size(); ++f) {
    const std::size_t g = (f + 1) % formulas.size();
    asked.push_back({logic.no(formulas[f]), [f](const auto& holds) { return !holds[f]; }});
    asked.push_back(
        {logic.any({logic.no(formulas[f]), formulas[g]}), [f, g](const auto& holds) { return !holds[f] || holds[g]; }});
    asked.push_back({logic.implies(formulas[f], formulas[g]), [f, g](const auto& holds) { return !holds[f] || holds[g]; }});
    asked.push_back({logic.differ(formulas[f], formulas[g]), [f, g](const auto& holds) { return holds[f] != holds[g]; }});
    asked.push_back(
        {logic.both(formulas[f], logic.no(formulas[g])), [f, g](const auto& holds) { return holds[f] && !holds[g]; }});
  }

  Problem background = one.problem;
  background.formula = model::noId;
  background.facts = false;
  const std::vector<Conjunct> given = conjunctsOf(model, background);
  evaluator::Evaluator evaluator(model, {.semantics = options.semantics});
  std::vector<bool> holds(formulas.size());
  const bool few = forEachValuation(model, background, traces ? 2 : 1, [&](const model::Instance& instance) {
    if (HasFatalFailure()) return;
    evaluator.bind(instance);
    if (!std::ranges::all_of(given, [&](const Conjunct& c) { return evaluator.holds(c.formula); })) return;
    for (std::size_t f = 0; f < formulas.size(); ++f) holds[f] = evaluator.holds(formulas[f]);
    for (std::size_t a = 0; a < asked.size(); ++a) {
      ASSERT_EQ(evaluator.holds(asked[a].formula), asked[a].expected(holds)) << "question " << a;
      asked[a].seen = asked[a].seen || asked[a].expected(holds);
    }
  });
  if (!few || HasFatalFailure()) return;
  ++used_;
  Session session(model, background, options);
  for (std::size_t a = 0; a < asked.size(); ++a) {
    const Result result = session.ask({{asked[a].formula}});
    ASSERT_EQ(result.verdict, asked[a].seen ? Verdict::satisfiable : Verdict::unsatisfiable)
        << "question " << a << ": " << result.message;
  }
}

TEST_P(LogicOfGeneratedModels, SaysWhatIsSoOfFormulasThatStandAlone) {
  const unsigned seeds = tests::seedsOr(GetParam().seeds);
  forEachGenerated(seeds, GetParam().kind, [&](const PosedProblem& one, unsigned) { compare(one); });
  if (seeds >= GetParam().seeds) {
    EXPECT_GT(used_, GetParam().used);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, LogicOfGeneratedModels,
                         testing::Values(LogicFamily{"relations", Kind::relations, false, 60, 20},
                                         LogicFamily{"relationsNoOverflow", Kind::relations, true, 60, 20},
                                         LogicFamily{"tracesNoOverflow", Kind::traces, true, 120, 8},
                                         LogicFamily{"integers", Kind::integers, false, 60, 20},
                                         LogicFamily{"integersNoOverflow", Kind::integers, true, 200, 80},
                                         LogicFamily{"sequencesNoOverflow", Kind::sequences, true, 60, 20}),
                         [](const auto& family) { return std::string(family.param.name); });

// The smallest example: the comparison with 7 is false, and so is its negation.
TEST(Logic, DeniesWhereANegationDoesNot) {
  const auto loaded = tests::loaded("test.als", "one sig A { n: one Int } pred p { plus[A.n, 1] > A.n } run p");
  model::Extension extension(*loaded->model);
  model::Nodes& make = extension.nodes();
  make.at({});
  const Options options{.semantics = {.noOverflow = true}, .threads = Threads::one};
  const Logic logic(extension.model(), make, options.semantics);
  const auto p = std::ranges::find(extension.model().funcs(), "this/p", &model::Func::label);
  ASSERT_NE(p, extension.model().funcs().end());
  const Problem background{.scope = loaded->model->commands().front().scope};
  Session session(extension.model(), background, options);
  EXPECT_EQ(session.ask({{make.unary(model::Op::not_, p->body)}}).verdict, Verdict::unsatisfiable);
  EXPECT_EQ(session.ask({{logic.no(p->body)}}).verdict, Verdict::satisfiable);
}

}  // namespace
}  // namespace aunit::solver
