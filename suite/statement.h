// What a test says, as data: which instance, what is to hold on it, and whether it must.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "evaluator/judge.h"
#include "model/instance.h"
#include "parser/front_end.h"
#include "suite/test_case.h"
#include "suite/trouble.h"
#include "suite/valuation.h"

namespace aunit::suite {

/// A test that evaluation decides. It can be judged as often as one likes, also on changed models that share its declarations.
struct Statement {
  std::shared_ptr<const model::Instance> instance;
  evaluator::Question question;
  bool mustHold = true;  // all of the question, or else something in it must be broken
  bool certain = true;   // false: what is broken here may hold under another reading (PredicateValuation::certain)
};

using Made = std::variant<std::shared_ptr<const model::Instance>, Trouble>;
/// What a valuation states, or the instance in the file that it names (whose integers are as they were saved).
Made instanceOf(const parser::Loaded& loaded, std::uint32_t valuation, const IntegerScope& integers);

/// Whether a test, or one of its statements, is for the solver.
bool needsSolver(const TestCase& test);

/// Makes the statements of one loaded file's tests. Instances are built or read once, whichever tests are about them.
class StatementReader {
 public:
  explicit StatementReader(const parser::Loaded& loaded);

  /// Commands, and predicates that leave something open, are the solver's.
  static bool isDecidedByEvaluation(const TestCase& test);
  /// For a test that evaluation decides. Throws solver::Unsupported where the scope contradicts the model.
  std::variant<Statement, Trouble> read(const TestCase& test);
  /// Of a test on a predicate: that its valuation is one.
  Statement readPredicate(const TestCase& test, std::shared_ptr<const PredicateValuation> read) const;

 private:
  std::variant<Statement, Trouble> readValuation(const TestCase& test);
  void addSizes(Statement& statement, const model::Command& command) const;
  const Made& instanceOf(std::uint32_t valuation, const IntegerScope& integers);

  const parser::Loaded& loaded_;
  const model::Model& model_;
  std::vector<evaluator::Constraint> ofModel_;
  std::map<std::tuple<std::uint32_t, int, int>, Made> instances_;
};

}  // namespace aunit::suite
