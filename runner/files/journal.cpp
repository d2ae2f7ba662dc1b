#include "runner/files/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "support/digest.h"
#include "support/files.h"

namespace aunit::runner {

namespace {

constexpr std::string_view firstLine = "aunit journal 2\n";

std::string reason() {
  return std::strerror(errno);
}

/// While it lives no other process holds one. Not where the file system knows no locks.
class Lock {
 public:
  explicit Lock(int descriptor) : descriptor_(descriptor) {
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  ~Lock() { ::flock(descriptor_, LOCK_UN); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

off_t sizeOf(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? status.st_size : -1;
}

/// Up to `size` bytes from `begin` on; fewer at the end of the file. Nothing, with errno, on failure.
std::optional<std::string> bytes(int descriptor, off_t begin, std::size_t size) {
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(descriptor, text.data() + done, size - done, begin + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  return text;
}

/// Where the last line break ends; 0: there is none. -1, with errno, on failure.
off_t endOfLines(int descriptor) {
  constexpr off_t step = 1 << 16;
  for (off_t end = sizeOf(descriptor); end != 0;) {
    if (end < 0) return -1;
    const off_t begin = std::max<off_t>(0, end - step);
    const auto text = bytes(descriptor, begin, static_cast<std::size_t>(end - begin));
    if (!text) return -1;
    const std::size_t found = text->rfind('\n');
    if (found != std::string::npos) return begin + static_cast<off_t>(found) + 1;
    end = begin;
  }
  return 0;
}

std::string lineOf(std::string_view entry) {
  return fmt::format("{} {}\n", support::hexDigest(entry), entry);
}

/// Nothing where the checksum does not fit.
std::optional<std::string_view> entryOf(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view entry = line.substr(blank + 1);
  return line.substr(0, blank) == support::hexDigest(entry) ? std::optional(entry) : std::nullopt;
}

bool cutAt(int descriptor, off_t end) {
  return sizeOf(descriptor) == end || ::ftruncate(descriptor, end) == 0;
}

}  // namespace

std::optional<Journal> Journal::open(const std::string& path, std::string& error) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) {
    error = fmt::format("{}: {}", path, reason());
    return std::nullopt;
  }
  Journal journal(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode))
    error = fmt::format("{} is no regular file", path);
  else if (std::string why; !journal.read(why))
    error = path + why;
  else
    return journal;
  return std::nullopt;
}

Journal::Journal(Journal&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      entries_(std::move(other.entries_)),
      damaged_(std::move(other.damaged_)) {}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// `error` begins behind the path.
bool Journal::read(std::string& error) {
  const Lock lock(descriptor_);
  const off_t size = sizeOf(descriptor_);
  if (size < 0 || static_cast<std::size_t>(size) > support::largestRead) {
    error = size < 0 ? ": " + reason() : " is larger than any file that is read";
    return false;
  }
  const auto text = bytes(descriptor_, 0, static_cast<std::size_t>(size));
  if (!text) {
    error = ": " + reason();
    return false;
  }
  if (firstLine.starts_with(*text)) {  // new, or its beginning was cut off
    if (cutAt(descriptor_, 0) && write(firstLine, error)) return true;
    error = ": " + (error.empty() ? reason() : error);
    return false;
  }
  if (!text->starts_with(firstLine)) {
    error = fmt::format(" is no journal of aunit: its first line is not `{}`", firstLine.substr(0, firstLine.size() - 1));
    return false;
  }
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
  if (cutAt(descriptor_, static_cast<off_t>(begin))) return true;
  error = ": " + reason();
  return false;
}

bool Journal::add(std::string_view text, std::string& error) {
  const std::lock_guard guard(adding_);
  const Lock lock(descriptor_);
  const off_t end = endOfLines(descriptor_);
  if (end >= 0 && cutAt(descriptor_, end)) return write(lineOf(text), error);
  error = reason();
  return false;
}

/// All of it, or nothing.
bool Journal::write(std::string_view text, std::string& error) {
  const off_t before = sizeOf(descriptor_);
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error = reason();
      cutAt(descriptor_, before);
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fdatasync(descriptor_) == 0) return true;
  error = reason();
  cutAt(descriptor_, before);
  return false;
}

}  // namespace aunit::runner
