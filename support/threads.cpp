#include "support/threads.h"

namespace aunit::support {

Thread& Thread::operator=(Thread&& other) noexcept {
  join();
  handle_ = other.handle_;
  runs_ = std::exchange(other.runs_, false);
  return *this;
}

Workers::Workers(std::size_t count) {
  if (!hasThreads || count <= 1) return;
  threads_.reserve(count - 1);
  try {
    while (threads_.size() < count - 1) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {  // the system cannot start more threads
  } catch (...) {
    end();
    throw;
  }
}

/// Ends and joins the threads. Requires that they are idle.
void Workers::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  threads_.clear();
}

void Workers::forEach(std::size_t pieces, const std::function<void(std::size_t piece)>& work) {
  next_ = 0;
  pieces_ = pieces;
  work_ = &work;
  if (!threads_.empty() && pieces > 1) {
    {
      const std::lock_guard lock(mutex_);
      busy_ = threads_.size();
      ++generation_;
    }
    wake_.notify_all();
    take();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  } else {
    take();
  }
  failed_ = false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Does pieces of work until there are no more, or one has failed.
void Workers::take() noexcept {
  try {
    for (std::size_t piece = next_++; piece < pieces_ && !failed_; piece = next_++) (*work_)(piece);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    failed_ = true;
  }
}

void Workers::serve() {
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

}  // namespace aunit::support
