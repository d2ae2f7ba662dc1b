#include "evaluator/compiler.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <utility>

#include "evaluator/rows.h"
#include "model/representation.h"

namespace aunit::evaluator {

using namespace model;

namespace {

constexpr std::size_t fewestRows = 16;  // unions of fewer products are compiled like other expressions
constexpr std::size_t deepest = 5'000;  // limit for the levels of nested expressions, including bodies of calls

// Increments a counter during its lifetime.
class DepthCounter {
 public:
  explicit DepthCounter(std::size_t& depth) : depth_(depth) { ++depth_; }
  ~DepthCounter() { --depth_; }
  DepthCounter(const DepthCounter&) = delete;
  DepthCounter& operator=(const DepthCounter&) = delete;

 private:
  std::size_t& depth_;
};

}  // namespace

NodeId Compiler::compile(ExprId expr) {
  if (const auto known = roots_.find(expr); known != roots_.end()) return known->second.node;
  if (mark_) mark_->roots.push_back(expr);
  depth_ = temporalDepth_ = 0;
  negated_ = false;
  if (options_.semantics.noOverflow) front_ = false;
  environment_.clear();
  enclosing_.clear();
  if (!valueNodes_.empty()) values_.shrink(0);
  valueNodes_.clear();
  const NodeId root = visit(expr);
  roots_.emplace(expr, Root{root, stringsBelow(root)});
  return root;
}

SlotId Compiler::slotOf(model::VarId variable) {
  const auto [found, added] = freeSlots_.try_emplace(variable, 0);
  if (added) found->second = newSlot({variable, false, false, false});
  if (added && mark_) mark_->freeSlots.push_back(variable);
  return found->second;
}

NodeId Compiler::visit(ExprId id) {
  const DepthCounter deeper(depth_);
  if (depth_ > deepest) throw EvaluationError(id, "this expression is nested too deeply, including its calls");
  const NodeId node = translate(id);
  keepIfWorthwhile(node);
  return options_.companions == nullptr || silent_ ? node : accompanied(id, node);
}

/// An alias of `node` that also evaluates the companions of expression `id` (Options::companions), for the observer. The observer
/// gets the companions' values. It does not get their operands' values again: these operands are operands of `id`, too.
NodeId Compiler::accompanied(ExprId id, NodeId node) {
  const auto found = options_.companions->find(id);
  if (found == options_.companions->end()) return node;
  std::vector<NodeId> children = {node};
  for (const ExprId companion : found->second) {
    silent_ = true;
    const NodeId value = visit(companion);
    silent_ = false;
    children.push_back(add(base(companion, Code::alias), {&value, 1}));
  }
  Node both = base(id, Code::alias);
  both.source = noId;
  return add(both, children);
}

// clang-format off
NodeId Compiler::translate(ExprId id) {
  const Expr& e = model_.expr(id);
  const Front front = std::exchange(front_, std::nullopt);
  switch (e.op) {
    case Op::sig:
      switch (e.payload) {
        case model::builtin::univ: return leaf(id, Code::univ, model_.hasMutable());
        case model::builtin::integers: return leaf(id, Code::ints);
        case model::builtin::seqInt: return leaf(id, Code::seqInts);
        case model::builtin::string: return leaf(id, Code::strings);
        case model::builtin::none: return leaf(id, Code::empty);
        default: return leaf(id, Code::sig, model_.sig(e.payload).isVar);
      }
    case Op::field: return leaf(id, Code::field, model_.field(e.payload).isVar);
    case Op::variable: return visitVariable(id);
    case Op::iden: return leaf(id, Code::iden, model_.hasMutable());
    case Op::stringAtom: return leaf(id, Code::stringAtom);
    case Op::atom: return leaf(id, Code::namedAtom);
    case Op::skolem: return leaf(id, Code::skolem, model_.hasMutable());
    case Op::nextInt: return leaf(id, Code::nextInt);
    case Op::union_: return visitUnion(id);
    case Op::difference: return visitDifference(id);
    case Op::intersection: return operation(id, Code::intersect);
    case Op::override_: return operation(id, Code::overrideWith);
    case Op::product: case Op::seqBound: return operation(id, Code::product);
    case Op::join: return operation(id, Code::join);
    case Op::domainRestriction: return operation(id, Code::domainRestrict);
    case Op::rangeRestriction: return operation(id, Code::rangeRestrict);
    case Op::transpose: return operation(id, Code::transpose);
    case Op::closure: return operation(id, Code::closure);
    case Op::reflexiveClosure: return operation(id, Code::reflexiveClosure);
    case Op::prime: return visitPrime(id);
    case Op::comprehension: return visitScope(id, Code::comprehension);
    case Op::integerAtom: return operation(id, options_.semantics.noOverflow ? Code::fittingIntAtom : Code::intAtom);
    case Op::bound: return alias(id, visit(model_.child(id, 0)));

    case Op::integer: return leaf(id, Code::literal);
    case Op::minInt: return leaf(id, Code::minInt);
    case Op::maxInt: return leaf(id, Code::maxInt);
    case Op::cardinality: return operation(id, Code::cardinality);
    case Op::sumOf: return operation(id, Code::sumOf);
    case Op::sum: return visitScope(id, Code::sum);
    case Op::add: return operation(id, Code::add);
    case Op::subtract: return operation(id, Code::subtractInt);
    case Op::multiply: return operation(id, Code::multiply);
    case Op::divide: return operation(id, Code::divide);
    case Op::remainder: return operation(id, Code::remainder);
    case Op::shiftLeft: return operation(id, Code::shiftLeft);
    case Op::shiftRight: return operation(id, Code::shiftRight);
    case Op::shiftRightLogical: return operation(id, Code::shiftRightLogical);

    case Op::true_: return leaf(id, Code::true_);
    case Op::false_: return leaf(id, Code::false_);
    case Op::in: return visitIn(id);
    case Op::equal: return comparison(id, Code::equal);
    case Op::integerEqual: return comparison(id, Code::intEqual);
    case Op::less: return comparison(id, Code::less);
    case Op::greater: return comparison(id, Code::greater);
    case Op::lessEqual: return comparison(id, Code::lessEqual);
    case Op::greaterEqual: return comparison(id, Code::greaterEqual);
    case Op::some: return comparison(id, Code::some);
    case Op::no: return comparison(id, Code::no);
    case Op::lone: return comparison(id, Code::lone);
    case Op::one: return comparison(id, Code::one);
    case Op::disjoint: return comparison(id, Code::disjoint);
    case Op::not_: return visitNot(id, front);
    case Op::and_: return operation(id, Code::and_, front == false ? front : std::nullopt);
    case Op::or_: return operation(id, Code::or_, front == true ? front : std::nullopt);
    case Op::implies: return visitImplies(id, front);
    case Op::iff: return operation(id, Code::iff);
    case Op::totalOrder: return visitTotalOrder(id);
    case Op::quantAll: return visitScope(id, Code::quantAll, front);
    case Op::quantSome: return visitScope(id, Code::quantSome, front);
    case Op::quantNo: return visitScope(id, Code::quantNo, front);
    case Op::quantLone: return visitScope(id, Code::quantLone);
    case Op::quantOne: return visitScope(id, Code::quantOne);
    case Op::always: return visitTemporal(id, Code::always);
    case Op::eventually: return visitTemporal(id, Code::eventually);
    case Op::after: return visitTemporal(id, Code::after);
    case Op::before: return visitTemporal(id, Code::before);
    case Op::historically: return visitTemporal(id, Code::historically);
    case Op::once: return visitTemporal(id, Code::once);
    case Op::until: return visitTemporal(id, Code::until);
    case Op::since: return visitTemporal(id, Code::since);
    case Op::releases: return visitTemporal(id, Code::releases);
    case Op::triggered: return visitTemporal(id, Code::triggered);

    case Op::ifThenElse: return operation(id, Code::ifThenElse);
    case Op::let: return visitLet(id, front);
    case Op::call: return visitCall(id, front);
  }
  throw std::logic_error("unknown operator");
}
// clang-format on

NodeId Compiler::visitVariable(ExprId id) {
  const model::VarId variable = model_.expr(id).payload;
  for (auto meaning = environment_.rbegin(); meaning != environment_.rend(); ++meaning) {
    if (meaning->variable != variable) continue;
    const NodeId value = meaning->node[negated_];
    const Node& node = program_.nodes[value];
    if (node.code == Code::slot && program_.slots[node.payload].variable == variable) return slotNode(node.payload, id);
    return alias(id, value);
  }
  return slotNode(slotOf(variable), id);
}

Compiler::Meaning Compiler::visitMeaning(model::VarId variable, ExprId value) {
  const NodeId node = visitValue(value);
  Meaning meaning{variable, {node, node}};
  if (!program_.nodes[node].guarded) return meaning;
  negated_ = !negated_;
  meaning.node[negated_] = visitValue(value);
  negated_ = !negated_;
  return meaning;
}

// If a value contains guards (Node::guarded), visitMeaning() visits it twice: once for uses below an even number of negations,
// once for uses below an odd number. Without the cache `values_`, each level of nested values would double the work.
NodeId Compiler::visitValue(ExprId id) {
  if (!options_.semantics.noOverflow) return visit(id);
  std::vector<std::uint32_t> key = {id, negated_, silent_};
  for (const Meaning& meaning : environment_) key.insert(key.end(), {meaning.variable, meaning.node[0], meaning.node[1]});
  if (const auto known = values_.find(key)) return valueNodes_[*known];
  const NodeId node = visit(id);
  values_.insert(key);
  valueNodes_.push_back(node);
  return node;
}

NodeId Compiler::visit(ExprId id, Front front) {
  front_ = front;
  return visit(id);
}

NodeId Compiler::visitLet(ExprId id, Front front) {
  environment_.push_back(visitMeaning(model_.expr(id).payload, model_.child(id, 0)));
  const NodeId value = environment_.back().node[negated_];
  const NodeId body = visit(model_.child(id, 1), front);
  environment_.pop_back();
  return alias(id, body, {&value, 1});
}

NodeId Compiler::visitCall(ExprId id, Front front) {
  const model::Func& func = model_.func(model_.expr(id).payload);
  std::vector<Meaning> environment;
  std::vector<NodeId> arguments;
  std::vector<std::uint32_t> key = {model_.expr(id).payload, negated_, silent_, front.has_value(), front.value_or(false)};
  const auto children = model_.children(id);
  for (std::size_t i = 0; i < children.size(); ++i) {
    environment.push_back(visitMeaning(func.variables[i], children[i]));
    arguments.push_back(environment.back().node[negated_]);
    for (const NodeId node : environment.back().node) key.push_back(meaningOf_[node]);
  }
  if (const auto known = calls_.find(key)) return alias(id, bodies_[*known], arguments);
  environment.swap(environment_);
  const NodeId body = visit(func.body, front);
  environment.swap(environment_);
  bodies_.push_back(body);
  calls_.insert(key);
  return alias(id, body, arguments);
}

NodeId Compiler::visitIn(ExprId id) {
  const ExprId right = model_.child(id, 1);
  if (!hasMultiplicities(right)) return comparison(id, Code::subset);
  std::vector<NodeId> children = {visit(model_.child(id, 0))};
  Node node = base(id, Code::within);
  node.payload = visitBound(right, children);
  return finishComparison(id, node, children);
}

/// Compiles a long union of products of signatures to one node, unless an observer needs a node for each product. Models that
/// contain data write relations as such unions. With a node for each product, these unions would take most of the time and
/// memory.
NodeId Compiler::visitUnion(ExprId id) {
  if (options_.keepOccurrences || options_.companions != nullptr) return operation(id, Code::unite);
  Node node = base(id, Code::rows);
  if (rowsOf(model_, id).size() < fewestRows * node.arity) return operation(id, Code::unite);
  node.payload = id;
  return add(node, {});
}

NodeId Compiler::visitDifference(ExprId id) {
  const auto subtrahend = model::subtractedFromZero(model_, id);
  if (!subtrahend) return operation(id, Code::subtract);
  std::vector<NodeId> operands;
  for (const ExprId child : model_.children(id)) operands.push_back(visit(child));
  Node node = base(id, Code::fromZero);
  node.payload = static_cast<std::uint32_t>(*subtrahend);
  return alias(id, add(node, {}), operands);
}

NodeId Compiler::visitPrime(ExprId id) {
  const NodeId child = visit(model_.child(id, 0));
  if (!program_.nodes[child].variable) return alias(id, child);  // the value is the same in the next state
  Node node = base(id, Code::prime);
  node.shiftsTime = true;
  return add(node, {&child, 1});
}

NodeId Compiler::visitNot(ExprId id, Front front) {
  negated_ = !negated_;
  const NodeId child = visit(model_.child(id, 0), opposite(front));
  negated_ = !negated_;
  return add(base(id, Code::not_), {&child, 1});
}

NodeId Compiler::visitImplies(ExprId id, Front front) {
  // In a denial (`F implies false`, model::isDenial), F is compiled as if it stood alone.
  if (front == false) front = model::isDenial(model_, id) ? Front(true) : std::nullopt;
  const NodeId children[] = {visit(model_.child(id, 0), opposite(front)), visit(model_.child(id, 1), front)};
  return add(base(id, Code::implies), children);
}

NodeId Compiler::visitScope(ExprId id, Code code, Front front) {
  const std::size_t outer = enclosing_.size();
  const std::size_t names = environment_.size();
  // Decides whether the variables are universal. A quantifier at the front of the whole formula (see `Front`) may be existential
  // after the negations around it are applied. Then the Analyzer skolemises its variables, so they are not universal. The body of
  // any other quantifier is not at the front. Away from the front, an odd number of negations around a quantifier exchanges `all`
  // and `some`. The negations around `lone`, `one`, comprehensions and sums have no effect on their bodies.
  if (front && *front == (code == Code::quantSome)) front = std::nullopt;
  const bool outside = negated_;
  const bool afresh = code != Code::quantAll && code != Code::quantSome && code != Code::quantNo;
  const bool universal = !afresh && !front && (code != Code::quantSome) != outside;
  std::vector<Binder> binders;
  std::vector<NodeId> children;
  for (const model::Decl& decl : model_.decls(id)) {
    Binder binder;
    binder.domain = visit(decl.bound);
    children.push_back(binder.domain);
    binder.multiplicity = decl.multiplicity;
    binder.firstOrder = decl.multiplicity == Multiplicity::one && model_.expr(decl.bound).arity == 1;
    if (!binder.firstOrder && decl.multiplicity == Multiplicity::one) binder.multiplicity = Multiplicity::set;
    if (!binder.firstOrder && hasMultiplicities(decl.bound)) binder.bound = visitBound(decl.bound, children);
    const Expr& bound = model_.expr(decl.bound);
    const bool isInt = binder.firstOrder && bound.op == Op::sig && bound.payload == model::builtin::integers;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      const model::VarId variable = decl.firstVariable + i;
      binder.slot = newSlot({variable, isInt, universal, binder.firstOrder});
      binder.disjointFrom = decl.disjoint ? i : 0;
      binders.push_back(binder);
      enclosing_.push_back(binder.slot);
      const NodeId slot = slotNode(binder.slot, noId);
      environment_.push_back({variable, {slot, slot}});
    }
  }
  const bool negatedBody = code == Code::quantNo;
  negated_ = !afresh && negatedBody != outside;
  const NodeId body = visit(model_.child(id, 0), negatedBody ? opposite(front) : front);
  negated_ = outside;
  environment_.resize(names);
  enclosing_.resize(outer);
  children.push_back(body);

