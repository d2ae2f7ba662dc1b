// Clauses that exclude a state, and all states that differ from it only by a renaming of atoms, in a system with few atoms.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "solver/allscopes/finite_states.h"
#include "solver/firstorder/states.h"

namespace aunit::solver {

/// A ground atom of the vocabulary, or its negation.
struct GroundFact {
  GroundAtom atom;
  bool holds = true;
  friend bool operator==(const GroundFact&, const GroundFact&) = default;
  friend bool operator<(const GroundFact& a, const GroundFact& b) {
    return std::tie(a.atom, a.holds) < std::tie(b.atom, b.holds);
  }
};
using GroundCube = std::vector<GroundFact>;

/// Replaces, in a fact, the atom that is left open: if N0 is left open, `link(N0, N1)` becomes `link(itself, N1)`.
inline constexpr int itself = -1;

class OrbitClauses {
 public:
  /// `states` and `finite` must outlive this object.
  OrbitClauses(firstorder::States& states, const FiniteStates& finite)
      : states_(states), all_(states.theory.formulas), finite_(finite) {}

  /// The clause that excludes a cube and all cubes that differ from it only by a renaming of atoms. The class Naming replaces the
  /// cube's atoms by variables and constants. The clause is also true if two of the variables and constants have the same value.
  struct Pattern {
    firstorder::Terms variables;
    std::vector<firstorder::FormulaId> parts;      // disjuncts of the clause
    std::vector<firstorder::FormulaId> different;  // further disjuncts: equations of two of the variables and constants
  };

  /// Makes a pattern, fact by fact. Writes a constant for each atom that a constant denotes, and a variable for each other atom.
  class Naming {
   public:
    explicit Naming(OrbitClauses& clauses) : clauses_(clauses) {}
    firstorder::TermId of(firstorder::SortId sort, int atom) {
      const auto [found, isNew] = names_.try_emplace({sort, atom}, 0);
      if (isNew) {
        const auto constant = clauses_.finite_.constantOf(sort, atom);
        found->second = constant ? *constant : clauses_.variableFor(sort, used_[sort]++);
        if (!constant) pattern.variables.push_back(found->second);
      }
      return found->second;
    }
    firstorder::FormulaId of(const GroundAtom& atom) {
      firstorder::Terms terms;
      const firstorder::Sorts& sorts = clauses_.all_.symbols()[atom.symbol].arguments;
      for (std::size_t i = 0; i < sorts.size(); ++i) terms.push_back(of(sorts[i], atom.atoms[i]));
      return clauses_.all_.predicate(atom.symbol, std::move(terms));
    }
    bool knows(firstorder::SortId sort, int atom) const { return names_.contains({sort, atom}); }
    void exclude(const GroundFact& fact) {
      const firstorder::FormulaId atom = of(fact.atom);
      pattern.parts.push_back(fact.holds ? clauses_.all_.negation(atom) : atom);
    }
    void finish() {
      for (auto a = names_.begin(); a != names_.end(); ++a)
        for (auto b = names_.begin(); b != a; ++b)
          if (a->first.first == b->first.first) pattern.different.push_back(clauses_.all_.equal(a->second, b->second));
    }
    Pattern pattern;

   private:
    OrbitClauses& clauses_;
    std::map<std::pair<firstorder::SortId, int>, firstorder::TermId> names_;
    std::map<firstorder::SortId, std::size_t> used_;
  };

  Pattern patternOf(const GroundCube& cube);
  firstorder::FormulaId clauseOf(const Pattern& pattern);
  /// A formula that is true if the value of `variable` is in the signature of its sort; nothing if this signature has no
  /// predicate.
  std::optional<firstorder::FormulaId> guardOf(firstorder::TermId variable);
  /// For each atom of `sort` in a fact: the fact with this atom left open, and the atom.
  std::vector<std::pair<GroundFact, int>> openOf(const GroundFact& fact, firstorder::SortId sort) const;

 private:
  firstorder::TermId variableFor(firstorder::SortId sort, std::size_t number);

  firstorder::States& states_;
  firstorder::Formulas& all_;
  const FiniteStates& finite_;
  std::map<firstorder::SortId, firstorder::Terms> variables_;
};

}  // namespace aunit::solver
