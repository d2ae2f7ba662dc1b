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

/// By place: whether some test of the file changes its outcome without this fact or block. False if the file does not load it.
std::vector<bool> neededByTests(const parser::Loaded& tests, std::span<const FactPlace> places, const suite::JudgeOptions& how);

}  // namespace aunit::strength::audit
