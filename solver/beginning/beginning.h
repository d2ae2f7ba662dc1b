// Encodes the beginning of a behaviour in one SAT solver. The beginning grows state by state, without a loop. A whole behaviour
// can be encoded if its number of states and its loop are known.
//
// The atoms and the values of static relations come from an instance, so they are constants and need no variables. A variable
// relation has an input for each tuple in each state, unless define() sets its value, which may be computed from the previous
// state. Known values simplify the formulas about a state. Formulas relate a state and the next one. They are encoded as in
// bounded model checking without lassos (Biere, Cimatti, Clarke & Zhu, TACAS 1999).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/semantics.h"
#include "solver/circuit/matrix.h"
#include "solver/sat/sat.h"
#include "support/budget.h"

namespace aunit::solver {

class Beginning {
 public:
  using Given = std::vector<std::pair<model::VarId, MatrixRef>>;  // values of free variables

  /// There are `states` states. The state `target` follows the last one.
  struct Loop {
    int states = 1;
    int target = 0;
  };

  /// The model and the instance must outlive this object. Members throw support::Exhausted and Unsupported.
  Beginning(const model::Model& model, const model::Instance& fixed, model::Semantics semantics, const support::Budget& budget,
            std::optional<Loop> loop = {});
  ~Beginning();
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  Circuit& circuit();
  const Algebra& algebra() const;
  MatrixRef constant(const model::TupleSet& set) const;
  MatrixRef relation(bool isField, std::uint32_t id, int state);
  /// Sets the value of a variable relation in a state. Must be called before the first formula that refers to that state is
  /// encoded.
  void define(bool isField, std::uint32_t id, int state, MatrixRef value);
  /// The condition that a formula holds in a state. Without a loop the formula must not look beyond the next state.
  Lit holds(model::ExprId formula, const Given& given, int state);
  /// An arbitrary value for a variable; `allowed` is the condition that the variable's declaration allows the value.
  MatrixRef anyOf(const model::Decl& decl, const Given& given, int state, Lit& allowed);

  /// Adds the constraint that at least one of the literals is true.
  void require(std::span<const Lit> oneOf);
  /// A literal of the solver that implies the circuit literal `l`. It can be used as an assumption.
  int selector(Lit l);
  /// The solver's literal for an input of the circuit; 0 if no clause mentions the input.
  int mentioned(Lit input) const;
  /// The number of nodes of the circuit.
  std::size_t size() const;

  Answer solve(std::span<const int> assumptions);
  /// After `unsatisfiable`: some assumptions of the last solve() that together contradict the clauses.
  std::vector<int> conflict() const;
  /// After `satisfiable`: the value of a relation or of a literal in the solution.
  model::TupleSet value(const MatrixRef& relation) const;
  bool value(Lit l) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::solver
