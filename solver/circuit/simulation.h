// Evaluation of a circuit: the values of its gates for given values of its inputs.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// Values of circuit nodes under one assignment of the inputs; each gate is computed once.
class Simulation {
 public:
  /// `inputValue` returns the value of the input at a node.
  Simulation(const Circuit& circuit, std::function<bool(std::uint32_t)> inputValue)
      : circuit_(circuit), inputValue_(std::move(inputValue)), known_(circuit.size(), unknown) {}

  bool value(Lit l) {
    if (l == yes || l == no) return l == yes;
    return nodeValue(l.node()) != l.negative();
  }

 private:
  static constexpr std::uint8_t unknown = 2;

  bool nodeValue(std::uint32_t node) {
    if (node < known_.size() && known_[node] != unknown) return known_[node] != 0;
    bool result = false;
    const auto children = circuit_.children(node);
    switch (circuit_.gate(node)) {
      case Gate::constant: result = true; break;
      case Gate::input: result = inputValue_(node); break;
      case Gate::conjunction: result = std::all_of(children.begin(), children.end(), [&](Lit c) { return value(c); }); break;
      case Gate::exclusiveOr: result = value(children[0]) != value(children[1]); break;
      case Gate::twofold: result = value(children[1]); break;
      case Gate::ifThenElse: result = value(children[0]) ? value(children[1]) : value(children[2]); break;
    }
    if (node >= known_.size()) known_.resize(circuit_.size(), unknown);
    known_[node] = result ? 1 : 0;
    return result;
  }

  const Circuit& circuit_;
  std::function<bool(std::uint32_t)> inputValue_;
  std::vector<std::uint8_t> known_;
};

}  // namespace aunit::solver
