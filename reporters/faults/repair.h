// Repairs of a model as text for the terminal.
#pragma once

#include <string>
#include <vector>

#include "strength/repair/repair.h"

namespace aunit::reporters {

/// The failures and the undecided tests, then each repair as a diff, with what it was checked against and what it fixes. If
/// Repairs::difference is set, the text ends with a test that distinguishes two repairs. `files` are the files that were passed
/// to repair().
std::string repairText(const strength::Repairs& repairs, const std::vector<strength::DemandingFile>& files, bool color);

/// The failures and the undecided tests, a line each. Empty if there are none.
std::string troubleText(const strength::Repairs& repairs, bool color);

/// What the repair was checked against: "all commands in their scopes (up to 3 atoms)", "the tests only".
std::string heldAgainst(const strength::Repair& repair, const strength::Repairs& repairs);

/// The kind and the name of a test or command; the name of a test is in quotes: `test "a ring"`, "check Acyclic".
std::string kindAndName(const std::string& name);

/// "not decided: check Acyclic (ring.als:3:1): time limit of 7 s reached", ending in a line break.
std::string notDecided(const std::string& name, const std::string& place, const std::string& why, bool color);

/// A sentence on what the search has tried, for use if it found no repair: "no single edit fixes all failures; 213 edits tried;
/// with the best edit, check Acyclic still fails".
std::string howFar(const strength::Repairs& repairs);

}  // namespace aunit::reporters
