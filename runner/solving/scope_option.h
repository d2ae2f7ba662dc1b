// --scope: the scope of commands that do not state a scope.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

namespace aunit::runner {

class ScopeOption {
 public:
  /// Each text is "4" for all signatures or "Node=4" for one. Returns nothing and sets `error` if a text is neither.
  static std::optional<ScopeOption> parse(const std::vector<std::string>& texts, std::string& error);

  /// Adds the sizes of this option to a command's scope, but does not change sizes that the command states. Returns false and
  /// sets `error` if the option names a signature that the model does not have.
  bool complete(const model::Model& model, model::Scope& scope, std::string& error) const;

 private:
  std::optional<int> overall_;
  std::vector<std::pair<std::string, int>> sigs_;
};

/// Returns scopes that grow, from at most one atom of each signature to `wanted`. A search in this order finds instances with few
/// atoms first.
std::vector<model::Scope> growing(const model::Scope& wanted);

}  // namespace aunit::runner
