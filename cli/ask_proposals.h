// The questions of `aunit generate --ask`, and the answers in a file of tests.
#pragma once

#include <cstddef>
#include <string>

#include "cli/ask.h"
#include "cli/confirm.h"
#include "cli/test_file.h"
#include "strength/generation.h"

namespace aunit::cli {

/// "accepted by acyclic", "rejected by the facts", "children = N0->N1": what the model says of a claim, atoms by the names of
/// `instance`, the claim's own with names that people like.
std::string saying(const model::Model& model, const strength::Claim& claim, const model::Instance& instance, bool noOverflow);

/// Each answer is written before the next question is asked.
class Asking {
 public:
  Asking(TestFile file, bool noOverflow, bool colored);

  /// About tests that are proposed in the file already. False, with `error`, when an answer could not be written.
  bool confirm(parser::Loaded& loaded, std::string& error);
  /// About new ones: yes adds the test, no the test that says the opposite. The same.
  bool ask(parser::Loaded& loaded, const strength::Generated& generated, std::string& error);

  bool quit() const { return answered_.quit; }
  /// How many tests have been added or changed.
  std::size_t answers() const { return answered_.yes + answered_.no + answered_.removed; }

  /// Says what came of it. The exit code.
  int end() const;

 private:
  TestFile file_;
  bool noOverflow_;
  Conversation conversation_;
  Answered answered_;
};

}  // namespace aunit::cli
