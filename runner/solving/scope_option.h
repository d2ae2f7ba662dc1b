// --scope: the scope of commands that do not state one themselves.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

namespace aunit::runner {

class ScopeOption {
 public:
  /// Each text is "4" for all signatures or "Node=4" for one. Nothing, with `error`, when one is neither.
  static std::optional<ScopeOption> parse(const std::vector<std::string>& texts, std::string& error);

  /// Completes a command's scope, whose own entries stay. Returns false, with `error`, when the model lacks a signature.
  bool complete(const model::Model& model, model::Scope& scope, std::string& error) const;

 private:
  std::optional<int> overall_;
  std::vector<std::pair<std::string, int>> sigs_;
};

/// Growing scopes, the last of which is the one wanted: searching them in order, the first instance found has as few atoms as
/// possible.
std::vector<model::Scope> growing(const model::Scope& wanted);

}  // namespace aunit::runner
