// Reads tests and claims as trials. A trial is an instance with constraints, which are evaluated once on the unchanged model.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "suite/statement.h"
#include "suite/test_case.h"

namespace aunit::strength {

/// A test or claim, with the values of its constraints on the unchanged model.
struct Trial {
  /// A formula that a test judges in addition to declarations and facts. If the formula is a call of a predicate, the part
  /// stores the values of the arguments. So all tests of a changed predicate share its compiled body.
  struct Part {
    model::ExprId formula = model::noId;
    bool holds = false;
    model::FuncId called = model::noId;
    bool negated = false;
    bool refuted = false;  // true: the part holds exactly if `formula` does not hold
    std::vector<model::TupleSet> arguments;
    std::optional<evaluator::Value> value;  // if this is a call of a predicate or function: the value that the call must have
  };

  std::shared_ptr<const model::Instance> instance;  // null if the solver decides the test
  std::vector<evaluator::Binding> bindings;
  std::vector<Part> parts;
  const model::Test* test = nullptr;      // null for a claim
  std::optional<model::Because> because;  // the constraint that the test names as the reason for a violation
  bool certain = true;          // if false, the test's predicate has other readings as an instance, and one of them may hold
  bool elusive = false;         // whether a constraint has no value; then the test is judged anew on each mutant
  std::vector<bool> global;     // for each declaration, then for each fact: whether it holds; empty if the test judges neither
  std::size_t broken = 0;       // number of false elements of `global` and `parts`
  bool possible = true;         // false if a constraint that no mutant can change is violated
  std::set<model::SigId> said;  // signatures to which the test gives a value
  std::set<model::FuncId> lookedInto;  // predicates from whose bodies the valuation was read
};

/// Binds the evaluator to the instance and the variables of a trial.
void bind(evaluator::Evaluator& evaluator, const Trial& trial);

/// Reads trials from the unchanged model. All references must outlive this object.
class TrialReader {
 public:
  TrialReader(const parser::Loaded& loaded, evaluator::Evaluator& evaluator, model::Semantics semantics);

  /// Reads a test that needs no solver. Throws support::Exhausted if the evaluator's budget ends.
  Trial trialOf(const suite::TestCase& test);
  /// Reads a claim; returns nothing if the claim has no value.
  std::optional<Trial> trialOf(const Claim& claim);
  /// Makes a trial that judges whether the facts and `formula` hold in an instance. If `formula` is noId, it judges only the
  /// facts. Returns nothing if a constraint has no value.
  std::optional<Trial> trialOf(std::shared_ptr<const model::Instance> instance, model::ExprId formula);

 private:
  void note(const evaluator::Constraint& constraint, const evaluator::Question& question, Trial& c);
  void noteSaid(const suite::TestCase& test, Trial& c) const;
  Trial::Part partOf(model::ExprId formula);
  Trial::Part partOf(const Claim& claim, Trial& c);

  const parser::Loaded& loaded_;
  const model::Model& model_;
  evaluator::Evaluator& evaluator_;
  const model::Semantics semantics_;
  suite::StatementReader statements_;
};

}  // namespace aunit::strength
