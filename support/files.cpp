#include "support/files.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ftw.h>
#include <sys/file.h>
#include <sys/stat.h>
#ifndef __EMSCRIPTEN__
#include <sys/xattr.h>
#endif
#include <unistd.h>

namespace aunit::support {

namespace fs = std::filesystem;

namespace {

std::string systemError() {
  return std::strerror(errno);
}

std::optional<std::vector<std::string>> confinedTo;  // canonical paths; nothing: to none

/// Whether a path may be read. It is replaced by that of what it leads to, so that this is what is opened.
bool mayRead(std::string& path, std::string& error) {
  if (!confinedTo) return true;
  path = canonicalPath(path);
  if (std::ranges::any_of(*confinedTo, [&](const std::string& place) { return isWithin(path, place); })) return true;
  error = "it is outside the folders that may be read";
  return false;
}

bool mayWrite(std::string& error) {
  if (confinedTo) error = "nothing may be written";
  return !confinedTo;
}

// Files that have to go when the process ends before its time.
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

/// Temporary names are this, eight hexadecimal digits that tell when the system was started, "-", and six letters or digits.
constexpr std::string_view temporaryBegins = ".aunit-tmp-";
constexpr std::size_t bootDigits = 8;
constexpr std::string_view unknownBoot = "00000000";

/// Locks and process numbers mean something up to the next start of the system, and on this one.
const std::string& thisBoot() {
  static const std::string digits = [] {
    std::string error;
    std::string id = readFile("/proc/sys/kernel/random/boot_id", error).value_or("").substr(0, bootDigits);
    const bool known = id.size() == bootDigits && id.find_first_not_of("0123456789abcdef") == std::string::npos;
    return known ? id : std::string(unknownBoot);
  }();
  return digits;
}

bool isTemporaryName(std::string_view name) {
  if (name.size() != temporaryBegins.size() + bootDigits + 1 + 6 || !name.starts_with(temporaryBegins)) return false;
  name.remove_prefix(temporaryBegins.size());
  const auto isHexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const auto isChosen = [](unsigned char c) { return std::isalnum(c) != 0; };
  return std::ranges::all_of(name.substr(0, bootDigits), isHexadecimal) && name[bootDigits] == '-' &&
         std::ranges::all_of(name.substr(bootDigits + 1), isChosen);
}

/// Whoever is at work on a temporary holds its lock, which ends with the process.
bool lock(int descriptor, int operation) {
  int status = 0;
  while ((status = ::flock(descriptor, operation)) != 0 && errno == EINTR) continue;
  return status == 0;
}

/// Removes a temporary that nobody is at work on any more. Of another system that shares the disk no lock need be seen: those
/// must be old besides.
void removeAbandoned(const std::string& path, bool ofThisBoot) {
  constexpr std::time_t old = 7 * 24 * 3600;  // seconds
  constexpr int how = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int descriptor = ::open(path.c_str(), O_RDWR | how);
  if (descriptor < 0 && errno == EISDIR) descriptor = ::open(path.c_str(), O_RDONLY | how);
  if (descriptor < 0) return;
  struct stat status {};
  const bool ours = ::fstat(descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
                    status.st_uid == ::geteuid() && (ofThisBoot || ::time(nullptr) - status.st_mtime > old);
  if (ours && lock(descriptor, LOCK_EX | LOCK_NB)) removeAll(path);
  ::close(descriptor);
}

/// Removes what killed processes left in a folder; once, for the names of all that is in it have to be read. Under the mutex.
void sweep(const std::string& folder) {
  static std::set<std::string> swept;
  if (!swept.insert(folder).second) return;
  std::string unread;
  auto entries = FolderReader::open(folder, unread);
  if (!entries) return;
  std::vector<std::string> names;
  while (auto name = entries->next())
    if (isTemporaryName(*name)) names.push_back(std::move(*name));
  for (const std::string& name : names) {
    const bool ofThisBoot = name.compare(temporaryBegins.size(), bootDigits, thisBoot()) == 0 && thisBoot() != unknownBoot;
    removeAbandoned((fs::path(folder) / name).string(), ofThisBoot);
  }
}

/// A temporary file or folder that is being made, under the mutex, with a place among the temporaries: once it is made nothing
/// can fail any more.
class Draft {
 public:
  explicit Draft(const std::string& folder)
      : name((fs::path(folder) / fmt::format("{}{}-XXXXXX", temporaryBegins, thisBoot())).string()) {
    std::set<std::string> one{name};
    place_ = one.extract(one.begin());
    sweep(folder);
  }

  /// Calls make(name), which gives the name its last letters and returns a descriptor, again where another process took what was
  /// made for abandoned before it was locked. A negative descriptor, with errno: it cannot be made.
  template <class Make>
  int made(Make make) {
    for (;;) {
      const int descriptor = make(name.data());
      if (descriptor < 0) return descriptor;
      lock(descriptor, LOCK_EX);
      struct stat status {};
      if (::fstat(descriptor, &status) == 0 && status.st_nlink == 0) {
        ::close(descriptor);
        name.replace(name.size() - 6, 6, "XXXXXX");
        continue;
      }
      place_.value().assign(name);  // as long as before
      temporaries.insert(std::move(place_));
      return descriptor;
    }
  }

  std::string name;  // ends in XXXXXX until it is made

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

#ifdef __EMSCRIPTEN__  // whose files have none
bool copyAttributes(const std::string&, int) {
  return true;
}
#else
/// Of what is attached to a file that which people put there: the access control list, and attributes of theirs. False when some
/// of it cannot be copied.
bool copyAttributes(const std::string& from, int to) {
  constexpr const char* accessControl = "system.posix_acl_access";
  ::fremovexattr(to, accessControl);  // that which new files in this folder get
  std::string names(64 << 10, '\0');  // the system's own limit, of a value as well
  const ssize_t length = ::listxattr(from.c_str(), names.data(), names.size());
  if (length < 0) return errno == ENOTSUP;
  std::string value(names.size(), '\0');
  for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
    const char* name = names.c_str() + at;
    at += std::strlen(name) + 1;
    if (name != std::string_view(accessControl) && !std::string_view(name).starts_with("user.")) continue;
    const ssize_t size = ::getxattr(from.c_str(), name, value.data(), value.size());
    if (size < 0 || ::fsetxattr(to, name, value.data(), static_cast<std::size_t>(size), 0) != 0) return false;
  }
  return true;
}
#endif

/// The file that a path names when symbolic links are followed, also to one that is not there yet.
std::string targetOf(const std::string& path) {
  fs::path target = path;
  constexpr int mostLinks = 40;  // the system's own limit
  for (int i = 0; i < mostLinks; ++i) {
    std::error_code noLink;
    const fs::path next = fs::read_symlink(target, noLink);
    if (noLink) break;
    target = target.parent_path() / next;  // `next` itself where it is absolute
  }
  return target.string();
}

}  // namespace

bool isWithin(const std::string& path, const std::string& place) {
  return path == place || (path.starts_with(place) && (place.ends_with('/') || path[place.size()] == '/'));
}

std::string canonicalPath(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(path, ignored).string();
}

namespace {

std::string tooLarge() {
  return "larger than " + std::to_string(largestRead >> 20) + " MB";
}

/// The part that is still to be read.
std::optional<std::string> readAll(int descriptor, std::size_t expected, std::string& error) {
  std::string text;
  text.reserve(expected);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) return text;
    if (got < 0 || text.size() + static_cast<std::size_t>(got) > largestRead) {
      error = got < 0 ? systemError() : tooLarge();
      return std::nullopt;
    }
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

void confine(const std::vector<std::string>& places) {
  confinedTo.emplace();
  for (const std::string& place : places) confinedTo->push_back(canonicalPath(place));
}

std::optional<std::string> readFile(const std::string& named, std::string& error) {
  std::string path = named;
  if (!mayRead(path, error)) return std::nullopt;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe that nobody writes would wait
  if (descriptor < 0) {
    error = systemError();
    return std::nullopt;
  }
  std::optional<std::string> text;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0)
    error = systemError();
  else if (S_ISDIR(status.st_mode))
    error = std::strerror(EISDIR);
  else if (!S_ISREG(status.st_mode))
    error = "not a regular file";
  else if (static_cast<std::size_t>(status.st_size) > largestRead)
    error = tooLarge();
  else
    text = readAll(descriptor, static_cast<std::size_t>(status.st_size), error);
  ::close(descriptor);
  return text;
}

std::optional<std::string> readStandardInput(std::string& error) {
  return readAll(STDIN_FILENO, 0, error);
}

std::optional<FolderReader> FolderReader::open(const std::string& named, std::string& error) {
  std::string path = named.empty() ? "." : named;
  if (!mayRead(path, error)) return std::nullopt;
  if (DIR* folder = ::opendir(path.c_str())) return FolderReader(folder);
  error = systemError();
  return std::nullopt;
}

FolderReader::FolderReader(FolderReader&& other) noexcept : folder_(std::exchange(other.folder_, nullptr)) {}

FolderReader::~FolderReader() {
  if (folder_) ::closedir(static_cast<DIR*>(folder_));
}

std::optional<std::string> FolderReader::next() {
  while (const dirent* entry = ::readdir(static_cast<DIR*>(folder_)))
    if (const std::string_view name = entry->d_name; name != "." && name != "..") return std::string(name);
  return std::nullopt;
}

OutputFile::OutputFile(std::string path, std::string target, int descriptor)
    : path_(std::move(path)), target_(std::move(target)), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) removeTemporary(temporary_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<OutputFile> OutputFile::create(const std::string& path, std::string& error) {
  if (!mayWrite(error)) return std::nullopt;
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {  // a link that the system does not follow here, a name that is too long
    error = systemError();
    return std::nullopt;
  }
  if (exists && S_ISDIR(status.st_mode)) {
    error = std::strerror(EISDIR);
    return std::nullopt;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor >= 0) return OutputFile(path, path, descriptor);
    error = systemError();
    return std::nullopt;
  }
  OutputFile file(path, targetOf(path), -1);
  const std::lock_guard guard(temporariesMutex);
  Draft draft(fs::path(file.target_).parent_path().string());
  file.descriptor_ = draft.made([](char* name) { return ::mkostemp(name, O_CLOEXEC); });
  if (file.descriptor_ < 0) {
    error = systemError();
    return std::nullopt;
  }
  file.temporary_ = std::move(draft.name);
  if (exists && (status.st_uid != ::geteuid() || status.st_gid != ::getegid()) &&
      ::fchown(file.descriptor_, status.st_uid, status.st_gid) != 0) {
    // A report has another owner then; what a person wrote is not changed (FileEdit).
  }
  // mkostemp creates files for their owner alone; a report is for everybody whom the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file.descriptor_, exists ? status.st_mode & 07777 : 0666 & ~mask);
  return file;
}

bool OutputFile::write(std::string_view content, std::string& error) {
  bool good = writeAll(descriptor_, content);
  if (!good) error = systemError();
  // A file that is held locked stays open a little longer.
  const int held = temporary_.empty() ? -1 : ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (::close(std::exchange(descriptor_, held)) != 0 && good) {
    error = systemError();
    good = false;
  }
  return good;
}

bool OutputFile::rename(std::string& error) {
  if (temporary_.empty()) return true;
  const std::lock_guard guard(temporariesMutex);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    error = systemError();
    return false;
  }
  temporaries.erase(std::exchange(temporary_, {}));
  return true;
}

