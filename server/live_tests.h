// Live tests: tests are judged while the user types. Tests that evaluation decides are judged after each change, tests that need
// the solver on request.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/texts/workspace.h"
#include "suite/outcome.h"

namespace aunit::suite {
class TestJudge;
}

namespace aunit::server {

/// The known results of the tests of one file. While a test cannot be judged (e.g. because the model has errors), its result
/// stays, marked as stale.
struct TestResults {
  struct One {
    suite::TestResult result;
    model::Span place;  // of the test's name
    bool stale = false;
    bool known = false;   // whether it was judged
    bool solved = false;  // whether it needs the solver
  };
  std::vector<One> tests;  // in the order of the text

  void markStale();
};

/// The tests of a file, whose model must have no errors, each with its earlier result marked as stale.
TestResults carriedOver(const Analysis& analysis, const TestResults& before);

/// Which tests to judge: those that evaluation decides, or all.
enum class Judged : std::uint8_t { evaluated, all };

/// Judges the tests of a file one after the other, in one thread.
class TestJudging {
 public:
  TestJudging(std::shared_ptr<const Analysis> analysis, Judged which);
  ~TestJudging();

  /// Index (Analysis::tests) of the test to judge next; the number of tests if none is left.
  std::size_t next() const { return next_; }
  /// Judges the next test. Returns nothing if `stop` was set meanwhile; all calls must pass the same `stop`.
  std::optional<TestResults::One> judge(const std::atomic<bool>& stop);

 private:
  void passOver();

  std::shared_ptr<const Analysis> analysis_;
  Judged which_;
  std::size_t next_ = 0;
  std::unique_ptr<suite::TestJudge> judge_;
};

/// One line: "passed (3 us)", "failed: {N2} != {N0}", "not run" for a test that waits for the solver; empty for another test that
/// was not judged.
std::string outcomeText(const TestResults::One& test);

}  // namespace aunit::server
