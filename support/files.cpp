#include "support/files.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "support/failure.h"
#include "support/system/system_files.h"

namespace aunit::support {

namespace fs = std::filesystem;

namespace {

std::optional<std::vector<std::string>> confinedTo;  // canonical paths; nothing if the process is not confined

/// Whether a path may be read. If the process is confined, replaces `path` by the resolved path, which the caller must then open.
bool mayRead(std::string& path, std::string& error) {
  if (!confinedTo) return true;
  path = canonicalPath(path);
  return isWithin(path, *confinedTo) || failure(error, "it is outside the folders that may be read");
}

bool mayWrite(std::string& error) {
  if (confinedTo) error = "nothing may be written";
  return !confinedTo;
}

// Paths to remove if the process ends early.
std::mutex temporariesMutex;
std::set<std::string> temporaries;

/// Removes a file, or a folder with its content. Does not throw, because destructors call it and memory may be exhausted.
void removeTemporary(const std::string& path) {
  const std::lock_guard lock(temporariesMutex);
  removeAll(path.c_str());
  temporaries.erase(path);
}

/// A temporary name consists of this prefix, eight hexadecimal digits that identify the boot, "-", and six letters or digits.
constexpr std::string_view temporaryBegins = ".aunit-tmp-";
constexpr std::size_t bootDigits = 8;
constexpr std::string_view unknownBoot = "00000000";

/// The digits for the current boot. Locks and process ids have a meaning only within one boot of one machine.
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

/// Removes a temporary file if its process has ended: a process holds a lock on its files until it ends. Files of other boots
/// must also be old, because the lock of another machine that shares the disk may be invisible.
void removeAbandoned(const std::string& path, bool ofThisBoot) {
  constexpr std::time_t old = 7 * 24 * 3600;  // seconds
  const int descriptor = openTemporary(path);
  if (descriptor < 0) return;
  const auto status = statusOf(descriptor);
  const bool mayGo = status && (ofThisBoot || std::time(nullptr) - status->seconds > old) && lockFile(descriptor, false);
  if (mayGo) removeAll(path.c_str());
  closeFile(descriptor);
}

/// Removes the temporary files that killed processes left in a folder. Does so once per folder, because a folder may have many
/// names to read. The caller must hold the mutex.
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
    removeAbandoned((fs::path(folder) / name).generic_string(), ofThisBoot);
  }
}

/// Makes a temporary file or folder. The caller must hold the mutex. The constructor allocates the entry for `temporaries`, so
/// that no memory is needed once the file exists.
class Draft {
 public:
  explicit Draft(const std::string& folder)
      : name((fs::path(folder) / fmt::format("{}{}-XXXXXX", temporaryBegins, thisBoot())).generic_string()) {
    std::set<std::string> one{name};
    place_ = one.extract(one.begin());
    sweep(folder);
  }

  /// Makes and locks the file or folder. Tries again if another process removed it as abandoned before it was locked.
  /// Returns the descriptor. If the file cannot be made, returns a negative number and sets errno.
  int made(Temporary what) {
    for (;;) {
      const int descriptor = makeTemporary(name, what);
      if (descriptor < 0) return descriptor;
      lockFile(descriptor, true);
      if (isUnnamed(descriptor)) {
        closeFile(descriptor);
        name.replace(name.size() - 6, 6, "XXXXXX");
        continue;
      }
      place_.value().assign(name);  // same length, so this does not allocate
      temporaries.insert(std::move(place_));
      return descriptor;
    }
  }

  std::string name;  // ends in XXXXXX until the file is made

 private:
  std::set<std::string>::node_type place_;
};

}  // namespace

bool isWithin(const std::string& path, const std::vector<std::string>& places) {
  return std::ranges::any_of(places, [&](const std::string& place) {
    return path == place || (path.starts_with(place) && (place.ends_with('/') || path[place.size()] == '/'));
  });
}

std::string canonicalPath(const std::string& path) {
  return resolvedPath(path);
}

namespace {

std::string tooLarge() {
  return "larger than " + std::to_string(largestRead >> 20) + " MB";
}

/// Reads from the current position to the end of the file. `expected`: the likely size in bytes.
std::optional<std::string> readAll(int descriptor, std::size_t expected, std::string& error) {
  std::string text;
  text.reserve(expected);
  char buffer[1 << 16];
  for (;;) {
    const auto got = readSome(descriptor, buffer, sizeof buffer);
    if (got == 0) return text;
    if (!got || text.size() + *got > largestRead) return failure(error, got ? tooLarge() : systemError());
    text.append(buffer, *got);
  }
}

}  // namespace

