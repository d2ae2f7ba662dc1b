#include "strength/mutation/apply.h"

#include <vector>

namespace aunit::strength {

using namespace model;

namespace {

class MutatedExpression {
 public:
  MutatedExpression(const Mutant& mutant, const Model& model, model::Nodes& nodes)
      : mutant_(mutant), model_(model), make_(nodes), place_(model_.expr(mutant.place)) {
    make_.at(place_.span, false);
  }

  ExprId made() {
    switch (mutant_.edit) {
      case Edit::operation: return operation();
      case Edit::multiplicity: return make_.bound(mutant_.multiplicity, place_.op == Op::bound ? child(0) : mutant_.place);
      case Edit::leftMultiplicity: return make_.arrow(child(0), mutant_.multiplicity, place_.rightMultiplicity, child(1));
      case Edit::rightMultiplicity: return make_.arrow(child(0), place_.leftMultiplicity, mutant_.multiplicity, child(1));
      case Edit::insert: return make_.unary(mutant_.op, mutant_.place);
      case Edit::keep: return like(make_.uncoerced(child(mutant_.index)));
      case Edit::remove: return remove();
      case Edit::exchange: return binary(place_.op, place_.negated, 1, 0);
      case Edit::exchangeBranches: return make_.ifThenElse(child(0), child(2), child(1));
      case Edit::emptyInclusion:
      case Edit::truth: return make_.truth(!mutant_.negated);
      case Edit::integer: return make_.integer(mutant_.value);
      case Edit::leaf:
        return mutant_.op == Op::field      ? make_.field(mutant_.index)
               : mutant_.op == Op::variable ? make_.variable(mutant_.index)
                                            : make_.sig(mutant_.index);
      case Edit::disjoint: return disjoint();
      case Edit::sigMultiplicity:
      case Edit::resultMultiplicity: break;
    }
    throw std::logic_error("no change of an expression");
  }

 private:
  ExprId child(std::uint32_t index) const { return model_.child(mutant_.place, index); }

  ExprId operation() {
    if (model::isQuantifier(mutant_.op)) {
      const std::vector<model::Decl> decls(model_.decls(mutant_.place).begin(), model_.decls(mutant_.place).end());
      return make_.quantified(mutant_.op, decls, child(0));
    }
    if (mutant_.op == Op::and_ || mutant_.op == Op::or_) {
      const std::vector<ExprId> children(model_.children(mutant_.place).begin(), model_.children(mutant_.place).end());
      return make_.list(mutant_.op, children);
    }
    if (place_.childCount == 1) return make_.unary(mutant_.op, child(0));
    return binary(mutant_.op, mutant_.negated, 0, 1);
  }

  ExprId binary(Op op, bool negated, std::uint32_t left, std::uint32_t right) {
    const bool plainIn = op == Op::in && !negated && left == 0;
    if (!plainIn && hasMultiplicities(child(1)))
      throw model::TypeMismatch("multiplicities are allowed on the right of `in` only");
    return make_.binary(op, make_.uncoerced(child(left)), make_.uncoerced(child(right)), negated);
  }

  bool hasMultiplicities(ExprId id) const {
    const Expr& e = model_.expr(id);
    if (e.op == Op::bound || e.op == Op::seqBound) return true;
    if (e.op != Op::product) return false;
    return e.leftMultiplicity != Multiplicity::set || e.rightMultiplicity != Multiplicity::set ||
           hasMultiplicities(model_.child(id, 0)) || hasMultiplicities(model_.child(id, 1));
  }

  /// Returns the operand, converted to an integer or a set if the mutated expression `place_` is one.
  ExprId like(ExprId operand) {
    return place_.sort == model::Sort::integer    ? make_.asInteger(operand)
           : place_.sort == model::Sort::relation ? make_.asSet(operand)
                                                  : operand;
  }

  ExprId remove() {
    std::vector<ExprId> rest;
    for (std::uint32_t i = 0; i < place_.childCount; ++i)
      if (i != mutant_.index) rest.push_back(child(i));
    return make_.list(place_.op, rest);
  }

  ExprId disjoint() {
    std::vector<model::Decl> decls(model_.decls(mutant_.place).begin(), model_.decls(mutant_.place).end());
    decls[mutant_.index].disjoint = !decls[mutant_.index].disjoint;
    return make_.quantified(place_.op, decls, child(0));
  }

  const Mutant& mutant_;
  const Model& model_;
  model::Nodes& make_;
  const Expr place_;
};

}  // namespace

ExprId changed(const Mutant& mutant, const Model& model, model::Nodes& nodes) {
  return MutatedExpression(mutant, model, nodes).made();
}

bool apply(const Mutant& mutant, model::Overlay& overlay) {
  if (mutant.edit == Edit::sigMultiplicity) return overlay.setMultiplicity(mutant.sig, mutant.multiplicity);
  if (mutant.edit == Edit::resultMultiplicity) return true;  // the multiplicity of a function's declared result has no meaning
  try {
    return overlay.replace(mutant.place, changed(mutant, overlay.model(), overlay.nodes()));
  } catch (const model::TypeMismatch&) {
    return false;
  }
}

}  // namespace aunit::strength
