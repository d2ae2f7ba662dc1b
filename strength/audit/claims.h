// A claim is a sentence that the model should support, for example from a list of requirements for the system. The report shows
// it with its checks, runs and tests.
//
//     -- @claim AUTHZ-1: only owners delete
//     check OnlyOwners for 5
//
// The comment is above a command, an assertion or a test. The sentence may be in a list of claims instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/front_end.h"
#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// A claim in a list, and its line there.
struct ListedClaim {
  std::string id, sentence;
  std::size_t line = 0;
};
/// Reads a list of claims. CSV has the columns ID and sentence. Markdown has a row of a table (`| AUTHZ-1 | ... |`) or an item
/// (`- AUTHZ-1: ...`) for each claim; its other lines are ignored.
std::vector<ListedClaim> listOfClaims(std::string_view text, bool isMarkdown);

/// Adds claims to the report: the claims in the files `paths`, and the claims in `listed`, which come from the file `list`. The
/// report must already have all answers. Adds a finding for each claim without a check, run or test that confirms it, for each
/// check without a claim, and for each claim without a sentence. Ignores elements of `loaded` that are null or have no model.
void addClaims(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths,
               const std::vector<ListedClaim>& listed, const std::string& list, Report& report);

}  // namespace aunit::strength::audit
