// Whether an answer changes only what an exercise lets it change.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "model/formulas/keys.h"

namespace aunit::strength::grading {

/// The rules on what an answer may hold beside the exercise's predicates.
struct Permissions {
  std::set<std::string> predicates{};  // names of the predicates that are to be written
  std::set<std::string> hidden{};      // names that students do not see: an answer is compared with the rest of the right model
  std::set<std::string> changeable{};  // names of paragraphs that may say something else
  bool helpers = true;                 // further predicates, functions and assertions
};

/// Something that an answer must not do: a sentence without a full stop, and its place in the answer if there is one.
struct Objection {
  std::string message;
  model::Span span;
};

/// The first thing that an answer changes although it may not: signatures, fields, facts, predicates and functions of the right
/// model that are not hidden must be there as they are, and no others but helpers. Commands and comments do not count, nor do the
/// names of facts and variables.
std::optional<Objection> objectionTo(const model::Model& answer, const model::Model& right, const Permissions& permissions,
                                     model::Keys::Numbers& numbers);

}  // namespace aunit::strength::grading
