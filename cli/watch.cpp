#include "cli/watch.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

#include "cli/exit_code.h"
#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/text.h"
#include "runner/files/file_watcher.h"
#include "runner/interrupt.h"
#include "runner/watch.h"
#include "support/plural.h"
#include "support/threads.h"

namespace aunit::cli {

namespace {

using namespace std::chrono_literals;
using runner::WatchEvent;
using runner::WatchStatus;

/// While it lives, keys come one by one and are not shown.
class RawKeys {
 public:
  RawKeys() : good_(::isatty(STDIN_FILENO) && ::tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!good_) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawKeys() {
    if (good_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  bool good() const { return good_; }

 private:
  termios before_{};
  bool good_;
};

bool isReadable(int descriptor, std::chrono::milliseconds wait) {
  pollfd asked{descriptor, POLLIN, 0};
  return ::poll(&asked, 1, static_cast<int>(wait.count())) > 0 && asked.revents != 0;
}

/// Keys of the terminal, and changes of files.
class Events final : public runner::WatchEvents {
 public:
  ~Events() override { interruptOnEvent(nullptr); }

  WatchEvent next() override {
    for (;;) {
      pollfd asked[] = {{files_.descriptor(), POLLIN, 0}, {keys_.good() ? STDIN_FILENO : -1, POLLIN, 0}};
      const int found = ::poll(asked, 2, 200);
      if (runner::interruptRequested) return {.changed = {}, .key = {}, .ended = true};
      if (found <= 0) continue;
      if (asked[1].revents != 0) {
        char key = 0;
        if (::read(STDIN_FILENO, &key, 1) != 1) return {.changed = {}, .key = {}, .ended = true};
        return {.changed = {}, .key = key};
      }
      // An editor that saves does several things at once, and git does hundreds.
      const auto began = std::chrono::steady_clock::now();
      std::set<std::string> changed = files_.changes();
      while (std::chrono::steady_clock::now() - began < 60ms && isReadable(files_.descriptor(), 10ms))
        changed.merge(files_.changes());
      if (!changed.empty()) return {.changed = std::move(changed), .key = {}};
    }
  }

  std::string watch(const std::set<std::string>& folders) override { return files_.watch(folders); }

  void interruptOnEvent(std::atomic<bool>* stop) override {
    if (watching_.joinable()) {
      const std::uint64_t one = 1;
      [[maybe_unused]] const auto written = ::write(done_, &one, sizeof one);
      watching_.join();
      ::close(done_);
    }
    if (!stop) return;
    done_ = ::eventfd(0, EFD_CLOEXEC);
    watching_ = support::Thread([this, stop] {
      pollfd asked[] = {{files_.descriptor(), POLLIN, 0}, {keys_.good() ? STDIN_FILENO : -1, POLLIN, 0}, {done_, POLLIN, 0}};
      for (;;) {
        const int found = ::poll(asked, 3, 200);
        if (asked[2].revents != 0) return;
        if (found > 0 || runner::interruptRequested) {
          stop->store(true);
          return;
        }
      }
    });
  }

 private:
  RawKeys keys_;
  runner::FileWatcher files_;
  support::Thread watching_;
  int done_ = -1;  // readable when nothing is judged any more
};

/// One screen with the last results. Where nobody looks, one report after the other.
class View final : public runner::WatchView {
 public:
  explicit View(reporters::TerminalOptions options)
      : options_(options), style_(options.color), onScreen_(::isatty(STDOUT_FILENO)), hasKeys_(::isatty(STDIN_FILENO)) {
    options_.progress = false;
  }

  runner::Listener& begins() override {
    if (onScreen_) reporters::clearScreen(stdout);
    terminal_ = std::make_unique<reporters::Terminal>(stdout, options_);
    return *terminal_;
  }

  void ends(const runner::RunResult& run, const WatchStatus& status) override {
    terminal_->summarize(run, {});
    tell(status);
  }

  void idle(const WatchStatus& status) override {
    if (onScreen_) reporters::clearScreen(stdout);
    print(status.files == 0 ? "no tests\n" : "no test to run\n");
    tell(status);
  }

  void typing(const std::string& prompt, const std::string& text) override {
    reporters::clearLine(stdout);
    print(prompt + text);
  }

 private:
  void print(const std::string& text) {
    reporters::show(stdout, text, style_);
    reporters::flush(stdout);
  }

  void tell(const WatchStatus& status) {
    using reporters::Color;
    std::string text;
    for (const std::string& message : status.messages) text += style_(Color::yellow, message) + '\n';
    if (status.failing != 0)
      text +=
          style_(Color::boldRed, fmt::format("{} of other files still not passing", support::plural(status.failing, "test"))) +
          '\n';
    if (!status.filters.empty()) text += style_(Color::yellow, fmt::format("only {}", fmt::join(status.filters, ", "))) + '\n';
    text += style_(Color::dim, fmt::format("watching {}", support::plural(status.files, "file")));
    text += style_(Color::dim, hasKeys_ ? ": a all, f failed, p by file, t by name, Enter again, q quit" : " (Ctrl-C ends)");
    print(text + '\n');
  }

  reporters::TerminalOptions options_;
  reporters::Style style_;
  bool onScreen_, hasKeys_;
  std::unique_ptr<reporters::Terminal> terminal_;
};

}  // namespace

int watch(const std::vector<std::string>& paths, runner::RunOptions options, runner::Selection selection,
          reporters::TerminalOptions shown) {
  runner::catchInterrupts();
  Events events;
  View view(shown);
  runner::Watch(paths, std::move(options), std::move(selection), events, view).run();
  return allPassed;
}

}  // namespace aunit::cli
