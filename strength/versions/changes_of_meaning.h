// Compares the meanings of two versions of a model: paragraph by paragraph, and the model as a whole.
#pragma once

#include <optional>
#include <vector>

#include "parser/front_end.h"
#include "strength/versions/change.h"
#include "strength/versions/matching/renamings.h"

namespace aunit::strength::versions {

/// The value of Change::why if the time limit ProofOptions::whole was reached before the comparison.
inline constexpr const char* notInTime = "not compared within the time limit";

struct CompareOptions {
  std::optional<int> scope{};  // atoms of each signature; if not set: the largest overall scope of any command, at least 3
  ProofOptions proof{};
  bool proofs = false;     // whether the solver writes a proof if it finds no difference; each proof is checked
  bool commands = true;    // whether commands are compared; a command is solved if its formula, its scope or the facts differ
  bool paragraphs = true;  // whether each paragraph and command is compared; if false, only the models as a whole are compared
  bool byShape = false;    // whether a matching by shape alone is accepted even if it does not make the models equivalent
  bool agreement = false;  // whether the instances that only one model accepts are counted
  bool partly = false;     // with `agreement`: if a scope has too many instances to count, only the first ones are counted
  std::vector<GivenPair> matches{};
};

/// Compares two versions of a model. Signatures and fields correspond by name, or by a matching of matchingsOf() (matching.h). If
/// the models are equivalent with some matching, this matching is used. Otherwise the likeliest matching that `byShape` allows is
/// used. Paragraphs correspond by name; unnamed facts correspond by their formula, then by their order. Each paragraph is
/// compared on instances of the declarations and facts that both versions have. The comparison of the models as a whole uses all
/// declarations and facts that differ. If only one version has a signature or field, its value in an instance does not matter to
/// the other version. Throws support::Exhausted if the work is stopped.
Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options);

}  // namespace aunit::strength::versions
