#include "support/system/waiting.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace aunit::support {

Awaitable awaitableOf(int descriptor) {
  return descriptor;
}

unsigned await(std::initializer_list<Awaitable> awaited, std::chrono::milliseconds most) {
  std::array<pollfd, 8> asked{};
  nfds_t count = 0;
  for (const Awaitable each : awaited) asked.at(count++) = {each, POLLIN, 0};  // poll ignores negative descriptors
  if (::poll(asked.data(), count, most.count() < 0 ? -1 : static_cast<int>(most.count())) <= 0) return 0;
  unsigned ready = 0;
  for (nfds_t i = 0; i < count; ++i) ready |= asked[i].revents != 0 ? 1u << i : 0u;
  return ready;
}

// Uses a pipe, because eventfd exists only on Linux.
WakeFlag::WakeFlag() {
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  ready_ = ends[0];
  signalled_ = ends[1];
}

WakeFlag::~WakeFlag() {
  ::close(ready_);
  ::close(signalled_);
}

void WakeFlag::set() noexcept {
  const int before = errno;
  const char one = 1;
  [[maybe_unused]] const auto written = ::write(signalled_, &one, 1);  // if the pipe is full, the flag is already set
  errno = before;
}

void WakeFlag::clear() noexcept {
  std::array<char, 64> some;
  while (::read(ready_, some.data(), some.size()) > 0) continue;
}

bool isHeard(int descriptor) {
  pollfd end = {descriptor, 0, 0};
  return ::poll(&end, 1, 0) <= 0 || (end.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

}  // namespace aunit::support
