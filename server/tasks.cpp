#include "server/tasks.h"

#include <utility>

namespace aunit::server {

void Tasks::start(std::set<std::string> names, std::function<void(const std::atomic<bool>& stop)> work) {
  tidy();
  const std::lock_guard lock(mutex_);
  Task& task = tasks_.emplace_back();
  task.names = std::move(names);
  task.work = std::move(work);
  if (threaded_) task.thread = support::Thread([&task] { task.run(); });
}

void Tasks::Task::run() {
  work(stop);
  work = nullptr;  // frees captured data now, not only at the next tidy()
  ended = true;
}

bool Tasks::step() {
  tidy();
  if (tasks_.empty()) return false;
  tasks_.front().run();
  return true;
}

void Tasks::cancel(const std::string& name) {
  const std::lock_guard lock(mutex_);
  for (Task& task : tasks_)
    if (task.names.contains(name)) task.stop = true;
}

void Tasks::cancelAll() {
  const std::lock_guard lock(mutex_);
  for (Task& task : tasks_) task.stop = true;
}

void Tasks::tidy() {
  std::list<Task> ended;
  const std::lock_guard lock(mutex_);
  for (auto task = tasks_.begin(); task != tasks_.end();) {
    const auto next = std::next(task);
    if (task->ended) ended.splice(ended.end(), tasks_, task);
    task = next;
  }
}

}  // namespace aunit::server
