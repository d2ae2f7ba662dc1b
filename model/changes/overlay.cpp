#include "model/changes/overlay.h"

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
  const auto forEachBelow = [&](ExprId id, auto&& visit) {
    if (!model.isSealed(id)) return;
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

// Marks `expr` and all nodes above it as reached by the change. If `expr` is in the body of a function, also marks the function's
// calls and all nodes above them.
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
    // A command may contain the body of a predicate instead of a call. Then the body has a parent, but it is also a root: the
    // root of the predicate.
    if (first != last && bodies_.contains(path[i])) roots.push_back(path[i]);
    if (std::find(places_.begin(), places_.end(), path[i]) != places_.end()) return false;
  }
  if (reaches_[place]) return false;  // `place` contains an earlier change

  const std::size_t reachingBefore = reaching_.size();
  const std::unordered_map<ExprId, ExprId> before = places_.empty() ? std::unordered_map<ExprId, ExprId>() : now_;
  for (const ExprId id : path) now_.erase(id);
  ofEach_.clear();
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

/// Whether a changed root can replace the old one: a formula must stay a formula, and a relation must have a common arity with
/// the old one.
bool Overlay::fitsAsRoot(ExprId root, ExprId by) {
  const Expr &was = model_.expr(root), &is = model_.expr(by);
  return was.sort == is.sort && (was.sort != Sort::relation || types_.hasCommonArity(types_.ofNode(was), types_.ofNode(is)));
}

bool Overlay::setMultiplicity(SigId sig, Multiplicity multiplicity) {
  const bool spreads = model_.sig(sig).multiplicity == Multiplicity::one && multiplicity != Multiplicity::one;
  if (spreads)
    for (const ImplicitConstraint& constraint : model_.implicitConstraints())
      if (constraint.sig == sig && confusesThis(constraint.formula, sig, false)) return false;
  Sig& changed = model_.mutableSigs()[sig];
  multiplicities_.emplace_back(sig, changed.multiplicity);
  const bool had = changed.multiplicity != Multiplicity::set;
  changed.multiplicity = multiplicity;
  nodes_.at(changed.span);
  ExprId formula = noId;
  if (multiplicity != Multiplicity::set) {
    const Op op = multiplicity == Multiplicity::one ? Op::one : multiplicity == Multiplicity::lone ? Op::lone : Op::some;
    formula = nodes_.unary(op, nodes_.sig(sig));
    if (model_.expr(formula).variable) formula = nodes_.unary(Op::always, formula);
  }
  if (had)
    constraints_[sig] = formula;
  else
    add(formula);
  if (!spreads) return true;
  const auto receiver = [&](const char* name) {
    Variable self;
    self.name = name;
    self.kind = VarKind::receiver;
    self.type = model_.sig(sig).type;
    self.span = model_.sig(sig).span;
    return model_.addVariable(std::move(self));
  };
  const auto atoms = [&](VarId first, std::uint32_t count) {
    return Decl{first, count, nodes_.sig(sig), Multiplicity::one, count > 1, model_.sig(sig).span};
  };
  spread_[sig] = receiver("this");
  for (const FieldId f : std::vector<FieldId>(model_.sig(sig).fields)) {
    if (!model_.field(f).disjointValues) continue;
    const VarId x = receiver("this"), y = receiver("that");
    const auto valueOf = [&](VarId v) { return nodes_.join(nodes_.variable(v), nodes_.field(f)); };
    const ExprId common = nodes_.binary(Op::intersection, valueOf(x), valueOf(y));
    const ExprId disjoint = nodes_.quantified(Op::quantAll, atoms(x, 2), nodes_.unary(Op::no, common));
    add(model_.expr(disjoint).variable ? nodes_.unary(Op::always, disjoint) : disjoint);
  }
  return true;
}

void Overlay::add(ExprId constraint) {
  added_ = added_ == noId ? constraint : nodes_.list(Op::and_, {added_, constraint});
}

/// Whether a child is an implied `this` without text of its own: in front of a field's name, or as the receiver of a predicate.
bool Overlay::impliesThis(ExprId expr, ExprId child) const {
  const Op op = model_.expr(expr).op;
  return (op == Op::join || op == Op::call) && model_.expr(child).span == model_.expr(expr).span;
}

