#include "evaluator/rows.h"

#include <algorithm>

namespace aunit::evaluator {

using namespace model;

std::vector<SigId> rowsOf(const Model& model, ExprId id) {
  std::vector<SigId> rows;
  std::vector<ExprId> left = {id};
  while (!left.empty()) {
    const ExprId part = left.back();
    left.pop_back();
    const Expr& e = model.expr(part);
    const auto isUnion = [&](ExprId child) { return model.expr(child).op == Op::union_; };
    if (e.op == Op::sig && e.payload >= builtin::count && !model.sig(e.payload).isVar)
      rows.push_back(e.payload);
    else if (e.op == Op::union_ || (e.op == Op::product && std::ranges::none_of(model.children(part), isUnion)))
      left.insert(left.end(), model.children(part).rbegin(), model.children(part).rend());
    else
      return {};
  }
  return rows;
}

}  // namespace aunit::evaluator
