// Reports which files in some folders were written, moved or deleted. Linux: asks the kernel (inotify). Other systems: polls
// several times a second (file_watcher_polling.cpp).
#pragma once

#include <memory>
#include <set>
#include <string>

#include "support/system/waiting.h"

namespace aunit::runner {

/// Watches folders, not files, because editors save by writing a new file and renaming it.
class FileWatcher {
 public:
  FileWatcher();
  ~FileWatcher();
  FileWatcher(const FileWatcher&) = delete;
  FileWatcher& operator=(const FileWatcher&) = delete;

  /// Watches exactly these folders (canonical paths) from now on; ignores folders that do not exist. Returns the reason if one of
  /// them cannot be watched, else an empty text.
  std::string watch(const std::set<std::string>& folders);

  /// Ready if there is a change.
  support::Awaitable awaitable() const;

  /// The changes since the last call: canonical paths of changed files, and of added or removed folders, except hidden files
  /// and folders. The set has an empty path if the kernel has lost changes.
  std::set<std::string> changes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::runner
