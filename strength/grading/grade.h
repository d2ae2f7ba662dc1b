// The grades of the answers to one exercise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "solver/options.h"

namespace aunit::strength::grading {

/// How an answer relates to the right predicate within the scope.
enum class Class : std::uint8_t {
  correct,    // it means the same
  under,      // underconstrained: accepts wrong instances, and all right ones
  over,       // overconstrained: it rejects something right, and accepts nothing wrong
  both,       // it accepts something wrong and rejects something right
  invalid,    // it does not read, or has no such predicate
  forbidden,  // it changes what is not to be changed
  unknown,    // limits ended before it was decided
};

/// "correct", "under", "over", "both", "invalid", "forbidden", "unknown".
const char* nameOf(Class one);

/// A situation, with the arguments of the predicate where it has parameters.
struct Situation {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments;
};

/// A small situation that is judged wrongly, and one beside it, a tuple away, that is judged rightly if there is one.
struct Witness {
  Situation wrong;
  std::optional<Situation> beside;
};
/// The situations that answers accept wrongly, and those that they reject wrongly.
struct Witnesses {
  std::optional<Witness> accepted, rejected;
};

/// A situation, and what the right predicate says of it.
struct Example {
  const Situation* situation = nullptr;
  bool accepted = false;
};

/// Answers that mean the same within the scope.
struct Cluster {
  Class verdict = Class::unknown;
  /// "under-3f2a91~61b2...": the class, and a digest of what it says of a pool of situations, which depends on the right
  /// model's declarations and facts alone, and on scopes below 3. Whatever means the same has the same name in each run, beside
  /// whatever other answers. If facts admit hardly anything by chance, situations that the solver finds belong to the pool:
  /// then versions of this program may give other names. Behind `~` stands a digest of what it says of the fixed suite, for the
  /// few clusters that the pool does not distinguish (see withNumbers in report.h).
  std::string name;
  std::vector<std::uint32_t> answers;  // ascending
  /// Its share of correct verdicts on a fixed suite: the mean of the shares of right and of wrong situations, 0 to 1.
  double share = 0;
  /// How near it is: of the situations that it or the right predicate accepts, the part that both do (Jaccard's index), over
  /// all situations of a small scope; nothing if that was not asked for, or there are too many.
  std::optional<double> nearness;
  model::ExprId body = model::noId;  // what it says, in the grader's model
};

struct Judgement {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;  // of those that are decided
  bool elsewhere = false;               // it is another part's to judge
  std::string why;                      // of invalid, forbidden and unknown ones: a sentence, or diagnostics
};

}  // namespace aunit::strength::grading
