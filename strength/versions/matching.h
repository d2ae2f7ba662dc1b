// Which signatures and fields of two models stand for each other, also if their names and forms differ.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/change.h"
#include "strength/versions/renamings.h"

namespace aunit::strength::versions {

/// Names as the user gives them, "Node", "Node.link" or "link": of the newer model and of the older.
struct GivenMatch {
  std::string newer, older;
};

/// The declarations that the names mean. Nothing, with the reason in `error`, if a name is unknown or ambiguous, if the two
/// declarations cannot stand for each other, or if a name is matched twice.
std::optional<std::vector<GivenPair>> givenPairs(const model::Model& older, const model::Model& newer,
                                                 const std::vector<GivenMatch>& given, std::string& error);

/// Both models in one vocabulary. If a field has another form in the other model (its columns in another order, several fields
/// of one name as one field of their common parent), each model gets the field of the other, and a fact defines it. Ids of the
/// models mean the same in their copies; what is added comes last.
struct Matching {
  comparison::Renamings renamings;
  std::vector<Match> matches;
  std::unique_ptr<model::Extension> older, newer;  // null: nothing was added
  bool isByShape = false;                          // some match rests on shape alone
};

/// The matchings that fit, the likeliest first; at least one, at most nine. Matches by shape alone are made only if they leave
/// no signature and no field of either model over; then the last matching has none.
std::vector<Matching> matchingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given);

}  // namespace aunit::strength::versions
