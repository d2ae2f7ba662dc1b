#include "runner/files/file_watcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace aunit::runner {

namespace {

constexpr std::uint32_t interesting =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

/// A name that is new for a file which is whole already. (A file that has only been made is still to be written.)
bool isLink(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (S_ISLNK(status.st_mode) || status.st_nlink > 1);
}

}  // namespace

FileWatcher::FileWatcher() : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "inotify");
}

FileWatcher::~FileWatcher() {
  ::close(descriptor_);
}

std::string FileWatcher::watch(const std::set<std::string>& folders) {
  for (auto known = watched_.begin(); known != watched_.end();) {
    if (folders.contains(known->first)) {
      ++known;
      continue;
    }
    ::inotify_rm_watch(descriptor_, known->second);
    known = watched_.erase(known);
  }
  std::string trouble;
  for (const std::string& folder : folders) {
    if (watched_.contains(folder)) continue;
    const int id = ::inotify_add_watch(descriptor_, folder.c_str(), interesting);
    if (id >= 0) {
      watched_[folder] = id;
    } else if (errno == ENOSPC) {
      trouble = fmt::format("{} cannot be watched: all of fs.inotify.max_user_watches are in use", folder);
    } else if (errno != ENOENT && errno != ENOTDIR) {
      trouble = fmt::format("{} cannot be watched: {}", folder, std::strerror(errno));
    }
  }
  return trouble;
}

std::set<std::string> FileWatcher::changes() {
  std::set<std::string> changed;
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (;;) {
    const ssize_t length = ::read(descriptor_, buffer.data(), buffer.size());
    if (length <= 0) return changed;
    for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
      const auto& event = *reinterpret_cast<const inotify_event*>(buffer.data() + at);
      at += sizeof(inotify_event) + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) changed.insert("");
      const auto folder = std::ranges::find_if(watched_, [&](const auto& known) { return known.second == event.wd; });
      if (folder == watched_.end()) continue;
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0) {
        changed.insert(folder->first);
        watched_.erase(folder);  // what comes there again is another folder
        continue;
      }
      const std::string name = event.len == 0 ? "" : event.name;
      if (name.empty() || name.starts_with('.')) continue;
      const std::string path = folder->first == "/" ? "/" + name : folder->first + "/" + name;
      const bool isWhole = (event.mask & IN_CREATE) == 0 || (event.mask & IN_ISDIR) != 0 || isLink(path);
      if (isWhole) changed.insert(path);
    }
  }
}

}  // namespace aunit::runner
