// The scopes in which two versions of a model are compared.
#pragma once

#include <optional>

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

struct Scopes {
  /// As many atoms of each signature as in the largest overall scope of any command, at least 3; the largest bit width and
  /// sequences.
  model::Scope usual;
  /// The usual scope, with the largest number of atoms that a command gives to single signatures, and the largest number of
  /// steps. Nothing if no command exceeds the usual scope.
  std::optional<model::Scope> larger;
};

/// `asked`: atoms of each signature, instead of the commands' scopes.
Scopes scopesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
                std::optional<int> asked);

}  // namespace aunit::strength::versions