bool OutputFile::commit(std::string_view content, std::string& error) {
  return write(content, error) && rename(error);
}

bool writeFile(const std::string& path, std::string_view content, std::string& error) {
  std::optional<OutputFile> file = OutputFile::create(path, error);
  return file && file->commit(content, error);
}

bool appendToFile(const std::string& path, std::string_view text, std::string& error) {
  if (!mayWrite(error)) return false;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  struct stat before {};
  bool good = descriptor >= 0 && ::fstat(descriptor, &before) == 0 && writeAll(descriptor, text);
  if (!good) error = systemError();
  if (!good && descriptor >= 0 && S_ISREG(before.st_mode) && ::ftruncate(descriptor, before.st_size) != 0) {
    // Attributes that were added stay.
  }
  if (descriptor >= 0 && ::close(descriptor) != 0 && good) {
    error = systemError();
    good = false;
  }
  return good;
}

bool mayEdit(const std::string& path, std::string& error) {
  struct stat status {};
  constexpr mode_t anyWriter = S_IWUSR | S_IWGRP | S_IWOTH;
  if (::stat(path.c_str(), &status) != 0)
    error = systemError();
  else if (!S_ISREG(status.st_mode))
    error = S_ISDIR(status.st_mode) ? std::strerror(EISDIR) : "not a regular file";
  else if ((status.st_mode & anyWriter) == 0)
    error = "it is read-only";
  else if (::access(path.c_str(), W_OK) != 0)
    error = "it is not writable";
  else if (status.st_nlink > 1)
    error = fmt::format("it has {} names (hard links), which would no longer be one file", status.st_nlink);
  else
    return true;
  return false;
}

