#include "coverage/near_miss.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace aunit::coverage {

using namespace model;

namespace {

constexpr std::size_t mostNodes = 5000;  // limit for the nodes of a formula after a field in it was replaced
constexpr std::size_t widest = 3;        // largest number of columns of a field; the changed tuple has one variable per column

class FieldRewriter {
 public:
  FieldRewriter(const model::Model& model, model::Nodes& make) : model_(model), make_(make) {}

  std::optional<ExprId> hanging(ExprId formula) {
    std::vector<ExprId> ways;
    for (FieldId field = 0; field < model_.fields().size(); ++field)
      if (isOfAtoms(field) && mentions(formula, field))
        if (const auto way = changedBy(field, formula)) ways.push_back(*way);
    return ways.empty() ? std::nullopt : std::optional(make_.list(Op::or_, ways));
  }

 private:
  bool isOfAtoms(FieldId id) const {
    const model::Field& field = model_.field(id);
    if (field.isMeta || field.defined || model_.modules()[model_.sig(field.sig).module].library) return false;
    const auto& products = model_.type(field.type).products;
    return products.size() == 1 && products[0].size() <= widest &&
           std::ranges::all_of(products[0], [](model::SigId column) { return column >= model::builtin::count; });
  }

  bool mentions(ExprId id, FieldId field) {
    const auto key = std::pair(id, field);
    if (const auto known = mentions_.find(key); known != mentions_.end()) return known->second;
    return mentions_[key] = findMention(id, field);
  }
  bool findMention(ExprId id, FieldId field) {
    const Expr& e = model_.expr(id);
    if (e.op == Op::field && e.payload == field) return true;
    if (e.op == Op::call && canInline(e.payload) && mentions(model_.func(e.payload).body, field)) return true;
    return std::ranges::any_of(model_.children(id), [&](ExprId child) { return mentions(child, field); }) ||
           std::ranges::any_of(model_.decls(id), [&](const Decl& decl) { return mentions(decl.bound, field); });
  }
  bool canInline(model::FuncId id) const { return model_.func(id).body != noId && !model_.func(id).recursive; }

  /// Returns, for a field f with two columns: some x, y | not (formula iff formula[f := f + x->y - f & x->y]). The `not` is a
  /// denial (model::isDenial).
  std::optional<ExprId> changedBy(FieldId field, ExprId formula) {
    const model::Product columns = model_.type(model_.field(field).type).products[0];
    std::vector<Decl> decls;
    ExprId tuple = noId;
    for (const model::SigId column : columns) {
      const Decl decl{.firstVariable = make_.newVariable("x", column), .variableCount = 1, .bound = make_.sig(column)};
      const ExprId atom = make_.variable(decl.firstVariable);
      tuple = tuple == noId ? atom : make_.arrow(tuple, model::Multiplicity::set, model::Multiplicity::set, atom);
      decls.push_back(decl);
    }
    const ExprId now = make_.field(field);
    field_ = field;
    by_ = make_.binary(Op::difference, make_.binary(Op::union_, now, tuple), make_.binary(Op::intersection, now, tuple));
    nodes_ = 0;
    const ExprId other = rewritten(formula);
    if (nodes_ > mostNodes) return std::nullopt;
    return make_.quantified(Op::quantSome, decls, make_.denial(make_.binary(Op::iff, formula, other)));
  }

  ExprId rewritten(ExprId id) {
    if (++nodes_ > mostNodes || !mentions(id, field_)) return id;
    const Expr e = model_.expr(id);
    if (e.op == Op::field) return by_;
    std::vector<ExprId> children(model_.children(id).begin(), model_.children(id).end());
    for (ExprId& child : children) child = rewritten(child);
    if (e.op == Op::call && canInline(e.payload) && mentions(model_.func(e.payload).body, field_)) {
      const std::vector<model::VarId> variables = model_.func(e.payload).variables;
      ExprId inner = rewritten(model_.func(e.payload).body);
      for (std::size_t i = variables.size(); i-- > 0;) inner = make_.let(variables[i], children[i], inner);
      return inner;
    }
    std::vector<Decl> decls(model_.decls(id).begin(), model_.decls(id).end());
    for (Decl& decl : decls) decl.bound = rewritten(decl.bound);
    const auto typed = make_.typed(e, children, decls);
    if (!typed) throw model::TypeMismatch("a formula with another field");
    return make_.add(*typed, children, decls);
  }

  const model::Model& model_;
  model::Nodes& make_;
  FieldId field_ = noId;
  ExprId by_ = noId;  // the expression that replaces the field
  std::size_t nodes_ = 0;
  /// Whether the expression mentions the field. Cached, since a function may have many calls.
  std::map<std::pair<ExprId, FieldId>, bool> mentions_;
};

}  // namespace

std::optional<ExprId> hangsOnOneTuple(const model::Model& model, model::Nodes& make, ExprId formula) {
  return FieldRewriter(model, make).hanging(formula);
}

}  // namespace aunit::coverage
