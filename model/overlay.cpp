#include "model/overlay.h"

#include <algorithm>

namespace aunit::model {

Overlay::Overlay(Model& model)
    : model_(model),
      types_(model),
      nodes_(model, types_),
      mark_(model.mark()),
      implicitCount_(model.implicitConstraints().size()) {
  const std::uint32_t count = model.exprCount();
  reaches_.assign(count, 0);
  callers_.resize(model.funcs().size());
  firstAbove_.assign(count + 1, 0);
  // What was added since the model was sealed (formulas of others about it) is no part of it.
  const auto forEachBelow = [&](ExprId id, auto&& visit) {
    if (model.expr(id).shape == noId) return;
    for (const ExprId child : model.children(id)) visit(child);
    for (const Decl& decl : model.decls(id)) visit(decl.bound);
  };
  for (ExprId id = 0; id < count; ++id) forEachBelow(id, [&](ExprId below) { ++firstAbove_[below + 1]; });
  for (std::uint32_t i = 0; i < count; ++i) firstAbove_[i + 1] += firstAbove_[i];
  above_.resize(firstAbove_[count]);
  std::vector<std::uint32_t> next(firstAbove_.begin(), firstAbove_.end() - 1);
  for (ExprId id = 0; id < count; ++id) {
    forEachBelow(id, [&](ExprId below) { above_[next[below]++] = id; });
    if (model.expr(id).op == Op::call) callers_[model.expr(id).payload].push_back(id);
  }
  for (FuncId f = 0; f < model.funcs().size(); ++f)
    if (model.func(f).body != noId) bodies_[model.func(f).body].push_back(f);
}

// ----------------------------------------------------------------------------------------------------------------- changing

// Everything above a node, through calls as well, reaches the change.
void Overlay::climb(ExprId expr) {
  std::vector<ExprId> open = {expr};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (reaches_[id]) continue;
    reaches_[id] = 1;
    reaching_.push_back(id);
    open.insert(open.end(), above_.begin() + firstAbove_[id], above_.begin() + firstAbove_[id + 1]);
    if (const auto functions = bodies_.find(id); functions != bodies_.end())
      for (const FuncId f : functions->second) open.insert(open.end(), callers_[f].begin(), callers_[f].end());
  }
}

bool Overlay::replace(ExprId place, ExprId by) {
  std::vector<ExprId> roots, path = {place};
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto first = above_.begin() + firstAbove_[path[i]], last = above_.begin() + firstAbove_[path[i] + 1];
    if (first == last) roots.push_back(path[i]);
    path.insert(path.end(), first, last);
    // A command may run the body of a predicate as it stands, so the body is a root as well.
    if (first != last && bodies_.contains(path[i])) roots.push_back(path[i]);
    if (std::find(places_.begin(), places_.end(), path[i]) != places_.end()) return false;
  }
  if (reaches_[place]) return false;  // a change below

  const std::size_t reachingBefore = reaching_.size();
  const std::unordered_map<ExprId, ExprId> before = places_.empty() ? std::unordered_map<ExprId, ExprId>() : now_;
  for (const ExprId id : path) now_.erase(id);
  now_[place] = by;
  climb(place);
  places_.push_back(place);
  const bool fits = std::all_of(roots.begin(), roots.end(), [&](ExprId root) {
    const auto changed = copied(root);
    return changed && fitsAsRoot(root, *changed);
  });
  if (fits) return true;
  places_.pop_back();
  for (; reaching_.size() > reachingBefore; reaching_.pop_back()) reaches_[reaching_.back()] = 0;
  now_ = before;
  return false;
}

/// A body stays a formula; a set or relation keeps an arity.
bool Overlay::fitsAsRoot(ExprId root, ExprId by) {
  const Expr &was = model_.expr(root), &is = model_.expr(by);
  return was.sort == is.sort && (was.sort != Sort::relation || types_.hasCommonArity(types_.ofNode(was), types_.ofNode(is)));
}

