// Finds which signatures and fields of two models correspond if names and forms differ.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/change.h"
#include "strength/versions/matching/renamings.h"

namespace aunit::strength::versions {

/// Names from the user: "Node", "Node.link", "link", or "ordering/next" for an order. One name is of the newer model, and one of
/// the older model.
struct GivenMatch {
  std::string newer, older;
};

/// Returns the declarations with these names. Returns nothing, with the reason in `error`, if a name is unknown, ambiguous or
/// matched twice, or if two declarations cannot correspond.
std::optional<std::vector<GivenPair>> givenPairs(const model::Model& older, const model::Model& newer,
                                                 const std::vector<GivenMatch>& given, std::string& error);

/// Both models, extended to the same declarations. If a declaration has another form in the other model, each model gets the
/// other's declaration, and a fact that defines it. Forms differ by the order of columns, by several fields instead of one in
/// their common parent, or by the shapes of shapes.h. The IDs of the models stay valid in the copies; added declarations come
/// last.
struct Matching {
  /// A signature of the newer copy with one atom for each tuple of a relation. Its scope must be large enough.
  struct Tuples {
    model::SigId sig = model::noId;
    std::vector<std::set<model::SigId>> columns{};
  };
  comparison::Renamings renamings;
  std::vector<Match> matches;
  std::unique_ptr<model::Extension> older, newer;  // null if nothing was added
  std::vector<Tuples> tuples;
  bool isByShape = false;  // some match rests on shape alone, not on names
};

/// Both versions as they were loaded (`plain`), and with the declarations that the matching added.
struct Versions {
  Versions(const model::Model& loadedOlder, const model::Model& loadedNewer, const Matching& matching)
      : plainOlder(loadedOlder),
        plainNewer(loadedNewer),
        older(matching.older ? matching.older->model() : loadedOlder),
        newer(matching.newer ? matching.newer->model() : loadedNewer) {}

  const model::Model &plainOlder, &plainNewer;
  const model::Model &older, &newer;
};

/// The possible matchings, the likeliest first; at least one, at most 33. Matches by shape alone are made only if they leave no
/// signature or field of either model unmatched. The last matching has no such matches.
std::vector<Matching> matchingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given);

}  // namespace aunit::strength::versions
