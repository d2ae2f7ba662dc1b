#include "server/worker.h"

#include <algorithm>
#include <utility>

#include "support/cancellation.h"

namespace aunit::server {

Worker::Worker(std::function<void(const Stop& stop)> leave, std::function<void(const std::function<void()>& step)> guard,
               bool threaded)
    : leave_(std::move(leave)), guard_(std::move(guard)), threaded_(threaded) {}

void Worker::post(Urgency urgency, std::string name, Step step) {
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  Job& job = waiting_[static_cast<std::size_t>(urgency)].emplace_back();
  job.name = std::move(name);
  job.step = std::move(step);
  if (!threaded_) return;
  const auto work = [this] {
    for (Jobs taken = next(true); !taken.empty(); taken = next(true)) doStep(std::move(taken));
  };
  if (!thread_.joinable()) thread_ = support::Thread(work);
  arrived_.notify_one();
}

bool Worker::step() {
  Jobs taken = next(false);
  if (taken.empty()) return false;
  doStep(std::move(taken));
  return true;
}

void Worker::cancel(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (atWork_ && atWork_->name == name) atWork_->stop = true;
  for (Jobs& jobs : waiting_)
    for (Job& job : jobs)
      if (job.name == name) job.stop = true;
}

void Worker::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (atWork_) atWork_->stop = true;
    arrived_.notify_one();
  }
  thread_.join();
}

/// Takes the next job, as a list of one job. The list is empty if the worker ends, or if there is no job and `wait` is false.
Worker::Jobs Worker::next(bool wait) {
  std::unique_lock lock(mutex_);
  const auto first = [this] { return std::ranges::find_if(waiting_, [](const Jobs& jobs) { return !jobs.empty(); }); };
  if (wait) arrived_.wait(lock, [&] { return ending_ || first() != waiting_.end(); });
  Jobs taken;
  const auto jobs = first();
  if (ending_ || jobs == waiting_.end()) return taken;
  taken.splice(taken.end(), *jobs, jobs->begin());
  atWork_ = &taken.front();
  urgencyAtWork_ = static_cast<Urgency>(jobs - waiting_.begin());
  return taken;
}

/// Puts a job back after a step. `job` is empty if the job has ended.
void Worker::putBack(Jobs job) {
  const std::lock_guard lock(mutex_);
  atWork_ = nullptr;
  Jobs& others = waiting_[static_cast<std::size_t>(urgencyAtWork_)];
  others.splice(others.end(), job);
}

void Worker::doStep(Jobs taken) {
  Job& job = taken.front();
  bool more = false;
  guard_([&] {
    const support::Cancellation cancellation([&] { leave_(job.stop); });
    more = job.step(job.stop);
  });
  Jobs again, ended;
  (more ? again : ended).swap(taken);
  putBack(std::move(again));
}

}  // namespace aunit::server