void confine(const std::vector<std::string>& places) {
  confinedTo.emplace();
  for (const std::string& place : places) confinedTo->push_back(canonicalPath(place));
}

bool mayRead(const std::string& named) {
  std::string path = named, ignored;
  return mayRead(path, ignored);
}

bool isFile(const std::string& path) {
  const auto status = mayRead(path) ? statusOf(path) : std::nullopt;
  return status && status->isRegular();
}

bool isFolder(const std::string& path) {
  const auto status = mayRead(path) ? statusOf(path) : std::nullopt;
  return status && status->isFolder();
}

namespace {

/// Returns the descriptor if it is for an accepted kind of file; else closes it.
int accepted(int descriptor, AcceptedFiles accepts, std::string& error) {
  const auto status = descriptor < 0 ? std::nullopt : statusOf(descriptor);
  if (status && (status->isRegular() || (status->isPipe() && accepts == AcceptedFiles::filesAndPipes))) return descriptor;
  error = !status ? systemError() : status->isFolder() ? std::strerror(EISDIR) : "not a regular file";
  if (descriptor >= 0) closeFile(descriptor);
  return -1;
}

}  // namespace

int openToRead(const std::string& named, AcceptedFiles accepts, std::string& error) {
  std::string path = named;
  if (!mayRead(path, error)) return -1;
  return accepted(openFile(path, OpenMode::read), confinedTo ? AcceptedFiles::files : accepts, error);
}

int openToExtend(const std::string& path, std::string& error) {
  return mayWrite(error) ? accepted(openFile(path, OpenMode::readAppend), AcceptedFiles::files, error) : -1;
}

std::optional<std::string> readFile(const std::string& path, std::string& error) {
  const int descriptor = openToRead(path, AcceptedFiles::files, error);
  if (descriptor < 0) return std::nullopt;
  std::optional<std::string> text;
  const auto status = statusOf(descriptor);
  if (!status)
    error = systemError();
  else if (status->size > largestRead)
    error = tooLarge();
  else
    text = readAll(descriptor, static_cast<std::size_t>(status->size), error);
  closeFile(descriptor);
  return text;
}

std::optional<std::string> readStandardInput(std::string& error) {
  return readAll(standardInput, 0, error);
}

std::optional<FolderReader> FolderReader::open(const std::string& named, std::string& error) {
  std::string path = named.empty() ? "." : named;
  if (!mayRead(path, error)) return std::nullopt;
  if (void* folder = openFolder(path)) return FolderReader(folder);
  return failure(error, systemError());
}

FolderReader::FolderReader(FolderReader&& other) noexcept : folder_(std::exchange(other.folder_, nullptr)) {}

FolderReader::~FolderReader() {
  if (folder_) closeFolder(folder_);
}

std::optional<std::string> FolderReader::next() {
  return nextName(folder_);
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
  if (descriptor_ >= 0) closeFile(descriptor_);
}

std::optional<OutputFile> OutputFile::create(const std::string& path, std::string& error) {
  if (!mayWrite(error)) return std::nullopt;
  const auto status = statusOf(path);
  if (!status && errno != ENOENT) {  // for example a link that the system does not follow, or a name that is too long
    return failure(error, systemError());
  }
  if (status && status->isFolder()) return failure(error, std::strerror(EISDIR));
  if (status && !status->isRegular()) {
    const int descriptor = openFile(path, OpenMode::write);
    if (descriptor >= 0) return OutputFile(path, path, descriptor);
    return failure(error, systemError());
  }
  OutputFile file(path, linkTarget(path), -1);
  const std::lock_guard guard(temporariesMutex);
  Draft draft(fs::path(file.target_).parent_path().generic_string());
  file.descriptor_ = draft.made(Temporary::file);
  if (file.descriptor_ < 0) return failure(error, systemError());
  file.temporary_ = std::move(draft.name);
  giveMode(file.descriptor_, status);
  return file;
}

bool OutputFile::write(std::string_view content, std::string& error) {
  bool good = writeAll(descriptor_, content);
  if (!good) error = systemError();
  // If the file is locked, finishWriting() keeps a descriptor open for the lock.
  if (!finishWriting(descriptor_, !temporary_.empty()) && good) {
    error = systemError();
    good = false;
  }
  return good;
}

