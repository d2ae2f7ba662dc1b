// The words for changes, the same in all forms of the report.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/versions/versions.h"

namespace aunit::reporters {

/// The version of the model that has this witness as an instance.
const parser::Loaded& loadedOf(const ComparedModel& compared, const strength::versions::Witness& witness);
/// The effect of a change in words: "weaker", "added", "removed". Changes of functions and commands have further words.
std::string standingOf(const strength::versions::Change& change);
/// What has changed: "fact Acyclic", "all facts and declarations".
std::string titleOf(const strength::versions::Change& change);
/// The heading of a witness: "only the new version accepts this instance, with n = Node$0".
std::string headOf(const strength::versions::Witness& witness);
/// Remarks on a change, a sentence each: a former name, the reason for the verdict, proofs.
std::vector<std::string> remarksOn(const strength::versions::Change& change);
/// How the nearest instance that both versions accept differs from the witness; empty if there is none.
std::string nearText(const ComparedModel& compared, const strength::versions::Witness& witness);
/// Whether --fail-on forbids the change with this index.
bool isForbidden(const ComparedModel& compared, std::size_t change);
/// The scopes of the comparison: `scope 3`, `scopes "3" and "3 but 8 State"`.
std::string scopeOf(const ComparedModel& compared);
/// One line for each declaration that has another name in the old version: which declaration it matches, and why.
std::vector<std::string> matchesInWords(const ComparedModel& compared);
/// The proposed test, which distinguishes the versions by the witness, as lines of a test file; empty if there is none.
std::string proposedTest(const strength::versions::Witness& witness);
/// One sentence for each test that distinguishes the versions. If no test does, a sentence that says so; empty if no tests were
/// read.
std::vector<std::string> pinsInWords(const ComparedModel& compared);

}  // namespace aunit::reporters