std::optional<FileEdit> FileEdit::prepare(const std::string& path, std::optional<std::string> before, std::string_view after,
                                          std::string& error) {
  if (before && !mayEdit(path, error)) return std::nullopt;
  std::optional<OutputFile> file = OutputFile::create(path, error);
  if (!file) return std::nullopt;
  if (before && !copyAttributes(path, file->descriptor_)) {
    error = "its attributes could not be kept";
    return std::nullopt;
  }
  struct stat old {
  }, now{};
  if (before && ::stat(path.c_str(), &old) == 0 && ::fstat(file->descriptor_, &now) == 0 &&
      (old.st_uid != now.st_uid || old.st_gid != now.st_gid || (old.st_mode & 07777) != (now.st_mode & 07777))) {
    error = "it belongs to somebody else, and that could not be kept";
    return std::nullopt;
  }
  if (!file->write(after, error)) return std::nullopt;
  return FileEdit(std::move(*file), std::move(before));
}

bool FileEdit::commit(std::string& error) {
  struct stat status {};
  std::string unread;
  const bool isAsBefore =
      before_ ? readFile(file_.target_, unread) == before_ : ::stat(file_.target_.c_str(), &status) != 0 && errno == ENOENT;
  if (isAsBefore) return file_.rename(error);
  error = "it has changed in the meantime: nothing is written over it";
  return false;
}

