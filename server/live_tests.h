// Tests judged while people type: those that evaluation decides after each change, those that need the solver when they are asked
// for.
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

/// What is known of the tests of one file. A result stays when its test cannot be judged for now (the model is in error, say),
/// but is marked.
struct TestResults {
  struct One {
    suite::TestResult result;
    model::Span place;  // of its name
    bool stale = false;
    bool known = false;   // it was judged
    bool solved = false;  // only the solver can tell
  };
  std::vector<One> tests;  // in the order of the text

  void markStale();
};

/// Which of the tests are judged.
enum class Judged : std::uint8_t { evaluated, all };

/// Judges the tests of a file that loads; what `before` knows stays where nothing is judged. When `stop` is set, soon, the rest
/// keeps what it had. `next` hears of each test before it is judged, of how many are done and how many there are.
using NextTest = std::function<void(const std::string& name, std::size_t done, std::size_t all)>;
TestResults judgeTests(const Analysis& analysis, const TestResults& before, Judged which, const std::atomic<bool>& stop,
                       const NextTest& next = {});

/// "passed (3 us)", "failed: {N2} != {N0}"; empty for what is not known. One line.
std::string outcomeText(const TestResults::One& test);

}  // namespace aunit::server
