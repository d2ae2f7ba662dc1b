// The quantities that should be small in an instance, as literals of the translation's clauses.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/model.h"
#include "solver/preference.h"
#include "solver/translation/relation_variables.h"

namespace aunit::solver {

/// A cost. It arises if all literals of one of its `ways` hold.
struct Cost {
  std::vector<std::vector<int>> ways;

  template <class Holds>
  bool arises(const Holds& holds) const {
    for (const std::vector<int>& way : ways) {
      bool all = true;
      for (const int literal : way) all = all && holds(literal);
      if (all) return true;
    }
    return false;
  }
};

/// Asks that as few costs as possible arise in the group in which most costs arise.
struct Aim {
  std::vector<std::vector<Cost>> groups;
  bool proved = false;    // whether the search goes on until the optimum is proved or the budget ends
  std::size_t least = 0;  // at least this many costs arise, if no cost of an earlier aim arises
  bool claimed = true;    // whether only an instance that is optimal in this aim counts as a smallest instance
};

/// The aims, the most important first. `order` decides between equally good solutions: the first variable of `order` in which
/// they differ is false in the better solution.
struct RankedAims {
  std::vector<Aim> aims;
  std::vector<int> order = {};
  std::vector<std::vector<Cost>> signatures = {};  // by signature, a cost for each atom; empty unless the first aim asks for few
                                                   // atoms
};

/// Makes aims that are about the relations of one translation.
class Aims {
 public:
  /// The variable of an input of the circuit; 0 if the clauses do not mention the input, which is then false.
  using VariableOf = std::function<int(std::uint32_t node)>;

  Aims(const model::Model& model, RelationVariables& relationVariables, const Circuit& circuit, int states,
       VariableOf variableOf);

  /// The aims of a preference, the most important first. `before`: the values of places() in earlier instances.
  std::vector<Aim> of(const Preference& preference, const std::vector<std::vector<bool>>& before);
  /// The variables of the clauses for the tuples of all relations, in each state.
  std::vector<int> places();
  /// For each top-level signature that may have several atoms: a cost for each atom.
  std::vector<std::vector<Cost>> signatures();

 private:
  enum class Direction : std::uint8_t { few, many };
  void everIn(model::SigId id, Direction wanted, std::vector<Cost>& costs);
  std::vector<Cost> atoms();
  std::vector<Cost> tuples(Direction wanted);
  std::vector<Cost> changes();
  /// Appends variables to `out`: at least one of them holds if `literal` does. Returns false if `literal` always holds.
  bool alternatives(Lit literal, std::vector<int>& out) const;
  template <class Visit>
  void forEachRelation(const Visit& visit);

  const model::Model& model_;
  RelationVariables& relationVariables_;
  const Circuit& circuit_;
  int states_;
  VariableOf variableOf_;
};

}  // namespace aunit::solver
