#include "support/stack_guard.h"

#include <algorithm>

#include "support/threads.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/stack.h>
#elif defined(_WIN32)
#include <windows.h>
#else
#include <pthread.h>
#endif

namespace aunit::support {

namespace {

const char* currentFrame() {
  return static_cast<const char*>(__builtin_frame_address(0));
}

#ifdef __EMSCRIPTEN__
const char* endOfStack() {
  return reinterpret_cast<const char*>(emscripten_stack_get_end());
}
#elif defined(_WIN32)
const char* endOfStack() {
  ULONG_PTR lowest = 0, highest = 0;
  ::GetCurrentThreadStackLimits(&lowest, &highest);
  return reinterpret_cast<const char*>(lowest);
}
#elif defined(__APPLE__)
const char* endOfStack() {
  const pthread_t self = ::pthread_self();
  return static_cast<const char*>(::pthread_get_stackaddr_np(self)) - ::pthread_get_stacksize_np(self);
}
#else
/// The end of the calling thread's stack. Cached per thread, because finding it reads /proc.
const char* endOfStack() {
  thread_local const char* const end = [] {
    constexpr std::size_t assumed = 1 << 20;
    const char* lowest = currentFrame() - assumed;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return lowest;
    void* address = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = static_cast<const char*>(address);
    pthread_attr_destroy(&attributes);
    return lowest;
  }();
  return end;
}
#endif

}  // namespace

StackGuard::StackGuard() {
#if defined(__EMSCRIPTEN__)
  constexpr std::ptrdiff_t most = 256 << 10;  // calls also use the engine's own stack, which has at most 1 MB
#elif defined(__SANITIZE_THREAD__)
  constexpr std::ptrdiff_t most = 1 << 20;  // ThreadSanitizer tracks at most 65,536 nested calls
#else
  constexpr std::ptrdiff_t most = 8 << 20;
#endif
  const char* const here = currentFrame();
  const std::ptrdiff_t room = std::min((here - endOfStack()) / 8, most);
  lowest_ = here - room;
  constexpr std::ptrdiff_t bytesALevel = 800;  // assumed stack per level, from which `levels_` is computed
  constexpr int deepest = support::levels(10'000);
  levels_ = hasThreads ? static_cast<int>(std::clamp<std::ptrdiff_t>(room / bytesALevel, 1, deepest)) : deepest;
}

}  // namespace aunit::support
