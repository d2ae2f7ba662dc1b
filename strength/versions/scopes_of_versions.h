// The scopes in which two versions of a model are compared.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/matching/matching.h"

namespace aunit::strength::versions {

struct Scopes {
  /// The number of atoms of each signature is the largest overall scope of any command, but at least 3. The bit width and the
  /// length of sequences are the largest of any command.
  model::Scope usual;
  /// The usual scope with two changes: each signature has the largest number of atoms that a command states for it, and traces
  /// have the largest number of steps that a command states. No value if this changes nothing.
  std::optional<model::Scope> larger;
};

/// If `asked` is set, the scopes have at most this many atoms of each signature, whatever the commands state.
Scopes scopesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
                std::optional<int> asked);

/// A signature that has one atom for each tuple of a relation (Matching::Tuples) gets at most this many atoms.
inline constexpr int mostAtomsOfTuples = 27;
/// The number of tuples that the relation can have if each signature has `atoms` atoms. Returns at most mostAtomsOfTuples + 1.
int tuplesOf(const model::Model& newer, const Matching::Tuples& relation, int atoms);
/// Returns the scope with enough atoms of the signatures in `relations`: one for each tuple that the relation can have, at most
/// mostAtomsOfTuples.
model::Scope withTuples(model::Scope scope, const model::Model& newer, const std::vector<Matching::Tuples>& relations);
Scopes withTuples(Scopes scopes, const model::Model& newer, const std::vector<Matching::Tuples>& relations);

}  // namespace aunit::strength::versions
