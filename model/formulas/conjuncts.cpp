#include "model/formulas/conjuncts.h"

namespace aunit::model {

std::vector<ExprId> conjunctsOf(const Model& model, ExprId formula) {
  return conjunctsOf(model, std::span(&formula, 1));
}

std::vector<ExprId> conjunctsOf(const Model& model, std::span<const ExprId> formulas) {
  std::vector<ExprId> open(formulas.rbegin(), formulas.rend()), result;
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (id == noId) continue;
    if (model.expr(id).op != Op::and_) {
      result.push_back(id);
      continue;
    }
    const auto children = model.children(id);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return result;
}

}  // namespace aunit::model
