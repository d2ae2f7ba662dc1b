// The boolean circuit between relational logic and CNF: a graph in which structurally equal gates are one node.
//
// Gates are n-ary conjunction, exclusive or, if-then-else and a gate with two definitions; negation is a sign on the edge, and
// disjunction is the negation of a conjunction of negations (and-inverter graphs: Kuehlmann et al., TCAD 2002; compact boolean
// circuits as the target of relational logic: Torlak & Jackson, TACAS 2007). The constructors fold constants, flatten nested
// conjunctions, drop repeated and absorbed operands and find contradictions. The SAT solver therefore gets nothing that the
// bounds of a problem decide.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/budget.h"

namespace aunit::solver {

/// A node of a Circuit with a sign.
struct Lit {
  std::uint32_t code = 1;  // node * 2 + sign; the default is `no`

  std::uint32_t node() const { return code >> 1; }
  bool negative() const { return (code & 1) != 0; }
  Lit operator!() const { return {code ^ 1}; }
  friend bool operator==(Lit, Lit) = default;
  friend auto operator<=>(Lit, Lit) = default;
};

inline constexpr Lit yes{0};
inline constexpr Lit no{1};

enum class Gate : std::uint8_t { constant, input, conjunction, exclusiveOr, ifThenElse, twofold };

class Circuit {
 public:
  /// While the circuit grows, it checks `budget`, which may be null.
  explicit Circuit(const support::Budget* budget = nullptr);

  /// The meter on which the circuit's users count the cost of building it.
  support::Meter& meter() { return meter_; }
  const support::Budget* budget() const { return budget_; }

  // Building.
  Lit input();
  Lit conjunction(std::span<const Lit> operands);
  Lit disjunction(std::span<const Lit> operands);
  Lit conjunction(Lit a, Lit b);
  Lit disjunction(Lit a, Lit b);
  Lit implication(Lit a, Lit b) { return disjunction(!a, b); }
  Lit exclusiveOr(Lit a, Lit b);
  Lit equivalence(Lit a, Lit b) { return !exclusiveOr(a, b); }
  Lit ifThenElse(Lit condition, Lit a, Lit b);
  /// A literal that is true if at least two of the three literals are true: the carry of a full adder.
  Lit majority(Lit a, Lit b, Lit c);
  /// A gate with two definitions. They have the same value in every instance, because the declared multiplicities hold. Clauses
  /// that need the gate to be true use `positive`; clauses that need it to be false use `negative`. The solver propagates more
  /// if neither definition needs additional CNF variables. Requires reliesOnDeclarations().
  Lit twofold(Lit positive, Lit negative);
  /// A Choice is a condition and a literal; at most one condition may hold. chosen() returns the literal whose condition holds,
  /// or `otherwise` if no condition holds. Requires reliesOnDeclarations().
  using Choice = std::pair<Lit, Lit>;
  Lit chosen(std::span<const Choice> choices, Lit otherwise);

  /// Whether the circuit may contain gates that are correct only if the declared multiplicities hold. Initially false.
  bool reliesOnDeclarations() const { return relies_; }
  void relyOnDeclarations(bool relies) { relies_ = relies; }

  // Reading. The children of a conjunction are sorted. The children of an ifThenElse or a twofold have the order of the
  // parameters of ifThenElse() or twofold().
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Gate gate(std::uint32_t node) const { return nodes_[node].gate; }
  std::span<const Lit> children(std::uint32_t node) const { return {childPool_.data() + nodes_[node].first, nodes_[node].count}; }
  std::uint32_t inputCount() const { return inputs_; }

 private:
  struct Node {
    Gate gate;
    std::uint32_t first;
    std::uint32_t count;
  };

  Lit intern(Gate gate, std::span<const Lit> children);
  void grow();
  Lit conjunctionOf(std::vector<Lit>& operands);

  std::vector<Node> nodes_;
  std::vector<Lit> childPool_;
  std::vector<std::uint32_t> table_;  // hash table of nodes (open addressing); 0: empty, because node 0 is the constant
  std::vector<Lit> scratch_;
  std::uint32_t inputs_ = 0;
  bool relies_ = false;
  const support::Budget* budget_;
  support::Meter meter_;
};

}  // namespace aunit::solver
