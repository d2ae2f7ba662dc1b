// Live tests: the server judges tests while the user types. After each change it judges the tests that evaluation decides; tests
// that need the solver are judged on request.
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

/// The known results of the tests of one file. While a test cannot be judged (because the model has errors, for example), its
/// last result stays, marked as stale.
struct TestResults {
  struct LiveTest {
    suite::TestResult result;
    model::Span place;    // place of the test's name
    bool stale = false;   // whether the result is about an earlier text
    bool known = false;   // whether the test was ever judged
    bool solved = false;  // whether the test needs the solver
  };
  std::vector<LiveTest> tests;  // in the order of the text

  void markStale();
};

/// Returns the tests of a file. Each test has its result from `before`, if there is one, and is marked as stale. Requires that
/// the model has no errors.
TestResults carriedOver(const Analysis& analysis, const TestResults& before);

/// Which tests to judge: only the tests that evaluation decides, or all tests.
enum class JudgedTests : std::uint8_t { evaluated, all };

/// Judges the tests of a file one after the other, in one thread.
class LiveTestJudge {
 public:
  LiveTestJudge(std::shared_ptr<const Analysis> analysis, JudgedTests which);
  ~LiveTestJudge();

  /// Index (Analysis::tests) of the test to judge next; the number of tests if none is left.
  std::size_t next() const { return next_; }
  /// Judges the next test. Returns nothing if `stop` was set meanwhile. The judge stores a pointer to `stop`, so all calls must
  /// pass the same flag.
  std::optional<TestResults::LiveTest> judge(const std::atomic<bool>& stop);

 private:
  void passOver();

  std::shared_ptr<const Analysis> analysis_;
  JudgedTests which_;
  std::size_t next_ = 0;
  std::unique_ptr<suite::TestJudge> judge_;
};

/// One line: "passed (3 us)", "failed: {N2} != {N0}". For a test that was never judged: "not run" if it needs the solver, else
/// empty.
std::string outcomeText(const TestResults::LiveTest& test);

}  // namespace aunit::server
