// Cached answers to commands in a folder, and the other commands that they answer.
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

/// For an answer that was kept for it.
inline constexpr const char* sameQuestion = "the same question";

/// A command as a question that may have been answered before.
struct KeptQuestion {
  const model::Model& model;
  const solver::Problem& problem;
  const solver::Options& options;
  std::string file;         // its answers are looked at as well, whichever command they are of
  std::string name;         // for people, in the file: the answers of earlier versions of it are looked at first
  std::string also = {};    // what else an answer depends on: the program, and how it was asked
  bool anyInstance = true;  // the verdict is wanted, and no instance in particular
};

/// For several threads at once.
class KeptAnswers {
 public:
  explicit KeptAnswers(runner::AnswerFolder folder) : folder_(std::move(folder)) {}

  /// The digests of all that an answer depends on: these, and the model's parts.
  static solver::Slice sliceOf(const KeptQuestion& question);

  /// The answer that was kept for the same question; else one that follows from what was kept for an earlier version, or for
  /// another command of the file: an instance of then, or one near it, that is one by evaluation, or "none" where all that
  /// contradicted itself is still there or follows. Nothing if a fresh start might refuse the question, unless it is the same
  /// question, or if looking takes too long. `older`: the key of a version that is known to have been asked, or empty. `said`
  /// becomes what is to be said of it ("--explain-cache").
  std::optional<CommandAnswer> recall(const KeptQuestion& question, const solver::Slice& slice, const std::string& older,
                                      const support::Budget& budget, std::string& said);
  /// Keeps what was solved, or follows from what was kept.
  void keep(const KeptQuestion& question, const solver::Slice& slice, const CommandAnswer& answer, const support::Budget& budget);

  const runner::AnswerFolder& folder() const { return folder_; }

 private:
  std::optional<CommandAnswer> lookedUp(const KeptQuestion& question, const solver::Slice& slice, const std::string& older,
                                        const support::Budget& budget, std::string& said);
  void note(const KeptQuestion& question, const std::string& key);

  runner::AnswerFolder folder_;
};

}  // namespace aunit::runner
