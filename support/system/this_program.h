// The current process. this_program.cpp is for POSIX systems, this_program_windows.cpp for Windows.
#pragma once

#include <string>
#include <vector>

#include "support/memory.h"

namespace aunit::support {

/// The words of the command line in UTF-8. On Windows, main() gets them in another encoding.
class Arguments {
 public:
  Arguments(int count, char** values);

  int count() const { return static_cast<int>(values_.size()) - 1; }
  char** values() const { return values_.data(); }

 private:
  std::vector<std::string> words_;     // empty unless the words had to be converted
  mutable std::vector<char*> values_;  // ends with a null pointer
};

/// The path of this program; empty if the system does not know it.
std::string ownProgram();

/// A text that identifies this build of the program.
std::string ownBuild();

long processNumber();

/// The name of this machine; empty if it has none.
std::string machineName();

/// The value of an environment variable in UTF-8; empty if the variable is not set.
std::string environmentVariable(const char* name);

/// The folder for caches of this user account: XDG_CACHE_HOME, else ".cache" in HOME; on Windows, LOCALAPPDATA. Empty if these
/// variables are not set.
std::string cacheFolder();

}  // namespace aunit::support
