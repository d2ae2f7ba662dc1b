// Asks the questions of `aunit generate --ask` and writes the answers to a file of tests.
#pragma once

#include <cstddef>
#include <string>

#include "cli/asking/ask.h"
#include "cli/asking/confirm.h"
#include "cli/asking/test_file.h"
#include "model/semantics.h"
#include "strength/generation/generation.h"

namespace aunit::cli {

/// The model's verdict on a claim: "`acyclic` accepts this valuation", "the facts reject this valuation", "`children = N0->N1`
/// holds". `instance` is the claim's instance with readable names of atoms.
std::string saying(const model::Model& model, const strength::Claim& claim, const model::Instance& instance,
                   model::Semantics semantics);

/// Asks about tests and writes each answer to the file before the next question.
class ProposalDialog {
 public:
  ProposalDialog(TestFile file, model::Semantics semantics, bool colored);

  /// Asks about tests in the file that have the tag @proposed. Returns false and sets `error` if an answer could not be written.
  bool confirm(parser::Loaded& loaded, std::string& error);
  /// Asks about new tests. Yes adds the test, no adds its negation. Returns false and sets `error` if an answer could not be
  /// written.
  bool ask(parser::Loaded& loaded, const strength::GeneratedTests& generated, std::string& error);

  bool quit() const { return answered_.quit; }
  /// How many tests have been added or changed.
  std::size_t answers() const { return answered_.yes + answered_.no + answered_.removed; }

  /// Prints a summary of the answers and returns the exit code.
  int end() const;

 private:
  TestFile file_;
  model::Semantics semantics_;
  Conversation conversation_;
  AnswerCounts answered_;
};

}  // namespace aunit::cli
