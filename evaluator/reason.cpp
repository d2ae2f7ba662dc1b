#include "evaluator/reason.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "evaluator/evaluator_impl.h"
#include "model/witness.h"

namespace aunit::evaluator {

namespace {

// If a result depends on all values of a quantifier, or on all states of a temporal operator, at most this many are shown.
constexpr std::size_t mostShown = 4;
constexpr std::size_t mostReasons = 300;  // limit for the reasons in total; after that, parts are not explained

/// How many conjuncts of a formula hold, and how many it has.
struct Score {
  std::size_t held = 0, conjuncts = 0;

  Score& operator+=(const Score& other) {
    held += other.held;
    conjuncts += other.conjuncts;
    return *this;
  }
  std::size_t missing() const { return conjuncts - held; }
};

/// The values of a quantifier's variables, in the order of its binders.
using Values = std::vector<model::TupleSet>;

class Explorer {
 public:
  Explorer(Evaluator& evaluator, const model::Instance& instance) : evaluator_(evaluator) {
    for (std::size_t i = 0; i < instance.skolems.size(); ++i)
      if (instance.skolems[i].arity == 1)
        witnesses_.emplace_back(model::witnessName(evaluator.model(), instance.skolems[i].name), instance.states[0].skolems[i]);
  }

  Reason reason(NodeId id, unsigned position);

 private:
  const Program& program() const { return evaluator_.program(); }
  const Node& node(NodeId id) const { return program().nodes[id]; }
  std::span<const NodeId> childrenOf(NodeId id) const { return program().childrenOf(node(id)); }
  NodeId bodyOf(NodeId quantifier) const { return program().scopes[node(quantifier).payload].body; }
  bool holds(NodeId id, unsigned position) { return evaluator_.formulaAt(id, position); }
  bool isLibraryCall(NodeId id) const;

  Reason bare(NodeId id, unsigned position);
  Reason leaf(NodeId id, unsigned position);
  Reason branching(NodeId id, unsigned position, std::vector<Reason> parts);
  Reason through(NodeId id, unsigned position, NodeId part, unsigned partPosition);
  Reason all(NodeId id, std::span<const NodeId> parts, unsigned position);
  Reason conjunction(NodeId id, unsigned position);
  Reason disjunction(NodeId id, unsigned position);
  Reason implication(NodeId id, unsigned position);
  Reason quantified(NodeId id, unsigned position);
  Reason counted(NodeId id, unsigned position);
  Reason temporal(NodeId id, unsigned position);
  Reason untilOrSince(NodeId id, unsigned position);
  void addParts(NodeId id, const std::vector<unsigned>& positions, Reason& result);
  Reason inStates(NodeId id, NodeId part, unsigned position, const std::vector<unsigned>& positions);

  Score score(NodeId id, unsigned position);
  std::pair<std::vector<Values>, std::size_t> nearest(NodeId quantifier, bool body, unsigned position, std::size_t most);
  void bind(NodeId quantifier, const Values& values, std::vector<Binding>& bindings);
  Reason alternative(NodeId id, unsigned position);
  void addFailing(NodeId id, unsigned position, Reason& alternative);
  void addOperands(NodeId id, unsigned position, Reason& reason);
  void addOperand(NodeId id, unsigned position, Reason& reason);
  void addParameters(NodeId id, unsigned position, Reason& reason);

  std::vector<unsigned> positionsFrom(unsigned position) const;
  std::vector<unsigned> positionsUntil(unsigned position) const;

  bool isWitness(NodeId quantifier);

