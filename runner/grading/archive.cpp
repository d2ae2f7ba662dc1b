#include "runner/grading/archive.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#ifdef AUNIT_ARCHIVES
#include <minizip/unzip.h>
#endif

#include "support/failure.h"
#include "support/files.h"
#include "support/utf8.h"

namespace aunit::runner {

#ifdef AUNIT_ARCHIVES

namespace {

/// An archive in memory, for the callbacks through which minizip reads.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {
    callbacks_.zopen64_file = [](voidpf self, const void*, int) { return self; };
    callbacks_.zread_file = [](voidpf, voidpf self, void* into, uLong count) { return of(self).read(into, count); };
    callbacks_.zwrite_file = [](voidpf, voidpf, const void*, uLong) { return uLong{0}; };
    callbacks_.ztell64_file = [](voidpf, voidpf self) { return of(self).at_; };
    callbacks_.zseek64_file = [](voidpf, voidpf self, ZPOS64_T offset, int from) { return of(self).seek(offset, from); };
    callbacks_.zclose_file = [](voidpf, voidpf) { return 0; };
    callbacks_.zerror_file = [](voidpf, voidpf) { return 0; };
    callbacks_.opaque = this;
  }
  unzFile open() { return unzOpen2_64("", &callbacks_); }

 private:
  static Bytes& of(voidpf self) { return *static_cast<Bytes*>(self); }
  uLong read(void* into, uLong count) {
    const std::string_view part = bytes_.substr(std::min<std::size_t>(at_, bytes_.size()), count);
    std::memcpy(into, part.data(), part.size());
    at_ += part.size();
    return part.size();
  }
  long seek(ZPOS64_T offset, int from) {
    at_ = offset + (from == ZLIB_FILEFUNC_SEEK_CUR ? at_ : from == ZLIB_FILEFUNC_SEEK_END ? bytes_.size() : 0);
    return at_ <= bytes_.size() ? 0 : -1;
  }

  std::string_view bytes_;
  ZPOS64_T at_ = 0;
  zlib_filefunc64_def callbacks_{};
};

struct CloseArchive {
  void operator()(unzFile archive) const { unzClose(archive); }
};
using Archive = std::unique_ptr<std::remove_pointer_t<unzFile>, CloseArchive>;

/// Decodes a name that is not marked as UTF-8. If its bytes are valid UTF-8, they are taken as UTF-8, else as code page 437
/// (APPNOTE.TXT, appendix D).
std::string decodedName(std::string bytes) {
  if (support::firstBadByte(bytes) == std::string::npos) return bytes;
  constexpr std::string_view upper =
      "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
  static const std::vector<std::uint32_t> offsets = support::codePointOffsets(upper);
  std::string name;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 128)
      name += c;
    else
      name += upper.substr(offsets[byte - 128], offsets[byte - 127] - offsets[byte - 128]);
  }
  return name;
}

/// Whether a path could lead out of the archive's folder.
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
  ArchiveReader(Archive archive, const std::vector<std::string>& endings, const ArchiveLimits& limits)
      : archive_(std::move(archive)), endings_(endings), limits_(limits) {}

  std::optional<std::vector<ArchivedFile>> read(std::string& error) {
    unz_global_info64 about{};
    unzGetGlobalInfo64(archive_.get(), &about);
    if (about.number_entry > limits_.files)
      return support::failure(error, fmt::format("it holds more than {} files", limits_.files));
    std::vector<ArchivedFile> files;
    for (ZPOS64_T i = 0; i < about.number_entry; ++i) {
      limits_.budget.check();
      unz_file_info64 entry{};
      if ((i == 0 ? unzGoToFirstFile(archive_.get()) : unzGoToNextFile(archive_.get())) != UNZ_OK ||
          unzGetCurrentFileInfo64(archive_.get(), &entry, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK)
        return support::failure(error, "its list of files is damaged");
      std::string name(entry.size_filename, '\0');
      unzGetCurrentFileInfo64(archive_.get(), &entry, name.data(), name.size(), nullptr, 0, nullptr, 0);
      ArchivedFile file{decodedName(name), {}, {}};
      if (!isWanted(file.path)) continue;
      file.error = text(entry, file);
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

  /// Sets `file.text` to the text of the archive's current file. If that fails, returns the reason.
  std::string text(const unz_file_info64& entry, ArchivedFile& file) {
    if (leadsOut(file.path)) return "its path leads out of the archive";
    if (total_ > limits_.together) return "the archive is too large";
    constexpr uLong unix = 3, encrypted = 1, kinds = 0170000, regular = 0100000, link = 0120000;  // APPNOTE.TXT, 4.4.2 and 4.4.4
    if (const uLong kind = entry.external_fa >> 16 & kinds; entry.version >> 8 == unix && kind != 0 && kind != regular)
      return kind == link ? "it is a link, not a file" : "it is not a file";
    if (entry.flag & encrypted) return "it is encrypted";
    if (entry.compression_method != 0 && entry.compression_method != Z_DEFLATED)
      return fmt::format("it cannot be unpacked: compression method {} is not supported", entry.compression_method);
    if (unzOpenCurrentFile(archive_.get()) != UNZ_OK) return "it cannot be unpacked: its entry is damaged";
    // The sizes in the archive may be wrong, so the unpacked bytes are counted.
    std::string bytes, error;
    char buffer[1 << 14];
    int got = 0;
    while (error.empty() && (got = unzReadCurrentFile(archive_.get(), buffer, sizeof buffer)) > 0) {
      bytes.append(buffer, static_cast<std::size_t>(got));
      total_ += static_cast<std::size_t>(got);
      if (total_ > limits_.together)
        error = "the archive is too large";
      else if (bytes.size() > limits_.longest)
        error = fmt::format("it is longer than {} bytes", limits_.longest);
    }
    const bool isWhole = unzCloseCurrentFile(archive_.get()) == UNZ_OK && bytes.size() == entry.uncompressed_size;
    if (error.empty() && (got < 0 || !isWhole)) error = "it cannot be unpacked: its data are damaged";
    if (error.empty()) file.text = std::move(bytes);
    return error;
  }

  Archive archive_;
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
  if (constexpr std::string_view empty = "PK\5\6"; bytes.starts_with(empty))
    return std::vector<ArchivedFile>{};  // handled here, because minizip rejects an empty archive
  Bytes source(bytes);
  Archive archive(source.open());
  if (!archive) return support::failure(error, "it is not a zip archive, or it is incomplete");
  return ArchiveReader(std::move(archive), endings, limits).read(error);
}

#else

std::optional<std::vector<ArchivedFile>> readArchive(const std::string&, const std::vector<std::string>&, const ArchiveLimits&,
                                                     std::string& error) {
  return support::failure(error, "this program was built without a reader of archives: unpack the archive, and name its folder");
}

std::optional<std::vector<ArchivedFile>> readArchiveText(const std::string&, const std::vector<std::string>&,
                                                         const ArchiveLimits&, std::string& error) {
  return support::failure(error, "this program was built without a reader of archives");
}

#endif

}  // namespace aunit::runner
