#include "support/system/terminal.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace aunit::support {

void prepareStandardStreams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // If a standard stream is closed, opens /dev/null in its place, for the opposite direction. Using the stream then fails, as if
  // the stream were still closed.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void leaveStandardStreams() {}

bool isTerminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) != 0;
}

bool meansUnread(int error) {
  return error == EPIPE;
}

std::size_t terminalWidth(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

struct RawKeys::State {
  termios before{};
};

RawKeys::RawKeys() {
  auto state = std::make_unique<State>();
  if (::isatty(STDIN_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &state->before) != 0) return;
  termios raw = state->before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  before_ = std::move(state);
}

RawKeys::~RawKeys() {
  if (before_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_->before);
}

Awaitable RawKeys::awaitable() const {
  return before_ ? STDIN_FILENO : noAwaitable;
}

std::optional<char> RawKeys::read() {
  char key = 0;
  return ::read(STDIN_FILENO, &key, 1) == 1 ? std::optional(key) : std::nullopt;
}

}  // namespace aunit::support
