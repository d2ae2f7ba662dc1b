#include "naive_system.h"

#include <algorithm>
#include <random>

#include "solver/circuit/simulation.h"

namespace aunit::modelcheck::testing_ {

using solver::Gate;
using solver::Simulation;

System randomSystem(Circuit& circuit, unsigned seed) {
  std::mt19937 generator(seed);
  const auto random = [&] { return static_cast<unsigned>(generator()); };
  System system(circuit);
  const unsigned latches = 1 + random() % 5;
  const unsigned inputs = random() % 4;
  std::vector<Lit> known;
  for (unsigned i = 0; i < latches; ++i) {
    system.latches.push_back({circuit.input(), solver::no});
    known.push_back(system.latches.back().now);
  }
  const auto gateOver = [&](std::vector<Lit> literals, unsigned gates) {
    const auto pick = [&] {
      const Lit l = literals[random() % literals.size()];
      return random() % 2 == 0 ? l : !l;
    };
    for (unsigned i = 0; i < gates; ++i) {
      switch (random() % 3) {
        case 0: literals.push_back(circuit.conjunction(pick(), pick())); break;
        case 1: literals.push_back(circuit.exclusiveOr(pick(), pick())); break;
        default: literals.push_back(circuit.ifThenElse(pick(), pick(), pick())); break;
      }
    }
    return literals.back();
  };
  for (unsigned i = random() % 3; i > 0; --i) system.init.push_back(gateOver(known, 1 + random() % 3));
  for (const Latch& latch : system.latches) {
    if (random() % 3 == 0) system.init.push_back(random() % 2 == 0 ? latch.now : !latch.now);
  }
  for (unsigned i = 0; i < inputs; ++i) known.push_back(circuit.input());
  for (Latch& latch : system.latches) latch.next = random() % 8 == 0 ? latch.now : gateOver(known, random() % 4);
  for (unsigned i = random() % 4; i > 0; --i) {
    const Lit a = gateOver(known, random() % 3);
    system.constraints.push_back(circuit.disjunction(a, gateOver(known, random() % 3)));
  }
  for (unsigned i = random() % 4; i > 0; --i) system.justice.push_back(gateOver(known, random() % 4));
  system.bad = circuit.conjunction(gateOver(known, random() % 3), gateOver(known, 1 + random() % 4));
  return system;
}

namespace {

struct Step {
  std::uint32_t from, to;
  std::uint32_t justice;  // bit i: condition i holds
  bool bad;
};

struct Steps {
  std::vector<bool> initial;  // by state
  std::vector<Step> steps;    // the allowed ones
};

class Enumeration {
 public:
  explicit Enumeration(const System& system) : system_(system) {
    for (const Latch& latch : system.latches) nodes_.push_back(latch.now.node());
    for (std::uint32_t node = 0; node < system.circuit->size(); ++node) {
      if (system.circuit->gate(node) == Gate::input && std::ranges::find(nodes_, node) == nodes_.end()) nodes_.push_back(node);
    }
  }

  /// Visits the values of literals under all assignments.
  template <class Visit>
  void forEach(std::size_t variables, Visit visit) {
    for (std::uint32_t values = 0; values < 1u << variables; ++values) {
      Simulation simulation(*system_.circuit, [&](std::uint32_t node) {
        return (values >> (std::ranges::find(nodes_, node) - nodes_.begin()) & 1) != 0;
      });
      visit(values, simulation);
    }
  }

  Steps run() {
    Steps result;
    const std::size_t latches = system_.latches.size();
    forEach(latches, [&](std::uint32_t, Simulation& s) { result.initial.push_back(all(s, system_.init)); });
    forEach(nodes_.size(), [&](std::uint32_t values, Simulation& s) {
      if (!all(s, system_.constraints)) return;
      Step step{values & ((1u << latches) - 1), 0, 0, s.value(system_.bad)};
      for (std::size_t i = 0; i < latches; ++i) step.to |= (s.value(system_.latches[i].next) ? 1u : 0u) << i;
      for (std::size_t j = 0; j < system_.justice.size(); ++j) step.justice |= (s.value(system_.justice[j]) ? 1u : 0u) << j;
      result.steps.push_back(step);
    });
    return result;
  }

  std::vector<bool> outside(const Invariant& invariant) {
    std::vector<bool> result;
    forEach(system_.latches.size(), [&](std::uint32_t, Simulation& s) {
      result.push_back(std::ranges::any_of(invariant.excluded, [&](const Cube& cube) { return all(s, cube); }));
    });
    return result;
  }

 private:
  static bool all(Simulation& s, const std::vector<Lit>& literals) {
    return std::ranges::all_of(literals, [&](Lit l) { return s.value(l); });
  }

  const System& system_;
  std::vector<std::uint32_t> nodes_;  // latches first
};

}  // namespace

Facts explore(const System& system) {
  const Steps graph = Enumeration(system).run();
  const std::size_t states = graph.initial.size();
  std::vector<int> depth(states, -1);
  for (std::size_t s = 0; s < states; ++s) depth[s] = graph.initial[s] ? 0 : -1;
  for (int d = 0; d < static_cast<int>(states); ++d) {
    for (const Step& step : graph.steps) {
      if (depth[step.from] == d && depth[step.to] < 0) depth[step.to] = d + 1;
    }
  }
  Facts facts;
  for (const Step& step : graph.steps) {
    if (step.bad && depth[step.from] >= 0 && (facts.badAfter < 0 || depth[step.from] < facts.badAfter))
      facts.badAfter = depth[step.from];
  }
  // There is a trace if the steps of some reachable component meet all conditions.
  std::vector<std::vector<bool>> leads(states, std::vector<bool>(states, false));
  for (const Step& step : graph.steps) leads[step.from][step.to] = true;
  for (std::size_t k = 0; k < states; ++k) {
    for (std::size_t i = 0; i < states; ++i) {
      for (std::size_t j = 0; leads[i][k] && j < states; ++j) leads[i][j] = leads[i][j] || leads[k][j];
    }
  }
  for (std::size_t s = 0; s < states; ++s) {
    if (depth[s] < 0 || !leads[s][s]) continue;
    std::uint32_t met = 0;
    for (const Step& step : graph.steps) {
      const bool inside = (step.from == s || (leads[s][step.from] && leads[step.from][s])) && (step.to == s || leads[step.to][s]);
      if (inside) met |= step.justice;
    }
    facts.trace = facts.trace || met == (1u << system.justice.size()) - 1;
  }
  return facts;
}

bool proves(const System& system, const Invariant& invariant) {
  Enumeration enumeration(system);
  const Steps graph = enumeration.run();
  const std::vector<bool> outside = enumeration.outside(invariant);
  for (std::size_t s = 0; s < outside.size(); ++s) {
    if (graph.initial[s] && outside[s]) return false;
  }
  return std::ranges::none_of(graph.steps, [&](const Step& s) { return !outside[s.from] && (s.bad || outside[s.to]); });
}

}  // namespace aunit::modelcheck::testing_
