// Reports on a change of a model, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/versions/change.h"
#include "strength/versions/pinning.h"

namespace aunit::reporters {

/// Two versions of one model, and how they compare.
struct ComparedModel {
  std::string path;  // as the newer version is called
  const parser::Loaded* older = nullptr;
  const parser::Loaded* newer = nullptr;
  strength::versions::Comparison comparison;
  std::vector<std::size_t> forbidden;  // indices of changes that a gate does not let through
  bool suggest = false;                // tests that would notice are to be shown
  bool testsRead = false;              // there are tests of the model
  std::vector<strength::versions::PinningTest> pins{};
};

/// For the terminal: each change with its witnesses, those that are forbidden marked.
std::string versionsText(const std::vector<ComparedModel>& models, bool color);
/// A comment to a pull request.
std::string versionsMarkdown(const std::vector<ComparedModel>& models);
/// docs/schemas/diff.json.
std::string versionsJson(const std::vector<ComparedModel>& models);

}  // namespace aunit::reporters
