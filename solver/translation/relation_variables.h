// The variables of relations: in each state, one circuit input for each tuple that a relation may contain but need not contain.
#pragma once

#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "solver/circuit/matrix.h"
#include "solver/grounding/bounds.h"

namespace aunit::solver {

/// Makes the inputs of a relation when it is first requested, so that relations that no formula mentions cost nothing.
class RelationVariables {
 public:
  /// `states` is the number of states for completeAll; further states are added when they are requested. If `declared`,
  /// the constraints of all declarations hold.
  RelationVariables(const model::Model& model, const Bounds& bounds, const Algebra& algebra, int states, bool declared = true);

  bool declared() const { return declared_; }
  MatrixRef sig(model::SigId id, int state);
  MatrixRef field(model::FieldId id, int state);
  /// The values of a field in all atoms that a record may have, also in those that do not exist; null for other fields.
  MatrixRef valuesOfRecord(model::FieldId id);
  /// Sets the matrix of a variable relation in a state to `value`, so that no inputs are made for the relation in that state.
  /// Call this before the relation is requested in that state.
  void define(bool isField, std::uint32_t id, int state, MatrixRef value);
  /// Makes the inputs of all relations in all states.
  void completeAll();

  /// A relation that was requested, with its matrix, for decoding and symmetry breaking. Static relations occur once, with state
  /// 0.
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
  MatrixRef ofRecord(model::FieldId id);
  std::size_t slotOf(bool variable, int state);
  bool followsFrom(model::SigId id, const std::vector<model::SigId>& parts) const;

  const model::Model& model_;
  const Bounds& bounds_;
  const Algebra& algebra_;
  int states_;
  bool declared_;
  std::vector<std::vector<MatrixRef>> sigs_;  // by state and SigId: the matrix; null until requested
  std::vector<std::vector<MatrixRef>> fields_;
  std::unordered_map<model::FieldId, MatrixRef> values_;  // of records
};

}  // namespace aunit::solver
