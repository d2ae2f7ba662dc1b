// What takes longer than a person waits for a key: solving, away from the loop that answers the editor.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "runner/thread.h"

namespace aunit::server {

class Tasks {
 public:
  ~Tasks() { cancelAll(); }

  /// Does the work in a thread of its own; each of the names is what it can be cancelled by. The work is to look at the flag now
  /// and then.
  void start(std::set<std::string> names, std::function<void(const std::atomic<bool>& stop)> work);
  void cancel(const std::string& name);
  void cancelAll();
  /// Waits for those that have ended.
  void tidy();

 private:
  struct Task {
    std::set<std::string> names;
    std::atomic<bool> stop = false, ended = false;
    std::unique_ptr<runner::DeepThread> thread;
  };

  std::mutex mutex_;
  std::list<Task> tasks_;
};

}  // namespace aunit::server
