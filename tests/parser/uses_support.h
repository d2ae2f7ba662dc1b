// The meanings of the names in a text, in a form that tests can compare.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::parser::test {

/// A line "KIND NAME PLACE: PLACES" for each declaration that the root file names: first its own place, then the places of its
/// uses in the root file. Places are "line:column", prefixed with the file's name for other files.
std::string namesOf(const Loaded& loaded);

/// Lists, as "file:line:column NAME", the names in the user's Alloy files without a known declaration, and uses whose text
/// differs from the declared name. Exceptions: those in uses.h, and tags and words of the test language that the language does
/// not expect in their place.
std::vector<std::string> unexplainedNames(const Loaded& loaded);

}  // namespace aunit::parser::test
