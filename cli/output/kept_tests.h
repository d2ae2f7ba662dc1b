// aunit exec --keep: instances as tests of a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "cli/asking/test_file.h"
#include "cli/input/arguments.h"
#include "runner/solving/answer.h"

namespace aunit::cli {

class KeptTests {
 public:
  /// The file that `--keep` names. Nothing, after a message, if the file cannot be used for tests of the model.
  static std::optional<KeptTests> open(const ExecArguments& arguments);

  /// Adds a `val` and a `test` for each instance of the answer. The test of a counterexample fails until the model is fixed.
  /// False after a message.
  bool add(const runner::CommandQuestion& question, const runner::CommandAnswer& answer);

  /// "3 tests added to list.aunit": a line, and one more if `aunit run` judges them alike only with options.
  std::string summary() const;

 private:
  KeptTests(TestFile file, const LanguageOptions& language) : file_(std::move(file)), language_(language) {}

  TestFile file_;
  LanguageOptions language_;  // of exec
  std::size_t added_ = 0;
  bool needsNoOverflow_ = false;  // a test does
};

}  // namespace aunit::cli
