// Cached answers to commands in a folder. They may also answer other commands.
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

/// KeptFrom::why of an answer to the same question.
inline constexpr const char* sameQuestion = "the same question";

/// A command as a question to the cache.
struct KeptQuestion {
  const model::Model& model;
  const solver::Problem& problem;
  const solver::Options& options;
  std::string file;         // answers to all commands of this file are tried
  std::string name;         // readable, within the file; answers to its earlier versions are tried first
  std::string also = {};    // further inputs of the answer: the program, and its options
  bool anyInstance = true;  // the verdict is wanted, not a particular instance
};

/// Thread-safe.
class KeptAnswers {
 public:
  explicit KeptAnswers(runner::AnswerFolder folder) : folder_(std::move(folder)) {}

  /// The digests of everything that the answer depends on: the members of `question`, and the relevant parts of the model.
  static solver::Slice sliceOf(const KeptQuestion& question);

  /// The cached answer to the same question. Otherwise an answer that follows from the cached answer to an earlier version, or to
  /// another command of the file: an old instance, or one near it, that evaluation confirms; or no instance, if the old
  /// contradiction is still there or follows. Nothing if a new question might be refused (unless it is the same question), or if
  /// the search takes too long. `older`: the key of an earlier version that was asked, or empty. `said` gets the text for
  /// --explain-cache.
  std::optional<CommandAnswer> recall(const KeptQuestion& question, const solver::Slice& slice, const std::string& older,
                                      const support::Budget& budget, std::string& said);
  /// Stores an answer that was solved, or that follows from a cached one.
  void keep(const KeptQuestion& question, const solver::Slice& slice, const CommandAnswer& answer, const support::Budget& budget);

  const runner::AnswerFolder& folder() const { return folder_; }

 private:
  std::optional<CommandAnswer> lookedUp(const KeptQuestion& question, const solver::Slice& slice, const std::string& older,
                                        const support::Budget& budget, std::string& said);
  void note(const KeptQuestion& question, const std::string& key);

  runner::AnswerFolder folder_;
};

}  // namespace aunit::runner
