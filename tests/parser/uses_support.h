// The meanings of the names in a text, in a form to compare.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::parser::test {

/// For each declaration that the root file names, a line "KIND NAME PLACE: PLACES", its place first and then the places of its
/// uses in the root file. Places are "line:column", with the file's name in front for other files.
std::string namesOf(const Loaded& loaded);

/// Names in the user's Alloy files that no declaration explains, and uses whose text differs from the declared one, each as
/// "file:line:column NAME". Beside the exceptions in uses.h, tags and words of the test language may be names where the language
/// does not expect them.
std::vector<std::string> unexplainedNames(const Loaded& loaded);

}  // namespace aunit::parser::test
