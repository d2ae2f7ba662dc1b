// Tasks: work that takes too long for the loop that answers the editor, such as solving.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <string>

#include "support/threads.h"

namespace aunit::server {

class Tasks {
 public:
  explicit Tasks(bool threaded) : threaded_(threaded) {}
  ~Tasks() { cancelAll(); }

  /// Does the work in a new thread or, without threads, in a later step(). cancel() with any of `names` sets `stop`, which the
  /// work must check repeatedly.
  void start(std::set<std::string> names, std::function<void(const std::atomic<bool>& stop)> work);
  void cancel(const std::string& name);
  void cancelAll();
  /// Without threads: does the next task, if there is one.
  bool step();
  /// Joins the threads of tasks that have ended.
  void tidy();

 private:
  struct Task {
    std::set<std::string> names;
    std::function<void(const std::atomic<bool>& stop)> work;
    std::atomic<bool> stop = false, ended = false;
    support::Thread thread;

    void run();
  };

  const bool threaded_;
  std::mutex mutex_;
  std::list<Task> tasks_;
};

}  // namespace aunit::server
