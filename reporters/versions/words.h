// Words for changes, in every form in which they are shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/versions/versions.h"

namespace aunit::reporters {

/// The version that a witness is an instance of.
const parser::Loaded& loadedOf(const ComparedModel& compared, const strength::versions::Witness& witness);
/// "weaker", "added", "removed"; what a function or command is called otherwise.
std::string standingOf(const strength::versions::Change& change);
/// "fact Acyclic", "all facts and declarations".
std::string titleOf(const strength::versions::Change& change);
/// "accepted by the new version alone, with n = Node$0".
std::string headOf(const strength::versions::Witness& witness);
/// The reason for the verdict, and the changes of commands: a sentence each.
std::vector<std::string> remarksOn(const strength::versions::Change& change);
/// Says what the instance beside a witness has that the witness lacks, or the other way round; empty if there is none.
std::string nearText(const ComparedModel& compared, const strength::versions::Witness& witness);
/// Whether a gate does not let it through.
bool isForbidden(const ComparedModel& compared, std::size_t change);
/// "scope 3", "scopes 3 and 3 but 8 State".
std::string scopeOf(const ComparedModel& compared);
/// Which declarations match which ones of the old version, and why: a line each.
std::vector<std::string> matchesInWords(const ComparedModel& compared);
/// The test that would notice, as lines of a file; empty if there is none.
std::string proposedTest(const strength::versions::Witness& witness);
/// Which tests tell the versions apart, a sentence each; that none does, where tests were read.
std::vector<std::string> pinsInWords(const ComparedModel& compared);

}  // namespace aunit::reporters
