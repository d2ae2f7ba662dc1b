// Narrows the intervals of relations by claims. A claim says that an expression contains certain tuples, or contains none of
// them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/model.h"
#include "model/relations/tuple_set.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/intervals.h"

namespace aunit::solver {

/// Whether a formula must be true or must be false, and in which states.
struct Claim {
  bool holds = true;
  bool everywhere = false;  // in every state, not only in the first

  Claim opposite() const { return {!holds, everywhere}; }
  Claim in(bool wanted) const { return {wanted, everywhere}; }
};

/// Each function throws WorkExceeded if the claim contradicts the intervals.
class Narrowing : public Intervals {
 public:
  Narrowing(Bounds& bounds, const model::Model& model, std::uint64_t nodes)
      : Intervals(bounds, model, nodes),
        bounds_(bounds),
        model_(model),
        universe_(bounds.universeSize()),
        rigidUniverse_(std::ranges::none_of(model.sigs(), &model::Sig::isVar)) {}

  /// Applies the claim that the value of the expression contains these tuples.
  void require(model::ExprId id, const model::TupleSet& tuples, Claim claim);
  /// Applies the claim that the value of the expression contains none of these tuples.
  void exclude(model::ExprId id, const model::TupleSet& tuples, Claim claim);
  /// Applies the claim that the value of the expression is a subset of these tuples. Narrows only fields
  /// whose upper bound is a product of sets.
  void confine(model::ExprId id, const model::TupleSet& tuples, Claim claim);

 protected:
  bool changed_ = false;  // whether an interval was narrowed; the caller resets it

 private:
  Known* target(model::ExprId id, Claim claim);
  Known* productTarget(model::ExprId id, Claim claim);
  model::TupleSet among(const Known& product, const model::TupleSet& tuples);
  void confineRow(Known& product, model::Atom first, const model::TupleSet& tails);
  void requireRow(Known& product, model::Atom first, const model::TupleSet& tails);
  void requireJoined(model::ExprId id, const model::TupleSet& tuples, Claim claim);
  model::TupleSet certain(model::ExprId id, const model::TupleSet& tuples);
  model::TupleSet firstsBefore(const model::TupleSet& tuples, const model::TupleSet& rest) const;
  model::TupleSet columnsOf(const model::TupleSet& tuples, unsigned first, unsigned end) const;
  void keepFunctional(Known& relation);
  void narrow(Known& relation, model::TupleSet lower, model::TupleSet upper);

  Bounds& bounds_;
  const model::Model& model_;
  const std::uint32_t universe_;
  const bool rigidUniverse_;
};

}  // namespace aunit::solver
