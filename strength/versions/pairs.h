// Finds the counterpart of each paragraph in the other version of a model.
#pragma once

#include <cstdint>
#include <vector>

#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// A paragraph in both models, as indices in their lists; noId for a model that lacks the paragraph.
struct Pair {
  std::uint32_t older = model::noId, newer = model::noId;
};

/// The pairs of the user's own paragraphs. Pairs with a paragraph of the newer model come first, in its order; removed paragraphs
/// follow. Paragraphs are paired by name and kind; unnamed facts are paired by content, then by order. Remaining paragraphs are
/// paired if their content is equal, or so similar that one is probably a renaming of the other. `renamings` maps labels of
/// the older model to the different labels in the newer model.
struct Pairs {
  std::vector<Pair> facts, functions, assertions, commands;
};
Pairs pairsOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
              const comparison::Renamings& renamings);

/// Whether a module is neither a library nor a module of tests.
bool isOwn(const model::Model& model, model::ModuleId module);
/// Whether the user has written at least one paragraph of the model; tests do not count.
bool hasParagraphs(const model::Model& model);

}  // namespace aunit::strength::versions