  Node node = base(id, code);
  if (code == Code::comprehension) node.arity = static_cast<std::uint8_t>(binders.size());
  node.payload = static_cast<std::uint32_t>(program_.scopes.size());
  program_.scopes.push_back(
      {static_cast<std::uint32_t>(program_.binders.size()), static_cast<std::uint32_t>(binders.size()), body});
  program_.binders.insert(program_.binders.end(), binders.begin(), binders.end());
  return add(node, children);
}

NodeId Compiler::visitTemporal(ExprId id, Code code) {
  const DepthCounter deeper(temporalDepth_);
  std::vector<NodeId> children;
  for (const ExprId child : model_.children(id)) {
    children.push_back(visit(child));
    Node& operand = change(children.back());
    if (!isLeaf(operand.code)) (operand.variable ? operand.keepByTime : operand.keep) = true;
  }
  Node node = base(id, code);
  node.variable = node.shiftsTime = true;
  return add(node, children);
}

NodeId Compiler::visitTotalOrder(ExprId id) {
  std::vector<NodeId> children;
  for (const ExprId child : model_.children(id)) children.push_back(visit(child));
  const bool plain = std::all_of(children.begin(), children.end(), [&](NodeId child) { return isPlainRelation(child); });
  return add(base(id, plain ? Code::plainTotalOrder : Code::totalOrder), children);
}