bool editFile(const std::string& path, std::optional<std::string> before, std::string_view after, std::string& error) {
  std::optional<FileEdit> edit = FileEdit::prepare(path, std::move(before), after, error);
  return edit && edit->commit(error);
}

std::optional<NewFolders> NewFolders::create(const std::string& path, std::string& error) {
  if (!path.empty() && !mayWrite(error)) return std::nullopt;
  std::vector<fs::path> missing;
  std::error_code code;
  for (fs::path folder = path; !folder.empty() && !fs::exists(folder, code) && folder != folder.parent_path();
       folder = folder.parent_path())
    missing.push_back(folder);
  NewFolders folders;
  folders.made_.reserve(missing.size());
  for (; !missing.empty(); missing.pop_back()) {
    std::string name = missing.back().string();
    if (fs::create_directory(missing.back(), code)) folders.made_.push_back(std::move(name));
    if (code) break;
  }
  if (!code && (path.empty() || fs::is_directory(path, code))) return folders;
  error = code ? code.message() : std::strerror(ENOTDIR);
  return std::nullopt;
}

NewFolders::~NewFolders() {
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) ::rmdir(made->c_str());
}

std::optional<TemporaryFolder> TemporaryFolder::create(const std::string& parent, std::string& error) {
  if (!mayWrite(error)) return std::nullopt;
  const std::lock_guard guard(temporariesMutex);
  Draft draft(parent);
  const int descriptor = draft.made([](char* name) {
    if (!::mkdtemp(name)) return -1;
    const int made = ::open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (made < 0) ::rmdir(name);
    return made;
  });
  if (descriptor >= 0) return TemporaryFolder(std::move(draft.name), descriptor);
  error = systemError();
  return std::nullopt;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) removeTemporary(path_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

TemporariesRemoved::TemporariesRemoved() {
  temporariesMutex.lock();
  for (const std::string& path : temporaries) removeAll(path);
}

TemporariesRemoved::~TemporariesRemoved() {
  temporariesMutex.unlock();
}

}  // namespace aunit::support
