#include "solver/translation/translator.h"

#include <algorithm>
#include <stdexcept>

#include "solver/translation/rebinding.h"
#include "solver/unsupported.h"
#include "support/hash.h"

namespace aunit::solver {

using namespace model;

namespace {

constexpr std::uint32_t firstInternedKey = 1u << 26;
// The key of a closure (see bindExpression) is made from several numbers: this one, the id of the closure's expression, and the
// keys of the expression's free variables.
constexpr std::uint32_t closureKey = 3;

bool isLeaf(Op op) {
  switch (op) {
    case Op::sig:
    case Op::field:
    case Op::variable:
    case Op::integer:
    case Op::minInt:
    case Op::maxInt:
    case Op::true_:
    case Op::false_:
    case Op::stringAtom:
    case Op::atom:
    case Op::bound: return true;
    default: return false;
  }
}

/// Whether the value of this operator usually has fewer tuples than its operands.
bool isShort(Op op) {
  return op == Op::join || op == Op::intersection || op == Op::difference || op == Op::domainRestriction ||
         op == Op::rangeRestriction || op == Op::comprehension;
}

}  // namespace

Translator::Translator(const model::Model& model, const Analysis& analysis, const Bounds& bounds,
                       RelationVariables& relationVariables, const Algebra& algebra, int states, model::Semantics semantics)
    : model_(model),
      analysis_(analysis),
      bounds_(bounds),
      relationVariables_(relationVariables),
      algebra_(algebra),
      circuit_(algebra.circuit()),
      integers_(algebra.circuit(), bounds.integerWidth(), semantics.noOverflow),
      states_(states),
      semantics_(semantics),
      large_(bounds.universeSize() > fewAtoms),
      environment_(model.variables().size()) {
  if (large_) known_ = std::make_unique<KnownValues>(model, bounds, semantics, algebra.circuit().budget());
}

Translator::~Translator() = default;

std::size_t Translator::KeyHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::uint64_t h = key.size();
  for (const std::uint32_t k : key) h = support::mixed(h, k);
  return h;
}

std::uint32_t Translator::keyOf(std::vector<std::uint32_t> content) {
  const auto [known, added] = keys_.emplace(std::move(content), firstInternedKey + keysMade_);
  if (added) ++keysMade_;
  return known->second;
}

void Translator::release() {
  if (known_) known_->release();
}

// Also removes the keys of closures whose expressions it forgets.
void Translator::forget(ExprId first) {
  if (known_) known_->forget(first);
  std::erase_if(memory_, [&](const auto& entry) { return entry.first.front() >= first; });
  std::erase_if(keys_, [&](const auto& entry) { return entry.first.front() == closureKey && entry.first[1] >= first; });
}

Lit Translator::at(int state, ExprId id, std::span<const std::pair<VarId, MatrixRef>> given) {
  Rebinding rebinding(*this);
  for (const auto& [variable, value] : given) rebinding.bind(variable, bindValue({no, nullptr, value}, Sort::relation));
  rebinding.enterFrame(given.size());
  return formula(id, {0, state});
}

MatrixRef Translator::relationAt(int state, ExprId id, std::span<const std::pair<VarId, MatrixRef>> given) {
  Rebinding rebinding(*this);
  for (const auto& [variable, value] : given) rebinding.bind(variable, bindValue({no, nullptr, value}, Sort::relation));
  rebinding.enterFrame(given.size());
  return relation(id, {0, state});
}

// ---- evaluation and memory ----

Lit Translator::formula(ExprId id, Moment at) {
  return value(id, at).formula;
}
IntegerRef Translator::integer(ExprId id, Moment at) {
  return value(id, at).integer;
}
MatrixRef Translator::relation(ExprId id, Moment at) {
  return value(id, at).relation;
}

// Whether values of an expression are cached. Values are not cached if the expression mentions all variables around it, because
// it is then evaluated only once for each choice of values of these variables.
bool Translator::remembers(ExprId id) const {
  const Expr& e = model_.expr(id);
  if (isLeaf(e.op)) return false;
  return analysis_.freeVariables(id).size() < frameVariables_ || (states_ > 1 && e.variable);
}

Moment Translator::normalise(ExprId id, Moment at) const {
  const Expr& e = model_.expr(id);
  if (!e.variable) return {};
  if (!analysis_.looksBack(id)) at.round = 0;
  return at;
}

Value Translator::value(ExprId id, Moment at) {
  const auto found = [&] {
    if (at.state == states_ && model_.expr(id).temporal) return tracked(id, [&] { return behindLast(id, at); });
    return remembers(id) ? remembered(id, at) : tracked(id, [&] { return compute(id, at); });
  };
  if (guards_.empty()) return found();
  Value result = found();
  if (model_.expr(id).sort == Sort::formula) result.formula = guarded(id, result.formula);
  return result;
}

