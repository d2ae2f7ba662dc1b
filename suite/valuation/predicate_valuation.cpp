#include "suite/valuation/predicate_valuation.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/ordering.h"
#include "solver/grounding/scope.h"
#include "suite/valuation/predicate_statement.h"
#include "suite/valuation/quantified_names.h"

namespace aunit::suite {

using namespace model;

namespace {

constexpr std::uint64_t mostTuples = 1 << 20;  // limit for the tuples in a product

/// The shape of a trace: the number of its states, and the state that follows the last one.
struct Lasso {
  std::size_t states = 1;
  std::uint32_t loop = 0;
};

/// Computes the values of all relations, state by state, from equations and declarations.
class ValueSolver {
 public:
  /// The arguments must outlive this object.
  ValueSolver(const Model& model, const model::Command& command, const PredicateStatement& said, const QuantifiedNames& names,
              AtomNaming naming)
      : model_(model), command_(command), said_(said), names_(names), naming_(std::move(naming)), equations_(said.equations) {
    result_.formulas = said.formulas;
    result_.namesAtoms = !names.named().empty();
    result_.atoms = names.named().size();
  }

  /// The valuations that the predicate can mean. They differ in the state that follows the last state. If the predicate leaves a
  /// relation open, there is only one valuation.
  std::vector<PredicateValuation> settled() {
    buildUniverse();
    if (universe_) settle();
    if (result_.open.empty()) settleFormulas();
    std::vector<PredicateValuation> readings;
    if (!result_.open.empty()) {
      readings.push_back(std::move(result_));
      return readings;
    }
    const std::vector<Lasso> ways = lassos();
    for (const Lasso& lasso : ways) {
      PredicateValuation& reading = readings.emplace_back(&lasso == &ways.back() ? std::move(result_) : result_);
      reading.instance.states.resize(lasso.states);
      reading.instance.loop = lasso.loop;
    }
    return readings;
  }

 private:
  const Expr& expr(ExprId id) const { return model_.expr(id); }

  // --- Atoms.

  std::string fieldName(FieldId field) const {
    return fmt::format("{}.{}", model_.sig(model_.field(field).sig).name, model_.field(field).name);
  }

  void buildUniverse() {
    std::vector<std::string> strings;
    for (const std::string& text : model_.strings())
      if (text.starts_with('"')) strings.push_back(text);
    const IntegerScope integers = integerScope(command_.scope);
    if (integers.bitwidth > largestBitwidth) return result_.open.push_back("Int");
    auto universe = std::make_shared<const Universe>(naming_.atoms, std::move(strings), integers.bitwidth);
    universe_ = universe.get();
    result_.instance.universe = std::move(universe);
    result_.instance.maxSequence = integers.maxSequence;
    model::State nothing;
    nothing.sigs.assign(model_.sigs().size(), TupleSet(universe_->size(), 1));
    for (const model::Field& field : model_.fields()) nothing.fields.emplace_back(universe_->size(), field.arity);
    result_.instance.states.assign(stateCount(), nothing);
  }

  /// The number of states to compute: the states that equations mention and one more, but at most as many as the command allows.
  /// No equation gives a value in the additional state. So either some relation is open in that state, or all later states
  /// equal it.
  std::size_t stateCount() const {
    const bool mutates =
        std::ranges::any_of(model_.sigs(), &Sig::isVar) || std::ranges::any_of(model_.fields(), &model::Field::isVar);
    if (!mutates) return 1;
    std::size_t said = 0;
    for (const Equation& equation : equations_) said = std::max<std::size_t>(said, equation.target.state);
    const int steps = command_.scope.maxSteps < 0 ? solver::defaultSteps : command_.scope.maxSteps;
    return std::min(said + 2, static_cast<std::size_t>(std::max(1, steps)));
  }

  model::State& state() { return result_.instance.states[position_]; }
  const model::State& state() const { return result_.instance.states[position_]; }

  // --- Values.

