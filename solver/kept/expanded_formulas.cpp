#include "solver/kept/expanded_formulas.h"

#include <array>

#include "model/formulas/conjuncts.h"

namespace aunit::solver {

using namespace model;

namespace {

// Limit for the number of expanded calls. Further calls stay unchanged.
constexpr std::size_t mostWrittenOut = 2000;

}  // namespace

std::vector<ExprId> ExpandedFormulas::conjuncts(ExprId formula) {
  return conjunctsOf(model_, place(formula, true));
}

void ExpandedFormulas::note(ExprId place, bool disjunct) {
  places_.push_back({place, disjunct});
  isDisjunct_.emplace(place, disjunct);
}

ExprId ExpandedFormulas::copy(ExprId id, const std::vector<ExprId>& children) {
  const std::vector<model::Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
  return extension_.growing().addExpr(Expr(model_.expr(id)), children, decls);
}

ExprId ExpandedFormulas::place(ExprId child, bool positive) {
  ExprId id = written(child, positive);
  if (!isCopy(id) || isDisjunct_.contains(id)) id = copy(id, {model_.children(id).begin(), model_.children(id).end()});
  note(id, !positive);
  return id;
}

ExprId ExpandedFormulas::written(ExprId id, bool positive) {
  const Expr e = model_.expr(id);
  if (e.sort != Sort::formula || e.negated) return id;
  const std::vector<ExprId> parts(model_.children(id).begin(), model_.children(id).end());
  std::vector<ExprId> children = parts;
  switch (e.op) {
    case Op::call: return call(id, positive);
    case Op::equal: return positive ? equality(id) : id;
    case Op::not_: children[0] = written(parts[0], !positive); break;
    case Op::and_:
    case Op::or_:
      for (ExprId& child : children) child = (e.op == Op::and_) == positive ? place(child, positive) : written(child, positive);
      break;
    case Op::implies:
      children[0] = positive ? written(parts[0], false) : place(parts[0], true);
      children[1] = positive ? written(parts[1], true) : place(parts[1], false);
      break;
    case Op::ifThenElse:
      children[1] = place(parts[1], positive);
      children[2] = place(parts[2], positive);
      break;
    case Op::let: children[1] = written(parts[1], positive); break;
    case Op::quantNo: children[0] = written(parts[0], !positive); break;
    default:
      if (e.op != Op::quantAll && e.op != Op::quantSome && !model::isTemporal(e.op)) return id;
      for (ExprId& child : children) child = written(child, positive);
  }
  return children == parts ? id : copy(id, children);
}

/// The body of the called predicate, in a `let` that binds the parameters to the arguments.
ExprId ExpandedFormulas::call(ExprId id, bool positive) {
  const Expr e = model_.expr(id);
  const model::Func& function = model_.func(e.payload);
  if (function.recursive || function.body == noId || ++calls_ > mostWrittenOut) return id;
  const std::vector<ExprId> arguments(model_.children(id).begin(), model_.children(id).end());
  const std::vector<model::VarId> parameters = function.variables;
  const ExprId body = written(function.body, positive);
  return extension_.nodes().let(parameters, arguments, body);
}

/// Replaces an equality by two inclusions. Records each inclusion as a part that an unsat core can omit.
ExprId ExpandedFormulas::equality(ExprId id) {
  if (!splits_) return id;
  const ExprId left = model_.child(id, 0), right = model_.child(id, 1);
  extension_.nodes().at(model_.expr(id).span);
  std::array<ExprId, 2> both{};
  for (std::size_t i = 0; i < 2; ++i) {
    both[i] = extension_.nodes().binary(Op::in, i == 0 ? left : right, i == 0 ? right : left);
    note(both[i], false);
  }
  return extension_.nodes().list(Op::and_, both);
}

ExprId ExpandedFormulas::without(ExprId id, const std::unordered_set<ExprId>& needed) {
  if (!isCopy(id)) return id;
  std::vector<ExprId> children(model_.children(id).begin(), model_.children(id).end());
  const std::vector<ExprId> before = children;
  for (ExprId& child : children) {
    const auto place = isDisjunct_.find(child);
    const bool left = place == isDisjunct_.end() || needed.contains(child);
    child = left ? without(child, needed) : extension_.nodes().truth(!place->second);
  }
  return children == before ? id : copy(id, children);
}

}  // namespace aunit::solver
