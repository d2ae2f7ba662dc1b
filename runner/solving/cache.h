// Answers to commands without solving: from a folder of cached answers, and from earlier versions of the files.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/solving/answer.h"
#include "runner/solving/kept_answers.h"
#include "support/budget.h"

namespace aunit::runner {

/// For several threads at once, once it is open.
class AnswerCache {
 public:
  /// Opens what the request asks for. Returns false, with `error`, where that cannot be; `complain` is told that an unasked cache
  /// cannot be used.
  bool open(const SolveRequest& request, const std::function<void(const std::string&)>& complain, std::string& error);

  /// Whether answers are kept.
  bool keeps() const { return kept_.has_value(); }
  /// Whether the answer is known; what is known of it, or why it has to be solved, in `answer`.
  bool recall(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
              CommandAnswer& answer);
  /// Keeps what was solved.
  void keep(const CommandQuestion& question, const solver::Problem& problem, const CommandAnswer& answer);

  /// What became of the answers; nothing if none are kept.
  std::optional<SolveReport::Cache> report() const;

 private:
  KeptQuestion asKept(const CommandQuestion& question, const model::Model& model, const solver::Problem& problem,
                      const solver::Options& options) const;
  std::optional<solver::Slice> earlierSlice(const CommandQuestion& question, const solver::Options& options) const;
  bool openAnswers(const SolveRequest& request, const std::function<void(const std::string&)>& complain, std::string& error);
  bool openEarlier(const SolveRequest& request, std::string& error);

  std::string program_;  // version and build: another program may answer otherwise
  std::optional<KeptAnswers> kept_;
  std::vector<std::unique_ptr<parser::Loaded>> earlier_;  // by file, where --since says so; null: it was not there, or in error
  std::atomic<std::size_t> known_ = 0, solved_ = 0, inError_ = 0;
};

}  // namespace aunit::runner
