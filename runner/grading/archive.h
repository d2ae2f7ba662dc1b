// Reads zip archives from untrusted sources.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::runner {

/// A file of an archive: its path in the archive, and its text or the reason why it has none (a sentence without a full stop).
struct ArchivedFile {
  std::string path;
  std::string text;
  std::string error;
};

struct ArchiveLimits {
  std::size_t longest = std::size_t{1} << 20;     // limit of one text, in bytes
  std::size_t files = 100'000;                    // an archive with more files is refused
  std::size_t together = std::size_t{256} << 20;  // limit of all texts together, in bytes
  support::Budget budget{};                       // checked for each file
};

/// The files with these endings, in the order of their paths. A file has an error instead of a text if it is a link, encrypted
/// or too long, or if its path leads out of the archive (`..`, an absolute path, a drive). Writes nothing to the disk. Returns
/// nothing and sets `error` if the file is not an archive or is damaged, or if the program was built without support for
/// archives. Throws support::Exhausted if the budget in `limits` is used up.
std::optional<std::vector<ArchivedFile>> readArchive(const std::string& path, const std::vector<std::string>& endings,
                                                     const ArchiveLimits& limits, std::string& error);
/// Like readArchive, for an archive in memory.
std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string& bytes, const std::vector<std::string>& endings,
                                                         const ArchiveLimits& limits, std::string& error);

}  // namespace aunit::runner
