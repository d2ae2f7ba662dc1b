// The statement of a test as data: an instance, a question about it, and the expected answer.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/test_case.h"
#include "suite/trouble.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {

/// The statement of a test that evaluation decides. It can be judged repeatedly, also on changed models with the same
/// declarations.
struct Statement {
  std::shared_ptr<const model::Instance> instance;
  evaluator::Question question;
  bool mustHold = true;  // true: the whole question must hold; false: some constraint of it must be violated
  /// If false, the predicate has other readings. One of them may hold although `question` does not (PredicateValuation::certain).
  bool certain = true;
};

using Made = std::variant<std::shared_ptr<const model::Instance>, Trouble>;
/// The instance that a valuation states, or the instance in the file that the valuation names. `integers` does not apply
/// to the instance in a file.
Made instanceOf(const parser::Loaded& loaded, std::uint32_t valuation, const IntegerScope& integers,
                model::Semantics semantics = {});

/// Whether a test, or one of its statements, needs the solver.
bool needsSolver(const TestCase& test);

/// Makes the statements of a loaded file's tests. An instance that several tests are about is built or read only once.
class StatementReader {
 public:
  explicit StatementReader(const parser::Loaded& loaded, model::Semantics semantics = {});

  /// Whether evaluation decides a test. False for commands, and for predicates that leave relations open: these need the solver.
  static bool isDecidedByEvaluation(const TestCase& test);
  /// Makes the statement of a test that evaluation decides. Throws solver::Unsupported if the scope contradicts the model.
  std::variant<Statement, Trouble> read(const TestCase& test);
  /// The statement of a test on a predicate: the predicate's valuation is an instance or, with `expect 0`, is not an instance.
  Statement readPredicate(const TestCase& test, std::shared_ptr<const PredicateValuation> read) const;

 private:
  std::variant<Statement, Trouble> readValuation(const TestCase& test);
  void addSizes(Statement& statement, const model::Command& command) const;
  const Made& instanceOf(std::uint32_t valuation, const IntegerScope& integers);

  const parser::Loaded& loaded_;
  const model::Model& model_;
  const model::Semantics semantics_;
  std::vector<evaluator::Constraint> ofModel_;
  std::map<std::tuple<std::uint32_t, int, int>, Made> instances_;
};

}  // namespace aunit::suite
