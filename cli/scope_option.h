// --scope: how large commands are that do not say so themselves.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

namespace aunit::cli {

class ScopeOption {
 public:
  /// "4" for all signatures, "Node=4" for one; several are given together. Nothing with `error` when one is neither.
  static std::optional<ScopeOption> parse(const std::vector<std::string>& texts, std::string& error);

  /// Completes a command's scope: what it says stays. False with `error` when the model has no such signature.
  bool complete(const model::Model& model, model::Scope& scope, std::string& error) const;

 private:
  std::optional<int> overall_;
  std::vector<std::pair<std::string, int>> sigs_;
};

/// Scopes that grow up to the one wanted, which is the last: what is found first has as few atoms as possible.
std::vector<model::Scope> growing(const model::Scope& wanted);

}  // namespace aunit::cli
