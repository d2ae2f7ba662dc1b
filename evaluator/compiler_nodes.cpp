// Makes nodes. Equal nodes are shared; flags that evaluation needs are derived from the children.
#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "evaluator/compiler.h"
#include "support/cancellation.h"

namespace aunit::evaluator {

using namespace model;

namespace {

constexpr std::size_t mostNodes = 20'000'000;

bool isIntegerOperation(Code code) {
  return code == Code::literal || code == Code::fromZero || (code >= Code::cardinality && code <= Code::shiftRightLogical);
}

/// Packs the fields that add() compares into one word. The payload is not included: add() compares it as a second word.
std::uint32_t headOf(const Node& node) {
  return static_cast<std::uint32_t>(node.code) | static_cast<std::uint32_t>(node.sort) << 8 | std::uint32_t{node.arity} << 16 |
         std::uint32_t{node.negated} << 24;
}

}  // namespace

Node Compiler::base(ExprId id, Code code) const {
  const Expr& e = model_.expr(id);
  return {.code = code,
          .sort = e.sort,
          .arity = e.arity,
          .negated = e.negated,
          .payload = e.payload,
          .source = silent_ ? model::noId : id};
}

NodeId Compiler::slotNode(SlotId slot, ExprId id) {
  const model::Variable& variable = model_.variable(program_.slots[slot].variable);
  return add({.code = Code::slot, .sort = variable.sort, .arity = variable.arity, .payload = slot, .source = id}, {});
}

SlotId Compiler::newSlot(Slot slot) {
  program_.slots.push_back(slot);
  return static_cast<SlotId>(program_.slots.size() - 1);
}

NodeId Compiler::add(Node node, std::span<const NodeId> children) {
  support::spend(500);
  content_ = {headOf(node), node.payload};
  if (options_.keepOccurrences) content_.push_back(node.source);
  content_.insert(content_.end(), children.begin(), children.end());
  if (const auto known = index_.find(content_)) return *known;
  const auto id = static_cast<NodeId>(program_.nodes.size());
  if (id == mostNodes) throw EvaluationError(node.source, "this expression is too large once its calls are expanded");
  index_.shrink(id);  // removes the entry of an earlier add() that ran out of memory before it stored its node
  index_.insert(content_);
  node.firstChild = static_cast<std::uint32_t>(program_.children.size());
  node.childCount = static_cast<std::uint32_t>(children.size());
  std::vector<SlotId> free;
  deriveFlags(node, children, free);
  freeSlotsOf_.resize(id + 1);
  freeSlotsOf_[id] = std::move(free);
  meaningOf_.resize(id + 1);
  meaningOf_[id] = meaningOf(node, children);
  uses_.resize(id + 1);
  uses_[id] = 0;
  program_.children.insert(program_.children.end(), children.begin(), children.end());
  for (const NodeId child : children) {
    Node& below = change(child);
    if (++uses_[child] > 1 && !isLeaf(below.code)) below.keep = true;
  }
  program_.nodes.push_back(node);
  return id;
}

/// A number that is equal for nodes with the same meaning. Calls share a compiled body if their arguments have equal numbers. To
/// compare nodes would not be enough: with `keepOccurrences`, equal arguments have different nodes, and each level of nested
/// calls could double the work.
std::uint32_t Compiler::meaningOf(const Node& node, std::span<const NodeId> children) {
  const auto own = static_cast<std::uint32_t>(program_.nodes.size());
  if (!options_.keepOccurrences) return own;
  const bool isName = node.source == model::noId || model_.expr(node.source).op == model::Op::variable;
  if (node.code == Code::alias && isName) return meaningOf_[children[0]];
  content_ = {headOf(node), node.payload, isName ? model::noId : model_.shape(node.source)};
  for (const NodeId child : children) content_.push_back(meaningOf_[child]);
  return meanings_.insert(content_).number;
}

void Compiler::deriveFlags(Node& node, std::span<const NodeId> children, std::vector<SlotId>& free) {
  node.keep = isComputedLeaf(node.code);
  node.guarded = node.code == Code::guard;
  node.literal = node.code == Code::stringAtom;
  for (const NodeId child : children) {
    const Node& below = program_.nodes[child];
    node.variable |= below.variable;
    node.shiftsTime |= below.shiftsTime;
    node.mayOverflow |= below.sort != Sort::formula && below.mayOverflow;
    node.guarded |= below.guarded;
    node.literal |= below.literal;
    node.pastDepth = std::max(node.pastDepth, below.pastDepth);
    std::vector<SlotId> both;
    std::set_union(free.begin(), free.end(), freeSlotsOf_[child].begin(), freeSlotsOf_[child].end(), std::back_inserter(both));
    free.swap(both);
  }
  if (isPast(node.code)) ++node.pastDepth;
  if (node.code == Code::slot) free.push_back(node.payload);
  if (hasScope(node.code))
    for (const Binder& binder : program_.bindersOf(node)) std::erase(free, binder.slot);
  node.mayOverflow |= isIntegerOperation(node.code);
  if (node.code == Code::comprehension) node.mayOverflow = false;  // guards in the comprehension's body handle its overflows
  for (const SlotId slot : free) node.slots |= std::uint64_t{1} << slot % 64;
}

// Makes a node's value cached if that saves work. Caching saves work if the value does not depend on the innermost enclosing
// binder or, below a temporal operator, if the value does not depend on the state.
void Compiler::keepIfWorthwhile(NodeId id) {
  Node& node = change(id);
  if (isLeaf(node.code)) return;
  const std::vector<SlotId>& free = freeSlotsOf_[id];
  if (!enclosing_.empty() && !std::binary_search(free.begin(), free.end(), enclosing_.back())) node.keep = true;
  if (temporalDepth_ != 0 && !node.variable) node.keep = true;
}

// Returns a node whose flags the caller may change. If the node is older than the mark, its flags are saved for rollback().
Node& Compiler::change(NodeId id) {
  Node& node = program_.nodes[id];
  if (mark_ && id < mark_->nodes) mark_->changed.push_back({id, node.keep, node.keepByTime, uses_[id]});
  return node;
}

void Compiler::setMark() {
  mark_.emplace(Mark{program_.nodes.size(),
                     program_.children.size(),
                     program_.binders.size(),
                     program_.scopes.size(),
                     program_.bounds.size(),
                     program_.slots.size(),
                     calls_.size(),
                     meanings_.size(),
                     {},
                     {},
                     {}});
}

void Compiler::rollback() {
  for (auto before = mark_->changed.rbegin(); before != mark_->changed.rend(); ++before) {
    program_.nodes[before->id].keep = before->keep;
    program_.nodes[before->id].keepByTime = before->keepByTime;
    uses_[before->id] = before->uses;
  }
  calls_.shrink(mark_->calls);
  bodies_.resize(mark_->calls);
  meanings_.shrink(mark_->meanings);
  index_.shrink(mark_->nodes);
  for (const model::VarId variable : mark_->freeSlots) freeSlots_.erase(variable);
  for (const ExprId root : mark_->roots) roots_.erase(root);
  program_.nodes.resize(mark_->nodes);
  program_.children.resize(mark_->children);
  program_.binders.resize(mark_->binders);
  program_.scopes.resize(mark_->scopes);
  program_.bounds.resize(mark_->bounds);
  program_.slots.resize(mark_->slots);
  freeSlotsOf_.resize(mark_->nodes);
  uses_.resize(mark_->nodes);
  meaningOf_.resize(mark_->nodes);
  restricted_ = std::min(restricted_, mark_->nodes);
  for (Binder& binder : program_.binders) {
    if (binder.restriction == model::noId || binder.restriction < mark_->nodes) continue;
    binder.restriction = model::noId;
    restricted_ = 0;
  }
  mark_.reset();
}

std::vector<NodeId> Compiler::stringsBelow(NodeId root) const {
  std::vector<NodeId> found, todo = {root};
  std::unordered_set<NodeId> seen;
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    const Node& node = program_.nodes[id];
    if (!node.literal || !seen.insert(id).second) continue;
    if (node.code == Code::stringAtom) found.push_back(id);
    for (const NodeId child : program_.childrenOf(node)) todo.push_back(child);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace aunit::evaluator
