// From a problem to clauses, for traces of one fixed number of states.
//
// The order of the stages, which is that of Translation::translate:
//   1. scope, bounds   Groundwork: sizes, atoms, the tuples that each relation must and may hold
//   2. leaves          an input of the circuit for each tuple that is open, when a formula first mentions its relation
//   3. skolemization   which existential quantifiers of a formula become relations, and which those are
//   4. translator      skolemised formulas to circuit literals
//   5. structure       what no formula says: the loop, sizes, atoms that stay where they are
//   6. symmetry        of instances that differ only in names most are excluded; looks at all relations known by then
//   7. cnf             the circuit to clauses, by polarity
// and afterwards, as often as one likes: goals (3, 4 and 7 again, each behind a literal that turns it on), blocked instances.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/instance.h"
#include "solver/branch.h"
#include "solver/cnf.h"
#include "solver/decode.h"
#include "solver/groundwork.h"
#include "solver/lasso.h"
#include "solver/leaves.h"
#include "solver/skolemization.h"
#include "solver/trace.h"

namespace aunit::solver {

class Translation {
 public:
  /// The value of a variable of the clauses.
  using Values = std::function<bool(int)>;

  /// Throws Exhausted and Unsupported; a translation that threw later must not be used any more. The groundwork must outlive
  /// this.
  Translation(const Groundwork& groundwork, int states, const Budget& budget);

  /// What later steps may spend.
  void setBudget(const Budget& budget) { budget_ = budget; }

  /// Grows with each of the following.
  const Cnf& cnf() const { return encoder_.cnf(); }
  /// With Options::core a literal for each part of what must hold that makes it hold; else all of it holds anyway.
  const std::vector<int>& selectors() const { return selectors_; }
  /// Where the part of each of these literals stands.
  const std::vector<model::Span>& selected() const { return selected_; }
  /// With Options::enumerate the variables of all that is open; they will be mentioned again.
  const std::vector<int>& inputVariables() const { return inputVariables_; }
  /// The literal that makes a formula hold.
  int goal(model::ExprId formula);
  /// The literal that makes the trace branch off so.
  int branch(const Branch& branch);
  /// Forgets expressions from `first` on, which the model does not have any more.
  void forget(model::ExprId first);
  /// From now on instances show the witnesses of these goals beside those of the problem.
  void show(std::span<const Conjunct> goals);

  model::Instance instance(const Values& values);
  /// The values in that instance of the variables of existential quantifiers in front.
  Witnesses witnesses(const model::Instance& instance) const;
  /// A clause that the solution does not satisfy, nor any that shows the same.
  std::vector<int> excluding(const Values& values);
  void add(std::span<const int> clause) { encoder_.cnf().add(clause); }
  int newVariable() { return encoder_.newVariable(); }

  /// What the variables of the clauses stand for, as comments in DIMACS: "c 12: 3->4 in this/Node.link, state 0", atoms by their
  /// numbers in the universe. What is not named stands for a part of a formula.
  std::string legend() const;

  int states() const { return trace_.length; }
  std::size_t primaryVariables() const { return circuit_.inputCount(); }

 private:
  void translate();
  Lit structure();
  void numberInputs();

  struct Goal {
    int selector = 0;
    std::vector<SkolemRelation> witnesses;
  };

  const Groundwork& groundwork_;
  const model::Model& model_;
  const Bounds& bounds_;
  Budget budget_;
  Circuit circuit_;
  Algebra algebra_;
  Leaves leaves_;
  Trace trace_;
  Skolemization skolemization_;
  LassoTranslator translator_;
  CnfEncoder encoder_;
  std::vector<int> selectors_;
  std::vector<model::Span> selected_;
  std::unordered_map<model::ExprId, Goal> goals_;
  std::vector<SkolemRelation> shown_;
  std::uint32_t numbered_ = 0;  // circuit nodes whose inputs have variables, with Options::enumerate
  std::vector<int> inputVariables_;
};

}  // namespace aunit::solver
