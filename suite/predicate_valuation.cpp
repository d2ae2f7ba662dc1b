#include "suite/predicate_valuation.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "model/ordering.h"
#include "solver/scope.h"
#include "suite/default_atoms.h"
#include "suite/predicate_statement.h"

namespace aunit::suite {

using model::Atom;
using model::Decl;
using model::Expr;
using model::ExprId;
using model::FieldId;
using model::Model;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::OrderingModule;
using model::orderingModules;
using model::Sig;
using model::SigId;
using model::TupleSet;
using model::Universe;
using model::VarId;

namespace {

constexpr std::uint64_t mostTuples = 1 << 20;  // of a product

/// Settles by declarations what the equations leave open, state by state.
class Settler {
 public:
  Settler(const Model& model, const model::Command& command, PredicateStatement said)
      : model_(model), command_(command), said_(std::move(said)) {
    result_.formulas = std::move(said_.formulas);
  }

  PredicateValuation settled() {
    nameAtoms();
    buildUniverse();
    if (universe_) settle();
    if (result_.open.empty()) settleFormulas();
    if (result_.open.empty()) chooseLasso();
    return std::move(result_);
  }

 private:
  const Expr& expr(ExprId id) const { return model_.expr(id); }

  // --- Atoms.

  /// The variables and signatures in an expression, names replaced by what they mean.
  void collectLeaves(ExprId id, std::set<VarId>& variables, std::set<SigId>& sigs) const {
    const Expr& e = expr(id);
    if (e.op == Op::sig) sigs.insert(e.payload);
    if (e.op == Op::variable) {
      if (const auto meaning = said_.meaning.find(e.payload); meaning != said_.meaning.end())
        collectLeaves(meaning->second, variables, sigs);
      else
        variables.insert(e.payload);
    }
    for (const ExprId child : model_.children(id)) collectLeaves(child, variables, sigs);
  }

  /// One atom for each name that the equations of signatures mention.
  void nameAtoms() {
    std::set<VarId> variables;
    for (const Equation& equation : said_.equations) {
      if (equation.target.sig == noId) continue;
      isStated_.insert(equation.target.sig);
      if (equation.value != noId) collectLeaves(equation.value, variables, statedSigs_);
    }
    std::set<std::string> names;
    for (const VarId v : variables)
      if (said_.naming.contains(v)) names.insert(model_.variable(v).name);
    for (const Decl* decl : said_.decls)
      for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v) {
        const std::string& name = model_.variable(v).name;
        innermost_[name] = v;
        boundOf_[v] = decl;
        if (names.erase(name) != 0) atoms_.push_back(name);
      }
    result_.namesAtoms = !atoms_.empty();
    result_.atoms = atoms_.size();
  }

  std::string fieldName(FieldId field) const {
    return fmt::format("{}.{}", model_.sig(model_.field(field).sig).name, model_.field(field).name);
  }

  /// A `one sig` has one atom named like it, unless an equation gives it one, or gives those of its parent without naming it.
  bool hasDefaultAtom(SigId id) const {
    const Sig& sig = model_.sig(id);
    return !sig.builtin && !sig.subset && !sig.isVar && sig.multiplicity == Multiplicity::one && sig.children.empty() &&
           !isStated_.contains(id) &&
           (statedSigs_.contains(id) ||
            std::ranges::none_of(isStated_, [&](SigId stated) { return model_.isSubsig(id, stated); }));
  }

  void buildUniverse() {
    std::vector<std::string> names = atoms_;
    defaultAtoms_ = defaultAtoms(model_, [this](SigId id) { return hasDefaultAtom(id); }, {atoms_.begin(), atoms_.end()});
    for (const auto& [sig, name] : defaultAtoms_) names.push_back(name);
    std::vector<std::string> strings;
    for (const std::string& text : model_.strings())
      if (text.starts_with('"')) strings.push_back(text);
    const IntegerScope integers = integerScope(command_.scope);
    if (integers.bitwidth > largestBitwidth) return result_.open.push_back("Int");
    auto universe = std::make_shared<const Universe>(std::move(names), std::move(strings), integers.bitwidth);
    universe_ = universe.get();
    result_.instance.universe = std::move(universe);
    result_.instance.maxSequence = integers.maxSequence;
    model::State nothing;
    nothing.sigs.assign(model_.sigs().size(), TupleSet(universe_->size(), 1));
    for (const model::Field& field : model_.fields()) nothing.fields.emplace_back(universe_->size(), field.arity);
    result_.instance.states.assign(stateCount(), nothing);
    for (std::size_t i = 0; i < atoms_.size(); ++i) atomOf_[atoms_[i]] = static_cast<Atom>(i);
  }

