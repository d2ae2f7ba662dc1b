#include "runner/test_judge.h"

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "runner/place.h"
#include "runner/valuation.h"
#include "runner/value_text.h"

namespace aunit::runner {

using model::ExprId;
using model::Instance;
using model::Model;
using model::TestKind;

class TestJudge::Work {
 public:
  Work(const parser::Loaded& loaded, bool noOverflow)
      : loaded_(loaded), model_(*loaded.model), evaluator_(model_, {.noOverflow = noOverflow}) {}

  TestResult judge(const TestCase& test) {
    TestResult result;
    try {
      decide(test, result);
    } catch (const evaluator::EvaluationError& error) {
      result.outcome = Outcome::error;
      result.message = error.what();
    }
    return result;
  }

 private:
  void decide(const TestCase& test, TestResult& result) {
    switch (test.kind) {
      case TestKind::predicate: return decidePredicate(test, result);
      case TestKind::command:
        result.outcome = Outcome::skipped;
        result.message = "an ordinary command: needs the solver";
        return;
      default: return;
    }
  }

  void decidePredicate(const TestCase& test, TestResult& result) {
    const PredicateValuation& valuation = *test.predicate;
    if (!valuation.full()) {
      result.outcome = Outcome::skipped;
      result.message = fmt::format("partial valuation (leaves {} open): needs the solver", fmt::join(valuation.open, ", "));
      return;
    }
    result.engine = Engine::evaluated;
    evaluator_.bind(valuation.instance);
    for (const auto& [variable, atom] : valuation.bindings)
      evaluator_.assign(variable, model::TupleSet::atom(valuation.instance.universe->size(), atom));
    const model::Command& command = model_.commands()[test.test.command];
    const bool solution = holds(valuation);
    result.outcome = solution == (command.expect != 0) ? Outcome::passed : Outcome::failed;
  }

  bool holds(const PredicateValuation& valuation) {
    for (const auto& c : model_.implicitConstraints())
      if (!evaluator_.holds(c.formula)) return false;
    for (const auto& f : model_.facts())
      if (!evaluator_.holds(f.body)) return false;
    if (valuation.misplaced) return false;
    for (const ExprId f : valuation.formulas)
      if (!evaluator_.holds(f)) return false;
    return true;
  }

  const parser::Loaded& loaded_;
  const Model& model_;
  evaluator::Evaluator evaluator_;
};

TestJudge::TestJudge(const parser::Loaded& loaded, bool noOverflow) : work_(std::make_unique<Work>(loaded, noOverflow)) {}
TestJudge::~TestJudge() = default;
TestResult TestJudge::judge(const TestCase& test) { return work_->judge(test); }

}  // namespace aunit::runner
