#include "evaluator/explain.h"

#include "evaluator/evaluator_impl.h"

namespace aunit::evaluator {

namespace {

// Walks down from a node that is not as wanted, to the parts that are the reason.
class Explainer {
 public:
  explicit Explainer(Evaluator& evaluator) : evaluator_(evaluator) {}

  Explanation run(NodeId root, bool wanted, unsigned position) {
    walk(root, wanted, position);
    return std::move(result_);
  }

 private:
  const Node& node(NodeId id) const { return evaluator_.program().nodes[id]; }
  std::span<const NodeId> childrenOf(NodeId id) const { return evaluator_.program().childrenOf(node(id)); }

  void walk(NodeId id, bool wanted, unsigned position);
  bool walkQuantifier(NodeId id, bool wanted, unsigned position);
  bool walkTemporal(NodeId id, bool wanted, unsigned position);
  void stop(NodeId id, bool wanted, unsigned position);
  void addOperand(NodeId id, unsigned position);

  Evaluator& evaluator_;
  Explanation result_;
};

void Explainer::walk(NodeId id, bool wanted, unsigned position) {
  const auto children = childrenOf(id);
  // The only child that has this value, when that is what decides.
  const auto decisive = [&](bool value) -> std::optional<NodeId> {
    for (const NodeId child : children)
      if (evaluator_.formulaAt(child, position) == value) return child;
    return std::nullopt;
  };
  switch (node(id).code) {
    case Code::alias: return walk(children[0], wanted, position);
    case Code::not_: return walk(children[0], !wanted, position);
    case Code::and_:
      if (children.size() == 1) return walk(children[0], wanted, position);
      if (wanted)
        if (const auto child = decisive(false)) return walk(*child, true, position);
      break;
    case Code::or_:
      if (children.size() == 1) return walk(children[0], wanted, position);
      if (!wanted)
        if (const auto child = decisive(true)) return walk(*child, false, position);
      break;
    case Code::implies:
      if (wanted) return walk(children[1], true, position);
      break;
    case Code::ifThenElse: return walk(children[evaluator_.formulaAt(children[0], position) ? 1 : 2], wanted, position);
    case Code::prime: return walk(children[0], wanted, evaluator_.next(position));
    case Code::quantAll:
    case Code::quantSome:
    case Code::quantNo:
      if (walkQuantifier(id, wanted, position)) return;
      break;
    default:
      if (isTemporal(node(id).code) && walkTemporal(id, wanted, position)) return;
      break;
  }
  stop(id, wanted, position);
}

// A binding that makes the difference, or the only one there is.
bool Explainer::walkQuantifier(NodeId id, bool wanted, unsigned position) {
  const Code code = node(id).code;
  const NodeId body = evaluator_.program().scopes[node(id).payload].body;
  const bool oneDecides = (code == Code::quantSome) != wanted;  // a counterexample to all or no, an example of some
  const bool wantedBody = code == Code::quantNo ? !wanted : wanted;
  std::size_t bindings = 0;
  evaluator_.formulaAt(id, position);  // at this position
  if (!oneDecides) {
    evaluator_.forEachBinding(id, [&] { return ++bindings < 2; });
    if (bindings != 1) return false;
  }
  bool found = false;
  evaluator_.forEachBinding(id, [&] {
    if (evaluator_.formulaAt(body, position) == wantedBody) return true;
    found = true;
    for (const Binder& binder : evaluator_.program().bindersOf(node(id)))
      result_.bindings.push_back({evaluator_.program().slots[binder.slot].variable, evaluator_.slot(binder.slot)});
    walk(body, wantedBody, position);
    return false;
  });
  return found;
}

bool Explainer::walkTemporal(NodeId id, bool wanted, unsigned position) {
  const NodeId child = childrenOf(id)[0];
  const auto firstIn = [&](unsigned first, unsigned last) {
    for (unsigned p = first; p <= last; ++p) {
      if (evaluator_.formulaAt(child, p) == wanted) continue;
      walk(child, wanted, p);
      return true;
    }
    return false;
  };
  const unsigned last = evaluator_.positions() - 1;
  switch (node(id).code) {
    case Code::always: return wanted && (firstIn(position, last) || firstIn(std::min(position, evaluator_.next(last)), position));
    case Code::eventually:
      return !wanted && (firstIn(position, last) || firstIn(std::min(position, evaluator_.next(last)), position));
    case Code::historically: return wanted && firstIn(0, position);
    case Code::once: return !wanted && firstIn(0, position);
    case Code::after: walk(child, wanted, evaluator_.next(position)); return true;
    case Code::before:
      if (position == 0) return false;  // false, whatever the operand
      walk(child, wanted, position - 1);
      return true;
    default: return false;
  }
}

void Explainer::stop(NodeId id, bool wanted, unsigned position) {
  result_.formula = node(id).source;
  result_.actual = !wanted;
  result_.state = evaluator_.stateOf(position);
  NodeId parts = id;
  if (node(id).code == Code::guard) parts = childrenOf(id)[0];
  if (hasScope(node(parts).code)) {
    NodeId last = model::noId;
    for (const Binder& binder : evaluator_.program().bindersOf(node(parts)))
      if (binder.domain != last) addOperand(last = binder.domain, position);
    return;
  }
  if (isTemporal(node(parts).code)) return;
  const auto children = childrenOf(parts);
  const std::size_t shown = node(parts).code == Code::within ? std::min<std::size_t>(2, children.size()) : children.size();
  for (const NodeId child : children.first(shown)) addOperand(child, position);
}

void Explainer::addOperand(NodeId id, unsigned position) {
  if (node(id).source == model::noId) return;
  try {
    result_.operands.push_back({node(id).source, evaluator_.valueAt(id, position)});
  } catch (const EvaluationError&) {
    // It was not needed for the verdict: leave it out.
  }
}

}  // namespace

std::optional<Explanation> explain(const model::Model& model, const model::Instance& instance, model::ExprId formula,
                                   const Options& options, std::span<const Binding> given, bool wanted, unsigned state) {
  Options exact = options;
  exact.keepOccurrences = true;
  Evaluator evaluator(model, exact);
  evaluator.bind(instance);
  for (const Binding& binding : given) evaluator.assign(binding.variable, binding.value);
  const NodeId root = evaluator.prepare(formula, state);
  if (evaluator.formulaAt(root, state) == wanted) return std::nullopt;
  return Explainer(evaluator).run(root, wanted, state);
}

}  // namespace aunit::evaluator