  Evaluator& evaluator_;
  // The instance's skolems, by name of the variable that they stand for.
  std::vector<std::pair<std::string, model::TupleSet>> witnesses_;
  std::size_t reasons_ = 0;
};

// clang-format off
Reason Explorer::reason(NodeId id, unsigned position) {
  if (++reasons_ > mostReasons) return leaf(id, position);
  const auto children = childrenOf(id);
  switch (node(id).code) {
    case Code::alias: return isLibraryCall(id) ? leaf(id, position) : through(id, position, children[0], position);
    case Code::not_: return through(id, position, children[0], position);
    case Code::and_: return conjunction(id, position);
    case Code::or_: return disjunction(id, position);
    case Code::implies: return implication(id, position);
    case Code::iff: return all(id, children, position);
    case Code::ifThenElse: return through(id, position, children[holds(children[0], position) ? 1 : 2], position);
    case Code::prime: return through(id, position, children[0], evaluator_.next(position));
    case Code::quantAll: case Code::quantSome: case Code::quantNo: return quantified(id, position);
    case Code::quantLone: case Code::quantOne: return counted(id, position);
    default: return isTemporal(node(id).code) ? temporal(id, position) : leaf(id, position);
  }
}
// clang-format on

bool Explorer::isLibraryCall(NodeId id) const {
  const model::Model& model = evaluator_.model();
  if (node(id).source == model::noId) return false;
  const model::Expr& e = model.expr(node(id).source);
  return e.op == model::Op::call && model.modules()[model.func(e.payload).module].library;
}

Reason Explorer::bare(NodeId id, unsigned position) {
  Reason result;
  result.formula = node(id).source;
  result.actual = holds(id, position);
  result.state = evaluator_.stateOf(position);
  return result;
}

Reason Explorer::leaf(NodeId id, unsigned position) {
  Reason result = bare(id, position);
  addOperands(id, position, result);
  addParameters(id, position, result);
  return result;
}

Reason Explorer::branching(NodeId id, unsigned position, std::vector<Reason> parts) {
  Reason result = bare(id, position);
  if (parts.size() != 1) addOperands(id, position, result);
  result.parts = std::move(parts);
  return result;
}

// The reason for a formula if one part decides its value.
Reason Explorer::through(NodeId id, unsigned position, NodeId part, unsigned partPosition) {
  Reason result = bare(id, position);
  result.parts.push_back(reason(part, partPosition));
  return result;
}

Reason Explorer::all(NodeId id, std::span<const NodeId> parts, unsigned position) {
  std::vector<Reason> reasons;
  for (const NodeId part : parts) reasons.push_back(reason(part, position));
  return branching(id, position, std::move(reasons));
}

Reason Explorer::conjunction(NodeId id, unsigned position) {
  for (const NodeId child : childrenOf(id))
    if (!holds(child, position)) return through(id, position, child, position);
  return all(id, childrenOf(id), position);
}

Reason Explorer::disjunction(NodeId id, unsigned position) {
  for (const NodeId child : childrenOf(id))
    if (holds(child, position)) return through(id, position, child, position);
  std::vector<std::pair<std::size_t, NodeId>> byDistance;  // the disjuncts with the fewest false conjuncts come first
  for (const NodeId child : childrenOf(id)) byDistance.emplace_back(score(child, position).missing(), child);
  std::ranges::stable_sort(byDistance, {}, [](const auto& each) { return each.first; });
  std::vector<Reason> alternatives;
  for (const auto& [distance, child] : byDistance) alternatives.push_back(alternative(child, position));
  return branching(id, position, std::move(alternatives));
}

Reason Explorer::implication(NodeId id, unsigned position) {
  const auto children = childrenOf(id);
  return through(id, position, children[holds(children[0], position) ? 1 : 0], position);
}

Reason Explorer::quantified(NodeId id, unsigned position) {
  const Code code = node(id).code;
  const bool actual = holds(id, position);
  // Whether one binding decides: a witness of `some`, or a counterexample to `all` or `no`.
  const bool oneDecides = actual == (code == Code::quantSome);
  // Value of the body for the binding that decides, or for all bindings.
  const bool body = code == Code::quantNo ? !actual : actual;
  const auto [values, count] = nearest(id, body, position, oneDecides ? 1 : mostShown);
  std::vector<Reason> parts;
  for (const Values& chosen : values) {
    std::vector<Binding> bindings;
    bind(id, chosen, bindings);
    const bool fallsShort = code == Code::quantSome && !oneDecides && count > 1;
    Reason part = fallsShort ? alternative(bodyOf(id), position) : reason(bodyOf(id), position);
    part.bindings.insert(part.bindings.begin(), bindings.begin(), bindings.end());
    parts.push_back(std::move(part));
  }
  Reason result = branching(id, position, std::move(parts));
  if (!oneDecides) result.others = count - values.size();
  return result;
}

// For `lone` and `one`. Shows at most two bindings that satisfy the body. If no binding satisfies it, shows the bindings with the
// fewest false conjuncts.
Reason Explorer::counted(NodeId id, unsigned position) {
  auto [fitting, count] = nearest(id, true, position, 2);
  const bool tooFew = count == 0;
  if (tooFew) std::tie(fitting, count) = nearest(id, false, position, mostShown);
  std::vector<Reason> parts;
  for (const Values& chosen : fitting) {
    std::vector<Binding> bindings;
    bind(id, chosen, bindings);
    Reason part = tooFew ? alternative(bodyOf(id), position) : reason(bodyOf(id), position);
    part.bindings.insert(part.bindings.begin(), bindings.begin(), bindings.end());
    parts.push_back(std::move(part));
  }
  Reason result = branching(id, position, std::move(parts));
  result.others = count - fitting.size();
  return result;
}

std::vector<unsigned> Explorer::positionsFrom(unsigned position) const {
  std::vector<unsigned> result;
  const unsigned last = evaluator_.positions() - 1;
  for (unsigned p = position; p <= last; ++p) result.push_back(p);
  for (unsigned p = std::min(position, evaluator_.next(last)); p < position; ++p) result.push_back(p);
  return result;
}

std::vector<unsigned> Explorer::positionsUntil(unsigned position) const {
  std::vector<unsigned> result;
  for (unsigned p = 0; p <= position; ++p) result.push_back(p);
  return result;
}

Reason Explorer::temporal(NodeId id, unsigned position) {
  const NodeId child = childrenOf(id)[0];
  switch (node(id).code) {
    case Code::always:
    case Code::eventually: return inStates(id, child, position, positionsFrom(position));
    case Code::historically:
    case Code::once: return inStates(id, child, position, positionsUntil(position));
    case Code::after: return through(id, position, child, evaluator_.next(position));
    case Code::before:
      if (position == 0) return bare(id, position);  // `before` is false in the first state
      return through(id, position, child, position - 1);
    default: return untilOrSince(id, position);
  }
}

// Explains `id` by the first state that decides or, if no single state does, by all states.
Reason Explorer::inStates(NodeId id, NodeId part, unsigned position, const std::vector<unsigned>& positions) {
  Reason result = bare(id, position);
  const bool oneDecides = result.actual == (node(id).code == Code::eventually || node(id).code == Code::once);
  std::vector<unsigned> states;  // positions; if several have the same state, only the first of them
  for (const unsigned p : positions) {
    if (holds(part, p) != result.actual) continue;
    const bool known =
        std::ranges::any_of(states, [&](unsigned other) { return evaluator_.stateOf(other) == evaluator_.stateOf(p); });
    if (!known) states.push_back(p);
    if (oneDecides) break;
  }
  if (states.size() > 1) addOperands(id, position, result);
  addParts(part, states, result);
  return result;
}

// Adds reasons for at most `mostShown` positions, and counts the others in `result.others`.
void Explorer::addParts(NodeId id, const std::vector<unsigned>& positions, Reason& result) {
  for (const unsigned p : positions)
    if (result.parts.size() < mostShown)
      result.parts.push_back(reason(id, p));
    else
      ++result.others;
}

// `l until r`, `l since r`: r is true in some state, and l in all states on the way. `releases` and `triggered` are their duals.
Reason Explorer::untilOrSince(NodeId id, unsigned position) {
  const Code code = node(id).code;
  const bool dual = code == Code::releases || code == Code::triggered;
  const bool past = code == Code::since || code == Code::triggered;
  const NodeId left = childrenOf(id)[0], right = childrenOf(id)[1];
  std::vector<unsigned> way = past ? positionsUntil(position) : positionsFrom(position);
  if (past) std::ranges::reverse(way);
  Reason result = bare(id, position);
  // Both sides are negated for a dual: `releases` is false if its right side becomes false before its left side was true.
  const auto reached = [&](unsigned p) { return holds(right, p) != dual; };
  const auto kept = [&](unsigned p) { return holds(left, p) != dual; };
  std::vector<unsigned> before;
  for (const unsigned p : way) {
    if (reached(p)) {
      result.parts.push_back(reason(right, p));
      return result;
    }
    before.push_back(p);
    if (!kept(p)) {
      result.parts.push_back(reason(left, p));
      break;
    }
  }
  addParts(right, before, result);
  return result;
}

Score Explorer::score(NodeId id, unsigned position) {
  const auto children = childrenOf(id);
  std::optional<Score> best;
  const auto take = [&](const Score& one) {
    if (!best || one.missing() < best->missing()) best = one;
  };
  switch (node(id).code) {
    case Code::alias:
      if (!isLibraryCall(id)) return score(children[0], position);
      break;
    case Code::and_: {
      Score sum;
      for (const NodeId child : children) sum += score(child, position);
      return sum;
    }
    case Code::or_:
      for (const NodeId child : children) take(score(child, position));
      return *best;
    case Code::quantSome:
      holds(id, position);  // moves the evaluator to `position`
      evaluator_.forEachBinding(id, [&] {
        take(score(bodyOf(id), position));
        return true;
      });
      if (best) return *best;
      break;
    default: break;
  }
  try {
    return {holds(id, position) ? std::size_t{1} : 0, 1};
  } catch (const EvaluationError&) {
    return {0, 1};  // no value: judging skipped the formula
  }
}

/// Whether the quantifier's variables have, at the moment, the values of the instance's skolems.
bool Explorer::isWitness(NodeId quantifier) {
  return !witnesses_.empty() && std::ranges::all_of(program().bindersOf(node(quantifier)), [&](const Binder& binder) {
    const model::Variable& variable = evaluator_.model().variable(program().slots[binder.slot].variable);
    return std::ranges::any_of(witnesses_, [&](const auto& witness) {
      return witness.first == variable.name && witness.second == evaluator_.slot(binder.slot);
    });
  });
}

// Returns at most `most` bindings for which the quantifier's body has the value `body`: first the binding that has the values of
// the instance's skolems, then those with the fewest false conjuncts. Also returns the number of all bindings for which the body
// has this value.
std::pair<std::vector<Values>, std::size_t> Explorer::nearest(NodeId quantifier, bool body, unsigned position, std::size_t most) {
  std::vector<std::pair<std::size_t, Values>> found;
  std::size_t count = 0;
  holds(quantifier, position);  // moves the evaluator to `position`
  evaluator_.forEachBinding(quantifier, [&] {
    if (holds(bodyOf(quantifier), position) != body) return true;
    ++count;
    const std::size_t missing = isWitness(quantifier) ? 0 : body ? 1 : 1 + score(bodyOf(quantifier), position).missing();
    if (found.size() == most && found.back().first <= missing) return true;
    Values values;
    for (const Binder& binder : program().bindersOf(node(quantifier))) values.push_back(evaluator_.slot(binder.slot));
    const auto place = std::ranges::upper_bound(found, missing, {}, [](const auto& entry) { return entry.first; });
    found.emplace(place, missing, std::move(values));
    if (found.size() > most) found.pop_back();
    return true;
  });
  std::vector<Values> result;
  for (auto& [missing, values] : found) result.push_back(std::move(values));
  return {std::move(result), count};
}

void Explorer::bind(NodeId quantifier, const Values& values, std::vector<Binding>& bindings) {
  const auto binders = program().bindersOf(node(quantifier));
  for (std::size_t i = 0; i < values.size(); ++i) {
    evaluator_.setSlot(binders[i].slot, values[i]);
    bindings.push_back({program().slots[binders[i].slot].variable, values[i]});
  }
}

// Explains a false formula as an alternative (see Reason). Chooses values of its `some` variables that make as few conjuncts
// false as possible, and shows these conjuncts.
Reason Explorer::alternative(NodeId id, unsigned position) {
  Reason result = bare(id, position);
  const Score score = this->score(id, position);
  result.held = score.held;
  result.conjuncts = score.conjuncts;
  addFailing(id, position, result);
  if (result.parts.size() == 1 && result.parts[0].formula == result.formula) {
    Reason only = std::move(result.parts[0]);
    only.bindings.insert(only.bindings.begin(), result.bindings.begin(), result.bindings.end());
    return only;
  }
  return result;
}

void Explorer::addFailing(NodeId id, unsigned position, Reason& alternative) {
  switch (node(id).code) {
    case Code::alias:
      if (isLibraryCall(id)) break;
      return addFailing(childrenOf(id)[0], position, alternative);
    case Code::and_:
      for (const NodeId child : childrenOf(id))
        if (!holds(child, position)) addFailing(child, position, alternative);
      return;
    case Code::quantSome: {
      const auto [values, count] = nearest(id, false, position, 1);
      if (values.empty()) break;
      bind(id, values[0], alternative.bindings);
      alternative.others += count - 1;
      return addFailing(bodyOf(id), position, alternative);
    }
    default: break;
  }
  alternative.parts.push_back(reason(id, position));
}

void Explorer::addOperands(NodeId id, unsigned position, Reason& reason) {
  NodeId parts = id;
  if (node(id).code == Code::guard) parts = childrenOf(id)[0];
  if (hasScope(node(parts).code)) {
    NodeId last = model::noId;
    for (const Binder& binder : program().bindersOf(node(parts)))
      if (binder.domain != last) addOperand(last = binder.domain, position, reason);
    return;
  }
  if (isTemporal(node(parts).code)) return;
  auto children = childrenOf(parts);
  if (node(parts).code == Code::within) children = children.first(std::min<std::size_t>(2, children.size()));
  if (node(parts).code == Code::alias) children = children.subspan(1);
  for (const NodeId child : children) addOperand(child, position, reason);
}

void Explorer::addOperand(NodeId id, unsigned position, Reason& reason) {
  if (node(id).source == model::noId) return;
  try {
    reason.operands.push_back({node(id).source, evaluator_.valueAt(id, position)});
  } catch (const EvaluationError&) {
    // An operand without a value is omitted. Judging skipped this operand.
  }
}

// Adds the parameters of enclosing predicates that the formula mentions, with their values.
void Explorer::addParameters(NodeId id, unsigned position, Reason& reason) {
  const Node& n = node(id);
  if (n.source != model::noId && n.code == Code::alias) {
    const model::Expr& e = evaluator_.model().expr(n.source);
    if (e.op == model::Op::call) return;
    if (e.op == model::Op::variable) {
      const bool known = std::ranges::any_of(reason.bindings, [&](const Binding& b) { return b.variable == e.payload; });
      if (known || n.sort != model::Sort::relation) return;
      try {
        reason.bindings.push_back({e.payload, std::get<model::TupleSet>(evaluator_.valueAt(id, position))});
      } catch (const EvaluationError&) {
        // A parameter without a value is omitted. Judging skipped this parameter.
      }
      return;
    }
  }
  for (const NodeId child : program().childrenOf(n)) addParameters(child, position, reason);
}

}  // namespace

Reason reasonFor(const model::Model& model, const model::Instance& instance, model::ExprId formula, const Options& options,
                 std::span<const Binding> given, unsigned state) {
  Options exact = options;
  exact.keepOccurrences = true;
  Evaluator evaluator(model, exact);
  evaluator.bind(instance);
  for (const Binding& binding : given) evaluator.assign(binding.variable, binding.value);
  const NodeId root = evaluator.prepare(formula, state);
  return Explorer(evaluator, instance).reason(root, state);
}

Reason innermost(Reason reason) {
  while (reason.parts.size() == 1 && reason.others == 0 && reason.conjuncts <= 1) {
    Reason part = std::move(reason.parts[0]);
    part.bindings.insert(part.bindings.begin(), reason.bindings.begin(), reason.bindings.end());
    reason = std::move(part);
  }
  return reason;
}

}  // namespace aunit::evaluator
