// Which files in some folders have just been written, moved or deleted: from the kernel on Linux (inotify), elsewhere by looking
// at them several times a second (file_watcher_polling.cpp).
#pragma once

#include <memory>
#include <set>
#include <string>

#include "support/system/waiting.h"

namespace aunit::runner {

/// Folders are watched, not files: editors save by writing beside a file and renaming.
class FileWatcher {
 public:
  FileWatcher();
  ~FileWatcher();
  FileWatcher(const FileWatcher&) = delete;
  FileWatcher& operator=(const FileWatcher&) = delete;

  /// Watches these folders (canonical paths) from now on, and no others. Returns why one cannot be watched, else the empty text;
  /// folders that are no longer there are left out.
  std::string watch(const std::set<std::string>& folders);

  /// Is ready when there is a change.
  support::Awaitable awaitable() const;

  /// The changes since the last call: canonical paths of files, and of folders that came or went, without hidden ones. The empty
  /// path stands for more changes than the kernel remembers.
  std::set<std::string> changes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::runner
