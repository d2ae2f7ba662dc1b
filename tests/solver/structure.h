// An instance as a structure of first-order logic, and the truth of formulas in it.
#pragma once

#include <map>
#include <vector>

#include "model/instances/instance.h"
#include "solver/firstorder/states.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver::testing_ {

/// The truth of a formula; unknown if it has a symbol that has no meaning in an instance (abstractions, relations for
/// quantifiers).
enum class Truth : std::uint8_t { false_, true_, unknown };

class Structure {
 public:
  Structure(const model::Model& model, const firstorder::Theory& theory, const model::Instance& instance);

  /// For the theory of a few consecutive moments. `moments` are the states of a trace by index, or atoms; `isFirst`: the first of
  /// them is the first moment of all.
  Structure(const model::Model& model, const firstorder::States& states, const model::Instance& instance,
            std::vector<model::Atom> moments, bool isFirst);

  Truth of(firstorder::FormulaId formula);

 private:
  using Values = std::map<firstorder::TermId, model::Atom>;  // by variable
  static constexpr model::Atom unknownAtom = 0xffffffff;

  const std::vector<model::Atom>& elements(firstorder::SortId sort) const { return elements_[sort]; }
  model::Atom value(firstorder::TermId term, const Values& values);
  model::Atom number(const firstorder::Theory::Number& number, const std::vector<model::Atom>& parameters);
  model::Atom integer(std::int32_t value) const;
  Truth between(std::size_t closure, const std::vector<model::Atom>& atoms);
  Truth truth(firstorder::FormulaId formula, Values& values);
  Truth predicate(const firstorder::Formula& formula, Values& values);
  Truth closed(const firstorder::Closure& closure, firstorder::SymbolId symbol, const std::vector<model::Atom>& arguments);
  bool inRelation(const firstorder::Meaning& meaning, std::vector<model::Atom> tuple, firstorder::SymbolId symbol) const;

  const model::Model& model_;
  const firstorder::Theory& theory_;
  const model::Instance& instance_;
  const firstorder::States* states_ = nullptr;
  std::vector<model::Atom> moments_;
  std::map<firstorder::SymbolId, std::size_t> momentOf_;
  bool isFirst_ = false;
  std::vector<std::vector<model::Atom>> elements_;  // by sort; never empty
  std::map<firstorder::SymbolId, std::size_t> closures_;
  using Key = std::pair<std::size_t, std::vector<model::Atom>>;
  std::map<Key, std::map<std::pair<model::Atom, model::Atom>, bool>> known_;
  std::map<Key, bool> isUnknown_;
};

}  // namespace aunit::solver::testing_
