// exec --keep and trace --keep: adds instances and logs as tests to a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "cli/asking/test_file.h"
#include "cli/input/arguments.h"
#include "runner/solving/answer.h"
#include "suite/log/judge.h"

namespace aunit::cli {

class SavedTests {
 public:
  /// Opens the file `out` for tests of the model. If the file cannot be used, shows a message and returns nothing.
  static std::optional<SavedTests> open(const std::string& model, const std::string& out, LanguageOptions language,
                                        const std::string& color);

  /// Adds a `val` and a `test` for each instance of an answer. If the instance is a counterexample, its test fails until the
  /// model is fixed. On failure, shows a message and returns false.
  bool add(const runner::CommandQuestion& question, const runner::CommandAnswer& answer);
  /// Adds a test which says that this log fits: a `log` paragraph that names its files, and a `test`. On failure, shows a
  /// message and returns false.
  bool addFitting(const parser::Loaded& loaded, const model::Log& log, const suite::log::Run& run);
  /// Adds a test for the step at which this log departs from the model. The test says that the step is impossible. On failure,
  /// shows a message and returns false.
  bool addDeparting(const parser::Loaded& loaded, const suite::log::Run& run, const suite::log::LogVerdict& verdict);

  /// A line such as "3 tests added to list.aunit". If `aunit run` needs options to judge these tests in the same way, a second
  /// line names the options.
  std::string summary() const;

 private:
  SavedTests(TestFile file, const LanguageOptions& language) : file_(std::move(file)), language_(language) {}
  bool write(const std::string& text, std::size_t tests);

  TestFile file_;
  LanguageOptions language_;  // options of the command that adds tests
  std::size_t added_ = 0;
  bool needsNoOverflow_ = false;  // some added test passes only with --no-overflow
};

}  // namespace aunit::cli
