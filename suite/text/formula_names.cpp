// Spells names in formulas: finds out which names are ambiguous at a place, and how to spell them.
#include "suite/text/formula_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace aunit::suite {

using namespace model;

bool FormulaText::isHidden(const std::string& name) const {
  return std::ranges::any_of(scope_, [&](VarId v) { return variableName(v) == name; });
}

bool FormulaText::isShared(model::FieldId field) const {
  const model::Field& f = model_.field(field);
  const auto same = [&](const auto& other) { return other.name == f.name; };
  return std::ranges::any_of(model_.fields(),
                             [&](const model::Field& other) { return same(other) && other.label != f.label && !other.isMeta; }) ||
         std::ranges::any_of(model_.funcs(), [&](const model::Func& other) { return same(other) && !other.isPredicate; }) ||
         std::ranges::any_of(model_.sigs(), same);
}

std::string FormulaText::fieldName(model::FieldId field) const {
  const model::Field& f = model_.field(field);
  const bool mine = receiver_ != noId && model_.isAncestor(f.sig, receiver_);
  const std::string name = mine || isHidden(f.name) ? "@" + f.name : f.name;
  return isShared(field) ? fmt::format("({} <: {})", sigName(f.sig), name) : name;
}

/// Returns the field's name for a join `this.@f` whose `this` is implicit in the source. Returns nothing for other joins, or if
/// the name is ambiguous.
std::optional<std::string> FormulaText::shortForm(ExprId join) {
  const ExprId left = model_.child(join, 0), right = model_.child(join, 1);
  if (join >= written_ || !isImplicit(left)) return std::nullopt;
  const ExprId now = isReplaced(right) ? by_ : right;
  const Expr& e = model_.expr(now);
  if (e.op != Op::field || isReplaced(left)) return std::nullopt;
  const model::Field& f = model_.field(e.payload);
  if (!model_.isAncestor(f.sig, receiver_) || isShared(e.payload) || isHidden(f.name)) return std::nullopt;
  return f.name;
}

/// The signature's name, with its module if something else has the same name.
std::string FormulaText::sigName(SigId id) const {
  const model::Sig& sig = model_.sig(id);
  if (sig.builtin) return sig.label;
  const auto same = [&](const auto& other) { return other.name == sig.name; };
  const bool shared = std::ranges::count_if(model_.sigs(), [&](const auto& s) { return same(s) && !s.isMeta; }) > 1 ||
                      std::ranges::any_of(model_.fields(), same) || isHidden(sig.name);
  if (!shared) return sig.name;
  return qualified(sig.module, sig.name);
}

/// A name with the path of its module; without the path if the paragraph `home_` cannot use the path.
std::string FormulaText::qualified(model::ModuleId module, const std::string& name) const {
  const model::ModuleId here = home_ ? model_.paragraphs()[home_->paragraph].module : 0;
  if (module == here) return "this/" + name;
  const std::string& path = model_.modules()[module].path;
  return here != 0 || path.empty() ? name : path + "/" + name;
}

std::string FormulaText::functionName(const model::Func& function) const {
  return isHidden(function.name) ? "this/" + function.name : function.name;
}

std::string FormulaText::variableName(VarId variable) const {
  const auto renamed = renamed_.find(variable);
  return renamed == renamed_.end() ? model_.variable(variable).name : renamed->second;
}