// Whether the Analyzer represents a node by one relation. It does for a field, for the field of a `one sig` joined with that
// signature, and for a signature that is not a union.
bool Compiler::isPlainRelation(NodeId id) const {
  const Node& node = program_.nodes[id];
  const auto children = program_.childrenOf(node);
  switch (node.code) {
    case Code::alias: return isPlainRelation(children[0]);
    case Code::sig: return model::isOneRelation(model_, node.payload);
    case Code::seqInts:
    case Code::strings: return true;
    case Code::field: return !model::dropsFirstColumn(model_, node.payload);
    case Code::join: {
      const auto through = [&](NodeId child) -> const Node& {
        const Node* n = &program_.nodes[child];
        while (n->code == Code::alias) n = &program_.nodes[program_.childrenOf(*n)[0]];
        return *n;
      };
      const Node& left = through(children[0]);
      const Node& right = through(children[1]);
      return left.code == Code::sig && right.code == Code::field && model_.field(right.payload).sig == left.payload &&
             model::dropsFirstColumn(model_, right.payload);
    }
    default: return false;
  }
}

NodeId Compiler::operation(ExprId id, Code code, Front front) {
  std::vector<NodeId> children;
  for (const ExprId child : model_.children(id)) children.push_back(visit(child, front));
  Node node = base(id, code);
  node.variable = code == Code::reflexiveClosure && model_.hasMutable();  // `*r` contains the identity on univ, which may change
  return add(node, children);
}