/// Whether `expr` may be `this` in a constraint of the `one sig` with id `sig`. In such constraints, a node for the signature
/// represents `this`. The node may be implied (without text of its own), synthetic, or written. The text of a written node
/// must be as long as the word `this`.
bool Overlay::mayBeThis(ExprId expr, SigId sig, bool implied) const {
  const Expr& e = model_.expr(expr);
  constexpr std::uint32_t length = 4;  // length of the word `this`
  return e.op == Op::sig && e.payload == sig && (implied || e.synthetic || e.span.end - e.span.begin == length);
}

bool Overlay::confusesThis(ExprId expr, SigId sig, bool implied) const {
  const Expr& e = model_.expr(expr);
  if (mayBeThis(expr, sig, implied)) return !implied && !e.synthetic && model_.sig(sig).name.size() == e.span.end - e.span.begin;
  const auto children = model_.children(expr);
  const auto decls = model_.decls(expr);
  return std::any_of(children.begin(), children.end(),
                     [&](ExprId child) { return confusesThis(child, sig, impliesThis(expr, child)); }) ||
         std::any_of(decls.begin(), decls.end(), [&](const Decl& decl) { return confusesThis(decl.bound, sig, false); });
}

/// Converts a constraint on the only atom of a signature to a constraint on each of its atoms.
ExprId Overlay::ofEach(ExprId constraint, SigId sig) {
  if (model_.expr(constraint).op == Op::always) {
    const ExprId inner = ofEach(model_.child(constraint, 0), sig);
    return nodes_.unary(Op::always, inner);
  }
  const VarId self = spread_.at(sig);
  const Span span = model_.sig(sig).span;
  nodes_.at(span);
  const ExprId body = withThis(constraint, sig, self, false);
  return nodes_.quantified(Op::quantAll, Decl{self, 1, nodes_.sig(sig), Multiplicity::one, false, span}, body);
}

ExprId Overlay::withThis(ExprId expr, SigId sig, VarId self, bool implied) {
  if (mayBeThis(expr, sig, implied)) return nodes_.variable(self);
  const auto changed =
      withParts(expr, [&](ExprId part) { return std::optional(withThis(part, sig, self, impliesThis(expr, part))); });
  if (!changed) throw TypeMismatch("an atom of a signature cannot stand in place of the signature");
  return *changed;
}

// -------------------------------------------------------------------------------------------------------- the changed model

ExprId Overlay::now(ExprId expr) {
  const auto changed = copied(expr);
  if (!changed) throw TypeMismatch("a change reaches an expression whose type does not allow it");
  return *changed;
}

std::optional<ExprId> Overlay::copied(ExprId expr) {
  if (!changes(expr)) return expr;
  if (const auto known = now_.find(expr); known != now_.end()) return known->second;
  const auto changed = withParts(expr, [this](ExprId part) { return copied(part); });
  if (changed) now_[expr] = *changed;
  return changed;
}

/// A copy of an expression with its parts replaced and its type computed again. Returns the expression itself if no part changes,
/// and std::nullopt if the types do not fit.
std::optional<ExprId> Overlay::withParts(ExprId expr, const Part& part) {
  Expr node = model_.expr(expr);
  std::vector<ExprId> children;
  bool same = true;
  const auto other = [&](ExprId id) {
    const auto by = part(id);
    same = same && by == id;
    return by;
  };
  for (std::uint32_t i = 0; i < node.childCount; ++i) {
    const auto child = other(model_.child(expr, i));
    if (!child) return std::nullopt;
    children.push_back(*child);
  }
  std::vector<Decl> decls(model_.decls(expr).begin(), model_.decls(expr).end());
  for (Decl& decl : decls) {
    const auto bound = other(decl.bound);
    if (!bound) return std::nullopt;
    decl.bound = *bound;
  }
  if (node.op == Op::call) node.payload = nowFunction(node.payload);
  if (same && node.payload == model_.expr(expr).payload) return expr;
  const auto typed = nodes_.typed(node, children, decls);
  if (!typed) return std::nullopt;
  return nodes_.add(*typed, children, decls);
}