void Translator::mayGiveUp(std::span<const OmissiblePart> formulas) {
  for (const OmissiblePart& one : formulas) guards_.try_emplace(one.formula, Guard{circuit_.input(), one.disjunct});
}

Lit Translator::guarded(ExprId id, Lit holds) const {
  const auto guard = guards_.find(id);
  if (guard == guards_.end()) return holds;
  return guard->second.disjunct ? circuit_.conjunction(holds, guard->second.holds)
                                : circuit_.disjunction(holds, !guard->second.holds);
}

// Computes a value, and records in it the variables over Int on which it depends.
template <class Compute>
Value Translator::tracked(ExprId id, Compute compute) {
  if (!semantics_.noOverflow) return compute();
  const Dependence others = std::exchange(dependence_, {});
  Value result = compute();
  const Op op = model_.expr(id).op;
  if (op == Op::cardinality || op == Op::sumOf) dependence_.inInteger |= dependence_.anywhere;
  result.dependence = dependence_;
  dependence_.add(others);
  return result;
}

Value Translator::remembered(ExprId id, Moment at) {
  const Moment moment = normalise(id, at);
  std::vector<std::uint32_t> key{
      id, static_cast<std::uint32_t>(moment.round * (states_ + 1) + moment.state) * 2 + (negated_ ? 1u : 0u)};
  for (const VarId v : analysis_.freeVariables(id)) key.push_back(environment_[v].key);
  const auto found = memory_.find(key);
  if (found != memory_.end()) {
    dependence_.add(found->second.dependence);
    return found->second;
  }
  Value result = tracked(id, [&] { return compute(id, at); });
  memory_.emplace(std::move(key), result);
  return result;
}

/// Returns the value of an expression if it has no free variables and the values of all its relations are known; otherwise
/// nothing. For a relational expression, isShort() must hold, too.
std::optional<Value> Translator::known(ExprId id) {
  const Expr& e = model_.expr(id);
  if (isLeaf(e.op) || e.sort == Sort::integer || !guards_.empty()) return std::nullopt;
  if (e.sort == Sort::relation && !isShort(e.op)) return std::nullopt;
  if (!analysis_.freeVariables(id).empty() || !known_->isKnown(id)) return std::nullopt;
  if (e.sort == Sort::formula) {
    const std::optional<bool> truth = known_->truth(id);
    return truth ? std::optional(Value{*truth ? yes : no, nullptr, nullptr}) : std::nullopt;
  }
  const TupleSet* set = known_->relation(id);
  if (!set) return std::nullopt;
  std::vector<TupleCode> codes;
  set->forEach([&](std::span<const Atom> tuple) { codes.push_back(algebra_.encode(tuple)); });
  return Value{no, nullptr, algebra_.constant(e.arity, std::move(codes))};
}

Value Translator::compute(ExprId id, Moment at) {
  if (large_)
    if (std::optional<Value> value = known(id)) return std::move(*value);
  const Expr& e = model_.expr(id);
  switch (e.op) {
    case Op::variable: return variable(e.payload, at);
    case Op::let: return let(id, at);
    case Op::call: return call(id, at);
    case Op::prime: return next(model_.child(id, 0), at);
    case Op::ifThenElse: {
      const Lit condition = formula(model_.child(id, 0), at);
      // In no-overflow mode, both branches are evaluated: the result depends on the variables over Int in either branch.
      if (condition == yes && !semantics_.noOverflow) return value(model_.child(id, 1), at);
      if (condition == no && !semantics_.noOverflow) return value(model_.child(id, 2), at);
      const Value a = value(model_.child(id, 1), at);
      const Value b = value(model_.child(id, 2), at);
      switch (e.sort) {
        case Sort::formula: return {circuit_.ifThenElse(condition, a.formula, b.formula), nullptr, nullptr};
        case Sort::integer: return {no, integers_.ifThenElse(condition, a.integer, b.integer), nullptr};
        case Sort::relation: return {no, nullptr, algebra_.ifThenElse(condition, a.relation, b.relation)};
      }
      break;
    }
    default: break;
  }
  switch (e.sort) {
    case Sort::formula: return {computeFormula(id, at), nullptr, nullptr};
    case Sort::integer: return {no, computeInteger(id, at), nullptr};
    case Sort::relation: return {no, nullptr, computeRelation(id, at)};
  }
  return {};
}

// ---- variables ----

Translator::Binding Translator::bindAtom(std::uint32_t atom) {
  Binding b;
  b.value.relation = algebra_.singleton(atom);
  b.key = atom + 1;
  return b;
}

