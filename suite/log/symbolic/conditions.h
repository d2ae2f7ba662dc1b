// Conditions on the states of a beginning: what the model and the lines of a log say of them, as literals of one circuit.
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

/// A formula that must hold for a step, with the values of its open variables.
struct AskedHere {
  const StepFormula* asked = nullptr;
  std::vector<std::pair<model::VarId, solver::MatrixRef>> open;
};

class Conditions {
 public:
  /// Both must outlive this. `isFirst`: the first state is that of the log.
  Conditions(const LogProblem& problem, const std::vector<Values>& starts, bool isFirst,
             std::optional<solver::Beginning::Loop> loop = {});

  solver::Beginning& beginning() { return beginning_; }
  const LogProblem& problem() const { return problem_; }
  bool hasLoop() const { return hasLoop_; }
  /// States are numbered from 0.
  int newState() { return ++last_; }
  /// A state like the last one.
  int repeatState();
  int last() const { return last_; }

  solver::MatrixRef relation(std::size_t number, int state);
  void define(std::size_t number, int state, solver::MatrixRef value);
  /// After a solution: the values of the variable relations in a state.
  Values values(int state);

  void require(solver::Lit l);
  /// Requires that the first state is that of the outset.
  void start(const Outset& outset);
  /// With a loop, when all is defined: requires all facts of the whole behaviour.
  void requireFacts();
  /// Whether the model allows the step from a state to the one after it; with a loop requireFacts() ensures it.
  solver::Lit isStep(int from);
  solver::Lit same(int a, int b);
  /// Whether the condition of a step holds; `here` becomes that condition, with variables for the omitted parts.
  solver::Lit asks(std::span<const StepFormula> asked, int from, std::vector<AskedHere>& here);
  /// What a line says of the state after it, given the one before, by relation.
  std::map<std::size_t, solver::MatrixRef> known(const Observation& line, int before);
  /// Whether a state is as a line states, given the one before.
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
