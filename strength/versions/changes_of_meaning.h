// Compares the meanings of two versions of a model: paragraph by paragraph, and the model as a whole.
#pragma once

#include <optional>
#include <vector>

#include "parser/front_end.h"
#include "strength/versions/change.h"
#include "strength/versions/matching/renamings.h"

namespace aunit::strength::versions {

/// Value of Change::why if the time limit ProofOptions::whole expired before the comparison.
inline constexpr const char* notInTime = "not compared within the time limit";

struct CompareOptions {
  std::optional<int> scope{};  // atoms of each signature; nothing: the largest overall scope of any command, at least 3
  ProofOptions proof{};
  bool proofs = false;     // the solver proves that there is no difference, and the proof is checked
  bool commands = true;    // commands whose formula, scope or facts have changed are solved; false: commands are omitted
  bool paragraphs = true;  // compares each paragraph; false: only the models as a whole, without commands
  bool byShape = false;    // accepts matches by shape alone even if the models are not equivalent with them
  bool agreement = false;  // counts the instances that only one model accepts
  bool partly = false;     // with `agreement`: counts only the first instances that are found
  std::vector<GivenPair> matches{};
};

/// Signatures and fields correspond by name, or by matchingsOf() (matching.h). Uses a matching with which the models are
/// equivalent; if there is none, the likeliest matching that `byShape` allows. Paragraphs correspond by name, unnamed facts by
/// their formula and then by their order. Paragraphs are compared on instances of the declarations and facts that both versions
/// have. The models as a whole are compared by all declarations and facts that differ. Signatures and fields that only one
/// version has are ignored when an instance of the other version is judged. Throws support::Exhausted if it is stopped.
Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options);

}  // namespace aunit::strength::versions
