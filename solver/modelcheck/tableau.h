// Translation of a temporal problem to a transition system, without a bound on time.
//
// The literal of a tuple says whether the tuple is in its relation in the current state. `'` and `after` refer to a window of
// later states. The literals of each state of the window are the next values of the latches of the state before it. An asserted
// formula about the first state becomes an initial condition, `always g` a constraint, `always eventually g` a justice condition,
// and `eventually g` a goal with a latch that remembers whether `g` has held. Any other future operator becomes a promise: a
// variable, a constraint and a justice condition. The variable says whether the formula is true. The constraint ties the variable
// to the expansion of the formula. The justice condition prevents deferring the promise forever. A past operator becomes one
// latch (symbolic tableaux after Burch, Clarke, McMillan, Dill & Hwang, LICS 1990; Clarke, Grumberg & Hamaguchi, FMSD 1997; past
// operators as in Benedetti & Cimatti, TACAS 2003). Static relations and the witnesses of leading quantifiers are latches that
// keep their value.
//
// Because a literal has another meaning in another state, a quantified variable is bound to literals only if the body of the
// quantifier is about one state, or the literals are constant.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "model/semantics.h"
#include "solver/modelcheck/system.h"
#include "solver/translation/translator.h"

namespace aunit::modelcheck {

/// Translates formulas and collects the parts of the system. This is one class, because the translation of a temporal operator
/// makes latches, windows, constraints and justice conditions, which mention the literals of nested operators.
class Tableau final : public solver::Translator {
 public:
  Tableau(const model::Model& model, const solver::Analysis& analysis, const solver::Bounds& bounds,
          solver::RelationVariables& relationVariables, const solver::Algebra& algebra, model::Semantics semantics);

  /// Asserts a formula in the first state.
  void require(const solver::SkolemisedFormula& formula);
  /// Asserts `l`, which is a literal of the current state: requireInitially() for the first state, requireAlways() for every
  /// state.
  void requireInitially(Lit l) { initially_.push_back(l); }
  void requireAlways(Lit l) { constraints_.push_back(l); }
  /// A literal that means: `l` holds in the current state, or held in an earlier one.
  Lit everSoFar(Lit l);

  /// The system of all requirements so far. Its traces are the traces of the problem. In each trace, System::bad is true at some
  /// step. So there is no trace if System::bad cannot become true.
  System system();

 private:
  solver::Value next(model::ExprId id, solver::Moment at) override;
  solver::Value behindLast(model::ExprId id, solver::Moment at) override;
  solver::MatrixRef sigBehindLast(model::SigId id) override;
  solver::MatrixRef fieldBehindLast(model::FieldId id) override;
  Lit temporal(model::ExprId id, solver::Moment at) override;
  std::optional<Lit> skolemisedLater(const Part& part, solver::Moment at, const PartContext& under) override;
  bool isConstant(Lit l) override;

  /// A variable's literals: in the current state, the next one, and so on, as far as they are needed.
  using Window = std::vector<Lit>;
  Lit inWindow(std::size_t window, int offset);
  std::size_t newWindow();
  Lit until(Lit left, Lit right, int offset);
  template <class Left, class Right>
  Lit since(Left left, Right right, int offset);
  Lit heldBefore(Lit l);
  std::size_t addLatch(bool start);

  void addRelations(System& system);
  void addInitial(System& system, Lit started);
  void noteConstants();

  std::vector<Lit> initially_;
  std::vector<Lit> constraints_;
  std::vector<Lit> justice_;
  std::vector<Lit> goals_;  // each must hold at some time
  std::vector<Window> windows_;
  std::vector<Latch> latches_;
  std::vector<Lit> starts_;                              // values of latches_ in the first state
  std::map<std::pair<Lit, Lit>, std::size_t> promises_;  // windows of "left until right", by left and right
  std::map<std::pair<Lit, Lit>, std::size_t> sinces_;  // by left and right: the latch for "left since right" in the state before
  std::map<Lit, std::size_t> befores_;  // by literal: the latch that says whether the literal held in the previous state
  std::map<Lit, std::size_t> evers_;    // by literal: the latch that says whether the literal held in some earlier state
  std::vector<std::uint8_t> constant_;  // by node: 0 not known yet, 1 constant over time, 2 not constant
  std::uint32_t notedInputs_ = 0;       // the number of inputs at the last noteConstants()
};

}  // namespace aunit::modelcheck