/// Whether the left operand of the join around a name is enough to determine which field or function the name means.
bool FormulaText::isDetermined(ExprId id) const {
  const Expr& leaf = model_.expr(id);
  const ExprId up = above(id);
  const bool isJoined = up != noId && (model_.expr(up).op == Op::join || model_.expr(up).op == Op::domainRestriction);
  if (!isJoined || model_.child(up, 1) != id || isImplicit(id)) return false;
  const ExprId left = model_.child(up, 0);
  if (mentionsRetyped(left)) return false;
  for (ExprId changed = place_; changed != noId; changed = above(changed))
    if (changed == left) return false;
  const bool isField = leaf.op == Op::field;
  const std::string& name = isField ? model_.field(leaf.payload).name : model_.func(leaf.payload).name;
  const std::string& label = isField ? model_.field(leaf.payload).label : model_.func(leaf.payload).label;
  const std::vector<model::Product>& joined = model_.type(model_.expr(left).type).products;
  const auto takes = [&](model::SigId sig) {
    return std::ranges::any_of(joined, [&](const model::Product& product) {
      return model_.isSubsig(product.back(), sig) || model_.isSubsig(sig, product.back());
    });
  };
  const auto takesFirst = [&](model::TypeId type) {
    const auto& products = model_.type(type).products;
    return products.empty() || std::ranges::any_of(products, [&](const model::Product& p) { return takes(p.front()); });
  };
  const auto isOther = [&](const model::Field& other) {
    return !other.isMeta && other.name == name && other.label != label && takes(other.sig);
  };
  const auto isFunction = [&](const model::Func& f) {
    if (f.name != name || f.label == label || f.isPredicate) return false;
    return takesFirst(f.variables.empty() ? model_.expr(f.result).type : model_.variable(f.variables[0]).type);
  };
  return std::ranges::none_of(model_.fields(), isOther) && std::ranges::none_of(model_.funcs(), isFunction) &&
         std::ranges::none_of(model_.sigs(), [&](const model::Sig& sig) { return sig.name == name; });
}

/// For each ambiguous name of a field or function below a node, adds a spelling whose meaning does not depend on the
/// surroundings. `moved`: the node has other surroundings than in the file.
void FormulaText::respell(ExprId id, ExprId except, bool moved, std::vector<NameChange>& out) const {
  if (id == except || id >= written_) return;
  const Expr& e = model_.expr(id);
  if (e.op == Op::field && isShared(e.payload) && contains(home_->span, e.span) && (moved || !isDetermined(id))) {
    const std::string_view own = sources_.text(e.span);
    const model::Field& f = model_.field(e.payload);
    if (own == f.name || own == "@" + f.name) {
      const std::string name = fieldName(e.payload);
      const NameChange piece{e.span, isImplicit(id) ? fmt::format("(this.{})", name) : name};
      if (std::ranges::find(out, e.span, &NameChange::span) == out.end()) out.push_back(piece);
    }
  }
  if (e.op == Op::call && e.childCount == 0 && contains(home_->span, e.span) && (moved || !isDetermined(id))) {
    const model::Func& f = model_.func(e.payload);
    const bool shared =
        std::ranges::any_of(model_.funcs(), [&](const auto& other) { return other.name == f.name && other.label != f.label; });
    if (shared && sources_.text(e.span) == f.name) out.push_back({e.span, qualified(f.module, f.name)});
  }
  for (const ExprId child : model_.children(id)) respell(child, except, false, out);
  for (const model::Decl& decl : model_.decls(id)) respell(decl.bound, except, false, out);
}

/// The part of a formula within which overloaded names are resolved. This is the first node, going up from `place` itself, whose
/// parent is a formula, a call, a quantifier, a `sum`, a `let` or a comprehension. If there is none, it is the outermost node.
ExprId FormulaText::unitOf(ExprId place) const {
  ExprId id = place;
  for (ExprId up = above(id); up != noId && model_.expr(id).sort != model::Sort::formula; id = up, up = above(id)) {
    const Op op = model_.expr(up).op;
    if (op == Op::call || isBinder(op) || op == Op::comprehension) break;
  }
  return id;
}

/// Records the variables that the node `id` and the nodes below it declare. These variables may have other types if their bounds
/// change.
void FormulaText::retype(ExprId id) {
  if (model_.expr(id).op == Op::let) retyped_.insert(model_.expr(id).payload);
  for (const model::Decl& decl : model_.decls(id))
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) retyped_.insert(decl.firstVariable + i);
  for (const ExprId child : model_.children(id)) retype(child);
}

bool FormulaText::mentionsRetyped(ExprId id) const {
  const Expr& e = model_.expr(id);
  if (e.op == Op::variable && retyped_.contains(e.payload)) return true;
  return std::ranges::any_of(model_.children(id), [&](ExprId child) { return mentionsRetyped(child); });
}

bool FormulaText::isFree(VarId variable, ExprId in) const {
  const Expr& e = model_.expr(in);
  if (e.op == Op::variable) return e.payload == variable;
  return std::ranges::any_of(model_.children(in), [&](ExprId child) { return isFree(variable, child); }) ||
         std::ranges::any_of(model_.decls(in), [&](const model::Decl& decl) { return isFree(variable, decl.bound); });
}

}  // namespace aunit::suite
