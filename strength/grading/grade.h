// The grades of the answers to one exercise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "solver/options.h"

namespace aunit::strength::grading {

/// How an answer relates to the right predicate, within the scope.
enum class Class : std::uint8_t {
  correct,    // equivalent to the right predicate
  under,      // underconstrained: accepts some wrong situations, and all right ones
  over,       // overconstrained: rejects some right situations, and accepts no wrong one
  both,       // accepts some wrong situations and rejects some right ones
  invalid,    // the answer has errors, or lacks the predicate
  forbidden,  // the answer changes a part that students must not change
  unknown,    // a limit was reached before the answer was decided
};

/// "correct", "under", "over", "both", "invalid", "forbidden", "unknown".
const char* nameOf(Class one);

/// An instance of the right model, with the predicate's arguments if it has parameters.
struct Situation {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments;
};

/// A small situation (`wrong`) that the answer judges wrongly. `beside` is a situation that differs from `wrong` in one tuple and
/// that the answer judges rightly. It is empty if there is no such situation.
struct Witness {
  Situation wrong;
  std::optional<Situation> beside;
};
/// A situation that a cluster wrongly accepts, and a situation that it wrongly rejects.
struct Witnesses {
  std::optional<Witness> accepted, rejected;
};

/// A situation, and whether the right predicate accepts it.
struct Example {
  const Situation* situation = nullptr;
  bool accepted = false;
};

/// Answers that are equivalent within the scope.
struct Cluster {
  Class verdict = Class::unknown;
  /// For example "under-3f2a91~61b2...": the class, then a digest of the answers' verdicts on a pool of situations. The pool
  /// depends only on the right model's declarations and facts and, if the scope is below 3, on the scope. So equivalent answers
  /// get the same name in each run, whatever the other answers are. If there are too few random instances of the facts, the pool
  /// also has situations that the solver finds. In that case, another version of this program may give other names. The text
  /// after `~` is a digest of the verdicts on the fixed suite, a second set of situations. It distinguishes the few clusters that
  /// the pool does not distinguish (see withNumbers in report.h).
  std::string name;
  std::vector<std::uint32_t> answers;  // ascending
  /// 0 to 1: the mean of two shares on the fixed suite. The first is the share of correct verdicts on situations that the right
  /// predicate accepts, the second on situations that it rejects.
  double share = 0;
  /// Jaccard's index, 0 to 1, over all situations of a small scope. It is the number of situations that both the answer and the
  /// right predicate accept, divided by the number that at least one of them accepts. No value if it was not requested, or if
  /// there are too many situations.
  std::optional<double> nearness;
  /// All these answers are equivalent to this formula over the predicate's parameters. It is a formula of the grader's model.
  model::ExprId body = model::noId;
};

struct Judgement {
  Class verdict = Class::unknown;
  std::uint32_t cluster = model::noId;  // index of the answer's cluster; noId if the answer is not decided
  bool elsewhere = false;               // whether another shard judges the answer
  std::string why;  // the reason for the verdict `invalid`, `forbidden` or `unknown`: a sentence, or diagnostics
};

}  // namespace aunit::strength::grading
