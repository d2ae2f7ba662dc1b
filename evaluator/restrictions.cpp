// Restricts a variable of a quantifier or comprehension to values that can change the result. In `all a, b: A | a->b in r
// implies ...` these are the values of `b` in `a.r`. In `{a, b: A | some a.f & b.f}` they are the values of `b` in `f.(a.f)`. A
// traversal of the body collects nodes for such sets.
#include <algorithm>
#include <array>

#include "evaluator/compiler.h"

namespace aunit::evaluator {

using model::noId;
using model::Sort;

/// Finds sets that restrict one variable. After a call of when(truth, formula), each set in found() contains all values
/// of the variable for which `formula` has the value `truth`.
class Compiler::Restrictions {
 public:
  /// `binders`: the binder of the variable and the later binders of the same quantifier or comprehension. The sets may depend on
  /// all variables that are bound before `binders`.
  Restrictions(Compiler& compiler, std::span<const Binder> binders) : compiler_(compiler), slot_(binders[0].slot) {
    for (const Binder& binder : binders) unbound_.push_back(binder.slot);
  }

  void when(bool truth, NodeId formula);
  const std::vector<NodeId>& found() const { return found_; }

 private:
  // Returns a copy, because adding nodes invalidates references.
  Node node(NodeId id) const { return compiler_.program_.nodes[id]; }
  NodeId child(NodeId id, std::size_t i) const { return compiler_.program_.childrenOf(node(id))[i]; }
  bool isVariable(NodeId id) const { return node(id).code == Code::slot && node(id).payload == slot_; }
  bool depends(NodeId id) const {
    return std::ranges::find(compiler_.freeSlotsOf_[id], slot_) != compiler_.freeSlotsOf_[id].end();
  }
  bool usable(NodeId id) const;
  bool cheap(NodeId id) const;
  bool isSingle(NodeId id) const { return node(id).code == Code::slot && compiler_.program_.slots[node(id).payload].single; }

  void inside(NodeId left, NodeId right);
  void insideProduct(NodeId product, NodeId relation);
  void same(NodeId left, NodeId right);
  void nonEmpty(NodeId set);
  void meets(NodeId set, NodeId target);
  void add(NodeId set) {
    if (found_.size() < most) found_.push_back(set);
  }
  NodeId make(Code code, Sort sort, unsigned arity, std::vector<NodeId> children);
  NodeId join(NodeId left, NodeId right) {
    return make(Code::join, Sort::relation, node(left).arity + node(right).arity - 2u, {left, right});
  }
  /// Returns a node for the set of all atoms. `univ` would not be enough, because tuples of an instance may contain atoms that
  /// are in no signature.
  NodeId allAtoms();

  static constexpr std::size_t most = 4;

  Compiler& compiler_;
  SlotId slot_;
  std::vector<SlotId> unbound_;
  std::vector<NodeId> found_;
};

void Compiler::Restrictions::when(bool truth, NodeId formula) {
  const Node n = node(formula);
  const auto children = [&] {
    const auto span = compiler_.program_.childrenOf(n);
    return std::vector<NodeId>(span.begin(), span.end());
  };
  const auto body = [&] {
    for (const Binder& binder : compiler_.program_.bindersOf(n)) unbound_.push_back(binder.slot);
    return compiler_.program_.scopes[n.payload].body;
  };
  const bool holds = truth != n.negated;  // the required value of the comparison without its negation (for `a != b`: of `a = b`)
  switch (n.code) {
    case Code::not_: return when(!truth, child(formula, 0));
    case Code::and_:
    case Code::or_:
      if (truth == (n.code == Code::and_))
        for (const NodeId part : children()) when(truth, part);
      return;
    case Code::implies:
      if (truth) return;
      when(true, child(formula, 0));
      return when(false, child(formula, 1));
    case Code::quantSome:
      if (truth) when(true, body());
      return;
    case Code::quantAll:
      if (!truth) when(false, body());
      return;
    case Code::quantNo:
      if (!truth) when(true, body());
      return;
    case Code::subset:
      if (holds) inside(child(formula, 0), child(formula, 1));
      return;
    case Code::equal:
      if (holds) same(child(formula, 0), child(formula, 1));
      return;
    case Code::some:
    case Code::one:
      if (holds) nonEmpty(child(formula, 0));
      return;
    case Code::no:
      if (!holds) nonEmpty(child(formula, 0));
      return;
    default: return;
  }
}

// clang-format off
bool Compiler::Restrictions::cheap(NodeId id) const {
  const Node n = node(id);
  if (isLeaf(n.code) || isComputedLeaf(n.code)) return true;
  switch (n.code) {
    case Code::join: case Code::unite: case Code::intersect: case Code::subtract: case Code::transpose:
    case Code::closure: case Code::reflexiveClosure: case Code::domainRestrict: case Code::rangeRestrict: break;
    default: return false;
  }
  const auto children = compiler_.program_.childrenOf(n);
  return std::ranges::all_of(children, [&](NodeId part) { return cheap(part); });
}
// clang-format on

bool Compiler::Restrictions::usable(NodeId id) const {
  const Node n = node(id);
  if (n.shiftsTime || n.mayOverflow || n.sort != Sort::relation || !cheap(id)) return false;
  return std::ranges::none_of(compiler_.freeSlotsOf_[id],
                              [&](SlotId slot) { return std::ranges::find(unbound_, slot) != unbound_.end(); });
}

/// Adds restrictions that follow from `left in right`.
void Compiler::Restrictions::inside(NodeId left, NodeId right) {
  if (node(left).code == Code::product) return insideProduct(left, right);
  if (isVariable(left)) {
    if (usable(right)) add(right);
  } else if (isSingle(left) && depends(right)) {
    meets(right, usable(left) ? left : allAtoms());
  }
}

/// Adds the restriction that follows from `a->b->c in relation` if the variable is one of a, b, c. The restriction is the
/// relation joined with the other two, for example `b.(a.relation)` if the variable is c.
void Compiler::Restrictions::insideProduct(NodeId product, NodeId relation) {
  std::vector<NodeId> parts, todo = {product};
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (node(id).code == Code::product)
      todo.insert(todo.end(), {child(id, 1), child(id, 0)});
    else
      parts.push_back(id);
  }
  const bool single = std::ranges::all_of(parts, [&](NodeId part) { return isSingle(part); });
  const auto own = std::ranges::find_if(parts, [&](NodeId part) { return isVariable(part); });
  if (!single || own == parts.end() || !usable(relation) || parts.size() != node(relation).arity) return;
  NodeId rest = relation;
  const auto bound = [&](NodeId part) { return usable(part) ? part : allAtoms(); };
  for (auto part = parts.begin(); part != own; ++part) rest = join(bound(*part), rest);
  for (auto part = parts.end(); part != own + 1;) rest = join(rest, bound(*--part));
  add(rest);
}

