#include "support/system/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/system/child_time_limit.h"

extern char** environ;

namespace aunit::support {

namespace {

constexpr unsigned shortestWaitForEnd = 200, longestWaitForEnd = 20'000;  // microseconds

/// Closes a descriptor when it goes out of scope.
struct Descriptor {
  int number = -1;
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }
};

// makeSockets() and makePipe() make two connected descriptors. A program that another thread starts meanwhile does not inherit
// them. Linux ensures this atomically. macOS cannot, so there posix_spawn closes all descriptors that it was not given.
#ifdef __APPLE__
constexpr short closeOthers = POSIX_SPAWN_CLOEXEC_DEFAULT;
constexpr int noSignal = 0;  // not needed, since SO_NOSIGPIPE is set
bool closedElsewhere(std::array<int, 2>& ends, bool made) {
  for (const int end : ends)
    if (made) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return made;
}
bool makeSockets(std::array<int, 2>& ends) {
  const int yes = 1;
  const bool made = closedElsewhere(ends, ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  return made && ::setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes) == 0;
}
bool makePipe(std::array<int, 2>& ends) {
  return closedElsewhere(ends, ::pipe(ends.data()) == 0);
}
void limit(pid_t, const Budget&, const ChildLimits&) {}  // macOS cannot limit another process
#else
constexpr short closeOthers = 0;
constexpr int noSignal = MSG_NOSIGNAL;
bool makeSockets(std::array<int, 2>& ends) {
  return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
}
bool makePipe(std::array<int, 2>& ends) {
  return ::pipe2(ends.data(), O_CLOEXEC) == 0;
}
/// Limits the child's memory and CPU time, so that the child ends even if its parent is killed. The CPU time is the time that is
/// left in the budget, times the number of processors.
void limit(pid_t child, const Budget& budget, const ChildLimits& limits) {
  if (budget.deadline()) {
    const double seconds = std::clamp(budget.secondsLeft() + limits.graceSeconds, 0.0, 1e9);
    rlimit time{};
    time.rlim_cur = time.rlim_max = static_cast<rlim_t>(seconds * std::max(std::thread::hardware_concurrency(), 1U)) + 1;
    ::prlimit(child, RLIMIT_CPU, &time, nullptr);
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // the sanitizers reserve terabytes of address space
  rlimit memory{};
  memory.rlim_cur = memory.rlim_max = limits.memoryBytes;
  ::prlimit(child, RLIMIT_AS, &memory, nullptr);
#endif
}
#endif

constexpr int defaultSignals[] = {SIGINT, SIGTERM, SIGPIPE};

#ifdef __linux__
/// Like posix_spawn, but the system kills the child when this thread ends, so that the child does not survive if this process is
/// killed. If `errors` is negative, the child's standard error is discarded.
pid_t spawn(std::vector<std::string>& command, int input, int output, int errors) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // no signal handler may run in the child, which shares this memory until execvp
  const pid_t parent = ::getpid();
  volatile bool isProgram = true;
  const pid_t child = ::vfork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int dropped = errors >= 0 ? errors : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (::getppid() == parent && ::setpgid(0, 0) == 0 && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
        ::dup2(dropped, STDERR_FILENO) >= 0) {  // setpgid() gives the child a process group of its own
      for (const int signal : defaultSignals) ::signal(signal, SIG_DFL);
      ::sigprocmask(SIG_SETMASK, &before, nullptr);
      ::execvp(words[0], words.data());
    }
    isProgram = false;
    ::_exit(127);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  while (child > 0 && !isProgram && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return isProgram ? child : -1;
}
#else
/// If `errors` is negative, the child's standard error is discarded.
pid_t spawn(std::vector<std::string>& command, int input, int output, int errors) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (errors >= 0)
    ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  else
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  for (const int signal : defaultSignals) ::sigaddset(&defaults, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  // The child gets a process group of its own.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | closeOthers);
  pid_t child = -1;
  if (::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environ) != 0) child = -1;
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return child;
}
#endif

/// Appends to `text` the bytes that can be read now, but at most until its size is `most`. Returns the new part; nothing if the
/// child has closed its end of the pipe.
std::optional<std::string_view> readMore(int descriptor, std::string& text, std::size_t most) {
  std::array<char, 16384> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count == 0 || (count < 0 && errno != EINTR)) return std::nullopt;
  const std::size_t before = text.size(), room = most > before ? most - before : 0;
  text.append(buffer.data(), std::min(static_cast<std::size_t>(std::max<ssize_t>(count, 0)), room));
  return std::string_view(text).substr(before);
}

}  // namespace