NodeId Compiler::comparison(ExprId id, Code code) {
  const bool flips = model_.expr(id).negated;
  if (flips) negated_ = !negated_;
  std::vector<NodeId> children;
  for (const ExprId child : model_.children(id)) children.push_back(visit(child));
  if (flips) negated_ = !negated_;
  return finishComparison(id, base(id, code), children);
}

// If overflows are excluded and an operand overflows, a comparison is true if the innermost variable over `Int` in the operand is
// universal, else false. Below a negation, true and false are exchanged (language reference 11).
NodeId Compiler::finishComparison(ExprId id, Node node, std::span<const NodeId> children) {
  const bool mayOverflow = options_.semantics.noOverflow &&
                           std::any_of(children.begin(), children.end(), [&](NodeId c) { return program_.nodes[c].mayOverflow; });
  if (!mayOverflow) return add(node, children);
  const bool negated = node.negated;
  node.negated = false;
  node.source = noId;
  std::vector<NodeId> guardChildren = {add(node, children)};
  Node guard = base(id, Code::guard);
  guard.negated = negated;
  guard.payload = 0;  // bit i: if operand i overflows, the comparison becomes false (bit set) or true (not set)
  // Children after the second are parts of a bound with multiplicities: withinArrow() and withinSequence() check them.
  const std::size_t operands = node.code == Code::within ? 2 : children.size();
  for (std::size_t i = 0; i < operands && i < 32; ++i) {
    const bool becomesFalse = universallyBound(children[i]) == (negated_ != negated);
    if (becomesFalse) guard.payload |= 1u << i;
    guardChildren.push_back(children[i]);
  }
  return add(guard, guardChildren);
}

