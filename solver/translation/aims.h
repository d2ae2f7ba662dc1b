// The things that should be few in an instance, as literals of the clauses that it is a solution of.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/model.h"
#include "solver/preference.h"
#include "solver/translation/relation_variables.h"

namespace aunit::solver {

/// Arises where all literals of one of the ways hold.
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

/// In the group with the most costs there should be as few as possible.
struct Aim {
  std::vector<std::vector<Cost>> groups;
  bool proved = false;    // whatever it takes
  std::size_t least = 0;  // at least so many costs arise if none does for the sake of the aims before
  bool claimed = true;    // a smallest instance is one that is best in these
};

/// The things to be few, the most important first, and then what decides between solutions that are equally good: the first of
/// these variables that differs is false.
struct Wishes {
  std::vector<Aim> aims;
  std::vector<int> order = {};
  std::vector<std::vector<Cost>> signatures = {};  // the atoms of each, if the first aim is to have few
};

/// Writes aims about the relations of one translation.
class Aims {
 public:
  /// The variable of an input of the circuit; 0: the clauses do not mention it, and it is false.
  using VariableOf = std::function<int(std::uint32_t node)>;

  Aims(const model::Model& model, RelationVariables& relationVariables, const Circuit& circuit, int states,
       VariableOf variableOf);

  /// The demands of a preference, the most important first. `before`: the values of `places` in what was found before.
  std::vector<Aim> of(const Preference& preference, const std::vector<std::vector<bool>>& before);
  /// The variables of all relations.
  std::vector<int> places();
  /// The atoms of each top-level signature that may have several.
  std::vector<std::vector<Cost>> signatures();

 private:
  enum class Wanted : std::uint8_t { few, many };
  void everIn(model::SigId id, Wanted wanted, std::vector<Cost>& costs);
  std::vector<Cost> atoms();
  std::vector<Cost> tuples(Wanted wanted);
  std::vector<Cost> changes();
  /// Any of these must hold where the literal does; false when it always does.
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
