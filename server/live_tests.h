// Live tests: tests are judged while people type. Tests that evaluation decides are judged after each change, tests that need the
// solver on request.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "server/workspace.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::server {

/// The known results of the tests of one file. A result stays, marked as stale, while its test cannot be judged (because the
/// model is in error, say).
struct TestResults {
  struct One {
    suite::TestResult result;
    model::Span place;  // of its name
    bool stale = false;
    bool known = false;   // whether it was judged
    bool solved = false;  // whether it needs the solver
  };
  std::vector<One> tests;  // in the order of the text

  void markStale();
};

/// Which tests to judge: those that evaluation decides, or all.
enum class Judged : std::uint8_t { evaluated, all };

/// Judges the tests of a file. Tests that are not judged (also because the model is in error, or `stop` was set meanwhile) keep
/// their results from `before`, marked as stale. `next` is called before each test is judged, with the number of tests before it
/// and of all.
using NextTest = std::function<void(const std::string& name, std::size_t done, std::size_t all)>;
TestResults judgeTests(const Analysis& analysis, const TestResults& before, Judged which, const std::atomic<bool>& stop,
                       const NextTest& next = {});

/// One line: "passed (3 us)", "failed: {N2} != {N0}", "not run" for a test that waits for the solver; empty for any other that
/// was not judged.
std::string outcomeText(const TestResults::One& test);

}  // namespace aunit::server