// Whether integers in `operand` depend on variables declared over `Int`, and the innermost of these variables is universal.
bool Compiler::universallyBound(NodeId operand) const {
  std::vector<SlotId> found;
  std::vector<std::pair<NodeId, bool>> todo = {{operand, false}};
  std::unordered_map<NodeId, bool> seen;
  while (!todo.empty()) {
    auto [id, inInteger] = todo.back();
    todo.pop_back();
    const auto [entry, added] = seen.try_emplace(id, inInteger);
    if (!added && (entry->second || !inInteger)) continue;
    entry->second = entry->second || inInteger;
    const Node& node = program_.nodes[id];
    if (node.code == Code::slot && inInteger && program_.slots[node.payload].isInt) found.push_back(node.payload);
    if (node.code == Code::cardinality || node.code == Code::sumOf) inInteger = true;
    const auto children = program_.childrenOf(node);
    for (const NodeId child : node.code == Code::alias ? children.first(1) : children) todo.emplace_back(child, inInteger);
  }
  for (auto slot = enclosing_.rbegin(); slot != enclosing_.rend(); ++slot)
    if (std::find(found.begin(), found.end(), *slot) != found.end()) return program_.slots[*slot].universal;
  return false;
}

NodeId Compiler::leaf(ExprId id, Code code, bool variable) {
  Node node = base(id, code);
  node.variable = variable;
  return add(node, {});
}

