// Which files in some folders have just been written, moved or deleted, from the kernel (inotify).
#pragma once

#include <map>
#include <set>
#include <string>

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

  /// Becomes readable when there is a change.
  int descriptor() const { return descriptor_; }

  /// The changes since the last call: canonical paths of files, and of folders that came or went, without hidden ones. The empty
  /// path stands for more changes than the kernel remembers.
  std::set<std::string> changes();

 private:
  int descriptor_;
  std::map<std::string, int> watched_;  // by folder
};

}  // namespace aunit::runner
