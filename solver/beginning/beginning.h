// The beginning of a behaviour, grown state by state without a loop, with a SAT solver that holds its clauses; or a behaviour of
// which the number of states and the loop are known.
//
// The atoms and all that never changes are an instance's, so they are bounds and cost no variables. A relation that varies has an
// input for each tuple in each state, or is made of what the state before holds (`define`), so that what is known of a state
// simplifies all that is said of it. Formulas look at one state and the next, by bounded model checking without lassos (Biere,
// Cimatti, Clarke & Zhu, TACAS 1999).
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

  /// Behind the last of the states follows the state `target` again.
  struct Loop {
    int states = 1;
    int target = 0;
  };

  /// The model and the instance must outlive this. Members throw support::Exhausted and Unsupported.
  Beginning(const model::Model& model, const model::Instance& fixed, model::Semantics semantics, const support::Budget& budget,
            std::optional<Loop> loop = {});
  ~Beginning();
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  Circuit& circuit();
  const Algebra& algebra() const;
  MatrixRef constant(const model::TupleSet& set) const;
  MatrixRef relation(bool isField, std::uint32_t id, int state);
  /// Sets the value of a variable relation in a state. Call it before any formula about that state.
  void define(bool isField, std::uint32_t id, int state, MatrixRef value);
  /// Whether a formula holds in a state. Without a loop it must not look behind the next one.
  Lit holds(model::ExprId formula, const Given& given, int state);
  /// A value for a variable, whatever its declaration allows; `allowed` says that it does.
  MatrixRef anyOf(const model::Decl& decl, const Given& given, int state, Lit& allowed);

  /// Says that one of these holds.
  void require(std::span<const Lit> oneOf);
  /// A literal of the clauses that implies one of the circuit, to be assumed.
  int selector(Lit l);
  /// The literal of an input of the circuit in the clauses; 0: they do not mention it.
  int mentioned(Lit input) const;
  /// How many nodes the circuit has.
  std::size_t size() const;

  Answer solve(std::span<const int> assumptions);
  /// After `unsatisfiable`: some of the assumptions that cannot hold together.
  std::vector<int> conflict() const;
  /// After `satisfiable`.
  model::TupleSet value(const MatrixRef& relation) const;
  bool value(Lit l) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::solver
