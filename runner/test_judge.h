// Judging one test: which engine it needs, what came out, and why (reference "tests and coverage", section 1).
#pragma once

#include <memory>

#include "parser/front_end.h"
#include "runner/coverage_subject.h"
#include "runner/outcome.h"
#include "runner/test_case.h"

namespace aunit::runner {

/// Judges tests of one loaded file, one after the other; what it compiles it keeps. Several judges may work on one file at the same time,
/// each in its own thread.
class TestJudge {
 public:
  /// With a subject, what each test meets is recorded; it must outlive the judge.
  TestJudge(const parser::Loaded& loaded, bool noOverflow, const CoverageSubject* coverage = nullptr);
  ~TestJudge();

  /// Everything of the result but file, name, place and tags. An exhausted resource is an error of the test.
  TestResult judge(const TestCase& test);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::runner
