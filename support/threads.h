// Threads: whether there are any, how deep their stacks are, and the ways in which work is given to them.
//
// Rules that hold for all of them: what work throws is thrown where its end is awaited; in WebAssembly as pages run it there are
// no threads, and work is done where its thread would be started.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace aunit::support {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool hasThreads = false;
#else
inline constexpr bool hasThreads = true;
#endif

/// How deeply a text may be nested, where its structure is walked by recursion: as wished for on a deep stack; the stacks of
/// pages hold 1 MB.
constexpr int levels(int wished) {
  return hasThreads ? wished : std::min(wished, 1000);
}

/// How many threads can work at the same time, at least 1.
inline unsigned cores() {
  return hasThreads ? std::max(1u, std::thread::hardware_concurrency()) : 1;
}

enum class Stack : std::uint8_t {
  deep,   // 512 MB, so that deeply nested but legal models do not overflow it; pages are taken when they are touched
  usual,  // the system's
};

/// One thread, joined when it is destroyed or assigned to (thread.cpp, thread_windows.cpp).
class Thread {
 public:
  static constexpr std::size_t deepStackBytes = std::size_t{512} << 20;

  /// None.
  Thread() = default;
  /// `work` must not throw. If no deep stack is to be had, a thread has the usual one. If there are no threads, `work` has
  /// ended when this is made. Throws std::system_error where the system starts no further thread.
  explicit Thread(std::function<void()> work, Stack stack = Stack::deep);
  Thread(Thread&& other) noexcept : handle_(other.handle_), runs_(std::exchange(other.runs_, false)) {}
  Thread& operator=(Thread&& other) noexcept;
  ~Thread() { join(); }

  bool joinable() const { return runs_; }
  void join();
  /// Goes on by itself.
  void detach();

 private:
#ifdef _WIN32
  void* handle_ = nullptr;
#else
  pthread_t handle_{};
#endif
  bool runs_ = false;
};

/// Work in the background that comes to a value.
template <class T>
class Task {
 public:
  /// Begins at once. Throws std::system_error if no thread can be started: others may wait for what this comes to.
  explicit Task(std::function<T()> work) : task_(std::move(work)), value_(task_.get_future()), thread_([this] { task_(); }) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Whether there is a value, or an exception; waits so long for it.
  bool ready(std::chrono::milliseconds wait) const { return value_.wait_for(wait) == std::future_status::ready; }
  /// Waits for the value; once. Throws what the work threw.
  T get() { return value_.get(); }

 private:
  std::packaged_task<T()> task_;
  std::future<T> value_;
  Thread thread_;  // last: it uses what stands above
};

/// A few threads that share out numbered pieces of work, the caller's among them.
class Workers {
 public:
  /// `count` threads in all, at least 1; fewer, in the end the caller alone, if no more can be started.
  explicit Workers(std::size_t count);
  ~Workers() { end(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Calls work(0) .. work(pieces - 1), each once, in no particular order, and returns when all have ended. What a call throws
  /// keeps pieces from being begun, and is thrown here, then; of several exceptions the first.
  void forEach(std::size_t pieces, const std::function<void(std::size_t piece)>& work);

 private:
  void end();
  void take() noexcept;
  void serve();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::uint64_t generation_ = 0;
  std::size_t busy_ = 0;
  bool ending_ = false;
  std::atomic<std::size_t> next_ = 0;
  std::size_t pieces_ = 0;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::vector<Thread> threads_;
};

/// Workers for one call of forEach.
inline void forEachParallel(std::size_t pieces, unsigned threads, const std::function<void(std::size_t piece)>& work) {
  Workers(std::min<std::size_t>(threads, pieces)).forEach(pieces, work);
}

}  // namespace aunit::support
