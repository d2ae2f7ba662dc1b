#include "support/threads.h"

#include <cerrno>
#include <memory>

namespace aunit::support {

Thread::Thread(std::function<void()> work, Stack stack) {
  if (!hasThreads) {
    work();
    return;
  }
  auto owned = std::make_unique<std::function<void()>>(std::move(work));
  const auto entry = [](void* given) -> void* {
    const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(given));
    (*mine)();
    return nullptr;
  };
  int status = EAGAIN;
  if (stack == Stack::deep) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, deepStackBytes);
    status = pthread_create(&handle_, &attributes, entry, owned.get());
    pthread_attr_destroy(&attributes);
  }
  if (status != 0) status = pthread_create(&handle_, nullptr, entry, owned.get());
  if (status != 0) throw std::system_error(status, std::generic_category(), "cannot start a thread");
  owned.release();
  runs_ = true;
}

Thread& Thread::operator=(Thread&& other) noexcept {
  join();
  handle_ = other.handle_;
  runs_ = std::exchange(other.runs_, false);
  return *this;
}

void Thread::join() {
  if (std::exchange(runs_, false)) pthread_join(handle_, nullptr);
}

void Thread::detach() {
  if (std::exchange(runs_, false)) pthread_detach(handle_);
}

Workers::Workers(std::size_t count) {
  if (!hasThreads || count <= 1) return;
  threads_.reserve(count - 1);
  try {
    while (threads_.size() < count - 1) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {  // so many they are
  } catch (...) {
    end();
    throw;
  }
}

/// Joins the threads, which have no work.
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

/// Does pieces until there is none left, or one has failed.
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
