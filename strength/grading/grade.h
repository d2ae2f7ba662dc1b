// The grades of the answers to one exercise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instance.h"
#include "solver/grounding/options.h"

namespace aunit::strength::grading {

/// How an answer relates to the right predicate within the scope.
enum class Class : std::uint8_t {
  correct,    // it means the same
  under,      // underconstrained: it accepts what is wrong, and all that is right
  over,       // overconstrained: it rejects something right, and accepts nothing wrong
  both,       // it accepts something wrong and rejects something right
  invalid,    // it does not read, or has no such predicate
  forbidden,  // it changes what is not to be changed
  unknown,    // limits ended before it was decided
};

/// "correct", "under", "over", "both", "invalid", "forbidden", "unknown".
const char* nameOf(Class one);

/// A situation that an answer judges wrongly, with the arguments of the predicate where it has parameters.
struct Situation {
  model::Instance instance;
  solver::Witnesses arguments;
};

/// Answers that mean the same within the scope.
struct Cluster {
  Class verdict = Class::unknown;
  std::vector<std::uint32_t> answers;           // ascending
  std::optional<Situation> accepted, rejected;  // a small one that it accepts wrongly, one that it rejects wrongly
  /// The share of a fixed suite that it judges rightly: the mean of that of right situations and that of wrong ones, 0 to 1.
  double share = 0;
};

struct Judgement {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;  // of those that are decided
  std::string why;                      // of invalid, forbidden and unknown ones: a sentence, or diagnostics
};

}  // namespace aunit::strength::grading
