// Changes of meaning between two versions of a model: paragraph by paragraph, and for the model as a whole.
#pragma once

#include <optional>
#include <vector>

#include "parser/front_end.h"
#include "strength/versions/change.h"
#include "strength/versions/renamings.h"

namespace aunit::strength::versions {

/// Why a change is unknown if ProofOptions::whole has ended.
inline constexpr const char* notInTime = "not compared in time";

struct CompareOptions {
  std::optional<int> scope{};  // of each signature; nothing: the largest of any command, at least 3
  ProofOptions proof{};
  bool proofs = false;     // what is shown not to be is shown step by step
  bool commands = true;    // they are solved where what they depend on has changed; else left out
  bool paragraphs = true;  // each is compared; else the models alone, without commands
  bool byShape = false;    // matches by shape alone stand, even if the models do not mean the same with them
  std::vector<GivenPair> matches{};
};

/// Signatures and fields stand for each other by name, or as matchingsOf() says (matching.h). Among several matchings that is
/// taken with which the models mean the same; if there is none, the likeliest that `byShape` allows. Paragraphs are matched by
/// name, facts without one by what they say and then in their order. Relations are those on instances in which the declarations
/// and facts hold that both versions have; that of the model is one between all that they do not share. Signatures and fields
/// that one version alone has are left out of sight of the other. Throws support::Exhausted when it is stopped.
Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options);

}  // namespace aunit::strength::versions
