// Proposals as paragraphs of a test file.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

/// Chooses names that neither the file nor an earlier proposal uses.
class ProposalText {
 public:
  /// `file` is the text to which the proposals are appended.
  ProposalText(const model::Model& model, std::string file);

  /// An empty line, a `val` and a `test`. The test is called `name`, with a number appended if it is taken. `tags` follow the
  /// name: " @proposed".
  std::string next(const Claim& claim, const std::string& name, const std::string& tags);
  /// An unused name: `stem`, with a number appended if it is taken.
  std::string freeName(const std::string& stem);
  /// An unused title of a test.
  std::string freeTitle(const std::string& title);

 private:
  const model::Model& model_;
  std::string file_;
  std::vector<model::SigId> topLevel_;
  std::set<std::string> titles_, names_;
  std::size_t number_ = 0;
};

}  // namespace aunit::strength
