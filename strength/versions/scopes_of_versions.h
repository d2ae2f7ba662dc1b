// The scopes in which two versions of a model are compared.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/matching/matching.h"

namespace aunit::strength::versions {

struct Scopes {
  /// As many atoms of each signature as in the largest overall scope of any command, at least 3; the largest bit width and
  /// sequences.
  model::Scope usual;
  /// The usual scope, with the largest number of atoms that a command gives to single signatures, and the largest number of
  /// steps. No value if no command exceeds the usual scope.
  std::optional<model::Scope> larger;
};

/// `asked`: if set, at most this many atoms of each signature, instead of the scopes of the commands.
Scopes scopesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
                std::optional<int> asked);

/// Limit for the atoms of a signature that holds the tuples of a relation.
inline constexpr int mostAtomsOfTuples = 27;
/// The number of tuples that the relation can have with `atoms` atoms of each signature, at most mostAtomsOfTuples + 1.
int tuplesOf(const model::Model& newer, const Matching::Tuples& relation, int atoms);
/// The scope with one atom for each tuple of a relation, in the signatures that hold the tuples.
model::Scope withTuples(model::Scope scope, const model::Model& newer, const std::vector<Matching::Tuples>& relations);
Scopes withTuples(Scopes scopes, const model::Model& newer, const std::vector<Matching::Tuples>& relations);

}  // namespace aunit::strength::versions
