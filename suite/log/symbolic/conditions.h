// The conditions that the model and the lines of a log put on the states of a behaviour, as literals of one circuit.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solver/beginning/beginning.h"
#include "suite/log/symbolic/open_tuples.h"
#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

/// A formula that must hold for a step, with values for its open variables.
struct StepCondition {
  const StepFormula* asked = nullptr;
  std::vector<std::pair<model::VarId, solver::MatrixRef>> open;
};

class Conditions {
 public:
  /// The arguments must outlive this object. `isFirst`: state 0 is the first state of the log.
  Conditions(const LogProblem& problem, const std::vector<Values>& starts, bool isFirst,
             std::optional<solver::Beginning::Loop> loop = {});

  solver::Beginning& beginning() { return beginning_; }
  const LogProblem& problem() const { return problem_; }
  bool hasLoop() const { return hasLoop_; }
  /// Adds a state and returns its number. State 0 exists from the beginning.
  int newState() { return ++last_; }
  /// Adds a state that is equal to the last one.
  int repeatState();
  int last() const { return last_; }

  solver::MatrixRef relation(std::size_t number, int state);
  void define(std::size_t number, int state, solver::MatrixRef value);
  /// The values of the `var` relations in a state. Requires that a solution was found.
  Values values(int state);

  void require(solver::Lit l);
  /// Requires that state 0 is one of the states in `outset`.
  void start(const SearchStart& outset);
  /// Requires all facts. To be called only for a behaviour with a loop, and after all states are defined.
  void requireFacts();
  /// True if the model allows the step from state `from` to the next state. Always true if the behaviour has a loop, because
  /// requireFacts() then requires that all steps are allowed.
  solver::Lit isStep(int from);
  solver::Lit same(int a, int b);
  /// True if the formulas `asked` hold for the step from a state. Sets `here` to these formulas with values for their open
  /// variables.
  solver::Lit asks(std::span<const StepFormula> asked, int from, std::vector<StepCondition>& here);
  /// By number: the relations with known values after a line. `before` is the state before the line.
  std::map<std::size_t, solver::MatrixRef> known(const Observation& line, int before);
  /// True if a state has the values that a line states. `before` is the state before the line.
  solver::Lit isAsSaid(const Observation& line, int before, int state);

 private:
  solver::Lit holds(const Condition& fact, int state);
  solver::MatrixRef initial(const Update& update);

  const LogProblem& problem_;
  solver::Beginning beginning_;
  OpenTuples algebra_;
  const std::vector<Values>& starts_;
  bool isFirst_, hasLoop_;
  int last_ = 0;
};

}  // namespace aunit::suite::log
