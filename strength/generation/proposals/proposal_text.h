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

  /// Returns the text of a proposal: an empty line, a `val` and a `test`. The test is called `name`, with a number appended if
  /// that name is taken. `tags` is written after the name, for example " @proposed".
  std::string next(const Claim& claim, const std::string& name, const std::string& tags);
  /// Returns a name that is not used yet: `stem`, with a number appended if it is taken.
  std::string freeName(const std::string& stem);
  /// Returns a title that is not used yet: `title`, with a number appended if it is taken.
  std::string freeTitle(const std::string& title);

 private:
  const model::Model& model_;
  std::string file_;
  std::vector<model::SigId> topLevel_;
  std::set<std::string> titles_, names_;
  std::size_t number_ = 0;
};

}  // namespace aunit::strength
