// Runs jobs in steps, the most urgent job first: in a thread of its own, or whenever the caller asks for a step.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "support/threads.h"

namespace aunit::server {

/// Runs jobs: always the most urgent job, and among equally urgent jobs, the job that has waited longest. After each step a job
/// queues behind the other jobs of its urgency.
class Worker {
 public:
  enum class Urgency : std::uint8_t {
    text,    // the job applies a change of a text; requests about the text must wait for it
    asked,   // a request waits for the result of the job
    open,    // the job is about a file that is open in the editor
    closed,  // the job is about any other file
  };
  static constexpr std::size_t urgencies = 4;

  /// Set when the job is cancelled; the job must then end soon. If a job is cancelled before its first step, this step still
  /// runs, so that it can report the cancellation.
  using Stop = std::atomic<bool>;
  /// Returns true if the job has another step.
  using Step = std::function<bool(const Stop& stop)>;

  /// `leave` is called a few thousand times a second during a step (support::Cancellation); if it throws, the step ends. `guard`
  /// must call the step, and handle what the step throws.
  Worker(std::function<void(const Stop& stop)> leave, std::function<void(const std::function<void()>& step)> guard,
         bool threaded);
  /// Ends the current job and drops all other jobs.
  ~Worker() { end(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Several jobs may share a name. The first call starts the thread.
  void post(Urgency urgency, std::string name, Step step);
  /// Without a thread: does the next step, if there is one.
  bool step();
  void cancel(const std::string& name);
  void end();

 private:
  struct Job {
    std::string name;
    Step step;
    Stop stop = false;
  };
  using Jobs = std::list<Job>;

  Jobs next(bool wait);
  void doStep(Jobs taken);
  void putBack(Jobs job);

  std::function<void(const Stop&)> leave_;
  std::function<void(const std::function<void()>&)> guard_;
  bool threaded_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::array<Jobs, urgencies> waiting_;
  Job* atWork_ = nullptr;
  Urgency urgencyAtWork_ = Urgency::closed;
  bool ending_ = false;
  support::Thread thread_;  // last, because it uses the members above
};

}  // namespace aunit::server
