// exec --keep and trace --keep: instances and logs as tests of a file.
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

class KeptTests {
 public:
  /// The file `out` for tests of the model. Nothing, after a message, if it cannot be used for them.
  static std::optional<KeptTests> open(const std::string& model, const std::string& out, LanguageOptions language,
                                       const std::string& color);

  /// Adds a `val` and a `test` for each instance of the answer. The test of a counterexample fails until the model is fixed.
  /// False after a message.
  bool add(const runner::CommandQuestion& question, const runner::CommandAnswer& answer);
  /// Adds a test that this log fits: a `log` paragraph that names its files, and a `test`. False after a message.
  bool addFitting(const parser::Loaded& loaded, const model::Log& log, const suite::log::Run& run);
  /// Adds a test that the step is impossible at which this log departs from the model. False after a message.
  bool addDeparting(const parser::Loaded& loaded, const suite::log::Run& run, const suite::log::LogVerdict& verdict);

  /// "3 tests added to list.aunit": a line, and one more if `aunit run` judges them alike only with options.
  std::string summary() const;

 private:
  KeptTests(TestFile file, const LanguageOptions& language) : file_(std::move(file)), language_(language) {}
  bool write(const std::string& text, std::size_t tests);

  TestFile file_;
  LanguageOptions language_;  // of exec
  std::size_t added_ = 0;
  bool needsNoOverflow_ = false;  // a test does
};

}  // namespace aunit::cli
