// Answers to commands, cached in a folder. An answer may also decide other commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "runner/files/answer_folder.h"
#include "runner/solving/answer.h"
#include "solver/grounding/problem.h"
#include "solver/kept/slice.h"
#include "solver/options.h"

namespace aunit::runner {

/// Value of AnswerOrigin::why if the cached answer is an answer to the same question.
inline constexpr const char* sameQuestion = "the same question";

/// A command as a question to the cache.
struct CacheQuestion {
  const model::Model& model;
  const solver::Problem& problem;
  const solver::Options& options;
  std::string file;         // the cached answers to all commands of this file may decide the command
  std::string name;         // the command's name, by which the cache finds answers to earlier versions of the command
  std::string also = {};    // other things on which the answer depends: the version of aunit, and its options
  bool anyInstance = true;  // whether any instance is enough, because only the verdict is wanted
};

/// Thread-safe.
class CachedAnswers {
 public:
  explicit CachedAnswers(runner::AnswerFolder folder) : folder_(std::move(folder)) {}

  /// The digests of everything on which the answer depends: the members of `question`, and the relevant parts of the model.
  static solver::Slice sliceOf(const CacheQuestion& question);

  /// Returns the cached answer to the same question. If there is none, returns an answer that follows from the cached answer to
  /// an earlier version, or to another command of the file: an instance if a cached instance, or one near it, satisfies the
  /// command; "no instance" if the command's constraints imply cached constraints that contradict each other. If the solver might
  /// refuse the question, uses only the cached answer to the same question. Returns nothing if there is no such answer, or if the
  /// search takes too long. `older`: the key of an earlier version to try first, or empty.
  /// `said` gets the text for --explain-cache.
  std::optional<CommandAnswer> recall(const CacheQuestion& question, const solver::Slice& slice, const std::string& older,
                                      const support::Budget& budget, std::string& said);
  /// Stores an answer of the solver, or an answer that follows from a cached answer.
  void keep(const CacheQuestion& question, const solver::Slice& slice, const CommandAnswer& answer,
            const support::Budget& budget);

  const runner::AnswerFolder& folder() const { return folder_; }

 private:
  std::optional<CommandAnswer> lookedUp(const CacheQuestion& question, const solver::Slice& slice, const std::string& older,
                                        const support::Budget& budget, std::string& said);
  void note(const CacheQuestion& question, const std::string& key);

  runner::AnswerFolder folder_;
};

}  // namespace aunit::runner
