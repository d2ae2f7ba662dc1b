#include "runner/thread.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <system_error>

#include "model/first_exception.h"
#include "model/threads.h"

namespace aunit::runner {

DeepThread::DeepThread(std::function<void()> work) : work_(std::move(work)) {
  if (!model::hasThreads) {
    work_();
    return;
  }
  const auto entry = [](void* self) -> void* {
    static_cast<DeepThread*>(self)->work_();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  int status = pthread_create(&handle_, &attributes, entry, this);
  pthread_attr_destroy(&attributes);
  if (status != 0) status = pthread_create(&handle_, nullptr, entry, this);
  if (status != 0) throw std::system_error(status, std::generic_category(), "cannot start a thread");
}

DeepThread::~DeepThread() {
  if (model::hasThreads) pthread_join(handle_, nullptr);
}

void forEachParallel(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  const std::size_t workers = std::min<std::size_t>(std::max(1u, threads), count);
  if (workers == 0) return;
  if (workers == 1) {  // the caller's own stack is deep enough: main runs on a DeepThread
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::atomic<std::size_t> next = 0;
  model::FirstException thrown;
  const auto loop = [&] {
    thrown.guard([&] {
      for (std::size_t i = next++; i < count && !thrown.any(); i = next++) work(i);
    });
  };
  {
    std::deque<DeepThread> pool;
    thrown.guard([&] {
      for (std::size_t i = 0; i < workers; ++i) pool.emplace_back(loop);
    });
  }
  thrown.rethrow();
}

}  // namespace aunit::runner
