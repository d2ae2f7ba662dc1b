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
  std::string path;  // the path in the newer version
  const parser::Loaded* older = nullptr;
  const parser::Loaded* newer = nullptr;
  strength::versions::Comparison comparison;
  std::vector<std::size_t> forbidden;  // indices of changes that --fail-on forbids
  bool suggest = false;                // show tests that notice the changes
  bool testsRead = false;              // whether tests of the model were read
  std::vector<strength::versions::PinningTest> pins{};
};

/// For the terminal: each change with its witnesses; forbidden changes are marked.
std::string versionsText(const std::vector<ComparedModel>& models, bool color);
/// As Markdown, for a comment on a pull request.
std::string versionsMarkdown(const std::vector<ComparedModel>& models);
/// Format: docs/schemas/diff.json.
std::string versionsJson(const std::vector<ComparedModel>& models);

}  // namespace aunit::reporters
