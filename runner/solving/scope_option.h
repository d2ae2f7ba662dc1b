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

  /// Adds sizes to a command's scope, without changing the sizes that the command states. Returns false and sets `error` if the
  /// model lacks a signature.
  bool complete(const model::Model& model, model::Scope& scope, std::string& error) const;

 private:
  std::optional<int> overall_;
  std::vector<std::pair<std::string, int>> sigs_;
};

/// Scopes that grow up to `wanted`. They are ordered so that the first found instance has as few atoms as possible.
std::vector<model::Scope> growing(const model::Scope& wanted);

}  // namespace aunit::runner
