// Finds the facts that tests need.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/source.h"
#include "parser/front_end.h"
#include "suite/test_judge.h"

namespace aunit::strength::audit {

/// A fact, or a signature with a block of facts, by its path and span.
struct FactPlace {
  std::string path;
  model::Span span;
};

/// Returns one element for each place: whether the outcome of some test changes if the fact or block at the place is removed. The
/// element is false if the place is in a file that `tests` does not load.
std::vector<bool> neededByTests(const parser::Loaded& tests, std::span<const FactPlace> places, const suite::JudgeOptions& how);

}  // namespace aunit::strength::audit
