// Zip archives, which nobody should trust.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

/// A file of an archive: its path in it, and its text or why there is none (a sentence without a full stop).
struct ArchivedFile {
  std::string path;
  std::string text;
  std::string error;
};

inline constexpr std::size_t mostArchivedFiles = 100'000;
/// All texts of an archive together are no longer.
inline constexpr std::size_t longestArchive = std::size_t{256} << 20;

/// The files with these endings, in the order of their paths. What leads out of the archive (`..`, an absolute path, a
/// drive), is a link, is encrypted or longer than `longest` has an error instead of a text; nothing is written anywhere. Nothing,
/// with `error`, where it is no archive, is damaged, or this program was built without a reader of archives.
std::optional<std::vector<ArchivedFile>> readArchive(const std::string& path, const std::vector<std::string>& endings,
                                                     std::size_t longest, std::string& error);
/// Reads an archive that is in memory.
std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string& bytes, const std::vector<std::string>& endings,
                                                         std::size_t longest, std::string& error);

}  // namespace aunit::runner