bool OutputFile::rename(std::string& error) {
  if (temporary_.empty()) return true;
  const std::lock_guard guard(temporariesMutex);
  if (!replaceFile(temporary_, target_)) return failure(error, systemError());
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

bool writeOwnFile(const std::string& path, std::string_view content, std::string& error) {
  const auto status = statusOf(path);
  if (status && !status->isRegular()) return failure(error, "not a regular file");
  return writeFile(path, content, error);
}

bool appendToFile(const std::string& path, std::string_view text, std::string& error) {
  if (!mayWrite(error)) return false;
  int descriptor = openFile(path, OpenMode::append);
  const auto before = descriptor < 0 ? std::nullopt : statusOf(descriptor);
  bool good = before && writeAll(descriptor, text);
  if (!good) error = systemError();
  if (!good && before && before->isRegular() && !cutAt(descriptor, before->size)) {
    // A failure is ignored: the file cannot be cut, so the part that was appended remains.
  }
  if (descriptor >= 0 && !finishWriting(descriptor, false) && good) {
    error = systemError();
    good = false;
  }
  return good;
}

bool mayEdit(const std::string& path, std::string& error) {
  const auto status = statusOf(path);
  constexpr std::uint32_t anyWriter = 0222;
  if (!status)
    error = systemError();
  else if (!status->isRegular())
    error = status->isFolder() ? std::strerror(EISDIR) : "not a regular file";
  else if ((status->mode & anyWriter) == 0)
    error = "it is read-only";
  else if (!isWritable(path))
    error = "it is not writable";
  else if (status->names > 1)
    error = fmt::format("it has {} names (hard links), and a write would turn them into separate files", status->names);
  else
    return true;
  return false;
}

std::optional<FileEdit> FileEdit::prepare(const std::string& path, std::optional<std::string> before, std::string_view after,
                                          std::string& error) {
  if (before && !mayEdit(path, error)) return std::nullopt;
  std::optional<OutputFile> file = OutputFile::create(path, error);
  if (!file) return std::nullopt;
  if (before && !copyAttributes(path, file->descriptor_)) return failure(error, "its attributes could not be preserved");
  const auto old = before ? statusOf(path) : std::nullopt, now = statusOf(file->descriptor_);
  if (old && now && (old->owner != now->owner || old->group != now->group || old->mode != now->mode))
    return failure(error, "its owner could not be preserved");
  if (!file->write(after, error)) return std::nullopt;
  return FileEdit(std::move(*file), std::move(before));
}

bool FileEdit::commit(std::string& error) {
  std::string unread;
  const bool isAsBefore = before_ ? readFile(file_.target_, unread) == before_ : !statusOf(file_.target_) && errno == ENOENT;
  if (isAsBefore) return file_.rename(error);
  return failure(error, "it has changed since aunit last read it, so aunit does not overwrite it");
}

bool editFile(const std::string& path, std::optional<std::string> before, std::string_view after, std::string& error) {
  std::optional<FileEdit> edit = FileEdit::prepare(path, std::move(before), after, error);
  return edit && edit->commit(error);
}

std::optional<NewFolders> NewFolders::create(const std::string& path, std::string& error) {
  if (!path.empty() && !mayWrite(error)) return std::nullopt;
  std::vector<fs::path> missing;
  std::error_code code;
  fs::path there = path;
  for (; !there.empty() && !fs::exists(there, code) && there != there.parent_path(); there = there.parent_path())
    missing.push_back(there);
  if (!there.empty() && fs::exists(there, code) && !fs::is_directory(there, code)) {  // Windows would report "not found"
    return failure(error, std::strerror(ENOTDIR));
  }
  NewFolders folders;
  folders.made_.reserve(missing.size());
  for (; !missing.empty(); missing.pop_back()) {
    std::string name = missing.back().generic_string();
    if (fs::create_directory(missing.back(), code)) folders.made_.push_back(std::move(name));
    if (code) break;
  }
  if (!code) return folders;
  return failure(error, code.message());
}

NewFolders::~NewFolders() {
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) removeEmptyFolder(made->c_str());
}

std::optional<TemporaryFolder> TemporaryFolder::create(const std::string& parent, std::string& error) {
  if (!mayWrite(error)) return std::nullopt;
  const std::lock_guard guard(temporariesMutex);
  Draft draft(parent);
  const int descriptor = draft.made(Temporary::folder);
  if (descriptor >= 0) return TemporaryFolder(std::move(draft.name), descriptor);
  return failure(error, systemError());
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
  if (descriptor_ >= 0) closeFile(descriptor_);  // before removal, because Windows does not remove open folders
  if (!path_.empty()) removeTemporary(path_);
}

TemporaryCleanup::TemporaryCleanup() {
  temporariesMutex.lock();
  for (const std::string& path : temporaries) removeAll(path.c_str());
}

TemporaryCleanup::~TemporaryCleanup() {
  temporariesMutex.unlock();
}

}  // namespace aunit::support
