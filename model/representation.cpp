#include "model/representation.h"

namespace aunit::model {

bool isOneRelation(const Model& model, SigId id) {
  const Sig& sig = model.sig(id);
  if (sig.builtin) return id == builtin::seqInt || id == builtin::string;
  if (sig.subset) return !sig.subsetExact || (sig.parents.size() == 1 && isOneRelation(model, sig.parents[0]));
  if (sig.children.empty()) return true;
  return sig.isAbstract && sig.children.size() == 1 && isOneRelation(model, sig.children[0]);
}

bool dropsFirstColumn(const Model& model, FieldId id) {
  const Sig& sig = model.sig(model.field(id).sig);
  return sig.multiplicity == Multiplicity::one && !sig.isVar && !model.field(id).isVar;
}

std::optional<std::int32_t> subtractedFromZero(const Model& model, ExprId id) {
  if (model.expr(id).op != Op::difference) return std::nullopt;
  const auto literal = [&](ExprId operand) -> std::optional<std::int32_t> {
    if (model.expr(operand).op != Op::integerAtom || model.expr(model.child(operand, 0)).op != Op::integer) return std::nullopt;
    return static_cast<std::int32_t>(model.expr(model.child(operand, 0)).payload);
  };
  return literal(model.child(id, 0)) == 0 ? literal(model.child(id, 1)) : std::nullopt;
}

}  // namespace aunit::model
