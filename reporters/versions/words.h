// The words for changes that all forms of the report share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/versions/versions.h"

namespace aunit::reporters {

/// The version of the model that has this witness as an instance.
const parser::Loaded& loadedOf(const ComparedModel& compared, const strength::versions::Witness& witness);
/// "weaker", "added", "removed"; for functions and commands other words.
std::string standingOf(const strength::versions::Change& change);
/// "fact Acyclic", "all facts and declarations".
std::string titleOf(const strength::versions::Change& change);
/// "accepted by the new version alone, with n = Node$0".
std::string headOf(const strength::versions::Witness& witness);
/// The reason for the verdict, and the changes of commands: a sentence each.
std::vector<std::string> remarksOn(const strength::versions::Change& change);
/// Tells how the instance nearest to a witness differs from it; empty if there is none.
std::string nearText(const ComparedModel& compared, const strength::versions::Witness& witness);
/// Whether the gate forbids a change, given by its index.
bool isForbidden(const ComparedModel& compared, std::size_t change);
/// "scope 3", "scopes 3 and 3 but 8 State".
std::string scopeOf(const ComparedModel& compared);
/// Which declarations match which ones of the old version, and why, one line each.
std::vector<std::string> matchesInWords(const ComparedModel& compared);
/// The test that would notice, as lines of a file; empty if there is none.
std::string proposedTest(const strength::versions::Witness& witness);
/// Which tests distinguish the versions, a sentence each; if tests were read and none does, a sentence that says so.
std::vector<std::string> pinsInWords(const ComparedModel& compared);

}  // namespace aunit::reporters