bool hasDesktop() {
#ifdef __APPLE__
  return true;
#else
  return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
#endif
}

void openInBrowser(const std::string& address) {
  posix_spawn_file_actions_t silent;
  ::posix_spawn_file_actions_init(&silent);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&silent, descriptor, "/dev/null", O_RDWR, 0);
#ifdef __APPLE__
  std::string program = "open";
#else
  std::string program = "xdg-open";
#endif
  std::string argument = address;
  char* words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  ::posix_spawnp(&child, words[0], &silent, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&silent);
}

void endWithParent() {
#ifdef __linux__
  const pid_t parent = ::getppid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(1);  // the parent has ended before the call of prctl
#endif
}

ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget, const ChildLimits& limits,
                     const ChildHeard& heard) {
  ChildAnswer answer;
  std::array<int, 2> in{}, out{}, wrong{};
  Descriptor inOurs, inTheirs, outOurs, outTheirs, wrongOurs, wrongTheirs;
  // The child's input is a socket, because send() on a socket can suppress SIGPIPE if there is no reader.
  if (!makeSockets(in)) return answer;
  inOurs.number = in[0];
  inTheirs.number = in[1];
  if (!makePipe(out)) return answer;
  outOurs.number = out[0];
  outTheirs.number = out[1];
  if (limits.keepErrors) {
    if (!makePipe(wrong)) return answer;
    wrongOurs.number = wrong[0];
    wrongTheirs.number = wrong[1];
  }
  const pid_t child = spawn(command, inTheirs.number, outTheirs.number, wrongTheirs.number);
  if (child < 0) return answer;
  answer.started = true;
  limit(child, budget, limits);
  inTheirs.close();
  outTheirs.close();
  wrongTheirs.close();
  std::size_t written = 0;
  ChildTimeLimit time(budget, limits.graceSeconds);
  const auto over = [&] { return time.isOver([child] { ::kill(-child, SIGINT); }); };
  while (outOurs.number >= 0 && answer.output.size() < limits.outputBytes && !over()) {
    std::array<pollfd, 3> ends{pollfd{outOurs.number, POLLIN, 0}, pollfd{wrongOurs.number, POLLIN, 0},
                               pollfd{inOurs.number, POLLOUT, 0}};  // poll ignores negative descriptors
    if (::poll(ends.data(), ends.size(), millisecondsBetweenLooks) < 0 && errno != EINTR) break;
    if (inOurs.number >= 0 && ends[2].revents != 0) {
      const ssize_t count = ::send(inOurs.number, input.data() + written, input.size() - written, noSignal | MSG_DONTWAIT);
      if (count > 0) written += static_cast<std::size_t>(count);
      const bool again = count < 0 && (errno == EAGAIN || errno == EINTR);
      if (written == input.size() || (count < 0 && !again)) inOurs.close();
    }
    if (wrongOurs.number >= 0 && ends[1].revents != 0 && !readMore(wrongOurs.number, answer.errors, limits.outputBytes))
      wrongOurs.close();
    std::optional<std::string_view> more = "";
    if (ends[0].revents != 0) more = readMore(outOurs.number, answer.output, limits.outputBytes);
    if (!more) outOurs.close();
    if (heard && more) heard(*more);
  }
  while (wrongOurs.number >= 0 && outOurs.number < 0 && !over()) {
    pollfd end{wrongOurs.number, POLLIN, 0};
    if (::poll(&end, 1, millisecondsBetweenLooks) > 0 && !readMore(wrongOurs.number, answer.errors, limits.outputBytes))
      wrongOurs.close();
  }
  answer.ended = outOurs.number < 0;
  // A child that has closed its output is about to end. It is reaped only after its process group is killed, because its process
  // id identifies the group.
  unsigned wait = shortestWaitForEnd;
  for (siginfo_t info{}; answer.ended && info.si_pid != child && !over(); wait = std::min(wait * 2, longestWaitForEnd))
    if (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != child)
      ::usleep(wait);
  ::kill(-child, SIGKILL);  // kills the child's process group, including the child if it still runs
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  return answer;
}

}  // namespace aunit::support
