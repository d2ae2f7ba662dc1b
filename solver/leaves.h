// The free part of an instance: one circuit input for each tuple that a relation may but need not hold, in each state.
#pragma once

#include <vector>

#include "model/model.h"
#include "solver/bounds.h"
#include "solver/matrix.h"

namespace aunit::solver {

/// Makes inputs when a relation is first asked for, so that what no formula mentions costs nothing.
class Leaves {
 public:
  /// `states` are those that completeAll means; more come to be when they are asked for.
  Leaves(const model::Model& model, const Bounds& bounds, const Algebra& algebra, int states);

  MatrixRef sig(model::SigId id, int state);
  MatrixRef field(model::FieldId id, int state);
  /// Makes the inputs of everything there is.
  void completeAll();

  /// Relations asked for so far with their matrices, for decoding and symmetry breaking. Static ones once, with state 0.
  struct Leaf {
    bool isField;
    std::uint32_t id;
    int state;
    const MatrixRef* matrix;
  };
  std::vector<Leaf> known() const;

 private:
  MatrixRef make(const RelationBound& bound, unsigned arity) const;
  MatrixRef makeSig(model::SigId id, int state);
  std::size_t slotOf(bool variable, int state);
  bool followsFrom(model::SigId id, const std::vector<model::SigId>& parts) const;

  const model::Model& model_;
  const Bounds& bounds_;
  const Algebra& algebra_;
  int states_;
  std::vector<std::vector<MatrixRef>> sigs_;  // by state, id
  std::vector<std::vector<MatrixRef>> fields_;
};

}  // namespace aunit::solver
