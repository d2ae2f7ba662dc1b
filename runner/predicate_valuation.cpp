#include "runner/predicate_valuation.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace aunit::runner {

using model::Atom;
using model::Decl;
using model::Expr;
using model::ExprId;
using model::FieldId;
using model::Model;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::Sig;
using model::SigId;
using model::TupleSet;
using model::Universe;
using model::VarId;

namespace {

constexpr int deepest = 10'000;  // nested quantifiers and conjunctions that are looked into

/// What an equation can fix: a signature, a field, or the part of a field that belongs to the only atom of a `one sig`
/// (ordering/first is Ord.First).
struct Target {
  SigId sig = noId;
  FieldId field = noId;
  SigId owner = noId;  // not noId: only owner.field
};

struct Pin {
  Target target;
  ExprId value = noId;  // noId: nothing (`no r`)
};

class Reader {
 public:
  Reader(const Model& model, const model::Command& command) : model_(model), command_(command) {}

  std::optional<PredicateValuation> read() {
    if (command_.check || command_.formula == noId) return std::nullopt;
    walk(command_.formula, 0);
    if (sigPins_.empty() && fieldPins_.empty()) return std::nullopt;
    nameAtoms();
    if (!variablesKnown()) return std::move(result_);
    buildUniverse();
    settleSigs();
    if (result_.open.empty()) settleFields();
    if (result_.open.empty()) settleFormulas();
    return std::move(result_);
  }

 private:
  const Expr& expr(ExprId id) const { return model_.expr(id); }

  // --- Which parts of the body are equations, which are further formulas.

