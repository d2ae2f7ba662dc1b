#include "solver/circuit/consequences.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace aunit::solver {

namespace {

// The number of steps is limited to this number times the number of literals in the clauses.
constexpr std::size_t stepsOfLiteral = 16;
// Circuits whose clauses have more literals than this are left to the solver.
constexpr std::size_t mostLiterals = 1u << 20;
// Disjunctions that are nested deeper than this stay literals of their clause.
constexpr std::size_t mostNested = 8;
// Clauses longer than this are not multiplied out.
constexpr std::size_t mostDistributed = 4;
// Only clauses of at most this many literals are searched for consequences of a literal.
constexpr std::size_t mostOfShort = 3;
// If the negation of a literal is in more short clauses than this, these clauses are not searched for consequences of the
// literal, to save steps. They are still searched for consequences of other literals.
constexpr std::size_t mostTouched = 64;

/// By literal: a list of numbers, such as the indices of the clauses that contain the literal.
class Index {
 public:
  void add(Lit l, std::uint32_t number) { pairs_.emplace_back(l.code, number); }
  /// Groups the added numbers by literal, for the literals of `nodes` nodes.
  void build(std::size_t nodes) {
    starts_.assign(2 * nodes + 1, 0);
    for (const auto& [code, number] : pairs_) ++starts_[code + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    numbers_.resize(pairs_.size());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (const auto& [code, number] : pairs_) numbers_[next[code]++] = number;
  }
  std::span<const std::uint32_t> of(Lit l) const {
    return std::span(numbers_).subspan(starts_[l.code], starts_[l.code + 1] - starts_[l.code]);
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::vector<std::uint32_t> starts_, numbers_;
};

/// Finds literals that hold if the asserted literals hold. This is one class, because reading, propagation and refutation all add
/// such literals, and each of the three continues with literals that another one added.
class Consequences {
 public:
  explicit Consequences(const Circuit& circuit)
      : circuit_(circuit), holds_(2 * std::size_t{circuit.size()}), marked_(holds_.size()), taken_(circuit.size()) {}

  std::vector<Lit> inputs(std::span<const Lit> asserted) {
    for (const Lit l : asserted) set(l);
    read();
    if (literals_.size() > mostLiterals) return {};
    steps_ = stepsOfLiteral * (literals_.size() + 1);
    clausesOf_.build(circuit_.size());
    shortClausesOf_.build(circuit_.size());
    failWith_.build(circuit_.size());
    propagate();
    if (!contradiction_) refute();
    propagate();
    if (contradiction_) return {};
    std::vector<Lit> inputs;
    for (const Lit l : held_)
      if (circuit_.gate(l.node()) == Gate::input) inputs.push_back(l);
    std::ranges::sort(inputs);
    return inputs;
  }

 private:
  struct Clause {
    std::size_t first, end;  // the clause is the literals in this range of `literals_`
  };

  bool isConjunction(Lit l) const { return !l.negative() && circuit_.gate(l.node()) == Gate::conjunction; }
  bool holds(Lit l) const { return l == yes || holds_[l.code] != 0; }
  bool fails(Lit l) const { return holds(!l); }

  void set(Lit l) {
    if (fails(l)) contradiction_ = true;
    if (l == yes || std::exchange(holds_[l.code], char{1}) != 0) return;
    held_.push_back(l);
  }

  // ---- clauses ----

  /// Splits conjunctions that hold, and collects clauses.
  void read() {
    for (; read_ < held_.size() && !contradiction_ && literals_.size() <= mostLiterals; ++read_) {
      const Lit l = held_[read_];
      const auto children = circuit_.children(l.node());
      const auto signedAs = [&](Lit child) { return l.negative() ? !child : child; };
      switch (circuit_.gate(l.node())) {
        case Gate::conjunction:
          if (l.negative()) {
            parts_[0].clear();
            flatten(l, 0, parts_[0]);
            add(0);
          } else {
            for (const Lit c : children) set(c);
          }
          break;
        case Gate::twofold: set(l.negative() ? !children[1] : children[0]); break;
        case Gate::exclusiveOr:
          addClause({children[0], signedAs(children[1])});
          addClause({!children[0], !signedAs(children[1])});
          break;
        case Gate::ifThenElse:
          addClause({!children[0], signedAs(children[1])});
          addClause({children[0], signedAs(children[2])});
          break;
        default: break;
      }
    }
  }

  void addClause(std::initializer_list<Lit> clause) {
    parts_[0] = clause;
    add(0);
  }

  /// Adds the clause parts_[depth]. If exactly one of its literals is a conjunction, multiplies it out: adds a clause for each
  /// operand of the conjunction.
  void add(std::size_t depth) {
    std::vector<Lit>& clause = parts_[depth];
    const auto isWhole = [&](Lit l) { return isConjunction(l); };
    if (depth < mostNested && clause.size() <= mostDistributed && std::ranges::count_if(clause, isWhole) == 1) {
      const auto whole = std::ranges::find_if(clause, isWhole);
      const auto parts = circuit_.children(whole->node());
      clause.erase(whole);
      for (const Lit part : parts) {
        if (literals_.size() > mostLiterals) return;
        std::vector<Lit>& one = parts_[depth + 1];
        one.clear();
        flatten(part, 0, one);
        one.insert(one.end(), clause.begin(), clause.end());
        add(depth + 1);
      }
      return;
    }
    const auto number = static_cast<std::uint32_t>(clauses_.size());
    clauses_.push_back({literals_.size(), literals_.size() + clause.size()});
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    for (const Lit l : clause) {
      clausesOf_.add(l, number);
      if (clause.size() > mostOfShort) continue;
      shortClausesOf_.add(l, number);
      if (isConjunction(l) && std::exchange(taken_[l.node()], char{1}) == 0)
        for (const Lit c : circuit_.children(l.node())) failWith_.add(!c, l.node());
    }
    examine(clauses_.back());
  }

  /// Appends the operands of `l` if it is a disjunction (a negated conjunction); else appends `l` itself.
  void flatten(Lit l, std::size_t depth, std::vector<Lit>& operands) const {
    if (!isConjunction(!l) || depth > mostNested) return operands.push_back(l);
    for (const Lit c : circuit_.children(l.node())) flatten(!c, depth + 1, operands);
  }

  /// If all literals of a clause but one are false, makes the remaining literal true. Detects a contradiction if all are false.
  void examine(const Clause& clause) {
    Lit last = no;
    std::size_t left = 0;
    for (std::size_t i = clause.first; i < clause.end && left < 2; ++i) {
      if (holds(literals_[i])) return;
      if (fails(literals_[i])) continue;
      last = literals_[i];
      ++left;
    }
    if (left == 0) contradiction_ = true;
    if (left == 1) set(last);
  }

  /// Unit propagation.
  void propagate() {
    for (; propagated_ < held_.size() && !contradiction_; ++propagated_) {
      read();
      for (const std::uint32_t number : clausesOf_.of(!held_[propagated_])) {
        const Clause clause = clauses_[number];
        if (!spend(clause.end - clause.first)) return;
        examine(clause);
      }
    }
  }

  // ---- literals whose negation implies a contradiction ----

  /// Makes a literal of an input true if the negation of this literal implies that some clause fails.
  void refute() {
    for (std::uint32_t node = 1; node < circuit_.size(); ++node) {
      if (circuit_.gate(node) != Gate::input) continue;
      for (const Lit l : {Lit{2 * node}, Lit{2 * node + 1}}) {
        if (holds(l) || fails(l) || (shortClausesOf_.of(l).empty() && failWith_.of(!l).empty())) continue;
        assume(!l);
        for (const std::uint32_t number : clausesOf_.of(l)) {
          if (!spend(clauses_[number].end - clauses_[number].first)) return;
          if (!isRefuted(clauses_[number])) continue;
          set(l);
          break;
        }
        if (steps_ == 0 || contradiction_) return;
      }
    }
  }

  /// Marks the literals that follow from `assumed` by unit propagation through clauses of at most `mostOfShort` literals.
  void assume(Lit assumed) {
    for (const Lit each : assumed_) marked_[each.code] = 0;
    assumed_.clear();
    mark(assumed);
    for (std::size_t i = 0; i < assumed_.size(); ++i) {
      const Lit each = assumed_[i];
      if (isConjunction(each)) {
        if (!spend(circuit_.children(each.node()).size())) return;
        for (const Lit c : circuit_.children(each.node())) mark(c);
      }
      if (!spend(failWith_.of(each).size())) return;
      for (const std::uint32_t node : failWith_.of(each)) mark(Lit{2 * node + 1});
      const auto touched = shortClausesOf_.of(!each);
      if (touched.size() > mostTouched) continue;
      for (const std::uint32_t number : touched) {
        if (!spend(mostOfShort)) return;
        Lit last = no;
        std::size_t left = 0;
        for (std::size_t k = clauses_[number].first; k < clauses_[number].end; ++k) {
          if (isFalse(literals_[k])) continue;
          last = literals_[k];
          ++left;
        }
        if (left == 1) mark(last);
      }
    }
  }

  void mark(Lit l) {
    if (std::exchange(marked_[l.code], char{1}) == 0) assumed_.push_back(l);
  }
  bool isFalse(Lit l) const { return marked_[(!l).code] != 0 || fails(l); }

  bool isRefuted(const Clause& clause) const {
    for (std::size_t i = clause.first; i < clause.end; ++i) {
      const Lit l = literals_[i];
      if (isFalse(l)) continue;
      if (!isConjunction(l) || std::ranges::none_of(circuit_.children(l.node()), [&](Lit c) { return isFalse(c); })) return false;
    }
    return true;
  }

  /// Uses up `steps`. Returns whether steps remain.
  bool spend(std::size_t steps) {
    steps_ -= std::min(steps_, steps + 1);
    return steps_ != 0;
  }

  const Circuit& circuit_;
  std::vector<Lit> held_;  // literals that hold, in the order in which they were found
  std::vector<char> holds_;
  std::size_t read_ = 0, propagated_ = 0;
  std::vector<Lit> literals_;  // the literals of all clauses, one clause after the other
  std::vector<Clause> clauses_;
  std::array<std::vector<Lit>, mostNested + 1> parts_;  // by depth: the clause that add() works on
  Index clausesOf_, shortClausesOf_;
  Index failWith_;  // by literal: conjunctions with its negation as an operand, each from a short clause
  std::vector<Lit> assumed_;
  std::vector<char> marked_;
  std::vector<char> taken_;  // by node: whether it is in failWith_
  std::size_t steps_ = 0;
  bool contradiction_ = false;
};

}  // namespace

std::vector<Lit> impliedInputs(const Circuit& circuit, std::span<const Lit> asserted) {
  return Consequences(circuit).inputs(asserted);
}

}  // namespace aunit::solver
