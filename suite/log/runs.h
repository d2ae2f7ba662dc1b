// The files that a `log` paragraph names: each run is a file, or a folder whose files belong together.
#pragma once

#include <string>
#include <vector>

namespace aunit::suite::log {

struct Run {
  std::string name;                // of the file or folder
  std::vector<std::string> files;  // in the order of their names
};

/// The run that is at a path.
Run runAt(const std::string& path);
/// The runs at the paths that a pattern (`logs/*.ndjson`) fits, relative to `folder`; in the order of their names.
std::vector<Run> runsLike(const std::string& folder, const std::string& pattern);

}  // namespace aunit::suite::log
