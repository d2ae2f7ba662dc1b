// Folders in which tests find the project's own files, and the files shared with it.
#pragma once

#include <string>

namespace aunit {

std::string sourceFolder();
std::string sharedFolder();  // may not exist

}  // namespace aunit
