// Translation of a problem to clauses, for traces of one fixed number of states.
//
// The stages, in the order of Translation::translate:
//   1. scope, bounds   Grounding: sizes, atoms, the tuples that each relation must and may hold
//   2. variables       an input of the circuit for each open tuple, made when a formula first mentions its relation
//   3. skolemization   finds the existential quantifiers that become relations, and makes these relations
//   4. translator      skolemised formulas to circuit literals
//   5. structure       constraints that no formula states: the loop, sizes, no atom moves to another child signature
//   6. symmetry        excludes most instances that differ only in names; compares the relations that have variables by then
//   7. cnf             the circuit to clauses, by polarity
// Goals and excluded instances may be added later. A goal repeats stages 3, 4 and 7, with a literal that activates it.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "solver/circuit/cnf.h"
#include "solver/grounding/grounding.h"
#include "solver/translation/aims.h"
#include "solver/translation/branch.h"
#include "solver/translation/decode.h"
#include "solver/translation/lasso.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/skolemization.h"
#include "solver/translation/trace.h"

namespace aunit::solver {

/// This is one class, because it must keep the objects of all stages while the clauses exist. Each stage refers to objects of
/// earlier stages. Goals, branches and excluded instances can be added after the translation, and then some stages run
/// again.
class Translation {
 public:
  /// The value of a variable of the clauses.
  using Values = std::function<bool(int)>;

  /// Throws Exhausted and Unsupported. After a member function threw, do not use the translation. The grounding must outlive
  /// this object.
  Translation(const Grounding& grounding, int states, const support::Budget& budget);

  /// Sets the budget of all later calls.
  void setBudget(const support::Budget& budget) { budget_ = budget; }

  /// The clauses so far; goals, branches and excluded instances add to them.
  const Cnf& cnf() const { return encoder_.cnf(); }
  /// With Options::core: literals that each make one part of the problem hold. The parts are those in Grounding::dispensable or,
  /// if this list is empty, the asserted parts. Without Options::core, all parts always hold.
  const std::vector<int>& selectors() const { return selectors_; }
  /// The part of the problem that one selector makes hold.
  struct SelectorPart {
    model::ExprId formula = model::noId;
    model::Span span;
  };
  const std::vector<SelectorPart>& selected() const { return selected_; }
  /// With Options::enumerate, the variables of all circuit inputs. The solver must keep them, because later clauses mention them.
  const std::vector<int>& inputVariables() const { return inputVariables_; }
  /// Returns a literal. If it is true, `formula` holds.
  int goal(model::ExprId formula);
  /// Returns a literal. If it is true, the trace belongs to `branch`.
  int branch(const Branch& branch);
  /// Forgets the expressions from `first` on, which are no longer in the model.
  void forget(model::ExprId first);
  /// From now on instances also show the witnesses of these goals, in addition to those of the problem.
  void show(std::span<const Conjunct> goals);

  /// The aims of a preference (aims.h). `before`: for each earlier instance, the result of valuesOfRelations.
  RankedAims wishes(const Preference& preference, const std::vector<std::vector<bool>>& before);
  /// With Options::soft: a constraint that may be broken. `around` has the values of the constraint's free
  /// variables.
  struct SoftConstraint {
    int holds = 0;  // a literal that makes the constraint hold
    Conjunct conjunct;
    std::vector<Translator::BoundVariable> around = {};
  };
  const std::vector<SoftConstraint>& soft() const { return soft_; }
  /// From now on, at least one relation is outside the bounds `other` in some state. `other` has the same atoms.
  void requireOutside(const Bounds& other);
  /// The values of all relations, in a fixed order.
  std::vector<bool> valuesOfRelations(const Values& values);

  model::Instance instance(const Values& values);
  /// The values that the variables of leading existential quantifiers have in `instance`.
  std::vector<evaluator::Binding> witnesses(const model::Instance& instance) const;
  /// Gives the atoms of an instance the names that they have in the problem's valuation. Removes the skolems from which these
  /// names are read.
  void nameAtoms(model::Instance& instance) const;
  /// Returns a clause that excludes every solution with the same instance as the solution `values`.
  std::vector<int> excluding(const Values& values);
  void add(std::span<const int> clause) { encoder_.cnf().add(clause); }
  int newVariable() { return encoder_.newVariable(); }

  /// The meaning of the variables of the clauses, as comments in DIMACS: "c 12: 3->4 in this/Node.link, state 0", with atoms by
  /// their numbers in the universe. A variable that is not named stands for a part of a formula.
  std::string legend() const;

  int states() const { return trace_.length; }
  std::size_t primaryVariables() const { return circuit_.inputCount(); }

 private:
  bool learnsFromFacts() const;
  void translate();
  Lit structure();
  Aims aimsOver(bool unmentioned);
  std::vector<Aim> numbers();
  std::vector<int> order();
  void numberInputs();

  struct Goal {
    int selector = 0;
    std::vector<SkolemRelation> witnesses;
  };

  const Grounding& grounding_;
  const model::Model& model_;
  const Bounds& bounds_;
  support::Budget budget_;
  Circuit circuit_;
  Algebra algebra_;
  RelationVariables relationVariables_;
  Trace trace_;
  Skolemization skolemization_;
  LassoTranslator translator_;
  CnfEncoder encoder_;
  std::vector<SoftConstraint> soft_;
  std::vector<int> selectors_;
  std::vector<SelectorPart> selected_;
  std::unordered_map<model::ExprId, Goal> goals_;
  std::vector<SkolemRelation> shown_;
  std::uint32_t numbered_ = 0;  // with Options::enumerate: all inputs among the first `numbered_` circuit nodes have variables
  std::vector<int> inputVariables_;
};

}  // namespace aunit::solver