Translator::Binding Translator::bindValue(Value value, Sort sort) {
  Binding b;
  switch (sort) {
    case Sort::formula: b.key = keyOf({0, value.formula.code}); break;
    case Sort::integer: {
      std::vector<std::uint32_t> content{1, value.integer->overflow.code};
      for (const auto& [number, condition] : value.integer->cases) {
        content.push_back(static_cast<std::uint32_t>(number));
        content.push_back(condition.code);
      }
      content.push_back(noId);
      for (const Lit l : value.integer->bits) content.push_back(l.code);
      content.push_back(noId);
      for (const Lit l : value.integer->counted) content.push_back(l.code);
      b.key = keyOf(std::move(content));
      break;
    }
    case Sort::relation: {
      const MatrixRef& m = value.relation;
      if (m->arity == 1 && m->entries.size() == 1 && m->entries[0].holds == yes && m->overflow == no) {
        b.key = static_cast<std::uint32_t>(m->entries[0].tuple) + 1;
        break;
      }
      const auto known = matrixKeys_.find(m.get());
      if (known != matrixKeys_.end()) {
        b.key = known->second.second;
        break;
      }
      std::vector<std::uint32_t> content{2, m->arity, m->overflow.code, m->functional ? 1u : 0u};
      for (const Entry& e : m->entries) {
        content.push_back(static_cast<std::uint32_t>(e.tuple));
        content.push_back(static_cast<std::uint32_t>(e.tuple >> 32));
        content.push_back(e.holds.code);
      }
      b.key = keyOf(std::move(content));
      matrixKeys_.emplace(m.get(), std::pair(m, b.key));
      break;
    }
  }
  if (const Dependence& d = value.dependence; !d.empty()) {
    std::vector<std::uint32_t> content{5, b.key};
    for (const std::uint64_t depths : {d.anywhere, d.inInteger}) {
      content.push_back(static_cast<std::uint32_t>(depths));
      content.push_back(static_cast<std::uint32_t>(depths >> 32));
    }
    b.key = keyOf(std::move(content));
  }
  b.value = std::move(value);
  return b;
}

// Binds a variable to the value of an expression if the expression is constant over time, or is used only at the current moment.
// Otherwise binds the variable to a closure, which is evaluated at each use. In no-overflow mode, always makes a closure, because
// the value also depends on the negations around its use.
Translator::Binding Translator::bindExpression(ExprId id, Moment at, bool bodyTemporal) {
  const Expr& e = model_.expr(id);
  if (e.op == Op::variable) return environment_[e.payload];
  Binding b;
  if (!semantics_.noOverflow && (!bodyTemporal || !e.variable)) {
    b = bindValue(value(id, at), e.sort);
  } else {
    auto closure = std::make_shared<Closure>();
    closure->expression = id;
    std::vector<std::uint32_t> content{closureKey, id};
    for (const VarId v : analysis_.freeVariables(id)) {
      closure->captured.emplace_back(v, environment_[v]);
      content.push_back(environment_[v].key);
    }
    b.key = keyOf(std::move(content));
    b.closure = std::move(closure);
  }
  b.oneRelation = isOneRelation(id);
  if (b.oneRelation) b.key = keyOf({4, b.key});
  return b;
}

Value Translator::variable(VarId id, Moment at) {
  const Binding& b = environment_[id];
  if (b.key == 0) throw std::logic_error("unbound variable " + model_.variable(id).name);
  if (!b.closure) {
    dependence_.add(b.value.dependence);
    return b.value;
  }
  const std::shared_ptr<const Closure> closure = b.closure;
  Rebinding rebinding(*this);
  for (const auto& [v, binding] : closure->captured) rebinding.bind(v, binding);
  rebinding.enterFrame(closure->captured.size());
  if (at.state == states_ && model_.expr(closure->expression).temporal) return behindLast(closure->expression, at);
  return remembered(closure->expression, at);
}

Value Translator::let(ExprId id, Moment at) {
  const ExprId body = model_.child(id, 1);
  Rebinding rebinding(*this);
  rebinding.bindNew(model_.expr(id).payload, bindExpression(model_.child(id, 0), at, model_.expr(body).temporal));
  return value(body, at);
}

void Translator::bindArguments(ExprId id, Moment at, Rebinding& rebinding) {
  const model::Func& f = model_.func(model_.expr(id).payload);
  if (f.body == noId) throw std::logic_error("call of a function without a body: " + f.label);
  if (f.recursive || callDepth_ >= mostCallDepth) {
    throw Unsupported((f.isPredicate ? "pred " : "fun ") + f.label + " cannot call itself recursively!", model_.expr(id).span);
  }
  std::vector<Binding> arguments;
  for (const ExprId argument : model_.children(id))
    arguments.push_back(bindExpression(argument, at, model_.expr(f.body).temporal));
  for (std::size_t i = 0; i < arguments.size(); ++i) rebinding.bind(f.variables[i], std::move(arguments[i]));
  rebinding.enterFrame(arguments.size());
}

Value Translator::call(ExprId id, Moment at) {
  Rebinding rebinding(*this);
  bindArguments(id, at, rebinding);
  ++callDepth_;
  Value result = remembered(model_.func(model_.expr(id).payload).body, at);
  --callDepth_;
  return result;
}

}  // namespace aunit::solver