/// Adds restrictions that follow from `left = right`.
void Compiler::Restrictions::same(NodeId left, NodeId right) {
  inside(left, right);
  inside(right, left);
  // `variable.f = right` restricts the variable to f.right. If `right` is empty, the variable is restricted
  // to atoms without an image under f.
  for (const bool swapped : {false, true}) {
    const NodeId image = swapped ? right : left, value = swapped ? left : right;
    if (node(image).code != Code::join || node(image).arity != 1 || !usable(value) || isSingle(value)) continue;
    const NodeId field = child(image, 1);
    if (!isVariable(child(image, 0)) || node(field).arity != 2 || !usable(field)) continue;
    const NodeId none = make(Code::subtract, Sort::relation, 1, {allAtoms(), join(field, allAtoms())});
    const NodeId any = make(Code::some, Sort::formula, 0, {value});
    add(make(Code::ifThenElse, Sort::relation, 1, {any, join(field, value), none}));
  }
}

/// Adds restrictions that follow from `some set`.
void Compiler::Restrictions::nonEmpty(NodeId set) {
  if (node(set).arity != 1 || !depends(set)) return;
  if (node(set).code != Code::intersect) return isVariable(set) ? void() : meets(set, allAtoms());
  const NodeId left = child(set, 0), right = child(set, 1);
  if (usable(right)) return meets(left, right);
  if (usable(left)) return meets(right, left);
  nonEmpty(left);
  nonEmpty(right);
}

/// Adds restrictions that follow from `some set & target`. Both are unary; `set` depends on the variable, and `target` is usable.
void Compiler::Restrictions::meets(NodeId set, NodeId target) {
  if (!depends(set)) return;
  if (isVariable(set)) return add(target);
  const Node n = node(set);
  if (n.code == Code::subtract) return meets(child(set, 0), target);
  if (n.code == Code::intersect) {
    meets(child(set, 0), target);
    return meets(child(set, 1), target);
  }
  if (n.code != Code::join) return;
  const NodeId left = child(set, 0), right = child(set, 1);
  if (node(left).arity == 1 && usable(right)) return meets(left, join(right, target));
  if (node(right).arity == 1 && usable(left)) return meets(right, join(target, left));
}

NodeId Compiler::Restrictions::allAtoms() {
  return compiler_.add({.code = Code::allAtoms, .sort = Sort::relation, .arity = 1}, {});
}

NodeId Compiler::Restrictions::make(Code code, Sort sort, unsigned arity, std::vector<NodeId> children) {
  const NodeId id = compiler_.add({.code = code, .sort = sort, .arity = static_cast<std::uint8_t>(arity)}, children);
  compiler_.change(id).keep = true;
  return id;
}

void Compiler::restrictBinders() {
  if (options_.keepOccurrences) return;
  for (const std::size_t end = program_.nodes.size(); restricted_ < end; ++restricted_) {
    const Node n = program_.nodes[restricted_];
    if (!hasScope(n.code) || n.code == Code::sum) continue;
    const Scope scope = program_.scopes[n.payload];
    for (std::uint32_t i = 0; i < scope.binderCount; ++i) {
      const std::uint32_t at = scope.firstBinder + i;
      if (!program_.binders[at].firstOrder) continue;
      Restrictions restrictions(*this, std::span(program_.binders).subspan(at, scope.binderCount - i));
      restrictions.when(n.code != Code::quantAll, scope.body);
      NodeId all = noId;
      for (const NodeId set : restrictions.found()) all = all == noId ? set : intersection(all, set);
      program_.binders[at].restriction = all;
    }
  }
}

NodeId Compiler::intersection(NodeId left, NodeId right) {
  return add({.code = Code::intersect, .sort = Sort::relation, .arity = 1}, std::array{left, right});
}

}  // namespace aunit::evaluator
