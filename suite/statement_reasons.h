// Shows in the result of a test why its statement holds or is violated.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "suite/outcome.h"
#include "suite/reasons/violated_constraint.h"
#include "suite/statement.h"
#include "suite/test_case.h"

namespace aunit::suite {

class StatementReasons {
 public:
  /// `evaluator` must have been made with the options `evaluation`. All references must outlive this object.
  StatementReasons(const parser::Loaded& loaded, const evaluator::Options& evaluation, evaluator::Evaluator& evaluator)
      : loaded_(loaded), model_(*loaded.model), evaluation_(evaluation), evaluator_(evaluator), violated_(loaded) {}

  /// Returns the formulas of the test or of its command or, if there are none, the facts. A negative test expects that at least
  /// one of these formulas is false.
  std::vector<model::ExprId> asked(const evaluator::Question& question) const;
  /// For a test that fails because all `formulas` hold: shows why each of the first few holds.
  void showHolding(const model::Instance& instance, const std::vector<model::ExprId>& formulas,
                   std::span<const evaluator::Binding> given, TestResult& result) const;
  void showBroken(const Statement& statement, const evaluator::Broken& broken, TestResult& result) const;
  /// For a negative test that passes: records the violated constraint. Fails the test if it names another constraint, or if the
  /// declarations already exclude the valuation and the test does not expect this. Warns if a `violates` test neither names a
  /// constraint nor asks about the violated constraint.
  void noteViolated(const TestCase& test, const Statement& statement, const evaluator::Broken& broken, TestResult& result);
  /// Shows both sides of a comparison that does not hold, tuple by tuple if they are relations.
  void showSides(model::ExprId comparison, const model::Instance& instance, TestResult& result);

 private:
  bool isOfLibrary(const evaluator::Constraint& constraint) const;
  bool asks(const TestCase& test, const evaluator::Broken& broken) const;
  std::string askedBy(const TestCase& test) const;
  Side side(model::ExprId expr, const evaluator::Value& value, const evaluator::Value& other,
            const model::Universe& universe) const;

  const parser::Loaded& loaded_;
  const model::Model& model_;
  const evaluator::Options& evaluation_;
  evaluator::Evaluator& evaluator_;
  ViolatedConstraints violated_;
};

}  // namespace aunit::suite
