#include "solver/circuit/circuit.h"

#include <algorithm>

#include "support/hash.h"

namespace aunit::solver {

namespace {

// A conjunction of at most `flattenLimit` operands is merged into the conjunctions that contain it. This finds contradictions
// early. A larger conjunction stays a gate of its own, which other gates can share. (If only one gate uses it, the CNF encoder
// merges it.) Absorption looks only into disjunctions of at most `absorbLimit` operands.
constexpr std::uint32_t flattenLimit = 4;
constexpr std::uint32_t absorbLimit = 6;
constexpr std::uint32_t maximalNodes = 1u << 30;

std::uint64_t hashOf(Gate gate, std::span<const Lit> children) {
  std::uint64_t h = support::mixed(0, static_cast<std::uint64_t>(gate) + 1);
  for (const Lit c : children) h = support::mixed(h, c.code);
  return h;
}

}  // namespace

Circuit::Circuit(const support::Budget* budget) : table_(1u << 12, 0), budget_(budget), meter_(budget) {
  nodes_.push_back({Gate::constant, 0, 0});
}

Lit Circuit::input() {
  meter_.step(4);
  support::reserveMore(meter_, nodes_, 1);
  nodes_.push_back({Gate::input, inputs_++, 0});
  return {(size() - 1) * 2};
}

Lit Circuit::intern(Gate gate, std::span<const Lit> children) {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hashOf(gate, children) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& node = nodes_[table_[slot]];
    if (node.gate == gate && node.count == children.size() &&
        std::equal(children.begin(), children.end(), childPool_.begin() + node.first)) {
      return {table_[slot] * 2};
    }
  }
  const std::uint32_t id = size();
  if (id >= maximalNodes || childPool_.size() + children.size() > 0xffffffffu)
    throw support::Exhausted("the translation grows beyond 2^30 gates");
  meter_.step(16 + children.size());
  support::reserveMore(meter_, nodes_, 1);
  support::reserveMore(meter_, childPool_, children.size());
  table_[slot] = id;
  nodes_.push_back({gate, static_cast<std::uint32_t>(childPool_.size()), static_cast<std::uint32_t>(children.size())});
  childPool_.insert(childPool_.end(), children.begin(), children.end());
  if (nodes_.size() * 2 > table_.size()) grow();
  return {id * 2};
}

void Circuit::grow() {
  meter_.room(table_.size() * 4 * sizeof(table_[0]));
  std::vector<std::uint32_t> larger(table_.size() * 4, 0);
  const std::size_t mask = larger.size() - 1;
  for (const std::uint32_t id : table_) {
    if (id == 0) continue;
    std::size_t slot = hashOf(nodes_[id].gate, children(id)) & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = id;
  }
  table_ = std::move(larger);
}

Lit Circuit::conjunction(std::span<const Lit> operands) {
  scratch_.assign(operands.begin(), operands.end());
  return conjunctionOf(scratch_);
}

Lit Circuit::disjunction(std::span<const Lit> operands) {
  scratch_.clear();
  for (const Lit l : operands) scratch_.push_back(!l);
  return !conjunctionOf(scratch_);
}

Lit Circuit::conjunction(Lit a, Lit b) {
  if (a == no || b == no || a == !b) return no;
  if (a == yes || a == b) return b;
  if (b == yes) return a;
  scratch_.assign({a, b});
  return conjunctionOf(scratch_);
}

Lit Circuit::disjunction(Lit a, Lit b) {
  return !conjunction(!a, !b);
}

