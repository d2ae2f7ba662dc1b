// Proposals as paragraphs of a test file.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

/// Finds names for proposals that a file does not have yet, nor proposals before them.
class ProposalText {
 public:
  /// `file` is the text that they are added to.
  ProposalText(const model::Model& model, std::string file);

  /// An empty line, a `val` and a `test`. `name` becomes the test's, with a number behind it where it is taken; `tags` stand
  /// behind it: " @proposed".
  std::string next(const Claim& claim, const std::string& name, const std::string& tags);
  /// A name that the file does not have: `stem`, or with a number behind it.
  std::string freeName(const std::string& stem);
  /// Likewise the title of a test.
  std::string freeTitle(const std::string& title);

 private:
  const model::Model& model_;
  std::string file_;
  std::vector<model::SigId> topLevel_;
  std::set<std::string> titles_, names_;
  std::size_t number_ = 0;
};

}  // namespace aunit::strength