  /// As many states as the command allows, but only one more than equations speak of: without an equation it is open, or all that
  /// follow are like it.
  std::size_t stateCount() const {
    const bool mutates =
        std::ranges::any_of(model_.sigs(), &Sig::isVar) || std::ranges::any_of(model_.fields(), &model::Field::isVar);
    if (!mutates) return 1;
    std::size_t said = 0;
    for (const Equation& equation : said_.equations) said = std::max<std::size_t>(said, equation.target.state);
    const int steps = command_.scope.maxSteps < 0 ? solver::defaultSteps : command_.scope.maxSteps;
    return std::min(said + 2, static_cast<std::size_t>(std::max(1, steps)));
  }

  model::State& state() { return result_.instance.states[position_]; }
  const model::State& state() const { return result_.instance.states[position_]; }

  // --- Values.

  /// In the first state. Nothing when it is not known: a relation that is not settled, a variable that is no atom, an integer
  /// beyond the bit width, a relation larger than one would state.
  std::optional<TupleSet> evaluate(ExprId id) const {
    const Expr& e = expr(id);
    switch (e.op) {
      case Op::variable: {
        if (const auto meaning = said_.meaning.find(e.payload); meaning != said_.meaning.end())
          return isTuples(model_, meaning->second) ? evaluate(meaning->second) : std::nullopt;
        const auto atom = atomOf_.find(model_.variable(e.payload).name);
        if (!said_.naming.contains(e.payload) || atom == atomOf_.end()) return std::nullopt;
        return TupleSet::atom(universe_->size(), atom->second);
      }
      case Op::stringAtom: return TupleSet::atom(universe_->size(), *universe_->find(model_.strings()[e.payload]));
      case Op::sig:
        if (e.payload == model::builtin::none) return TupleSet(universe_->size(), 1);
        if (position_ == 0 && !result_.settled.contains(e.payload)) return std::nullopt;
        return result_.instance.states.front().sigs[e.payload];
      case Op::field:
        if (position_ == 0 && !settledFields_.contains(e.payload)) return std::nullopt;
        return result_.instance.states.front().fields[e.payload];
      case Op::integerAtom: {
        const auto value = static_cast<std::int32_t>(expr(model_.child(id, 0)).payload);
        if (value < universe_->minInt() || value > universe_->maxInt()) return std::nullopt;
        return TupleSet::atom(universe_->size(), universe_->intAtom(value));
      }
      default: return combined(id);
    }
  }

  std::optional<TupleSet> combined(ExprId id) const {
    const Op op = expr(id).op;
    const auto left = evaluate(model_.child(id, 0));
    if (!left) return std::nullopt;
    if (op == Op::transpose) return left->transpose();
    if (op == Op::closure) return left->closure();
    const auto right = evaluate(model_.child(id, 1));
    if (!right) return std::nullopt;
    switch (op) {
      case Op::product:
        if (!right->empty() && left->size() > mostTuples / right->size()) return std::nullopt;
        return left->product(*right);
      case Op::join: return left->join(*right);
      case Op::domainRestriction: return right->domainRestrict(*left);
      case Op::rangeRestriction: return left->rangeRestrict(*right);
      default: break;
    }
    // What is empty has the arity of the other side: `r + none`.
    const TupleSet nothing(universe_->size(), std::max(left->arity(), right->arity()));
    if (left->arity() != right->arity() && !left->empty() && !right->empty()) return std::nullopt;
    const TupleSet& a = left->arity() == nothing.arity() ? *left : nothing;
    const TupleSet& b = right->arity() == nothing.arity() ? *right : nothing;
    switch (op) {
      case Op::union_: return a.unite(b);
      case Op::difference: return a.subtract(b);
      case Op::intersection: return a.intersect(b);
      default: return a.overrideWith(b);
    }
  }

