// A second search of programs, slow and simple on purpose: it evaluates expression trees, and stores whole states in a map. It
// shares only the resolved program with the engine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/program.h"
#include "model/source.h"

namespace aunit::tests {

/// Resolves a text to a program. Returns null, with the errors' texts in `errors`, if it does not resolve.
std::unique_ptr<model::program::Program> parseProgram(const std::string& text, std::string* errors = nullptr);

/// Resolves a file of specs/programs; fails the test if it does not resolve.
std::unique_ptr<model::program::Program> specProgram(const std::string& name);

/// The value of an expression; nothing if it has none (index out of range, division by zero).
std::optional<std::int64_t> evaluate(const model::program::Program& p, model::program::ExprId id,
                                     const model::program::State& state);

struct NaiveStep {
  enum { step, waits, ended, fails } kind;
  model::program::State state;
};
NaiveStep step(const model::program::Program& p, model::program::ProcessId process, const model::program::State& state);

struct NaiveReport {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t depth = 0;
  std::vector<std::optional<std::uint32_t>>
      violatedAt;  // by property: depth of the nearest violating state; nothing for temporal properties
};
NaiveReport search(const model::program::Program& p);

}  // namespace aunit::tests
