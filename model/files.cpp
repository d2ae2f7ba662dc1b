#include "model/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace aunit::model {

namespace {

std::string systemError() {
  return std::strerror(errno);
}

// What has to go when the process ends before its time.
std::mutex temporariesMutex;
std::set<std::string> temporaries;

void removeTemporary(const std::string& path) {
  const std::lock_guard lock(temporariesMutex);
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
  temporaries.erase(path);
}

bool writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::optional<std::string> readFile(const std::string& path, std::string& error) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe that nobody writes would wait
  if (descriptor < 0) {
    error = systemError();
    return std::nullopt;
  }
  const auto refuse = [&](std::string why) -> std::optional<std::string> {
    ::close(descriptor);
    error = std::move(why);
    return std::nullopt;
  };
  const std::string tooLarge = "larger than " + std::to_string(largestRead >> 20) + " MB";
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return refuse(systemError());
  if (S_ISDIR(status.st_mode)) return refuse(std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) return refuse("not a regular file");
  if (static_cast<std::size_t>(status.st_size) > largestRead) return refuse(tooLarge);
  std::string text;
  text.reserve(static_cast<std::size_t>(status.st_size));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse(systemError());
    if (got == 0) {
      ::close(descriptor);
      return text;
    }
    if (text.size() + static_cast<std::size_t>(got) > largestRead) return refuse(tooLarge);
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

OutputFile::OutputFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) removeTemporary(temporary_);
}

std::optional<OutputFile> OutputFile::create(const std::string& path, std::string& error) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    error = "Is a directory";
    return std::nullopt;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor >= 0) return OutputFile(path, {}, descriptor);
    error = systemError();
    return std::nullopt;
  }
  std::string temporary = path + ".XXXXXX";
  const std::lock_guard lock(temporariesMutex);
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    error = systemError();
    return std::nullopt;
  }
  temporaries.insert(temporary);
  // mkostemp creates files for their owner alone; a report is for everybody whom the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, exists ? status.st_mode & 07777 : 0666 & ~mask);
  return OutputFile(path, std::move(temporary), descriptor);
}

bool OutputFile::commit(std::string_view content, std::string& error) {
  bool good = writeAll(descriptor_, content);
  if (::close(std::exchange(descriptor_, -1)) != 0) good = false;
  if (good && !temporary_.empty()) {
    const std::lock_guard lock(temporariesMutex);
    good = std::rename(temporary_.c_str(), path_.c_str()) == 0;
    if (good) temporaries.erase(std::exchange(temporary_, {}));
  }
  if (!good) error = systemError();
  return good;
}

std::optional<TemporaryFolder> TemporaryFolder::create(const std::string& parent, std::string& error) {
  std::string path = (std::filesystem::path(parent) / ".aunit-XXXXXX").string();
  const std::lock_guard lock(temporariesMutex);
  if (!::mkdtemp(path.data())) {
    error = systemError();
    return std::nullopt;
  }
  temporaries.insert(path);
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) removeTemporary(path_);
}

TemporariesRemoved::TemporariesRemoved() {
  temporariesMutex.lock();
  std::error_code ignored;
  for (const std::string& path : temporaries) std::filesystem::remove_all(path, ignored);
}

TemporariesRemoved::~TemporariesRemoved() {
  temporariesMutex.unlock();
}

bool writeFile(const std::string& path, std::string_view content, std::string& error) {
  std::optional<OutputFile> file = OutputFile::create(path, error);
  return file && file->commit(content, error);
}

}  // namespace aunit::model
