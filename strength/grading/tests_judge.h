// Exercises in which tests are written: right models must pass them, wrong ones must fail.
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
  Class verdict = Class::unknown;    // correct; over: a right model is rejected; under: a wrong one is missed; both; ...
  std::string why;                   // of invalid, forbidden and unknown ones
  std::vector<std::string> refused;  // right models that some test fails on
  std::vector<std::string> missed;   // wrong models that all tests pass on which right models pass
  std::vector<std::string> failed;   // tests that some right model fails
  double share = 0;                  // of the wrong models, how many are noticed; 0 where a right one is rejected
};

struct TestsOptions {
  parser::LoadOptions load;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of all that one submission takes
};

/// Judges files of tests, each by itself; for several threads at once. The files are about what students see, the handout,
/// which they may open by its name; what is wrong with them is said in its terms. Each is then read again about every model, as
/// if they were the handout. Files that declare signatures, facts or anything else that would change the model, or name files,
/// are forbidden.
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
