// Where tests find the project's own files, and what is shared with it when that is there.
#pragma once

#include <string>

namespace aunit {

std::string sourceFolder();
std::string sharedFolder();  // may not exist

}  // namespace aunit
