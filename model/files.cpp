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
#include <ftw.h>
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

/// With all that is in it. Throws nothing: destructors call it, and the memory may be exhausted.
void removeAll(const std::string& path) {
  const auto removeOne = [](const char* entry, const struct stat*, int, struct FTW*) {
    std::remove(entry);
    return 0;
  };
  ::nftw(path.c_str(), removeOne, 16, FTW_DEPTH | FTW_PHYS);
}

void removeTemporary(const std::string& path) {
  const std::lock_guard lock(temporariesMutex);
  removeAll(path);
  temporaries.erase(path);
}

/// A name for a temporary file or folder, with a place among the temporaries: once it is made nothing can fail any more.
class Draft {
 public:
  explicit Draft(std::string pattern) : name(std::move(pattern)) {
    std::set<std::string> one{name};
    place_ = one.extract(one.begin());
  }
  void enter() {
    place_.value().assign(name);  // as long as before
    temporaries.insert(std::move(place_));
  }

  std::string name;  // ends in XXXXXX until the system has chosen

 private:
  std::set<std::string>::node_type place_;
};

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

std::string canonicalPath(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(path, ignored).string();
}

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
  Draft draft(path + ".XXXXXX");
  OutputFile file(path, {}, -1);
  const std::lock_guard lock(temporariesMutex);
  file.descriptor_ = ::mkostemp(draft.name.data(), O_CLOEXEC);
  if (file.descriptor_ < 0) {
    error = systemError();
    return std::nullopt;
  }
  draft.enter();
  file.temporary_ = std::move(draft.name);
  // mkostemp creates files for their owner alone; a report is for everybody whom the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file.descriptor_, exists ? status.st_mode & 07777 : 0666 & ~mask);
  return file;
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
  Draft draft((std::filesystem::path(parent) / ".aunit-XXXXXX").string());
  const std::lock_guard lock(temporariesMutex);
  if (!::mkdtemp(draft.name.data())) {
    error = systemError();
    return std::nullopt;
  }
  draft.enter();
  return TemporaryFolder(std::move(draft.name));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) removeTemporary(path_);
}

TemporariesRemoved::TemporariesRemoved() {
  temporariesMutex.lock();
  for (const std::string& path : temporaries) removeAll(path);
}

TemporariesRemoved::~TemporariesRemoved() {
  temporariesMutex.unlock();
}

bool writeFile(const std::string& path, std::string_view content, std::string& error) {
  std::optional<OutputFile> file = OutputFile::create(path, error);
  return file && file->commit(content, error);
}

}  // namespace aunit::model
