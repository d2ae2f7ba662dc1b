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

/// By place: whether the outcome of some test changes if this fact or block is removed. The element is false if `tests` does not
/// load the file of the place.
std::vector<bool> neededByTests(const parser::Loaded& tests, std::span<const FactPlace> places, const suite::JudgeOptions& how);

}  // namespace aunit::strength::audit
