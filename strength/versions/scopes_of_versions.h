// The scopes in which two versions of a model are compared.
#pragma once

#include <optional>

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

struct Scopes {
  /// As many atoms of each signature as the largest overall scope of any command says, at least 3; its integers and sequences.
  model::Scope usual;
  /// The usual scope, and for signatures that commands give more atoms as many as the most; nothing if no command does. (None
  /// is exact: what is exact is within.)
  std::optional<model::Scope> larger;
};

/// `asked`: so many atoms of each signature, not more.
Scopes scopesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
                std::optional<int> asked);

}  // namespace aunit::strength::versions
