#include "runner/grading/archive.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#ifdef AUNIT_ARCHIVES
#include <zip.h>
#endif

#include "support/failure.h"
#include "support/files.h"

namespace aunit::runner {

#ifdef AUNIT_ARCHIVES

namespace {

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

/// Whether a path could lead out of the folder that the archive is.
bool leadsOut(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\\') != std::string_view::npos ||
      path.find(':') != std::string_view::npos || path.find('\0') != std::string_view::npos)
    return true;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (path.substr(0, end) == "..") return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

class ArchiveReader {
 public:
  ArchiveReader(zip_t* archive, const std::vector<std::string>& endings, const ArchiveLimits& limits)
      : archive_(archive), endings_(endings), limits_(limits) {}

  std::optional<std::vector<ArchivedFile>> read(std::string& error) {
    const zip_int64_t entries = zip_get_num_entries(archive_.get(), 0);
    if (entries > static_cast<zip_int64_t>(limits_.files))
      return support::failure(error, fmt::format("it holds more than {} files", limits_.files));
    std::vector<ArchivedFile> files;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(std::max<zip_int64_t>(0, entries)); ++i) {
      const char* name = zip_get_name(archive_.get(), i, ZIP_FL_ENC_GUESS);
      limits_.budget.check();
      if (!name) continue;
      ArchivedFile file{name, {}, {}};
      if (!isWanted(file.path)) continue;
      file.error = text(i, file);
      files.push_back(std::move(file));
    }
    std::ranges::stable_sort(files, {}, &ArchivedFile::path);
    return files;
  }

 private:
  bool isWanted(std::string_view path) const {
    if (path.ends_with('/') || path.starts_with("__MACOSX/")) return false;
    const std::size_t slash = path.find_last_of('/');
    if (path.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with('.')) return false;
    return std::ranges::any_of(endings_, [&](const std::string& ending) { return path.ends_with(ending); });
  }

  /// Fills in the text; returns why there is none.
  std::string text(zip_uint64_t index, ArchivedFile& file) {
    if (leadsOut(file.path)) return "its path leads out of the archive";
    if (total_ > limits_.together) return "the archive is too large";
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    constexpr zip_uint32_t kinds = 0170000, regular = 0100000, link = 0120000;  // as Unix writes them
    if (zip_file_get_external_attributes(archive_.get(), index, 0, &system, &attributes) == 0 && system == ZIP_OPSYS_UNIX) {
      const zip_uint32_t kind = attributes >> 16 & kinds;
      if (kind != 0 && kind != regular) return kind == link ? "it is a link, not a file" : "it is no file";
    }
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_stat_index(archive_.get(), index, 0, &about) != 0) return zip_strerror(archive_.get());
    if ((about.valid & ZIP_STAT_ENCRYPTION_METHOD) && about.encryption_method != ZIP_EM_NONE) return "it is encrypted";
    const std::unique_ptr<zip_file_t, Discard> content(zip_fopen_index(archive_.get(), index, 0));
    if (!content) return fmt::format("it cannot be unpacked: {}", zip_strerror(archive_.get()));
    // Sizes that the archive states may be anything: what comes out counts.
    std::string bytes;
    char buffer[1 << 14];
    while (true) {
      const zip_int64_t got = zip_fread(content.get(), buffer, sizeof buffer);
      if (got < 0) return fmt::format("it cannot be unpacked: {}", zip_file_strerror(content.get()));
      if (got == 0) break;
      bytes.append(buffer, static_cast<std::size_t>(got));
      total_ += static_cast<std::size_t>(got);
      if (total_ > limits_.together) return "the archive is too large";
      if (bytes.size() > limits_.longest) return fmt::format("it is longer than {} bytes", limits_.longest);
    }
    file.text = std::move(bytes);
    return {};
  }

  std::unique_ptr<zip_t, Discard> archive_;
  const std::vector<std::string>& endings_;
  const ArchiveLimits& limits_;
  std::size_t total_ = 0;
};

}  // namespace

std::optional<std::vector<ArchivedFile>> readArchive(const std::string& path, const std::vector<std::string>& endings,
                                                     const ArchiveLimits& limits, std::string& error) {
  const auto bytes = support::readFile(path, error);
  return bytes ? readArchiveText(*bytes, endings, limits, error) : std::nullopt;
}

std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string& bytes, const std::vector<std::string>& endings,
                                                         const ArchiveLimits& limits, std::string& error) {
  zip_error_t reason;
  zip_error_init(&reason);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &reason);
  zip_t* const archive = source ? zip_open_from_source(source, ZIP_RDONLY, &reason) : nullptr;
  if (!archive) {
    error = fmt::format("it is no zip archive: {}", zip_error_strerror(&reason));
    if (source) zip_source_free(source);
    zip_error_fini(&reason);
    return std::nullopt;
  }
  zip_error_fini(&reason);
  return ArchiveReader(archive, endings, limits).read(error);
}

#else

std::optional<std::vector<ArchivedFile>> readArchive(const std::string&, const std::vector<std::string>&, const ArchiveLimits&,
                                                     std::string& error) {
  return support::failure(error, "this program was built without a reader of archives: unpack it, and name the folder");
}

std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string&, const std::vector<std::string>&,
                                                         const ArchiveLimits&, std::string& error) {
  return support::failure(error, "this program was built without a reader of archives");
}

#endif

}  // namespace aunit::runner
