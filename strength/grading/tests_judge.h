// Judges exercises in which students write tests: right models must pass them, wrong ones must fail.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/grading/grade.h"
#include "support/budget.h"

namespace aunit::strength::grading {

/// A model by its name in reports, and its text.
struct TestedModel {
  std::string name;
  std::string text;
};

struct TestsJudgement {
  Class verdict = Class::unknown;    // correct; over: a right model is refused; under: a wrong one is missed; both; ...
  std::string why;                   // why the submission is invalid, forbidden or unknown
  std::vector<std::string> refused;  // right models on which some test fails
  std::vector<std::string> missed;   // wrong models that pass all tests that all right models pass
  std::vector<std::string> failed;   // tests that fail on some right model
  double share = 0;                  // share of the wrong models that are noticed; 0 if a right model is refused
};

struct TestsOptions {
  parser::LoadOptions load;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // limits of all work on one submission
};

/// Judges files of tests. Thread-safe. A file is written for the handout, the model that students see, and may open it by its
/// name; error messages refer to the handout. The file is then loaded again with each model in place of the handout. Files are
/// forbidden if they declare signatures or facts, or read other files.
class TestsJudge {
 public:
  TestsJudge(TestedModel handout, std::vector<TestedModel> right, std::vector<TestedModel> wrong, TestsOptions options);

  TestsJudgement judge(const std::string& path, const std::string& text) const;

 private:
  class Work;
  const TestedModel handout_;
  const std::vector<TestedModel> right_, wrong_;
  const TestsOptions options_;
};

}  // namespace aunit::strength::grading
