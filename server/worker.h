// Work in steps, the most urgent first, in a thread of its own or whenever it is asked for a step.
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

/// Takes jobs: always the most urgent one, of several the one that waits longest. A job that has more to do than
/// one step waits behind its like between its steps, so that none keeps the others waiting for longer than a step takes.
class Worker {
 public:
  enum class Urgency : std::uint8_t {
    text,    // what a text is now: before whatever asks for it
    asked,   // a request waits for the answer
    open,    // of a file that people see
    closed,  // of any other
  };
  static constexpr std::size_t urgencies = 4;

  /// Set when the job is cancelled: it ends soon. If it has not begun, it is called with the flag set.
  using Stop = std::atomic<bool>;
  /// True: there is more to do.
  using Step = std::function<bool(const Stop& stop)>;

  /// `leave` is called a few thousand times a second while a step works (support::Cancellation); what it throws ends the step.
  /// `guard` calls the step and tells what it throws.
  Worker(std::function<void(const Stop& stop)> leave, std::function<void(const std::function<void()>& step)> guard,
         bool threaded);
  /// Ends what is at work, and drops the rest.
  ~Worker() { end(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Several jobs may have one name. The thread is started with the first job.
  void post(Urgency urgency, std::string name, Step step);
  /// In place of a thread: does the next step, if there is one.
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
  support::Thread thread_;  // last: it uses what stands above
};

}  // namespace aunit::server
