// Judges whole models against a reference, whatever their declarations are called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/versions/change.h"
#include "support/budget.h"

namespace aunit::strength::grading {

/// How an answer relates to the reference within the scope.
enum class ModelClass : std::uint8_t {
  same,        // both have the same instances
  sameShared,  // the same, as far as both declare the same signatures and fields
  weaker,      // the answer accepts more
  stronger,    // the answer accepts less
  neither,     // the answer accepts something that the reference rejects, and rejects something that it accepts
  vacuous,     // neither has an instance in any scope that was tried: nothing was compared
  unknown,     // limits ended before it was decided, or the declarations cannot be compared
  refused,     // the answer does not read, or there is no reference for it
};
inline constexpr std::size_t modelClasses = 8;

/// "same", "same-shared", "weaker", ...
const char* nameOf(ModelClass one);

struct ModelJudgement {
  ModelClass verdict = ModelClass::unknown;
  std::string reason;             // one line; empty: nothing needs to be said
  int scope = 0;                  // atoms of each signature; 0: nothing was compared
  bool isReferenceEmpty = false;  // it has no instance in any scope that was tried
  std::vector<versions::Match> matches;
  std::optional<model::Instance> accepted;  // by the answer alone, of its model
  std::optional<model::Instance> rejected;  // by the answer alone, of the reference
};

struct ModelJudgeOptions {
  std::optional<int> scope{};  // of each signature; nothing: the largest overall scope of the reference's commands, at least 3
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of one answer
};

/// Judges one answer. If a model has no instance in the scope, the scope grows to the smallest in which it has one, up to
/// `mostGrown` atoms of each signature. Throws support::Exhausted if the limits' request to stop ends it.
ModelJudgement judgeModel(const parser::Loaded& reference, const parser::Loaded& answer, const ModelJudgeOptions& options);

inline constexpr int mostGrown = 8;

}  // namespace aunit::strength::grading
