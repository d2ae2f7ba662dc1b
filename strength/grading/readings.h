// Translates answers to formulas of one model. Answers that differ only in names share one formula.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes/extension.h"
#include "model/formulas/keys.h"
#include "parser/front_end.h"
#include "strength/grading/permitted.h"

namespace aunit::strength::grading {

/// An answer's body for the predicate of the exercise. Its free variables are the parameters of the right predicate.
struct Reading {
  model::ExprId body = model::noId;
  std::string undecided;  // why the reading cannot be decided; empty if there is no such reason
  double seconds = 0;     // seconds spent on evaluating the body so far
};

/// Why an answer has no reading.
struct ReadingError {
  bool forbidden = false;
  std::string why;  // the message, in the form of a diagnostic
};

/// Holds a copy of the right model, extended by the formulas of the answers. Reading 0 is the right predicate.
class Readings {
 public:
  Readings(const model::Model& right, model::FuncId predicate, Permissions permissions);
  Readings(const Readings&) = delete;
  Readings& operator=(const Readings&) = delete;

  /// Returns the index of an answer's reading. Returns nothing, and sets `reason`, if the answer has no reading.
  std::optional<std::uint32_t> read(const parser::Loaded& answer, ReadingError& reason);

  std::vector<Reading>& all() { return readings_; }
  const Reading& operator[](std::uint32_t number) const { return readings_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(readings_.size()); }

  const model::Model& model() const { return extension_.model(); }
  model::Nodes& nodes() { return extension_.nodes(); }
  const model::Func& predicate() const { return model().func(predicate_); }

 private:
  std::uint32_t readingOf(const model::Model& answer);
  void match(const model::Func& said, model::Keys& keys);

  const model::Model& right_;
  const model::FuncId predicate_;
  const Permissions permissions_;
  model::Extension extension_;
  model::Keys::Numbers numbers_;
  const model::Correspondence itself_;
  std::vector<Reading> readings_;
  std::unordered_map<std::uint32_t, std::uint32_t> byKey_;
};

/// Returns the objection as a diagnostic, with its line if `span` is known.
std::string renderedObjection(const parser::Loaded& answer, const std::string& message, model::Span span);

/// The predicate of this name in the root module; noId if there is none, or more than one.
model::FuncId predicateNamed(const model::Model& model, const std::string& name);

}  // namespace aunit::strength::grading