  /// The value that an equation gives to something of this arity.
  std::optional<TupleSet> valueOf(const Equation& equation, std::uint32_t arity) const {
    const TupleSet nothing(universe_->size(), arity);
    if (equation.value == noId) return nothing;
    const auto value = evaluate(equation.value);
    if (!value || (value->arity() != arity && !value->empty())) return std::nullopt;
    return value->empty() ? nothing : *value;
  }

  /// State by state, up to the first that leaves something open.
  void settle() {
    for (const auto& [sig, name] : defaultAtoms_) setSig(sig, TupleSet::atom(universe_->size(), *universe_->find(name)));
    const std::vector<OrderingModule> orderings = orderingModules(model_);
    const std::size_t states = result_.instance.states.size();
    for (; position_ < states && result_.open.empty(); ++position_) {
      if (position_ > 0) keepStatic();
      settleState(orderings);
    }
    position_ = 0;
  }

  /// What is not `var` is known from the first state.
  void keepStatic() {
    state() = result_.instance.states.front();
    std::erase_if(result_.settled, [&](SigId id) { return model_.sig(id).isVar; });
    std::erase_if(settledFields_, [&](FieldId id) { return model_.field(id).isVar; });
  }

  /// By equation, by declaration, and by what is empty, until nothing more follows; what remains is open.
  void settleState(const std::vector<OrderingModule>& orderings) {
    for (bool changed = true; changed;) {
      const std::size_t known = result_.settled.size() + settledFields_.size();
      for (Equation& equation : said_.equations) {
        if (equation.target.atom != noId || equation.target.state != position_) continue;
        if (equation.target.sig != noId)
          settleSig(equation);
        else
          settleField(equation);
      }
      for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) settleByDeclaration(id);
      for (FieldId id = 0; id < model_.fields().size(); ++id)
        if (!settledFields_.contains(id) && result_.settled.contains(model_.field(id).sig)) settleByAtoms(orderings, id);
      changed = result_.settled.size() + settledFields_.size() != known;
    }
    const std::string primes(position_, '\'');
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (!result_.settled.contains(id)) result_.open.push_back(model_.sig(id).name + primes);
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      if (!settledFields_.contains(id)) result_.open.push_back(fieldName(id) + primes);
  }

  void setSig(SigId id, TupleSet value) {
    state().sigs[id] = std::move(value);
    result_.settled.insert(id);
  }

  void setField(FieldId id, TupleSet value) {
    state().fields[id] = std::move(value);
    settledFields_.insert(id);
  }

  void settleSig(Equation& equation) {
    if (result_.settled.contains(equation.target.sig)) return;
    if (auto value = valueOf(equation, 1)) {
      setSig(equation.target.sig, *value);
      equation.formula = noId;  // holds by construction
    }
  }

  void settleField(Equation& equation) {
    const FieldId id = equation.target.field;
    if (settledFields_.contains(id)) return;
    if (auto value = valueOf(equation, model_.field(id).arity)) {
      setField(id, *value);
      equation.formula = noId;
    }
  }

  void settleByDeclaration(SigId id) {
    if (result_.settled.contains(id) || isStated_.contains(id)) return;
    const auto known = [&](SigId other) { return result_.settled.contains(other); };
    const Sig& sig = model_.sig(id);
    TupleSet value(universe_->size(), 1);
    const bool covered = sig.isAbstract && !sig.children.empty() && std::ranges::all_of(sig.children, known);
    const bool belowNothing = sig.parents.size() == 1 && known(sig.parents.front()) && state().sigs[sig.parents.front()].empty();
    if (!covered && !belowNothing) return;
    if (covered)
      for (const SigId child : sig.children) value = value.unite(state().sigs[child]);
    setSig(id, std::move(value));
  }

  /// A field atom by atom: each atom of its signature has an equation of its own, or there is only one way to order them.
  void settleByAtoms(const std::vector<OrderingModule>& orderings, FieldId id) {
    const model::Field& field = model_.field(id);
    const TupleSet& owners = state().sigs[field.sig];
    TupleSet value(universe_->size(), field.arity), covered(universe_->size(), 1);
    std::vector<Equation*> used;
    for (Equation& equation : said_.equations) {
      if (equation.target.field != id || equation.target.atom == noId || equation.target.state != position_) continue;
      const auto atom = evaluate(equation.target.atom);
      const auto row = atom && atom->size() == 1 ? valueOf(equation, field.arity - 1u) : std::nullopt;
      if (!row || atom->intersects(covered)) continue;
      covered = covered.unite(*atom);
      value = value.unite(atom->product(*row));
      used.push_back(&equation);
    }
    if (owners.subsetOf(covered)) {
      setField(id, std::move(value));
      for (Equation* equation : used) equation->formula = noId;
    } else if (std::ranges::none_of(said_.equations, [&](const Equation& e) { return e.target.field == id; })) {
      settleKnownOrder(orderings, id);
    }
  }

