// The meanings of the names in a text, as lines that tests can compare.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::parser::test {

/// Returns a line "KIND NAME PLACE: PLACES" for each declaration that the root file names. PLACE is the place of the declaration,
/// PLACES are the places of its uses in the root file. A place is "line:column", after the file's name if it is another file.
std::string namesOf(const Loaded& loaded);

/// Lists, as "file:line:column NAME", names in the user's Alloy files for which no declaration is known, and uses whose text
/// differs from the declared name. Omits the exceptions of uses.h, and tags and words of the test language in places where the
/// language does not expect them.
std::vector<std::string> unexplainedNames(const Loaded& loaded);

}  // namespace aunit::parser::test
