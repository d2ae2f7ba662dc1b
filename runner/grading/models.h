// Grades whole models: from references and answers to a table.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/semantics.h"
#include "runner/grading/submissions.h"
#include "strength/grading/whole_model.h"
#include "support/budget.h"

namespace aunit::runner {

struct ModelGradingOptions {
  bool alloy5 = false;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // for one answer
  std::optional<int> scope{};
  unsigned jobs = 0;                // number of threads; 0: one for each processor
  std::size_t part = 0, parts = 1;  // judges only the part with index `part` (from 0) of `parts` parts
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};  // called from any thread
};

/// An answer, its reference, and the judgement.
struct GradedModel {
  std::string model;   // file name of the reference without ending; empty if there is no reference for the answer
  std::string answer;  // Submission::name
  strength::grading::ModelJudgement judgement;
  std::string accepted, rejected;  // the instances of `judgement` as `val` paragraphs; empty if there is none
  double seconds = 0;              // negative if not known, because the judgement was read from a report
};

struct ModelGrading {
  std::vector<GradedModel> answers;  // in the order of the submissions
  std::vector<std::string> empty;    // names of references without an instance
  std::vector<std::string> errors;   // errors in the references; if there are any, nothing was judged
  std::size_t part = 0, parts = 1;   // as in ModelGradingOptions
  bool interrupted = false;
};

/// Unites the parts of one grading. They may be in any order. Returns nothing and sets `error` if a part is missing.
std::optional<ModelGrading> united(std::vector<ModelGrading> parts, std::string& error);

/// Grades each answer by its reference. `reference` is a file or a folder. In a folder, the reference of an answer is the file
/// with the same name; case is ignored. If there is no such file, further suffixes of the answer's name are ignored: "list.als"
/// is the reference of "list.attempt2.als".
ModelGrading gradeModels(const std::string& reference, const std::vector<Submission>& submissions,
                         const ModelGradingOptions& options);

}  // namespace aunit::runner
