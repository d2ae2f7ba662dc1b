// Folders of the project's own files, and of the shared test data.
#pragma once

#include <string>

namespace aunit {

std::string sourceFolder();
std::string sharedFolder();  // may not exist

}  // namespace aunit
