// FileWatcher for systems other than Linux (macOS, Windows): a thread polls the folders several times a second. A folder with a
// thousand files takes a few milliseconds each time.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "runner/files/file_watcher.h"
#include "support/files.h"
#include "support/system/system_files.h"
#include "support/threads.h"

namespace aunit::runner {

namespace {

using Stamp = std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::uint64_t>;  // time of change, size, inode number
using Files = std::map<std::string, Stamp>;                                          // by path

/// The files and folders in a folder, except hidden entries; nothing if the folder does not exist.
std::optional<Files> filesIn(const std::string& folder) {
  std::string unread;
  auto names = support::FolderReader::open(folder, unread);
  if (!names) return std::nullopt;
  Files files;
  while (const auto name = names->next()) {
    if (name->starts_with('.')) continue;
    const std::string path = folder.ends_with('/') ? folder + *name : folder + "/" + *name;
    const auto status = support::statusOf(path);
    if (!status) continue;
    // The time of a folder changes when a file in it is added or removed, so folders are compared by their inode numbers only.
    files[path] = status->isFolder() ? Stamp{0, 0, 0, status->number}
                                     : Stamp{status->seconds, status->nanoseconds, status->size, status->number};
  }
  return files;
}

void addDifferences(const Files& before, const Files& now, std::set<std::string>& changed) {
  for (const auto& [path, stamp] : now)
    if (const auto known = before.find(path); known == before.end() || known->second != stamp) changed.insert(path);
  for (const auto& [path, stamp] : before)
    if (!now.contains(path)) changed.insert(path);
}

}  // namespace

struct FileWatcher::State {
  std::mutex mutex;
  std::map<std::string, Files> watched;  // by folder
  std::set<std::string> changed;
  support::WakeFlag news, ending;
  support::Thread looking;

  void look() {
    constexpr std::chrono::milliseconds pause(200);
    while (support::await({ending.awaitable()}, pause) == 0) {
      const std::lock_guard lock(mutex);
      for (auto folder = watched.begin(); folder != watched.end();) {
        auto now = filesIn(folder->first);
        if (!now) {
          changed.insert(folder->first);
          folder = watched.erase(folder);  // if a folder of this name is made later, it needs a watch of its own
          continue;
        }
        addDifferences(folder->second, *now, changed);
        folder->second = std::move(*now);
        ++folder;
      }
      if (!changed.empty()) news.set();
    }
  }
};

FileWatcher::FileWatcher() : state_(std::make_unique<State>()) {
  state_->looking = support::Thread([state = state_.get()] { state->look(); }, support::Stack::usual);
}

FileWatcher::~FileWatcher() {
  state_->ending.set();
  state_->looking.join();
}

support::Awaitable FileWatcher::awaitable() const {
  return state_->news.awaitable();
}

std::string FileWatcher::watch(const std::set<std::string>& folders) {
  const std::lock_guard lock(state_->mutex);
  std::erase_if(state_->watched, [&](const auto& known) { return !folders.contains(known.first); });
  for (const std::string& folder : folders)
    if (!state_->watched.contains(folder))
      if (auto files = filesIn(folder)) state_->watched.emplace(folder, std::move(*files));
  return {};
}

std::set<std::string> FileWatcher::changes() {
  const std::lock_guard lock(state_->mutex);
  state_->news.clear();
  return std::exchange(state_->changed, {});
}

}  // namespace aunit::runner
