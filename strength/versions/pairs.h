// The counterpart of each paragraph of one version in the other version.
#pragma once

#include <cstdint>
#include <vector>

#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// Indices into the lists of two models; noId if one has none.
struct Pair {
  std::uint32_t older = model::noId, newer = model::noId;
};

/// `renamings`: labels of the older model that are others in the newer. The users' own paragraphs, those of the newer model in
/// its order, then those that it has no longer. They are paired by their names and kinds; facts without a name by what they say,
/// and then by their order. What has no partner then has one that says the same, or so nearly the same that it is the old one
/// under another name.
struct Pairs {
  std::vector<Pair> facts, functions, assertions, commands;
};
Pairs pairsOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
              const comparison::Renamings& renamings);

/// Whether a module is the user's, and not one of tests.
bool isOwn(const model::Model& model, model::ModuleId module);

}  // namespace aunit::strength::versions
