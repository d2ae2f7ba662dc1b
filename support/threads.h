// Threads: whether there are any, the size of their stacks, and distribution of work.
//
// Two rules hold for all functions. If the work throws, the exception is thrown where the work is awaited. A WebAssembly build
// for web pages has no threads: there, work runs at once, at the place where its thread would start.
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

/// How deeply a text may be nested if a function traverses it recursively: `wished` levels on a deep stack (Stack::deep), at
/// most 1000 levels on the 1 MB stack of a web page.
constexpr int levels(int wished) {
  return hasThreads ? wished : std::min(wished, 1000);
}

/// The number of threads that can work at the same time; at least 1.
inline unsigned cores() {
  return hasThreads ? std::max(1u, std::thread::hardware_concurrency()) : 1;
}

enum class Stack : std::uint8_t {
  deep,   // 512 MB of address space, enough for deeply nested models; memory is committed on first use
  usual,  // the default size of the system
};

/// A thread. The destructor and assignment join it (thread.cpp, thread_windows.cpp).
class Thread {
 public:
  static constexpr std::size_t deepStackBytes = std::size_t{512} << 20;

  /// An object without a thread.
  Thread() = default;
  /// Starts a thread that runs `work`, which must not throw. Uses a usual stack if the system cannot provide a deep one. In
  /// builds without threads, runs `work` in the constructor. Throws std::system_error if no further thread can be started.
  explicit Thread(std::function<void()> work, Stack stack = Stack::deep);
  Thread(Thread&& other) noexcept : handle_(other.handle_), runs_(std::exchange(other.runs_, false)) {}
  Thread& operator=(Thread&& other) noexcept;
  ~Thread() { join(); }

  bool joinable() const { return runs_; }
  void join();
  /// Lets the thread continue after this object is destroyed.
  void detach();

 private:
#ifdef _WIN32
  void* handle_ = nullptr;
#else
  pthread_t handle_{};
#endif
  bool runs_ = false;
};

/// Work that runs in a thread of its own and returns a value.
template <class T>
class Task {
 public:
  /// Starts the work. Throws std::system_error if no thread can be started.
  explicit Task(std::function<T()> work) : task_(std::move(work)), value_(task_.get_future()), thread_([this] { task_(); }) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Waits at most `wait`, then returns whether the work has ended with a value or an exception.
  bool ready(std::chrono::milliseconds wait) const { return value_.wait_for(wait) == std::future_status::ready; }
  /// Waits for the value and returns it, or throws the exception of the work. May be called once.
  T get() { return value_.get(); }

 private:
  std::packaged_task<T()> task_;
  std::future<T> value_;
  Thread thread_;  // last member, because its work uses the members above
};

/// Threads, including the caller's, that share pieces of work.
class Workers {
 public:
  /// `count`: the number of threads including the caller's, at least 1. There are fewer if the system cannot start them; in the
  /// worst case only the caller's.
  explicit Workers(std::size_t count);
  ~Workers() { end(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Calls work(0) .. work(pieces - 1), each once, in no particular order. Returns when all calls have ended. After a call has
  /// thrown, no further piece begins, and forEach() throws the first exception.
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

/// Runs Workers::forEach() with at most `threads` threads.
inline void forEachParallel(std::size_t pieces, unsigned threads, const std::function<void(std::size_t piece)>& work) {
  Workers(std::min<std::size_t>(threads, pieces)).forEach(pieces, work);
}

}  // namespace aunit::support
