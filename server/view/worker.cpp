#include "server/view/worker.h"

#include <utility>

namespace aunit::server::view {

Worker::Worker() : thread_([this] { run(); }) {}

Worker::~Worker() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  stop_ = true;
  waiting_.clear();
  arrived_.notify_one();
}

void Worker::post(std::uint64_t owner, Work work) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({owner, std::move(work)});
  arrived_.notify_one();
}

void Worker::forget(std::uint64_t owner) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const Task& task) { return task.owner == owner; });
  if (current_ == owner) stop_ = true;
}

void Worker::stopCurrent() {
  const std::lock_guard lock(mutex_);
  if (current_ != 0) stop_ = true;
}

void Worker::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (ended_) return;
    const Task task = std::move(waiting_.front());
    waiting_.pop_front();
    current_ = task.owner;
    stop_ = false;
    lock.unlock();
    task.work(stop_);
    lock.lock();
    current_ = 0;
  }
}

}  // namespace aunit::server::view
