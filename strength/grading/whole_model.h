// Compares whole models with a reference; signatures and fields may have other names.
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
  sameShared,  // the shared signatures and fields have the same instances, but a model has signatures or fields that the other
               // one lacks
  weaker,      // the answer accepts more instances than the reference
  stronger,    // the answer accepts fewer instances than the reference
  neither,     // the answer accepts some instances that the reference rejects, and rejects some that the reference accepts
  vacuous,     // no scope that was tried has an instance of either model, so nothing was compared
  unknown,     // a limit ended the comparison, or the declarations cannot be compared
  refused,     // the answer has errors, or there is no reference for it
};
inline constexpr std::size_t modelClasses = 8;

/// "same", "same-shared", "weaker", ...
const char* nameOf(ModelClass one);

/// A command, such as "check Safe", and its verdicts in the two models, such as "no counterexample" and "counterexample".
struct DifferentCommand {
  std::string name, reference, answer;
};

struct ModelJudgement {
  ModelClass verdict = ModelClass::unknown;
  std::string reason;             // one line; empty if there is nothing to say
  int scope = 0;                  // atoms of each signature; 0 if nothing was compared
  bool isReferenceEmpty = false;  // whether the reference has no instance in any scope that was tried
  std::vector<versions::Match> matches;
  /// The values of versions::Agreement. If the models are the same, `agreement` is 1 and `distance` is 0.
  std::optional<double> agreement, distance;
  /// The counts from which `agreement` was computed; nothing if the models are the same, or nothing was counted.
  std::optional<versions::Agreement> counted;
  std::vector<DifferentCommand> commands;
  std::optional<model::Instance> accepted;  // an instance of the answer's model that only the answer accepts
  std::optional<model::Instance> rejected;  // an instance of the reference that the answer rejects
};

struct ModelJudgeOptions {
  /// Atoms of each signature; if not set: the largest overall scope of the reference's commands, at least 3.
  std::optional<int> scope{};
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // limits of one answer
};

/// Judges one answer. If `options.scope` is not set, the scope grows until the reference has an instance, then until the answer
/// has one, but not above `mostGrown` atoms of each signature. Throws support::Exhausted if the work is stopped.
ModelJudgement judgeModel(const parser::Loaded& reference, const parser::Loaded& answer, const ModelJudgeOptions& options);

inline constexpr int mostGrown = 8;

}  // namespace aunit::strength::grading