NodeId Compiler::alias(ExprId id, NodeId value, std::span<const NodeId> observed) {
  if (!options_.keepOccurrences) return value;
  std::vector<NodeId> children = {value};
  children.insert(children.end(), observed.begin(), observed.end());
  return add(base(id, Code::alias), children);
}

bool Compiler::hasMultiplicities(ExprId id) const {
  const Expr& e = model_.expr(id);
  switch (e.op) {
    case Op::seqBound: return true;
    case Op::bound: return e.rightMultiplicity != Multiplicity::set || hasMultiplicities(model_.child(id, 0));
    case Op::product:
      return e.leftMultiplicity != Multiplicity::set || e.rightMultiplicity != Multiplicity::set ||
             hasMultiplicities(model_.child(id, 0)) || hasMultiplicities(model_.child(id, 1));
    default: return false;
  }
}

// Compiles a bound with its multiplicities. Appends to `values` the nodes that are evaluated when a relation is checked against
// the bound.
BoundId Compiler::visitBound(ExprId id, std::vector<NodeId>& values) {
  const Expr& e = model_.expr(id);
  if (e.op == Op::bound && e.rightMultiplicity == Multiplicity::set) return visitBound(model_.child(id, 0), values);
  Bound bound;
  bound.arity = e.arity;
  bound.value = visit(id);
  values.push_back(bound.value);
  if (e.op == Op::bound) {
    bound.kind = Bound::Kind::multiplicity;
    bound.right = e.rightMultiplicity;
  } else if (hasMultiplicities(id)) {
    bound.kind = e.op == Op::seqBound ? Bound::Kind::sequence : Bound::Kind::arrow;
    bound.left = e.leftMultiplicity;
    bound.right = e.rightMultiplicity;
    bound.leftBound = visitBound(model_.child(id, 0), values);
    bound.rightBound = visitBound(model_.child(id, 1), values);
  }
  program_.bounds.push_back(bound);
  return static_cast<BoundId>(program_.bounds.size() - 1);
}

}  // namespace aunit::evaluator
