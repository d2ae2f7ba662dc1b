// Zip archives from untrusted sources.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::runner {

/// A file of an archive: its path in it, and its text or why there is none (a sentence without a full stop).
struct ArchivedFile {
  std::string path;
  std::string text;
  std::string error;
};

/// How much of an archive is read.
struct ArchiveLimits {
  std::size_t longest = std::size_t{1} << 20;     // bytes of one text
  std::size_t files = 100'000;                    // an archive with more is refused
  std::size_t together = std::size_t{256} << 20;  // bytes of all texts
  support::Budget budget{};                       // asked for each file
};

/// The files with these endings, in the order of their paths. What leads out of the archive (`..`, an absolute path, a
/// drive), is a link, is encrypted or too long has an error instead of a text; nothing is written anywhere. Nothing, with
/// `error`, if it is no archive, is damaged, or this program was built without a reader of archives. Throws support::Exhausted.
std::optional<std::vector<ArchivedFile>> readArchive(const std::string& path, const std::vector<std::string>& endings,
                                                     const ArchiveLimits& limits, std::string& error);
/// Reads an archive that is in memory.
std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string& bytes, const std::vector<std::string>& endings,
                                                         const ArchiveLimits& limits, std::string& error);

}  // namespace aunit::runner