  /// The value of an expression in the first state. Returns nothing if the value is not known: the expression reads a variable
  /// that names no atom, or a relation that has no value; an integer is out of range; or a product is too large.
  std::optional<TupleSet> evaluate(ExprId id) const {
    const Expr& e = expr(id);
    switch (e.op) {
      case Op::variable: {
        if (const auto meaning = said_.meaning.find(e.payload); meaning != said_.meaning.end())
          return isTuples(model_, meaning->second) ? evaluate(meaning->second) : std::nullopt;
        const auto atom = naming_.ofVariable.find(e.payload);
        if (atom == naming_.ofVariable.end()) return std::nullopt;
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
    // An empty operand may have another arity than the other operand: `r + none`.
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

  /// The value that an equation gives to a relation of this arity.
  std::optional<TupleSet> valueOf(const Equation& equation, std::uint32_t arity) const {
    const TupleSet nothing(universe_->size(), arity);
    if (equation.value == noId) return nothing;
    const auto value = evaluate(equation.value);
    if (!value || (value->arity() != arity && !value->empty())) return std::nullopt;
    return value->empty() ? nothing : *value;
  }

  /// Computes relations state by state, up to the first state that leaves a relation open.
  void settle() {
    for (const auto& [sig, atom] : naming_.ofSig) setSig(sig, TupleSet::atom(universe_->size(), atom));
    const std::vector<OrderingModule> orderings = orderingModules(model_);
    const std::size_t states = result_.instance.states.size();
    for (; position_ < states && result_.open.empty(); ++position_) {
      if (position_ > 0) keepStatic();
      settleState(orderings);
    }
    position_ = 0;
  }

  /// Copies the values of static relations from the first state.
  void keepStatic() {
    state() = result_.instance.states.front();
    std::erase_if(result_.settled, [&](SigId id) { return model_.sig(id).isVar; });
    std::erase_if(settledFields_, [&](FieldId id) { return model_.field(id).isVar; });
  }

  /// Computes relations of a state from equations and declarations until nothing more follows. The remaining relations are open.
  void settleState(const std::vector<OrderingModule>& orderings) {
    for (bool changed = true; changed;) {
      const std::size_t known = result_.settled.size() + settledFields_.size();
      for (Equation& equation : equations_) {
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
      equation.formula = noId;  // the equation holds by construction
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
    if (result_.settled.contains(id) || names_.isStated(id)) return;
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

  /// Computes a field from equations such as `N0.link = N1`, if each atom of the field's signature has an equation. If the field
  /// has no equation at all, tries settleKnownOrder().
  void settleByAtoms(const std::vector<OrderingModule>& orderings, FieldId id) {
    const model::Field& field = model_.field(id);
    const TupleSet& owners = state().sigs[field.sig];
    TupleSet value(universe_->size(), field.arity), covered(universe_->size(), 1);
    std::vector<Equation*> used;
    for (Equation& equation : equations_) {
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
    } else if (std::ranges::none_of(equations_, [&](const Equation& e) { return e.target.field == id; })) {
      settleKnownOrder(orderings, id);
    }
  }

  /// Computes an order that no equation states, if only one order is possible: an enum is in the order in which its members are
  /// declared, and a signature of at most one atom needs no order.
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

  // --- Formulas that must hold in addition to the equations.

  void settleFormulas() {
    for (const Equation& equation : equations_)
      if (equation.formula != noId) result_.formulas.push_back(equation.formula);
    std::ranges::sort(result_.formulas, {}, [&](ExprId id) { return expr(id).span.begin; });
    // If some quantified variable names no atom, the valuation must satisfy the whole formula of the command.
    if (!names_.allNamed()) {
      result_.formulas = {command_.formula};
      return;
    }
    for (const Decl* decl : said_.decls) bind(*decl);
  }

  /// For `some disj a, b: S`: checks that the atoms `a` and `b` are in S, and that S has enough atoms for all variables of the
  /// declaration. If an inner variable has the same name as `a`, `a` names no atom, so the first check skips it.
  void bind(const Decl& decl) {
    const SigId sig = expr(decl.bound).payload;
    const TupleSet& value = state().sigs[sig];
    const auto misplace = [&](std::string text, model::Span span) {
      if (!result_.misplaced) result_.misplaced = {std::move(text), span};
    };
    for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
      if (names_.isHidden(v)) continue;
      const model::Variable& variable = model_.variable(v);
      const Atom atom = naming_.ofVariable.at(v);
      result_.bindings.push_back({v, TupleSet::atom(universe_->size(), atom)});
      if (!value.contains(std::vector{atom}))
        misplace(fmt::format("{} is not in {}", variable.name, model_.sig(sig).name), variable.span);
    }
    const std::uint64_t needed = decl.disjoint ? decl.variableCount : 1;
    if (value.size() < needed)
      misplace(fmt::format("{} has {} atoms, but the variables quantified over it need {}", model_.sig(sig).name, value.size(),
                           needed),
               decl.span);
  }

  // --- The loop.

  /// The lassos in which the equations about later states hold. If there is none, returns the lasso whose last state repeats
  /// forever.
  std::vector<Lasso> lassos() const {
    const std::size_t most = result_.instance.states.size();
    const std::size_t fewest = std::min(most, static_cast<std::size_t>(std::max(1, command_.scope.minSteps)));
    std::vector<Lasso> found;
    for (std::size_t length = fewest; length <= most; ++length)
      for (std::uint32_t loop = 0; loop < length; ++loop)
        if (agrees(length, loop)) found.push_back({length, loop});
    if (found.empty()) found.push_back({most, static_cast<std::uint32_t>(most - 1)});
    return found;
  }

  bool agrees(std::size_t length, std::uint32_t loop) const {
    const std::vector<model::State>& states = result_.instance.states;
    const auto follows = [&](std::size_t position) -> const model::State& {
      return states[position < length ? position : loop + (position - loop) % (length - loop)];
    };
    for (std::size_t i = length; i < states.size(); ++i)
      if (states[i].sigs != follows(i).sigs || states[i].fields != follows(i).fields) return false;
    return std::ranges::all_of(equations_, [&](const Equation& equation) {
      const Target& target = equation.target;
      if (target.state < states.size() || target.atom != noId) return true;
      const auto value = valueOf(equation, target.sig != noId ? 1 : model_.field(target.field).arity);
      const model::State& state = follows(target.state);
      return !value || *value == (target.sig != noId ? state.sigs[target.sig] : state.fields[target.field]);
    });
  }

  const Model& model_;
  const model::Command& command_;
  const PredicateStatement& said_;
  const QuantifiedNames& names_;
  AtomNaming naming_;
  std::vector<Equation> equations_;
  PredicateValuation result_;
  std::set<FieldId> settledFields_;
  const Universe* universe_ = nullptr;
  std::size_t position_ = 0;  // index of the state that is being computed
};

bool isValuation(const PredicateStatement& statement) {
  return std::ranges::any_of(statement.equations,
                             [](const Equation& e) { return e.target.atom == noId || e.target.field == noId; });
}

}  // namespace

std::optional<PredicateValuation> readPredicateValuation(const Model& model, const model::Command& command) {
  if (command.check || command.formula == noId) return std::nullopt;
  const PredicateStatement said = readStatement(model, command);
  if (!isValuation(said)) return std::nullopt;
  const QuantifiedNames names(model, said);
  std::vector<PredicateValuation> readings = ValueSolver(model, command, said, names, names.asWritten()).settled();
  readings.front().certain = readings.size() == 1 && names.certain();
  return std::move(readings.front());
}

bool forEachOtherReading(const Model& model, const model::Command& command,
                         const std::function<bool(const PredicateValuation&)>& visit) {
  const PredicateStatement said = readStatement(model, command);
  const QuantifiedNames names(model, said);
  auto namings = names.others(mostReadings);
  if (!namings) return false;
  namings->insert(namings->begin(), names.asWritten());
  for (AtomNaming& naming : *namings) {
    const bool asWritten = &naming == &namings->front();
    const std::vector<PredicateValuation> readings = ValueSolver(model, command, said, names, std::move(naming)).settled();
    for (const PredicateValuation& reading : readings) {
      if (!reading.full()) return false;
      if (asWritten && &reading == &readings.front()) continue;
      if (visit(reading)) return true;
    }
  }
  return true;
}

}  // namespace aunit::suite
