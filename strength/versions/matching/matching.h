// Finds which signatures and fields of two models correspond although their names and forms differ.
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

/// A match that the user states. A name is like "Node", "Node.link", "link", or "ordering/next" for an order.
struct GivenMatch {
  std::string newer, older;
};

/// Returns the declarations that the user's names mean. Returns nothing, and sets `error`, if a name is unknown or ambiguous, or
/// is matched twice, or if two declarations cannot correspond.
std::optional<std::vector<GivenPair>> givenPairs(const model::Model& older, const model::Model& newer,
                                                 const std::vector<GivenMatch>& given, std::string& error);

/// A correspondence of two models, and copies of both models that have the same declarations. If the two models declare the same
/// thing in different forms, each copy also gets the declaration of the other model, with a fact that defines the added relation.
/// Forms differ in one of three ways: a field has its columns in another order; one model has several fields, and the other model
/// has one field in a common ancestor; or the forms are two forms of a shape (shapes.h). IDs of the models stay valid in the
/// copies, because added declarations come last.
struct Matching {
  /// A signature of the newer copy that has one atom for each tuple of a relation. The scope must allow this signature enough
  /// atoms.
  struct Tuples {
    model::SigId sig = model::noId;
    std::vector<std::set<model::SigId>> columns{};
  };
  comparison::Renamings renamings;
  std::vector<Match> matches;
  std::unique_ptr<model::Extension> older, newer;  // null if nothing was added
  std::vector<Tuples> tuples;
  bool isByShape = false;  // whether some match is based on shape alone, without similar names
};

/// Both versions: as they were loaded (`plain...`), and with the declarations that the matching added.
struct Versions {
  Versions(const model::Model& loadedOlder, const model::Model& loadedNewer, const Matching& matching)
      : plainOlder(loadedOlder),
        plainNewer(loadedNewer),
        older(matching.older ? matching.older->model() : loadedOlder),
        newer(matching.newer ? matching.newer->model() : loadedNewer) {}

  const model::Model &plainOlder, &plainNewer;
  const model::Model &older, &newer;
};

/// Returns the possible matchings, the likeliest first. There are at least one and at most 33: 12 from the first search, 20 from
/// the search by names, 1 without pairs by shape. If only shape suggests a pair of a matching, this matching pairs all signatures
/// and fields of both models.
std::vector<Matching> matchingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given);

}  // namespace aunit::strength::versions
