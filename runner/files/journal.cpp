#include "runner/files/journal.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "support/digest.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/system/system_files.h"

namespace aunit::runner {

namespace {

constexpr std::string_view firstLine = "aunit journal 2\n";

/// Holds an exclusive lock on the file during its lifetime. Has no effect if the file system has no locks.
class Lock {
 public:
  explicit Lock(int descriptor) : descriptor_(descriptor) { support::lockFile(descriptor_, true); }
  ~Lock() { support::unlockFile(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

std::optional<std::uint64_t> sizeOf(int descriptor) {
  const auto status = support::statusOf(descriptor);
  return status ? std::optional(status->size) : std::nullopt;
}

/// Up to `size` bytes from the offset `begin`; fewer at the end of the file. On failure, returns nothing and sets errno.
std::optional<std::string> bytes(int descriptor, std::uint64_t begin, std::size_t size) {
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const auto got = support::readAt(descriptor, begin + done, text.data() + done, size - done);
    if (!got) return std::nullopt;
    if (*got == 0) break;
    done += *got;
  }
  text.resize(done);
  return text;
}

/// The offset after the last line break; 0 if there is none. On failure, returns nothing and sets errno.
std::optional<std::uint64_t> endOfLines(int descriptor) {
  constexpr std::uint64_t step = 1 << 16;
  const auto size = sizeOf(descriptor);
  if (!size) return std::nullopt;
  for (std::uint64_t end = *size; end != 0;) {
    const std::uint64_t begin = end - std::min(end, step);
    const auto text = bytes(descriptor, begin, static_cast<std::size_t>(end - begin));
    if (!text) return std::nullopt;
    const std::size_t found = text->rfind('\n');
    if (found != std::string::npos) return begin + found + 1;
    end = begin;
  }
  return 0;
}

std::string lineOf(std::string_view entry) {
  return fmt::format("{} {}\n", support::hexDigest(entry), entry);
}

/// The entry of a line; nothing if its checksum is wrong.
std::optional<std::string_view> entryOf(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view entry = line.substr(blank + 1);
  return line.substr(0, blank) == support::hexDigest(entry) ? std::optional(entry) : std::nullopt;
}

bool endAt(int descriptor, std::uint64_t end) {
  return sizeOf(descriptor) == end || support::cutAt(descriptor, end);
}

}  // namespace

std::optional<Journal> Journal::open(const std::string& path, std::string& error) {
  std::string why;
  const int descriptor = support::openToExtend(path, why);
  if (descriptor < 0) return support::failure(error, fmt::format("{}: {}", path, why));
  Journal journal(descriptor);
  if (journal.read(why)) return journal;
  return support::failure(error, path + why);
}

Journal::Journal(Journal&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      entries_(std::move(other.entries_)),
      damaged_(std::move(other.damaged_)) {}

Journal::~Journal() {
  if (descriptor_ >= 0) support::closeFile(descriptor_);
}

/// Reads the whole file. On failure, sets `error` to the part of a message that follows the file's path.
bool Journal::read(std::string& error) {
  const Lock lock(descriptor_);
  const auto size = sizeOf(descriptor_);
  if (!size || *size > support::largestRead)
    return support::failure(error, size ? " is too large to read" : ": " + support::systemError());
  const auto text = bytes(descriptor_, 0, static_cast<std::size_t>(*size));
  if (!text) return support::failure(error, ": " + support::systemError());
  if (firstLine.starts_with(*text)) {  // the file is new, or its first line was not written completely
    if (endAt(descriptor_, 0) && write(firstLine, error)) return true;
    return support::failure(error, ": " + (error.empty() ? support::systemError() : error));
  }
  if (!text->starts_with(firstLine))
    return support::failure(
        error, fmt::format(" is not a journal of aunit: its first line is not `{}`", firstLine.substr(0, firstLine.size() - 1)));
  std::size_t begin = firstLine.size();
  std::size_t number = 1;
  for (std::size_t end; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1) {
    const auto entry = entryOf(std::string_view(*text).substr(begin, end - begin));
    ++number;
    if (entry)
      entries_.push_back({number, std::string(*entry)});
    else
      damaged_.push_back(number);
  }
  if (endAt(descriptor_, begin)) return true;
  return support::failure(error, ": " + support::systemError());
}

bool Journal::add(std::string_view text, std::string& error) {
  const std::lock_guard guard(adding_);
  const Lock lock(descriptor_);
  const auto end = endOfLines(descriptor_);
  if (end && endAt(descriptor_, *end)) return write(lineOf(text), error);
  return support::failure(error, support::systemError());
}

/// Appends the whole text, or leaves the file unchanged.
bool Journal::write(std::string_view text, std::string& error) {
  const auto before = sizeOf(descriptor_);
  if (before && support::writeAll(descriptor_, text) && support::flushToDisk(descriptor_)) return true;
  error = support::systemError();
  if (before) endAt(descriptor_, *before);
  return false;
}

}  // namespace aunit::runner
