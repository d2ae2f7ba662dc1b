// A second opinion on programs: evaluates expression trees directly and keeps whole states in a map. Slow and plain on purpose;
// shares nothing with the engine but the resolved program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/program/program.h"

namespace aunit::tests {

/// A text as a resolved program; null with the errors' texts in `errors`.
std::unique_ptr<parser::program::Program> parseProgram(const std::string& text, std::string* errors = nullptr);

/// The same for a file of specs/programs; fails the test when it does not resolve.
std::unique_ptr<parser::program::Program> specProgram(const std::string& name);

/// Nothing when the expression has no value (index, division).
std::optional<std::int64_t> evaluate(const parser::program::Program& p, parser::program::ExprId id,
                                     const parser::program::State& state);

struct NaiveStep {
  enum { step, waits, ended, fails } kind;
  parser::program::State state;
};
NaiveStep step(const parser::program::Program& p, parser::program::ProcessId process, const parser::program::State& state);

struct NaiveReport {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t depth = 0;
  std::vector<std::optional<std::uint32_t>>
      violatedAt;  // by property: depth of the nearest state that violates it (temporal ones: nothing)
};
NaiveReport search(const parser::program::Program& p);

}  // namespace aunit::tests