FuncId Overlay::nowFunction(FuncId function) {
  if (!changesFunction(function)) return function;
  if (const auto known = functions_.find(function); known != functions_.end()) return known->second;
  const auto id = static_cast<FuncId>(model_.funcs().size());
  functions_[function] = id;  // set before its body is copied, since the body may call it
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
  const bool isOfEach = constraint.kind == ImplicitKind::fieldBound || constraint.kind == ImplicitKind::appendedFact;
  if (!isOfEach || !spread_.contains(constraint.sig)) return now(constraint.formula);
  if (const auto known = ofEach_.find(index); known != ofEach_.end()) return known->second;
  const SigId sig = constraint.sig;
  return ofEach_[index] = ofEach(now(constraint.formula), sig);
}

void Overlay::put(ExprId& root, ExprId by) {
  if (root == by) return;
  installed_.emplace_back(&root, root);
  root = by;
}

void Overlay::install() {
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
  setFieldTypes();
  for (Sig& sig : model_.mutableSigs()) change(sig.appendedFact);
  for (Assertion& assertion : model_.mutableAssertions()) change(assertion.body);
  for (Command& command : model_.mutableCommands()) change(command.formula);
  for (Command& command : model_.mutableOpenedCommands()) change(command.formula);
}

Overlay::Forms Overlay::relax() {
  Forms forms;
  nodes_.at({});
  const ExprId anything = nodes_.truth(true);
  const auto relaxed = [&](ExprId& root, ExprId by) {
    if (root == by) return false;
    forms.before.push_back(root);
    if (by != noId) forms.after.push_back(by);
    put(root, anything);
    return true;
  };
  for (Fact& fact : model_.mutableFacts()) relaxed(fact.body, now(fact.body));
  for (std::uint32_t i = 0; i < implicitCount_; ++i) {
    ImplicitConstraint& constraint = model_.mutableImplicitConstraints()[i];
    if (!relaxed(constraint.formula, nowImplicit(i)) || constraint.kind != ImplicitKind::fieldBound) continue;
    ExprId& bound = model_.mutableFields()[constraint.field].bound;
    const ExprId before = nodes_.withoutMultiplicities(bound), after = nodes_.withoutMultiplicities(now(bound));
    put(bound, before == after ? before : nodes_.binary(Op::union_, before, after));
  }
  if (added_ != noId) forms.after.push_back(added_);
  for (const auto& [sig, was] : multiplicities_) model_.mutableSigs()[sig].multiplicity = Multiplicity::set;
  setFieldTypes();
  return forms;
}

/// Updates the types of fields whose bounds have changed, and of fields whose bounds mention these fields.
void Overlay::setFieldTypes() {
  const Part part = [&](ExprId expr) -> std::optional<ExprId> {
    const Expr node = model_.expr(expr);
    if (node.op != Op::field || node.type == model_.field(node.payload).type) return withParts(expr, part);
    nodes_.at(node.span, node.synthetic);
    return nodes_.field(node.payload);
  };
  for (FieldId id = 0; id < model_.fields().size(); ++id) {
    Field& field = model_.mutableFields()[id];
    if (!fieldTypes_.empty()) {
      const auto anew = part(field.bound);
      if (anew) put(field.bound, *anew);
    }
    if (field.bound < mark_.exprs) continue;
    const TypeRef owner = types_.fromModel(model_.sig(field.sig).type);
    const TypeId type = types_.toModel(types_.product(owner, types_.relational(types_.ofNode(model_.expr(field.bound)))));
    if (type == field.type) continue;
    fieldTypes_.emplace_back(id, field.type);
    field.type = type;
  }
}

void Overlay::rollback() {
  for (auto root = installed_.rbegin(); root != installed_.rend(); ++root) *root->first = root->second;
  installed_.clear();
  for (const auto& [field, type] : fieldTypes_) model_.mutableFields()[field].type = type;
  fieldTypes_.clear();
  for (auto sig = multiplicities_.rbegin(); sig != multiplicities_.rend(); ++sig)
    model_.mutableSigs()[sig->first].multiplicity = sig->second;
  multiplicities_.clear();
  constraints_.clear();
  added_ = noId;
  spread_.clear();
  ofEach_.clear();
  model_.mutableImplicitConstraints().resize(implicitCount_);
  for (const ExprId id : reaching_) reaches_[id] = 0;
  reaching_.clear();
  now_.clear();
  functions_.clear();
  places_.clear();
  model_.rollback(mark_);
}

}  // namespace aunit::model
