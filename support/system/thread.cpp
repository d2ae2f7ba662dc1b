#include <cerrno>
#include <memory>

#include "support/threads.h"

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

void Thread::join() {
  if (std::exchange(runs_, false)) pthread_join(handle_, nullptr);
}

void Thread::detach() {
  if (std::exchange(runs_, false)) pthread_detach(handle_);
}

}  // namespace aunit::support
