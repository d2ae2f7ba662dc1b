// Changes of meaning between two versions of a model: paragraph by paragraph, and for the model as a whole.
#pragma once

#include <optional>

#include "parser/front_end.h"
#include "strength/versions/change.h"

namespace aunit::strength::versions {

/// Why a change is unknown where ProofOptions::whole has ended.
inline constexpr const char* notInTime = "not compared in time";

struct CompareOptions {
  std::optional<int> scope{};  // of each signature; nothing: the largest of any command, at least 3
  ProofOptions proof{};
  bool proofs = false;   // what is shown not to be is shown step by step
  bool commands = true;  // they are solved where what they depend on has changed; else left out
};

/// Paragraphs are matched by name, facts without one by what they say and then in their order. Relations are those on instances
/// in which the declarations and facts hold that both versions have; that of the model is one between all that they do not share.
/// Signatures and fields that one version alone has are left out of sight of the other. Throws support::Exhausted when it is
/// stopped.
Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options);

}  // namespace aunit::strength::versions
