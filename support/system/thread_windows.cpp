#include <cerrno>
#include <memory>

#include <process.h>
#include <windows.h>

#include "support/threads.h"

namespace aunit::support {

// Reserves only address space for the stack. The threads of the C++ library (winpthreads) would allocate memory for the whole
// stack.
Thread::Thread(std::function<void()> work, Stack stack) {
  auto owned = std::make_unique<std::function<void()>>(std::move(work));
  const auto entry = [](void* given) -> unsigned {
    const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(given));
    (*mine)();
    return 0;
  };
  std::uintptr_t made = 0;
  if (stack == Stack::deep)
    made = ::_beginthreadex(nullptr, deepStackBytes, entry, owned.get(), STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  constexpr unsigned usual = 8 << 20;  // as on Linux; the default of Windows is 1 MB
  if (made == 0) made = ::_beginthreadex(nullptr, usual, entry, owned.get(), STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (made == 0) throw std::system_error(errno, std::generic_category(), "cannot start a thread");
  handle_ = reinterpret_cast<void*>(made);
  owned.release();
  runs_ = true;
}

void Thread::join() {
  if (!std::exchange(runs_, false)) return;
  ::WaitForSingleObject(handle_, INFINITE);
  ::CloseHandle(handle_);
}

void Thread::detach() {
  if (std::exchange(runs_, false)) ::CloseHandle(handle_);
}

}  // namespace aunit::support
