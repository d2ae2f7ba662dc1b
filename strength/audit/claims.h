// Claims: sentences such as requirements, each with the checks, runs and tests that support it.
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

/// A claim of a list, and its line there.
struct Listed {
  std::string id, sentence;
  std::size_t line = 0;
};
/// Reads a list of claims: CSV with the columns ID and sentence, or Markdown with a row of a table (`| AUTHZ-1 | ... |`) or an
/// item
/// (`- AUTHZ-1: ...`) for each; other lines of Markdown are passed over.
std::vector<Listed> listOfClaims(std::string_view text, bool isMarkdown);

/// Notes the claims of files with these paths, and of the list in the file `list`, in the report, which has all answers; adds
/// findings about claims that nothing shows, checks that show none, and claims without a sentence. Null pointers and files that
/// did not resolve are passed over.
void addClaims(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths,
               const std::vector<Listed>& listed, const std::string& list, Report& report);

}  // namespace aunit::strength::audit