void Overlay::setMultiplicity(SigId sig, Multiplicity multiplicity) {
  Sig& changed = model_.mutableSigs()[sig];
  multiplicities_.emplace_back(sig, changed.multiplicity);
  const bool had = changed.multiplicity != Multiplicity::set;
  changed.multiplicity = multiplicity;
  ExprId formula = noId;
  if (multiplicity != Multiplicity::set) {
    nodes_.at(changed.span);
    const Op op = multiplicity == Multiplicity::one ? Op::one : multiplicity == Multiplicity::lone ? Op::lone : Op::some;
    formula = nodes_.unary(op, nodes_.sig(sig));
    if (model_.expr(formula).variable) formula = nodes_.unary(Op::always, formula);
  }
  if (had)
    constraints_[sig] = formula;
  else
    added_ = added_ == noId ? formula : nodes_.list(Op::and_, {added_, formula});
}

// -------------------------------------------------------------------------------------------------------- the changed model

ExprId Overlay::now(ExprId expr) {
  const auto changed = copied(expr);
  if (!changed) throw IllTyped("a change reaches an expression whose type does not allow it");
  return *changed;
}

std::optional<ExprId> Overlay::copied(ExprId expr) {
  if (!changes(expr)) return expr;
  if (const auto known = now_.find(expr); known != now_.end()) return known->second;
  Expr node = model_.expr(expr);
  std::vector<ExprId> children;
  for (std::uint32_t i = 0; i < node.childCount; ++i) {
    const auto child = copied(model_.child(expr, i));
    if (!child) return std::nullopt;
    children.push_back(*child);
  }
  std::vector<Decl> decls(model_.decls(expr).begin(), model_.decls(expr).end());
  for (Decl& decl : decls) {
    const auto bound = copied(decl.bound);
    if (!bound) return std::nullopt;
    decl.bound = *bound;
  }
  if (node.op == Op::call) node.payload = nowFunction(node.payload);
  const auto typed = nodes_.typed(node, children, decls);
  if (!typed) return std::nullopt;
  return now_[expr] = nodes_.add(*typed, children, decls);
}

FuncId Overlay::nowFunction(FuncId function) {
  if (!changesFunction(function)) return function;
  if (const auto known = functions_.find(function); known != functions_.end()) return known->second;
  const auto id = static_cast<FuncId>(model_.funcs().size());
  functions_[function] = id;  // before its body, which may call it
  Func copy = model_.func(function);
  model_.mutableFuncs().push_back(copy);
  const ExprId body = now(copy.body);
  model_.mutableFuncs()[id].body = body;
  return id;
}

ExprId Overlay::nowImplicit(std::uint32_t index) {
  const ImplicitConstraint& constraint = model_.implicitConstraints()[index];
  if (constraint.kind == ImplicitKind::sigMultiplicity)
    if (const auto changed = constraints_.find(constraint.sig); changed != constraints_.end()) return changed->second;
  return now(constraint.formula);
}

void Overlay::install() {
  const auto put = [&](ExprId& root, ExprId by) {
    if (root == by) return;
    installed_.emplace_back(&root, root);
    root = by;
  };
  const auto change = [&](ExprId& root) {
    if (root != noId) put(root, now(root));
  };
  auto& implicit = model_.mutableImplicitConstraints();
  if (added_ != noId) implicit.push_back({ImplicitKind::sigMultiplicity, multiplicities_.back().first, noId, added_, {}});
  nodes_.at({});
  for (std::uint32_t i = 0; i < implicitCount_; ++i) {
    const ExprId changed = nowImplicit(i);
    put(implicit[i].formula, changed == noId ? nodes_.truth(true) : changed);
  }
  for (Fact& fact : model_.mutableFacts()) change(fact.body);
  for (Field& field : model_.mutableFields()) change(field.bound);
  for (Sig& sig : model_.mutableSigs()) change(sig.appendedFact);
  for (Assertion& assertion : model_.mutableAssertions()) change(assertion.body);
  for (Command& command : model_.mutableCommands()) change(command.formula);
  for (Command& command : model_.mutableOpenedCommands()) change(command.formula);
}

void Overlay::rollback() {
  for (auto root = installed_.rbegin(); root != installed_.rend(); ++root) *root->first = root->second;
  installed_.clear();
  for (auto sig = multiplicities_.rbegin(); sig != multiplicities_.rend(); ++sig)
    model_.mutableSigs()[sig->first].multiplicity = sig->second;
  multiplicities_.clear();
  constraints_.clear();
  added_ = noId;
  model_.mutableImplicitConstraints().resize(implicitCount_);
  for (const ExprId id : reaching_) reaches_[id] = 0;
  reaching_.clear();
  now_.clear();
  functions_.clear();
  places_.clear();
  model_.rollback(mark_);
}

}  // namespace aunit::model
