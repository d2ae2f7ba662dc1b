#include "solver/modelcheck/aiger.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace aunit::modelcheck {

using solver::Gate;
using solver::no;
using solver::yes;

namespace {

/// A literal of the file: twice a variable, plus one when negated; 0 is false, 1 true.
using Literal = std::uint32_t;

class Writer {
 public:
  explicit Writer(const System& system) : system_(system), circuit_(*system.circuit), literals_(circuit_.size(), 0) {}

  std::string write(Lit bad) {
    std::vector<Lit> start;  // initial conditions that are not the initial value of a latch
    std::vector<Lit> resets(circuit_.size(), no);
    std::vector<bool> known(circuit_.size(), false);
    std::vector<bool> isLatch(circuit_.size(), false);
    for (const Latch& latch : system_.latches) isLatch[latch.now.node()] = true;
    for (const Lit l : system_.init) {
      if (isLatch[l.node()] && !known[l.node()]) {
        known[l.node()] = true;
        resets[l.node()] = l.negative() ? no : yes;
      } else {
        start.push_back(l);
      }
    }

    std::vector<Lit> roots = system_.constraints;
    roots.insert(roots.end(), system_.justice.begin(), system_.justice.end());
    roots.insert(roots.end(), start.begin(), start.end());
    roots.push_back(bad);
    for (const Latch& latch : system_.latches) roots.push_back(latch.next);
    const std::vector<bool> needed = reach(roots);

    std::size_t inputs = 0;
    for (std::uint32_t node = 0; node < circuit_.size(); ++node) {
      if (circuit_.gate(node) != Gate::input || isLatch[node] || !needed[node]) continue;
      literals_[node] = variable();
      ++inputs;
    }
    for (const Latch& latch : system_.latches) literals_[latch.now.node()] = variable();
    const bool hasStart = !start.empty();
    const Literal started = hasStart ? variable() : 0;
    for (std::uint32_t node = 0; node < circuit_.size(); ++node) {
      if (needed[node] && circuit_.gate(node) != Gate::input) define(node);
    }
    std::vector<Literal> constraints;
    for (const Lit l : system_.constraints) constraints.push_back(literal(l));
    for (const Lit l : start) constraints.push_back(negated(conjunction(negated(started), negated(literal(l)))));

    std::string latches;
    for (const Latch& latch : system_.latches) {
      const Literal now = literal(latch.now);
      const std::uint32_t node = latch.now.node();
      const Literal reset = !known[node] ? now : resets[node] == yes ? 1 : 0;
      latches += fmt::format("{} {} {}\n", now, literal(latch.next), reset);
    }
    if (hasStart) latches += fmt::format("{} 1 0\n", started);

    std::string text = fmt::format("aag {} {} {} 0 {} 1 {} {} 0\n", last_, inputs, system_.latches.size() + (hasStart ? 1 : 0),
                                   gates_.size(), constraints.size(), system_.justice.empty() ? 0 : 1);
    for (std::size_t i = 1; i <= inputs; ++i) text += fmt::format("{}\n", 2 * i);
    text += latches;
    text += fmt::format("{}\n", literal(bad));
    for (const Literal l : constraints) text += fmt::format("{}\n", l);
    if (!system_.justice.empty()) text += fmt::format("{}\n", system_.justice.size());
    for (const Lit l : system_.justice) text += fmt::format("{}\n", literal(l));
    for (const auto& [gate, a, b] : gates_) text += fmt::format("{} {} {}\n", gate, a, b);
    return text;
  }

 private:
  static Literal negated(Literal l) { return l ^ 1; }

  Literal variable() { return 2 * ++last_; }
  Literal literal(Lit l) const {
    const Literal positive = l.node() == 0 ? 1 : literals_[l.node()];
    return l.negative() ? negated(positive) : positive;
  }

  Literal conjunction(Literal a, Literal b) {
    const Literal gate = variable();
    gates_.push_back({gate, std::max(a, b), std::min(a, b)});
    return gate;
  }

  Literal choice(Literal condition, Literal a, Literal b) {
    return negated(conjunction(negated(conjunction(condition, a)), negated(conjunction(negated(condition), b))));
  }

  std::vector<bool> reach(const std::vector<Lit>& roots) const {
    std::vector<bool> needed(circuit_.size(), false);
    std::vector<std::uint32_t> open;
    const auto visit = [&](Lit l) {
      if (needed[l.node()]) return;
      needed[l.node()] = true;
      open.push_back(l.node());
    };
    for (const Lit l : roots) visit(l);
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      for (const Lit child : circuit_.children(node)) visit(child);
    }
    return needed;
  }

  /// Requires that the children of `node` are defined.
  void define(std::uint32_t node) {
    const auto children = circuit_.children(node);
    switch (circuit_.gate(node)) {
      case Gate::constant:
      case Gate::input: break;
      case Gate::conjunction: {
        Literal all = literal(children[0]);
        for (const Lit child : children.subspan(1)) all = conjunction(all, literal(child));
        literals_[node] = all;
        break;
      }
      case Gate::exclusiveOr: {
        const Literal b = literal(children[1]);
        literals_[node] = choice(literal(children[0]), negated(b), b);
        break;
      }
      case Gate::twofold: literals_[node] = literal(children[1]); break;
      case Gate::ifThenElse: literals_[node] = choice(literal(children[0]), literal(children[1]), literal(children[2])); break;
    }
  }

  const System& system_;
  const Circuit& circuit_;
  std::vector<Literal> literals_;  // by node: its literal in the file
  std::vector<std::array<Literal, 3>> gates_;
  std::uint32_t last_ = 0;
};

}  // namespace

std::string aiger(const System& system) {
  return Writer(system).write(system.bad);
}

std::string aigerWitness(const System& system, const Invariant& invariant) {
  Circuit& circuit = *system.circuit;
  std::vector<Lit> inside{!system.bad};
  for (const Cube& cube : invariant.excluded) inside.push_back(!circuit.conjunction(cube));
  const Lit bad = !circuit.conjunction(inside);
  return Writer(system).write(bad);
}

}  // namespace aunit::modelcheck
