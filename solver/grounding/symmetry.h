// Finds the atoms of bounds that are interchangeable, and fixes total orders over them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"
#include "solver/grounding/bounds.h"
#include "support/budget.h"

namespace aunit::solver {

/// Completes bounds whose tuples are known: sets Bounds::interchangeable, and the bounds of total orders.
class SymmetryBuilder {
 public:
  /// All references must outlive this object.
  SymmetryBuilder(const model::Model& model, Symmetries symmetries, support::Meter& meter, Bounds& out)
      : model_(model), symmetries_(symmetries), meter_(meter), out_(out) {}

  void run() {
    findClasses();
    fixOrders();
  }

 private:
  void decode(TupleCode code, std::vector<std::uint32_t>& atoms) const;
  bool invariant(const std::vector<TupleCode>& tuples, unsigned arity, std::uint32_t a, std::uint32_t b) const;
  void findClasses();
  bool exchangeable(std::uint32_t a, std::uint32_t b) const;
  void fixOrders();
  std::optional<model::FieldId> fieldOfSingleton(model::ExprId id) const;
  void findOrders(model::ExprId id);

  const model::Model& model_;
  const Symmetries symmetries_;
  support::Meter& meter_;
  Bounds& out_;
};

}  // namespace aunit::solver