  /// The order of an enum is that of its members, and one of at most one element needs no equation.
  void settleKnownOrder(const std::vector<OrderingModule>& orderings, FieldId id) {
    const auto ordering = std::ranges::find_if(orderings, [&](const OrderingModule& o) { return o.first == id || o.next == id; });
    if (ordering == orderings.end() || state().sigs[ordering->order].size() != 1 || !result_.settled.contains(ordering->elements))
      return;
    std::vector<Atom> elements = state().sigs[ordering->elements].atoms();
    if (elements.size() > 1) {
      if (!model_.sig(ordering->elements).isEnum) return;
      elements.clear();
      for (const SigId member : model_.sig(ordering->elements).children)
        for (const Atom atom : state().sigs[member].atoms()) elements.push_back(atom);
    }
    const Atom order = state().sigs[ordering->order].atoms().front();
    TupleSet value(universe_->size(), model_.field(id).arity);
    if (ordering->first == id && !elements.empty()) value.insert(std::vector{order, elements.front()});
    for (std::size_t i = 1; ordering->next == id && i < elements.size(); ++i)
      value.insert(std::vector{order, elements[i - 1], elements[i]});
    setField(id, std::move(value));
  }

  // --- What has to hold beside the equations.

  void settleFormulas() {
    for (const Equation& equation : said_.equations)
      if (equation.formula != noId) result_.formulas.push_back(equation.formula);
    std::ranges::sort(result_.formulas, {}, [&](ExprId id) { return expr(id).span.begin; });
    const bool allAtoms = std::ranges::all_of(innermost_, [&](const auto& named) { return atomOf_.contains(named.first); });
    if (!allAtoms) result_.formulas = {command_.formula};  // a quantifier is meant as it stands: the whole is evaluated
    std::set<VarId> mentioned;
    std::set<SigId> ignored;
    for (const Equation& equation : said_.equations)
      for (const ExprId part : {equation.value, equation.target.atom})
        if (part != noId) collectLeaves(part, mentioned, ignored);
    for (const ExprId formula : result_.formulas) collectLeaves(formula, mentioned, ignored);
    result_.certain = namesAreDistinct() && std::ranges::none_of(mentioned, [&](VarId v) { return isShadowed(v); });
    if (!allAtoms) return;
    for (const Decl* decl : said_.decls) {
      for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v)
        result_.bindings.push_back({v, TupleSet::atom(universe_->size(), atomOf_.at(model_.variable(v).name))});
      checkPlaces(*decl, mentioned);
    }
  }

  // --- Where the last state leads.

  /// A lasso that comes back so that what is said of later states holds. When there are several, another may hold where this one
  /// does not.
  void chooseLasso() {
    std::vector<model::State>& states = result_.instance.states;
    const std::size_t fewest = std::min(states.size(), static_cast<std::size_t>(std::max(1, command_.scope.minSteps)));
    std::vector<std::pair<std::size_t, std::uint32_t>> lassos;
    for (std::size_t length = fewest; length <= states.size(); ++length)
      for (std::uint32_t loop = 0; loop < length; ++loop)
        if (agrees(length, loop)) lassos.emplace_back(length, loop);
    if (lassos.empty()) lassos.emplace_back(states.size(), static_cast<std::uint32_t>(states.size() - 1));
    result_.certain = result_.certain && lassos.size() == 1;
    states.resize(lassos.front().first);
    result_.instance.loop = lassos.front().second;
  }

  bool agrees(std::size_t length, std::uint32_t loop) const {
    const std::vector<model::State>& states = result_.instance.states;
    const auto follows = [&](std::size_t position) -> const model::State& {
      return states[position < length ? position : loop + (position - loop) % (length - loop)];
    };
    for (std::size_t i = length; i < states.size(); ++i)
      if (states[i].sigs != follows(i).sigs || states[i].fields != follows(i).fields) return false;
    return std::ranges::all_of(said_.equations, [&](const Equation& equation) {
      const Target& target = equation.target;
      if (target.state < states.size() || target.atom != noId) return true;
      const auto value = valueOf(equation, target.sig != noId ? 1 : model_.field(target.field).arity);
      const model::State& state = follows(target.state);
      return !value || *value == (target.sig != noId ? state.sigs[target.sig] : state.fields[target.field]);
    });
  }

  bool isShadowed(VarId v) const { return said_.naming.contains(v) && innermost_.at(model_.variable(v).name) != v; }

  /// Whether two names cannot stand for one atom: bound together by `disj`, over signatures that share none, or said to differ.
  bool namesAreDistinct() const {
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const VarId a = innermost_.at(atoms_[i]);
      const SigId sig = expr(boundOf_.at(a)->bound).payload;
      for (const auto& [other, name] : defaultAtoms_)
        if (!areDisjoint(model_, sig, other)) return false;
      for (std::size_t j = i + 1; j < atoms_.size(); ++j) {
        const VarId b = innermost_.at(atoms_[j]);
        const bool together = boundOf_.at(a) == boundOf_.at(b) && boundOf_.at(a)->disjoint;
        if (!together && !areDisjoint(model_, sig, expr(boundOf_.at(b)->bound).payload) && !saidToDiffer(a, b)) return false;
      }
    }
    return true;
  }

  bool saidToDiffer(VarId a, VarId b) const {
    const auto is = [&](ExprId id, VarId v) { return expr(id).op == Op::variable && expr(id).payload == v; };
    return std::ranges::any_of(result_.formulas, [&](ExprId formula) {
      const auto children = model_.children(formula);
      const bool differ = (expr(formula).op == Op::equal && expr(formula).negated) ||
                          (expr(formula).op == Op::disjoint && !expr(formula).negated);
      return differ && std::ranges::any_of(children, [&](ExprId c) { return is(c, a); }) &&
             std::ranges::any_of(children, [&](ExprId c) { return is(c, b); });
    });
  }

  /// `some disj a, b: S`: the atoms must be in S. A variable that an inner one shadows and nothing mentions only has to find some
  /// atom of S.
  void checkPlaces(const Decl& decl, const std::set<VarId>& mentioned) {
    if (result_.misplaced) return;
    const SigId sig = expr(decl.bound).payload;
    const TupleSet& value = state().sigs[sig];
    for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
      const model::Variable& variable = model_.variable(v);
      if ((isShadowed(v) && !mentioned.contains(v)) || value.contains(std::vector{atomOf_.at(variable.name)})) continue;
      result_.misplaced = {fmt::format("{} is not in {}", variable.name, model_.sig(sig).name), variable.span};
      return;
    }
    const std::uint64_t needed = decl.disjoint ? decl.variableCount : 1;
    if (value.size() < needed)
      result_.misplaced = {fmt::format("{} has {} atoms, {} are quantified over it", model_.sig(sig).name, value.size(), needed),
                           decl.span};
  }

  const Model& model_;
  const model::Command& command_;
  PredicateStatement said_;
  PredicateValuation result_;
  std::unordered_map<VarId, const Decl*> boundOf_;
  std::map<std::string, VarId> innermost_;  // the variable that a name means in the end
  std::set<SigId> isStated_, statedSigs_;   // what equations give a value to, and what these values mention
  std::vector<std::string> atoms_;
  std::unordered_map<std::string, Atom> atomOf_;
  std::map<SigId, std::string> defaultAtoms_;
  std::set<FieldId> settledFields_;
  const Universe* universe_ = nullptr;
  std::size_t position_ = 0;  // of the state that is being settled
};

}  // namespace

std::optional<PredicateValuation> readPredicateValuation(const Model& model, const model::Command& command) {
  if (command.check || command.formula == noId) return std::nullopt;
  PredicateStatement statement = readStatement(model, command);
  const bool isValuation =
      std::ranges::any_of(statement.equations, [](const Equation& e) { return e.target.atom == noId || e.target.field == noId; });
  if (!isValuation) return std::nullopt;
  return Settler(model, command, std::move(statement)).settled();
}

}  // namespace aunit::suite
