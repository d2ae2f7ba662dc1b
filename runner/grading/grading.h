// Grading: an assignment and submissions to a report.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/semantics.h"
#include "runner/grading/assignment.h"
#include "runner/grading/submissions.h"
#include "strength/grading/report.h"
#include "support/budget.h"

namespace aunit::runner {

struct GradingOptions {
  bool alloy5 = false;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of one answer to one exercise
  unsigned jobs = 0;                      // threads; 0: as many as there are processors
  /// Completes the default scope for the right model. Returns false with an error.
  std::function<bool(const model::Model&, model::Scope&, std::string& error)> scope;
  bool hints = true;                                                                         // hints are looked for
  std::size_t part = 0, parts = 1;                                                           // of the answers, by what they mean
  bool texts = true;                                                                         // ClusterReport::text
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};  // from any thread
  /// What an earlier run has found out about a cluster, by a digest of all that it depends on: its situations and its hint are
  /// taken from there. Called from any thread, as is `remember`.
  std::function<std::optional<strength::grading::ClusterReport>(const std::string& key, const model::Model&)> remembered{};
  std::function<void(const std::string& key, const strength::grading::ClusterReport&, const model::Model&)> remember{};
};

/// If errors are there, nothing else is.
strength::grading::Report grade(const Assignment& assignment, std::vector<Submission> submissions, const GradingOptions& options);

}  // namespace aunit::runner
