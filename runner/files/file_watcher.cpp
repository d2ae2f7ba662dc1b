#include "runner/files/file_watcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <map>
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

/// Whether the new entry `path` is a symbolic or hard link. A link is complete at once. (Any other new file is reported when a
/// program has finished writing it.)
bool isLink(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (S_ISLNK(status.st_mode) || status.st_nlink > 1);
}

}  // namespace

struct FileWatcher::State {
  int descriptor = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  std::map<std::string, int> watched;  // by folder
};

FileWatcher::FileWatcher() : state_(std::make_unique<State>()) {
  if (state_->descriptor < 0) throw std::system_error(errno, std::generic_category(), "inotify");
}

FileWatcher::~FileWatcher() {
  ::close(state_->descriptor);
}

support::Awaitable FileWatcher::awaitable() const {
  return state_->descriptor;
}

std::string FileWatcher::watch(const std::set<std::string>& folders) {
  for (auto known = state_->watched.begin(); known != state_->watched.end();) {
    if (folders.contains(known->first)) {
      ++known;
      continue;
    }
    ::inotify_rm_watch(state_->descriptor, known->second);
    known = state_->watched.erase(known);
  }
  std::string trouble;
  for (const std::string& folder : folders) {
    if (state_->watched.contains(folder)) continue;
    const int id = ::inotify_add_watch(state_->descriptor, folder.c_str(), interesting);
    if (id >= 0) {
      state_->watched[folder] = id;
    } else if (errno == ENOSPC) {
      trouble = fmt::format("{} cannot be watched: the limit fs.inotify.max_user_watches is reached", folder);
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
    const ssize_t length = ::read(state_->descriptor, buffer.data(), buffer.size());
    if (length <= 0) return changed;
    for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
      const auto& event = *reinterpret_cast<const inotify_event*>(buffer.data() + at);
      at += sizeof(inotify_event) + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) changed.insert("");
      const auto folder = std::ranges::find_if(state_->watched, [&](const auto& known) { return known.second == event.wd; });
      if (folder == state_->watched.end()) continue;
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0) {
        changed.insert(folder->first);
        state_->watched.erase(folder);  // if a folder of this name is made later, it needs a watch of its own
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