  void walk(ExprId formula, int depth) {
    const Expr& e = expr(formula);
    if (depth < deepest && e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) walk(child, depth + 1);
    } else if (depth < deepest && e.op == Op::quantSome && namesAtoms(formula) && holdsPin(model_.child(formula, 0), depth)) {
      for (const Decl& decl : model_.decls(formula)) {
        for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) isNaming_.insert(v);
        decls_.push_back(&decl);
      }
      walk(model_.child(formula, 0), depth + 1);
    } else if (const ExprId body = calledPredicate(formula); depth < deepest && body != noId && holdsPin(body, depth)) {
      walk(body, depth + 1);
    } else if (const auto pin = readPin(formula); pin && addPin(*pin)) {
      return;
    } else {
      result_.formulas.push_back(formula);
    }
  }

  /// The body of a predicate without parameters that the formula calls, else noId.
  ExprId calledPredicate(ExprId formula) const {
    const Expr& e = expr(formula);
    if (e.op != Op::call || e.childCount != 0 || e.negated) return noId;
    const model::Func& predicate = model_.func(e.payload);
    return predicate.isPredicate && predicate.params.empty() && !predicate.recursive ? predicate.body : noId;
  }

  bool namesAtoms(ExprId quantified) const {
    return std::ranges::all_of(model_.decls(quantified), [&](const Decl& decl) {
      const Expr& bound = expr(decl.bound);
      return decl.multiplicity == Multiplicity::one && bound.op == Op::sig && bound.payload >= model::builtin::count;
    });
  }

  /// True when a conjunct of the formula fixes something: what tells a quantifier that names atoms from one that is meant.
  bool holdsPin(ExprId formula, int depth) const {
    if (depth > deepest) return false;
    const Expr& e = expr(formula);
    if (e.op == Op::and_)
      return std::ranges::any_of(model_.children(formula), [&](ExprId child) { return holdsPin(child, depth + 1); });
    if (e.op == Op::quantSome) return namesAtoms(formula) && holdsPin(model_.child(formula, 0), depth + 1);
    if (const ExprId body = calledPredicate(formula); body != noId) return holdsPin(body, depth + 1);
    return readPin(formula).has_value();
  }

  std::optional<Pin> readPin(ExprId formula) const {
    const Expr& e = expr(formula);
    if (e.negated) return std::nullopt;
    if (e.op == Op::no) {
      const auto target = readTarget(model_.child(formula, 0));
      if (target) return Pin{*target, noId};
    }
    if (e.op == Op::equal) {
      const ExprId left = model_.child(formula, 0), right = model_.child(formula, 1);
      if (const auto target = readTarget(left); target && isTuples(right, 0)) return Pin{*target, right};
      if (const auto target = readTarget(right); target && isTuples(left, 0)) return Pin{*target, left};
    }
    return std::nullopt;
  }

  std::optional<Target> readTarget(ExprId id) const {
    const Expr& e = expr(id);
    if (e.op == Op::sig && e.payload >= model::builtin::count) return Target{.sig = e.payload};
    if (e.op == Op::field) return Target{.field = e.payload};
    if (e.op == Op::join) {
      const Expr& left = expr(model_.child(id, 0));
      const Expr& right = expr(model_.child(id, 1));
      if (left.op == Op::sig && left.payload >= model::builtin::count && right.op == Op::field &&
          model_.sig(left.payload).multiplicity == Multiplicity::one && model_.field(right.payload).sig == left.payload)
        return Target{.field = right.payload, .owner = left.payload};
    }
    if (e.op == Op::call && e.childCount == 0) {
      const model::Func& function = model_.func(e.payload);
      if (!function.isPredicate && function.body != noId && expr(function.body).op != Op::call) return readTarget(function.body);
    }
    return std::nullopt;
  }

  /// Sums and products of variables, integers, strings and signatures that are fixed themselves.
  bool isTuples(ExprId id, int depth) const {
    const Expr& e = expr(id);
    if (depth > deepest) return false;
    switch (e.op) {
      case Op::variable: return model_.variable(e.payload).kind == model::VarKind::quantified;
      case Op::sig: return e.payload == model::builtin::none || e.payload >= model::builtin::count;
      case Op::stringAtom: return true;
      case Op::integerAtom: return expr(model_.child(id, 0)).op == Op::integer;
      case Op::union_:
      case Op::product:
        return std::ranges::all_of(model_.children(id), [&](ExprId child) { return isTuples(child, depth + 1); });
      default: return false;
    }
  }

  bool addPin(const Pin& pin) {
    if (pin.target.sig != noId) return sigPins_.emplace(pin.target.sig, pin).second;
    return fieldPins_.emplace(pin.target.field, pin).second;
  }

  // --- Atoms.

  void collectVariables(ExprId id, std::set<VarId>& into) const {
    const Expr& e = expr(id);
    if (e.op == Op::variable) into.insert(e.payload);
    for (const ExprId child : model_.children(id)) collectVariables(child, into);
  }

  /// One atom for each name that the equations of signatures mention.
  void nameAtoms() {
    std::set<VarId> mentioned;
    for (const auto& [sig, pin] : sigPins_)
      if (pin.value != noId) collectVariables(pin.value, mentioned);
    std::set<std::string> names;
    for (const VarId v : mentioned)
      if (isNaming_.contains(v)) names.insert(model_.variable(v).name);
    for (const Decl* decl : decls_)
      for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v) {
        const std::string& name = model_.variable(v).name;
        innermost_[name] = v;
        if (names.erase(name) != 0) atoms_.push_back(name);
      }
  }

  /// Equations that mention a variable that is no atom leave their relation open.
  bool variablesKnown() {
    const std::set<std::string> known(atoms_.begin(), atoms_.end());
    const auto isKnown = [&](const Pin& pin) {
      std::set<VarId> variables;
      if (pin.value != noId) collectVariables(pin.value, variables);
      return std::ranges::all_of(variables, [&](VarId v) { return isNaming_.contains(v) && known.contains(model_.variable(v).name); });
    };
    for (const auto& [sig, pin] : sigPins_)
      if (!isKnown(pin)) result_.open.push_back(model_.sig(sig).name);
    for (const auto& [field, pin] : fieldPins_)
      if (!isKnown(pin)) result_.open.push_back(fieldName(field));
    return result_.open.empty();
  }

  std::string fieldName(FieldId field) const {
    return fmt::format("{}.{}", model_.sig(model_.field(field).sig).name, model_.field(field).name);
  }

  bool hasDefaultAtom(SigId id) const {
    const Sig& sig = model_.sig(id);
    return !sig.builtin && !sig.subset && !sig.isVar && sig.multiplicity == Multiplicity::one && sig.children.empty() &&
           !sigPins_.contains(id) && std::ranges::none_of(sig.parents, [&](SigId parent) { return sigPins_.contains(parent); });
  }

  void buildUniverse() {
    std::set<std::string> taken(atoms_.begin(), atoms_.end());
    std::vector<std::string> names = atoms_;
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      if (!hasDefaultAtom(id)) continue;
      const Sig& sig = model_.sig(id);
      defaultAtoms_[id] = taken.insert(sig.name).second ? sig.name : sig.label;
      names.push_back(defaultAtoms_[id]);
    }
    std::vector<std::string> strings;
    for (const std::string& text : model_.strings())
      if (text.starts_with('"')) strings.push_back(text);
    const IntegerScope integers = integerScope(command_.scope);
    if (integers.bitwidth > largestBitwidth) return result_.open.push_back("Int");
    auto universe = std::make_shared<const Universe>(std::move(names), std::move(strings), integers.bitwidth);
    universe_ = universe.get();
    result_.instance.universe = std::move(universe);
    result_.instance.maxSequence = integers.maxSequence;
    result_.instance.states.resize(1);
    state().sigs.assign(model_.sigs().size(), TupleSet(universe_->size(), 1));
    for (const model::Field& field : model_.fields()) state().fields.emplace_back(universe_->size(), field.arity);
    for (std::size_t i = 0; i < atoms_.size(); ++i) atomOf_[atoms_[i]] = static_cast<Atom>(i);
  }

  model::State& state() { return result_.instance.states.front(); }

  // --- Values.

  /// Nothing when a tuple cannot be had: an integer beyond the bit width, a signature that is not settled.
  std::optional<TupleSet> evaluate(ExprId id) const {
    const Expr& e = expr(id);
    switch (e.op) {
      case Op::variable: return TupleSet::atom(universe_->size(), atomOf_.at(model_.variable(e.payload).name));
      case Op::stringAtom: return TupleSet::atom(universe_->size(), *universe_->find(model_.strings()[e.payload]));
      case Op::sig:
        if (e.payload == model::builtin::none) return TupleSet(universe_->size(), 1);
        if (!settled_.contains(e.payload)) return std::nullopt;
        return result_.instance.states.front().sigs[e.payload];
      case Op::integerAtom: {
        const auto value = static_cast<std::int32_t>(expr(model_.child(id, 0)).payload);
        if (value < universe_->minInt() || value > universe_->maxInt()) return std::nullopt;
        return TupleSet::atom(universe_->size(), universe_->intAtom(value));
      }
      default: break;
    }
    const auto left = evaluate(model_.child(id, 0)), right = evaluate(model_.child(id, 1));
    if (!left || !right) return std::nullopt;
    if (e.op == Op::product) return left->product(*right);
    // `r = none` compares relations of any arity: what is empty has the arity of the other side.
    if (left->arity() != right->arity()) return left->empty() ? right : left;
    return left->unite(*right);
  }

  void settle(SigId id, TupleSet value) {
    state().sigs[id] = std::move(value);
    settled_.insert(id);
  }

  /// Signatures by equation, by declaration, and by what is empty; those that remain are open.
  void settleSigs() {
    if (!universe_) return;
    for (const auto& [sig, name] : defaultAtoms_) settle(sig, TupleSet::atom(universe_->size(), *universe_->find(name)));
    const auto known = [&](SigId id) { return settled_.contains(id); };
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [sig, pin] : sigPins_) {
        if (known(sig)) continue;
        const auto value = pin.value == noId ? TupleSet(universe_->size(), 1) : evaluate(pin.value);
        if (!value || (value->arity() != 1 && !value->empty())) continue;
        settle(sig, value->arity() == 1 ? *value : TupleSet(universe_->size(), 1));
        changed = true;
      }
      for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
        if (known(id) || sigPins_.contains(id)) continue;
        const Sig& sig = model_.sig(id);
        TupleSet value(universe_->size(), 1);
        const bool covered = sig.isAbstract && !sig.children.empty() && std::ranges::all_of(sig.children, known);
        const bool belowNothing = std::ranges::any_of(sig.parents, [&](SigId parent) { return known(parent) && state().sigs[parent].empty(); });
        if (covered)
          for (const SigId child : sig.children) value = value.unite(state().sigs[child]);
        if (!covered && !(belowNothing && sig.parents.size() == 1)) continue;
        settle(id, std::move(value));
        changed = true;
      }
    }
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (!known(id) || model_.sig(id).isVar) result_.open.push_back(model_.sig(id).name);
  }

  void settleFields() {
    const std::vector<OrderingModule> orderings = orderingModules(model_);
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const model::Field& field = model_.field(id);
      const auto pin = fieldPins_.find(id);
      const auto value = pin == fieldPins_.end() ? std::nullopt : pinnedField(pin->second, field);
      if (value) state().fields[id] = *value;
      else if (!state().sigs[field.sig].empty() && !settleKnownOrder(orderings, id)) result_.open.push_back(fieldName(id));
      if (field.isVar) result_.open.push_back(fieldName(id));
    }
  }

  std::optional<TupleSet> pinnedField(const Pin& pin, const model::Field& field) {
    const TupleSet nothing(universe_->size(), field.arity);
    if (pin.value == noId) return nothing;
    auto value = evaluate(pin.value);
    if (!value) return std::nullopt;
    if (pin.target.owner != noId) {
      if (state().sigs[pin.target.owner].size() != 1) return std::nullopt;
      if (value->empty()) return nothing;
      value = state().sigs[pin.target.owner].product(*value);
    }
    if (value->empty()) return nothing;
    if (value->arity() != field.arity) return std::nullopt;
    return value;
  }

  /// The order of an enum is that of its members, and one of at most one element needs no equation.
  bool settleKnownOrder(const std::vector<OrderingModule>& orderings, FieldId id) {
    const auto ordering = std::ranges::find_if(orderings, [&](const OrderingModule& o) { return o.first == id || o.next == id; });
    if (ordering == orderings.end() || state().sigs[ordering->order].size() != 1) return false;
    std::vector<Atom> elements = state().sigs[ordering->elements].atoms();
    if (elements.size() > 1) {
      if (!model_.sig(ordering->elements).isEnum) return false;
      elements.clear();
      for (const SigId member : model_.sig(ordering->elements).children)
        for (const Atom atom : state().sigs[member].atoms()) elements.push_back(atom);
    }
    const Atom order = state().sigs[ordering->order].atoms().front();
    TupleSet& value = state().fields[id];
    if (ordering->first == id && !elements.empty()) value.insert(std::vector{order, elements.front()});
    for (std::size_t i = 1; ordering->next == id && i < elements.size(); ++i) value.insert(std::vector{order, elements[i - 1], elements[i]});
    return true;
  }

  // --- What has to hold beside the equations.

  void settleFormulas() {
    std::set<std::string> unused;
    for (const auto& [name, variable] : innermost_)
      if (!atomOf_.contains(name)) unused.insert(name);
    if (!unused.empty()) {
      // A quantifier names something that is no atom: it is meant as it stands, so the whole formula is evaluated.
      result_.formulas = {command_.formula};
      return;
    }
    for (const Decl* decl : decls_) {
      for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v)
        result_.bindings.emplace_back(v, atomOf_.at(model_.variable(v).name));
      checkPlaces(*decl);
    }
  }

  /// `some disj a, b: S`: the atoms must be in S. A variable that an inner one shadows only has to find some atom of S.
  void checkPlaces(const Decl& decl) {
    if (result_.misplaced) return;
    const SigId sig = expr(decl.bound).payload;
    const TupleSet& value = state().sigs[sig];
    for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
      const model::Variable& variable = model_.variable(v);
      if (innermost_.at(variable.name) != v || value.contains(std::vector{atomOf_.at(variable.name)})) continue;
      result_.misplaced = {fmt::format("{} is not in {}", variable.name, model_.sig(sig).name), variable.span};
      return;
    }
    const std::uint64_t needed = decl.disjoint ? decl.variableCount : 1;
    if (value.size() < needed)
      result_.misplaced = {fmt::format("{} has {} atoms, {} are quantified over it", model_.sig(sig).name, value.size(), needed), decl.span};
  }

  const Model& model_;
  const model::Command& command_;
  PredicateValuation result_;
  std::map<SigId, Pin> sigPins_;
  std::map<FieldId, Pin> fieldPins_;
  std::vector<const Decl*> decls_;           // of the quantifiers that name atoms, outside in
  std::set<VarId> isNaming_;                 // their variables
  std::map<std::string, VarId> innermost_;   // the variable that a name means in the end
  std::vector<std::string> atoms_;
  std::unordered_map<std::string, Atom> atomOf_;
  std::map<SigId, std::string> defaultAtoms_;
  std::set<SigId> settled_;
  const Universe* universe_ = nullptr;
};

}  // namespace

std::optional<PredicateValuation> readPredicateValuation(const Model& model, const model::Command& command) {
  return Reader(model, command).read();
}

}  // namespace aunit::runner
