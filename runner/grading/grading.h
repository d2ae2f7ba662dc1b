// Grading: from an assignment and submissions to a report.
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
  support::Limits limits{.seconds = 10};  // for one answer to one exercise
  unsigned jobs = 0;                      // number of threads; 0: one for each processor
  /// Completes the default scope for the right model. Returns false and sets `error` if the scope does not fit the model.
  std::function<bool(const model::Model&, model::Scope&, std::string& error)> scope;
  bool hints = true;                // search for hints
  std::size_t part = 0, parts = 1;  // the part of the answers to judge, from 0; equivalent answers are in the same part
  bool texts = true;                // fill in ClusterReport::text
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};  // called from any thread
  /// `remember` stores the situations and hints of a cluster for later runs. `remembered` returns them in a later run. `key` is a
  /// digest of everything on which they depend. Both functions may be called from any thread.
  std::function<std::optional<strength::grading::ClusterReport>(const std::string& key, const model::Model&)> remembered{};
  std::function<void(const std::string& key, const strength::grading::ClusterReport&, const model::Model&)> remember{};
};

/// If the report has errors, nothing was judged.
strength::grading::Report grade(const Assignment& assignment, std::vector<Submission> submissions, const GradingOptions& options);

}  // namespace aunit::runner
