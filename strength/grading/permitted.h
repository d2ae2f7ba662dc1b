// Checks that an answer changes only the parts that an exercise allows to change.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "model/formulas/keys.h"

namespace aunit::strength::grading {

/// The changes that an answer may make.
struct Permissions {
  std::set<std::string> predicates{};  // names of the predicates to write
  /// Names that students do not see. The comparison ignores the declarations of the right model that have these names.
  std::set<std::string> hidden{};
  std::set<std::string> changeable{};  // names of paragraphs whose content may differ
  bool helpers = true;                 // whether the answer may add predicates, functions and assertions
};

/// A forbidden change: `message` is a sentence without a full stop; `span` is the changed place in the answer, if there is one.
struct Objection {
  std::string message;
  model::Span span;
};

/// Returns the first forbidden change of the answer. All signatures, fields, facts, predicates and functions of the right model
/// must be unchanged, unless `permissions` says that they are hidden or may be changed. Only helpers (see Permissions) may be
/// added. Commands, comments, names of facts and names of variables may differ.
std::optional<Objection> objectionTo(const model::Model& answer, const model::Model& right, const Permissions& permissions,
                                     model::Keys::Numbers& numbers);

}  // namespace aunit::strength::grading
