// Judges exercises in which students write tests: on each right model all tests must pass, on each wrong model a test must fail.
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
  /// `over` if a right model is refused, `under` if a wrong model is missed, `both` if both happen, else `correct`; or `invalid`,
  /// `forbidden`, `unknown`.
  Class verdict = Class::unknown;
  std::string why;                   // why the submission is invalid, forbidden or unknown
  std::vector<std::string> refused;  // right models on which at least one test fails
  std::vector<std::string> missed;   // wrong models on which no test fails; tests in `failed` do not count
  std::vector<std::string> failed;   // tests that fail on at least one right model
  double share = 0;                  // share of the wrong models that are not in `missed`; 0 if a right model is in `refused`
};

struct TestsOptions {
  parser::LoadOptions load;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // limits of all work on one submission
};

/// Judges files of tests. Thread-safe. A student writes a file for the handout, which is the model that students see. The file
/// may open the handout by its name, and error messages refer to the handout. To judge the file, this class loads it again with
/// each model in place of the handout. A file is forbidden if it declares signatures or facts, or reads other files.
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
