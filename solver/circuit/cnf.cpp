#include "solver/circuit/cnf.h"

#include <utility>

namespace aunit::solver {

namespace {

// A gate that is nested deeper than this in a clause gets a variable, even if the variable adds literals to the clauses.
constexpr int maximalDepth = 100;
// A conjunction of m operands in a clause with n other literals is multiplied out if n is at most 1, or (m - 1) * (n - 1) is at
// most this limit. Multiplying out then adds few literals.
constexpr std::size_t distributionLimit = 8;

// How clauses need a gate, as bits: `mustHold` if some clause needs the gate to be true, `mustFail` if some clause needs it to
// be false.
constexpr std::uint8_t mustHold = 1, mustFail = 2;
constexpr std::uint8_t oppositeDirections(std::uint8_t directions) {
  return static_cast<std::uint8_t>((directions >> 1) | ((directions & 1) << 1));
}

}  // namespace

// Counts the edges that lead to each node. The outgoing edges of a node count once, even if several edges lead to the node. An
// edge from a Gate::twofold to one of its two definitions counts only if the formulas need that definition.
void CnfEncoder::count(std::span<const Lit> roots) {
  meter_.room((circuit_.size() - uses_.size()) *
              (sizeof(uses_[0]) + sizeof(variable_[0]) + sizeof(defined_[0]) + sizeof(needed_[0])));
  uses_.resize(circuit_.size(), 0);
  variable_.resize(circuit_.size(), 0);
  defined_.resize(circuit_.size(), 0);
  needed_.resize(circuit_.size(), 0);
  std::vector<std::pair<std::uint32_t, std::uint8_t>> open;  // nodes, and the directions in which they are newly needed
  const auto reach = [&](Lit l, std::uint8_t directions, bool counted) {
    if (counted) ++uses_[l.node()];
    if (l.negative()) directions = oppositeDirections(directions);
    const auto more = static_cast<std::uint8_t>(directions & ~needed_[l.node()]);
    if (more != 0) open.emplace_back(l.node(), more);
  };
  for (const Lit l : roots) reach(l, mustHold, true);
  while (!open.empty()) {
    const auto [node, directions] = open.back();
    open.pop_back();
    const std::uint8_t before = std::exchange(needed_[node], static_cast<std::uint8_t>(needed_[node] | directions));
    const auto more = static_cast<std::uint8_t>(directions & ~before);
    if (more == 0) continue;
    const Gate gate = circuit_.gate(node);
    const auto children = circuit_.children(node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (gate == Gate::twofold) {
        if (const auto side = static_cast<std::uint8_t>(more & (i == 0 ? mustHold : mustFail)); side != 0)
          reach(children[i], side, true);
      } else {
        const bool either = gate == Gate::exclusiveOr || (gate == Gate::ifThenElse && i == 0);
        reach(children[i], either ? mustHold | mustFail : more, before == 0);
      }
    }
  }
}

int CnfEncoder::variable(std::uint32_t node) {
  if (variable_[node] == 0) variable_[node] = ++cnf_.variables;
  return variable_[node];
}

int CnfEncoder::inputVariable(std::uint32_t node) {
  if (node >= variable_.size()) count({});
  return variable(node);
}

// The CNF literal of `l` for use in a clause. Requests the definition in the direction in which the clause uses the literal.
int CnfEncoder::literalFor(Lit l) {
  const std::uint32_t node = l.node();
  const int v = variable(node);
  if (circuit_.gate(node) != Gate::input) {
    const std::uint8_t direction = l.negative() ? 2 : 1;
    if ((defined_[node] & direction) == 0) {
      defined_[node] = static_cast<std::uint8_t>(defined_[node] | direction);
      pending_.push_back(l);
    }
  }
  return l.negative() ? -v : v;
}

bool CnfEncoder::usedOnce(Lit l) const {
  return uses_[l.node()] <= 1 && variable_[l.node()] == 0;
}

void CnfEncoder::finish(const std::vector<int>& clause) {
  meter_.step(4);
  support::reserveMore(meter_, cnf_.literals, clause.size() + 1);
  cnf_.add(clause);
}

void CnfEncoder::write(std::vector<int>& prefix, Lit l, bool open) {
  if (l == yes) return;
  if (l == no) {
    finish(prefix);
    return;
  }
  const Gate gate = circuit_.gate(l.node());
  const bool inlined = open || (usedOnce(l) && depth_ < maximalDepth);
  if (gate == Gate::input || !inlined) {
    prefix.push_back(literalFor(l));
    finish(prefix);
    prefix.pop_back();
    return;
  }
  ++depth_;
  const auto children = circuit_.children(l.node());
  if (gate == Gate::twofold) {
    write(prefix, l.negative() ? !children[1] : children[0], false);
  } else if (gate == Gate::conjunction) {
    if (l.negative()) {
      writeClause(prefix, l);
    } else {
      for (std::size_t i = 0; i < children.size(); ++i) write(prefix, circuit_.children(l.node())[i], false);
    }
  } else {
    // The gate is `if c then a else b`; `a xor b` is `if a then not b else b`.
    const Lit c = children[0];
    Lit a = gate == Gate::ifThenElse ? children[1] : !children[1];
    Lit b = gate == Gate::ifThenElse ? children[2] : children[1];
    if (l.negative()) {
      a = !a;
      b = !b;
    }
    const bool shared = gate == Gate::exclusiveOr;
    for (const auto& [condition, branch] : {std::pair(!c, a), std::pair(c, b)}) {
      prefix.push_back(literalFor(condition));
      if (shared) {
        prefix.push_back(literalFor(branch));
        finish(prefix);
        prefix.pop_back();
      } else {
        write(prefix, branch, false);
      }
      prefix.pop_back();
    }
  }
  --depth_;
}

void CnfEncoder::flatten(Lit l, std::vector<Lit>& out, int depth) {
  for (const Lit c : circuit_.children(l.node())) {
    const Lit d = !c;
    if (d.negative() && circuit_.gate(d.node()) == Gate::conjunction && usedOnce(d) && depth < maximalDepth)
      flatten(d, out, depth + 1);
    else
      out.push_back(d);
  }
}

// Writes clauses for `prefix or disjunction`; `disjunction` is a negated conjunction. Writes one clause, or several if one of the
// disjuncts is a conjunction that is multiplied out.
void CnfEncoder::writeClause(std::vector<int>& prefix, Lit disjunction) {
  std::vector<Lit> operands;
  flatten(disjunction, operands, 0);
  const std::size_t others = prefix.size() + operands.size() - 1;
  auto chosen = operands.end();
  std::size_t chosenSize = 0;
  for (auto i = operands.begin(); depth_ < maximalDepth && i != operands.end(); ++i) {
    if (i->negative() || circuit_.gate(i->node()) != Gate::conjunction || !usedOnce(*i)) continue;
    const std::size_t size = circuit_.children(i->node()).size();
    if ((others <= 1 || (size - 1) * (others - 1) <= distributionLimit) && size > chosenSize) {
      chosen = i;
      chosenSize = size;
    }
  }
  const std::size_t before = prefix.size();
  Lit product = no;
  if (chosen != operands.end()) {
    product = *chosen;
    operands.erase(chosen);
  }
  for (const Lit l : operands) prefix.push_back(literalFor(l));
  if (product == no)
    finish(prefix);
  else
    write(prefix, product, true);
  prefix.resize(before);
}

void CnfEncoder::drain() {
  std::vector<int> prefix;
  while (!pending_.empty()) {
    const Lit l = pending_.back();
    pending_.pop_back();
    const int v = variable_[l.node()];
    prefix.assign(1, l.negative() ? v : -v);
    write(prefix, l, true);
  }
}

void CnfEncoder::assertAll(std::span<const Lit> literals) {
  count(literals);
  std::vector<int> prefix;
  for (const Lit l : literals) {
    prefix.clear();
    const std::uint32_t node = l.node();
    // Writes the asserted gate itself as clauses, even if the gate has a variable and a definition already.
    write(prefix, l, circuit_.gate(node) != Gate::input);
  }
  drain();
}

int CnfEncoder::implying(Lit literal) {
  const Lit roots[] = {literal};
  count(roots);
  if (literal == yes || literal == no) {
    const int v = newVariable();
    if (literal == no) {
      const int unit[] = {-v};
      cnf_.add(unit);
    }
    return v;
  }
  ++uses_[literal.node()];  // the caller uses the gate's variable
  const int l = literalFor(literal);
  drain();
  return l;
}

}  // namespace aunit::solver
