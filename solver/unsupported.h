// The error of commands that the engine cannot answer.
#pragma once

#include <stdexcept>
#include <string>

#include "model/source.h"

namespace aunit::solver {

/// Thrown if a command cannot be answered: its scope contradicts itself, the engine cannot decide a quantifier, or a relation is
/// too large. The message and the place are for the user.
class Unsupported : public std::runtime_error {
 public:
  explicit Unsupported(const std::string& message, model::Span span = {}) : std::runtime_error(message), span_(span) {}
  model::Span span() const { return span_; }

 private:
  model::Span span_;
};

}  // namespace aunit::solver