// `operands` is `scratch_`, so this function must not make other gates before it has read all operands.
Lit Circuit::conjunctionOf(std::vector<Lit>& operands) {
  const std::size_t given = operands.size();
  for (std::size_t i = 0; i < given; ++i) {
    const Lit l = operands[i];
    if (l == no) return no;
    if (l.negative() || gate(l.node()) != Gate::conjunction || nodes_[l.node()].count > flattenLimit) continue;
    operands[i] = yes;
    for (const Lit c : children(l.node())) operands.push_back(c);
  }
  const auto normalise = [&] {
    std::sort(operands.begin(), operands.end());
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    if (!operands.empty() && operands.front() == yes) operands.erase(operands.begin());
    for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
      if (operands[i].node() == operands[i + 1].node()) return false;
    }
    return true;
  };
  if (!normalise()) return no;
  // Simplifies each disjunction in `operands`: it is true if one of its own operands is also in `operands`, and it loses an
  // operand whose negation is in `operands`.
  if (operands.size() <= 64) {
    const std::size_t count = operands.size();
    const auto present = [&](Lit l) {
      return std::binary_search(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(count), l);
    };
    std::vector<std::pair<std::size_t, Lit>> replaced;
    for (std::size_t i = 0; i < count; ++i) {
      const Lit l = operands[i];
      if (!l.negative() || gate(l.node()) != Gate::conjunction || nodes_[l.node()].count > absorbLimit) continue;
      std::uint32_t held = 0;
      bool absorbed = false;
      Lit rest = no;
      std::uint32_t open = 0;
      for (const Lit c : children(l.node())) {
        if (present(!c)) {
          absorbed = true;
          break;
        }
        if (present(c)) {
          ++held;
        } else {
          rest = c;
          ++open;
        }
      }
      if (absorbed) {
        replaced.emplace_back(i, yes);
      } else if (open == 0) {
        return no;
      } else if (held != 0 && open == 1) {
        replaced.emplace_back(i, !rest);
      }
    }
    if (!replaced.empty()) {
      for (const auto& [i, l] : replaced) operands[i] = l;
      if (!normalise()) return no;
    }
  }
  if (operands.empty()) return yes;
  if (operands.size() == 1) return operands.front();
  return intern(Gate::conjunction, operands);
}

Lit Circuit::exclusiveOr(Lit a, Lit b) {
  if (a == no) return b;
  if (b == no) return a;
  if (a == yes) return !b;
  if (b == yes) return !a;
  if (a.node() == b.node()) return a == b ? no : yes;
  const bool sign = a.negative() != b.negative();
  Lit x{a.code & ~1u};
  Lit y{b.code & ~1u};
  if (y < x) std::swap(x, y);
  const Lit gate = intern(Gate::exclusiveOr, std::vector<Lit>{x, y});
  return sign ? !gate : gate;
}

Lit Circuit::ifThenElse(Lit condition, Lit a, Lit b) {
  if (condition == yes || a == b) return a;
  if (condition == no) return b;
  if (condition.negative()) {
    condition = !condition;
    std::swap(a, b);
  }
  if (a == yes || a == condition) return disjunction(condition, b);
  if (a == no || a == !condition) return conjunction(!condition, b);
  if (b == yes || b == !condition) return disjunction(!condition, a);
  if (b == no || b == condition) return conjunction(condition, a);
  if (a == !b) return equivalence(condition, a);
  const bool sign = a.negative();
  if (sign) {
    a = !a;
    b = !b;
  }
  const Lit children[] = {condition, a, b};
  const Lit gate = intern(Gate::ifThenElse, children);
  return sign ? !gate : gate;
}

Lit Circuit::twofold(Lit positive, Lit negative) {
  if (positive == negative || negative == yes || negative == no) return negative;
  if (positive == yes || positive == no) return positive;
  const Lit children[] = {positive, negative};
  return intern(Gate::twofold, children);
}

Lit Circuit::chosen(std::span<const Choice> choices, Lit otherwise) {
  std::vector<Lit> any, positive, negative;
  for (const auto& [condition, holds] : choices) {
    any.push_back(condition);
    positive.push_back(implication(condition, holds));
    negative.push_back(conjunction(condition, holds));
  }
  const Lit some = disjunction(any);
  positive.push_back(disjunction(some, otherwise));
  negative.push_back(conjunction(!some, otherwise));
  const Lit holds = conjunction(positive);
  return twofold(holds, disjunction(negative));
}

Lit Circuit::majority(Lit a, Lit b, Lit c) {
  const Lit ab = conjunction(a, b);
  const Lit ac = conjunction(a, c);
  const Lit bc = conjunction(b, c);
  const Lit any[] = {ab, ac, bc};
  return disjunction(any);
}

}  // namespace aunit::solver
