#include "strength/synthesis/expressions.h"

#include <algorithm>
#include <optional>

#include "support/hash.h"

namespace aunit::strength::synthesis {

using namespace model;

namespace {

bool fits(Kind a, Kind b) {
  return a == b || a == anyKind || b == anyKind;
}

/// Returns the kinds of a binary operator's result. Returns nothing if the result would always be empty, or have a type error.
std::optional<Kinds> kindsOf(Op op, const Kinds& a, const Kinds& b) {
  switch (op) {
    case Op::join: {
      const int arity = a.arity + b.arity - 2;
      if (arity < 1 || arity > static_cast<int>(maximalColumns) || !fits(a.columns[a.arity - 1u], b.columns[0])) return {};
      Kinds kinds{static_cast<std::uint8_t>(arity), {}};
      for (unsigned i = 0; i + 1 < a.arity; ++i) kinds.columns[i] = a.columns[i];
      for (unsigned i = 1; i < b.arity; ++i) kinds.columns[a.arity - 2u + i] = b.columns[i];
      return kinds;
    }
    case Op::product: {
      if (a.arity + b.arity > static_cast<int>(maximalColumns)) return {};
      Kinds kinds{static_cast<std::uint8_t>(a.arity + b.arity), a.columns};
      for (unsigned i = 0; i < b.arity; ++i) kinds.columns[a.arity + i] = b.columns[i];
      return kinds;
    }
    case Op::domainRestriction:
      return a.arity == 1 && b.arity > 1 && fits(a.columns[0], b.columns[0]) ? std::optional(b) : std::nullopt;
    case Op::rangeRestriction:
      return b.arity == 1 && a.arity > 1 && fits(a.columns[a.arity - 1u], b.columns[0]) ? std::optional(a) : std::nullopt;
    default: {  // + - &
      if (a.arity != b.arity) return {};
      Kinds kinds = a;
      for (unsigned i = 0; i < a.arity; ++i) {
        if (!fits(a.columns[i], b.columns[i])) return {};
        if (kinds.columns[i] == anyKind) kinds.columns[i] = b.columns[i];
      }
      return kinds;
    }
  }
}

std::uint64_t keyOf(const Column& value, const Kinds& kinds) {
  std::uint64_t key = hashOf(value);
  for (unsigned i = 0; i < kinds.arity; ++i) key = support::mixed(key, kinds.columns[i]);
  return key;
}

bool isEmpty(const Column& column) {
  return std::ranges::all_of(column.bytes, [](unsigned char byte) { return byte == 0; });
}

}  // namespace

Expressions::Expressions(BatchEvaluator& batch, FrameId frame, std::span<const Leaf> leaves, const Limits& limits)
    : batch_(batch), frame_(frame), rows_(batch.frame(frame).rows), limits_(limits) {
  byCost_.resize(2);
  std::uint16_t most = 1;
  for (const Leaf& leaf : leaves) most = std::max(most, leaf.cost);
  byCost_.resize(most + 1u);
  for (std::uint16_t cost = 1; cost <= most; ++cost)
    for (const Leaf& leaf : leaves) {
      if (leaf.cost != cost) continue;
      Term term{.cost = cost, .kinds = leaf.kinds, .leaf = leaf.expr};
      try {
        term.value = batch.value(leaf.expr, frame);
      } catch (const NoColumn&) {
        continue;
      }
      if (leaf.kinds.arity > 1) fields_.push_back(leaf.kinds);
      offer(std::move(term));
    }
  cost_ = 1;
}

bool Expressions::offer(Term term) {
  ++tried_;
  if (isEmpty(term.value) || !known_.insert(keyOf(term.value, term.kinds)).second) return false;
  const auto id = static_cast<TermId>(terms_.size());
  if (byCost_.size() <= term.cost) byCost_.resize(term.cost + 1u);
  byCost_[term.cost].push_back(id);
  const auto group =
      std::ranges::find_if(groups_, [&](const std::vector<TermId>& g) { return terms_[g[0]].kinds == term.kinds; });
  if (group == groups_.end())
    groups_.push_back({id});
  else
    group->push_back(id);
  bytes_ += term.value.bytes.size();
  terms_.push_back(std::move(term));
  return true;
}

bool Expressions::isOfSomeField(const Kinds& kinds) const {
  return std::ranges::any_of(fields_, [&](const Kinds& field) {
    if (field.arity != kinds.arity) return false;
    for (unsigned i = 0; i < kinds.arity; ++i)
      if (!fits(field.columns[i], kinds.columns[i])) return false;
    return true;
  });
}

bool Expressions::grow() {
  if (full() || limits_.stopped()) return false;
  const auto cost = static_cast<std::uint16_t>(cost_ + 1);
  if (byCost_.size() <= cost) byCost_.resize(cost + 1u);
  const std::vector<TermId> operands = byCost_[cost - 1u];
  for (const TermId id : operands) {
    if (terms_[id].kinds.arity != 2 || full()) continue;
    for (const Op op : {Op::transpose, Op::closure, Op::reflexiveClosure}) {
      const Term& of = terms_[id];
      if (op != Op::transpose && !fits(of.kinds.columns[0], of.kinds.columns[1])) continue;
      if (of.op == op || (of.op == Op::closure && op == Op::reflexiveClosure)) continue;
      Term term{.op = op, .cost = cost, .kinds = of.kinds, .left = id};
      if (op == Op::transpose) {
        std::swap(term.kinds.columns[0], term.kinds.columns[1]);
        batch_.algebra().transpose(of.value, rows_, term.value);
      } else {
        batch_.algebra().close(of.value, rows_, term.value);
        if (op == Op::reflexiveClosure) {
          const Column identity = [&] {
            Column out;
            const Frame& f = batch_.frame(frame_);
            std::vector<std::uint32_t> source(rows_);
            for (std::size_t r = 0; r < rows_; ++r) source[r] = batch_.pool().stateRow(f.caseOf[r], f.position[r]);
            batch_.algebra().gather(batch_.pool().identity(), source, out);
            return out;
          }();
          const Column closed = term.value;
          batch_.algebra().unite(closed, identity, term.value);
        }
      }
      offer(std::move(term));
    }
  }
  for (std::uint16_t left = 1; left + 1 < cost; ++left) {
    const auto right = static_cast<std::uint16_t>(cost - 1 - left);
    const std::vector<TermId> as = byCost_[left], bs = byCost_[right];
    for (const TermId a : as) {
      if (limits_.stopped()) return false;
      for (const TermId b : bs)
        if (!binary(a, b)) return false;
    }
  }
  cost_ = cost;
  return true;
}

/// Adds the terms that apply a binary operator to terms `a` and `b`, for all binary operators. Returns false if a limit is
/// reached.
bool Expressions::binary(TermId a, TermId b) {
  const Algebra& algebra = batch_.algebra();
  for (const Op op :
       {Op::join, Op::intersection, Op::union_, Op::difference, Op::domainRestriction, Op::rangeRestriction, Op::product}) {
    const Term &x = terms_[a], &y = terms_[b];
    const auto kinds = kindsOf(op, x.kinds, y.kinds);
    if (!kinds || (op == Op::product && !isOfSomeField(*kinds))) continue;
    if ((op == Op::intersection || op == Op::union_) && a >= b) continue;
    if (op == Op::difference && a == b) continue;
    switch (op) {
      case Op::join: algebra.join(x.value, y.value, rows_, scratch_); break;
      case Op::intersection: algebra.intersect(x.value, y.value, scratch_); break;
      case Op::union_: algebra.unite(x.value, y.value, scratch_); break;
      case Op::difference: algebra.subtract(x.value, y.value, scratch_); break;
      case Op::domainRestriction: algebra.restrictDomain(x.value, y.value, rows_, scratch_); break;
      case Op::rangeRestriction: algebra.restrictRange(x.value, y.value, rows_, scratch_); break;
      default: algebra.product(x.value, y.value, rows_, scratch_); break;
    }
    ++tried_;
    if (isEmpty(scratch_) || known_.contains(keyOf(scratch_, *kinds))) continue;
    Term term{.op = op, .cost = static_cast<std::uint16_t>(x.cost + y.cost + 1), .kinds = *kinds, .left = a, .right = b};
    term.value = scratch_;
    --tried_;
    offer(std::move(term));
    if (full()) return false;
  }
  return true;
}

ExprId Expressions::made(TermId id, model::Nodes& nodes) const {
  const Term& term = terms_[id];
  if (term.left == noId) return term.leaf;
  const ExprId left = made(term.left, nodes);
  return term.right == noId ? nodes.unary(term.op, left) : nodes.binary(term.op, left, made(term.right, nodes));
}

}  // namespace aunit::strength::synthesis
