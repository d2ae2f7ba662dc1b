// Answers commands without the solver: from a folder of cached answers, and from earlier versions of the files.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/solving/answer.h"
#include "runner/solving/cached_answers.h"
#include "support/budget.h"

namespace aunit::runner {

/// Thread-safe after `open`.
class AnswerCache {
 public:
  /// Opens the cache if `request` or AUNIT_CACHE asks for it. Loads the earlier versions of the files if `request` names a commit
  /// (--since). Returns false and sets `error` on failure. Calls `complain` if the default folder of the cache cannot be used.
  bool open(const SolveRequest& request, const std::function<void(const std::string&)>& complain, std::string& error);

  /// Whether answers are cached.
  bool keeps() const { return kept_.has_value(); }
  /// Returns whether the answer is known; `answer` gets the answer, or the reason why the command must be solved.
  bool recall(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
              CommandAnswer& answer);
  /// Stores an answer that the solver found.
  void keep(const CommandQuestion& question, const solver::Problem& problem, const CommandAnswer& answer);

  /// How many answers came from the cache, and how many from the solver; nothing if answers are not cached.
  std::optional<SolveReport::Cache> report() const;

 private:
  CacheQuestion asKept(const CommandQuestion& question, const model::Model& model, const solver::Problem& problem,
                       const solver::Options& options) const;
  std::optional<solver::Slice> earlierSlice(const CommandQuestion& question, const solver::Options& options) const;
  bool openAnswers(const SolveRequest& request, const std::function<void(const std::string&)>& complain, std::string& error);
  bool openEarlier(const SolveRequest& request, std::string& error);

  std::string program_;  // version and build; part of the question, because another program may give other answers
  std::optional<CachedAnswers> kept_;
  // By file: its earlier version, if --since is given; null if that version is missing or has errors.
  std::vector<std::unique_ptr<parser::Loaded>> earlier_;
  std::atomic<std::size_t> known_ = 0, solved_ = 0, inError_ = 0;
};

}  // namespace aunit::runner
