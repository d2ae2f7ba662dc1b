// A few threads that share out numbered pieces of work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "model/first_exception.h"
#include "model/threads.h"

namespace aunit::reachability {

class Workers {
 public:
  /// `count` threads in all, the caller's included.
  explicit Workers(int count) {
    for (int i = 1; i < count && model::hasThreads; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Calls work(piece) for every piece 0 .. pieces-1 and returns when all are done. What a call throws ends the others
  /// soon and is thrown here, then.
  void forEach(std::uint32_t pieces, const std::function<void(std::uint32_t piece)>& work) {
    next_ = 0;
    pieces_ = pieces;
    work_ = &work;
    if (!threads_.empty() && pieces > 1) {
      {
        const std::lock_guard lock(mutex_);
        busy_ = static_cast<int>(threads_.size());
        ++generation_;
      }
      wake_.notify_all();
      take();
      std::unique_lock lock(mutex_);
      done_.wait(lock, [this] { return busy_ == 0; });
    } else {
      take();
    }
    thrown_.rethrow();
  }

 private:
  void take() {
    thrown_.guard([this] {
      for (std::uint32_t piece = next_++; piece < pieces_ && !thrown_.any(); piece = next_++) (*work_)(piece);
    });
  }
  void serve() {
    std::uint64_t seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return ending_ || generation_ != seen; });
        if (ending_) return;
        seen = generation_;
      }
      take();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::uint64_t generation_ = 0;
  int busy_ = 0;
  bool ending_ = false;
  model::FirstException thrown_;
  std::atomic<std::uint32_t> next_ = 0;
  std::uint32_t pieces_ = 0;
  const std::function<void(std::uint32_t)>* work_ = nullptr;
};

}  // namespace aunit::reachability
