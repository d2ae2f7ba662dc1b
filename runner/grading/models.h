// Grading of whole models: references and answers to a table.
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
  support::Limits limits{.seconds = 10};  // of one answer
  std::optional<int> scope{};
  unsigned jobs = 0;                // threads; 0: as many as there are processors
  std::size_t part = 0, parts = 1;  // of the answers, by their places
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};  // from any thread
};

/// An answer and what it was judged by.
struct GradedModel {
  std::string model;   // the name of the reference, without folders and ending; empty: there is none for this answer
  std::string answer;  // Submission::name
  strength::grading::ModelJudgement judgement;
  std::string accepted, rejected;  // ModelJudgement's instances as `val` paragraphs; empty: there is none
  std::string witness;             // one of them on one line, with who accepts it
  double seconds = 0;
};

struct ModelGrading {
  std::vector<GradedModel> answers;  // in the order of the submissions
  std::vector<std::string> empty;    // names of references without an instance
  std::vector<std::string> errors;   // of the references: nothing was judged
  bool interrupted = false;
};

/// `reference`: a file, or a folder. For a folder, an answer belongs to the file of the same name: case and what follows a
/// further dot ("list.attempt2.als") do not count.
ModelGrading gradeModels(const std::string& reference, const std::vector<Submission>& submissions,
                         const ModelGradingOptions& options);

}  // namespace aunit::runner
