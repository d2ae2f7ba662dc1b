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

  /// Looks at these folders from now on, and at no others. The paths are canonical. Says why one cannot be watched; those that
  /// are no longer there are left out.
  std::string watch(const std::set<std::string>& folders);

  /// Becomes readable when there is a change.
  int descriptor() const { return descriptor_; }

  /// What has changed since the last call: canonical paths of files, and of folders that came or went. Hidden ones are left out.
  /// The empty path: more than the kernel remembers.
  std::set<std::string> changes();

 private:
  int descriptor_;
  std::map<std::string, int> watched_;  // by folder
};

}  // namespace aunit::runner
