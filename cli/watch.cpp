#include "cli/watch.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/notes.h"
#include "reporters/text.h"
#include "runner/files/file_watcher.h"
#include "runner/interrupt.h"
#include "runner/watch.h"
#include "support/plural.h"
#include "support/system/terminal.h"
#include "support/system/waiting.h"
#include "support/threads.h"

namespace aunit::cli {

namespace {

using namespace std::chrono_literals;
using runner::WatchEvent;
using runner::WatchStatus;

/// Waits for keys of the terminal and changes of files.
class Events final : public runner::WatchEvents {
 public:
  ~Events() override { interruptOnEvent(nullptr); }

  WatchEvent next() override {
    for (;;) {
      const unsigned found = support::await({files_.awaitable(), keys_.awaitable()}, lookEvery);
      if (runner::interruptRequested) return {.changed = {}, .key = {}, .ended = true};
      if ((found & ofKeys) != 0) {
        const auto key = keys_.read();
        return {.changed = {}, .key = key, .ended = !key};
      }
      if (found == 0) continue;
      // Waits a moment for further changes: an editor changes several files per save, and git hundreds.
      const auto began = std::chrono::steady_clock::now();
      std::set<std::string> changed = files_.changes();
      while (std::chrono::steady_clock::now() - began < 60ms && support::await({files_.awaitable()}, 10ms) != 0)
        changed.merge(files_.changes());
      if (!changed.empty()) return {.changed = std::move(changed), .key = {}};
    }
  }

  std::string watch(const std::set<std::string>& folders) override { return files_.watch(folders); }

  void interruptOnEvent(std::atomic<bool>* stop) override {
    if (watching_.joinable()) {
      done_.set();
      watching_.join();
      done_.clear();
    }
    if (!stop) return;
    watching_ = support::Thread([this, stop] {
      for (;;) {
        const unsigned found = support::await({files_.awaitable(), keys_.awaitable(), done_.awaitable()}, lookEvery);
        if ((found & ofDone) != 0) return;
        if (found != 0 || runner::interruptRequested) {
          stop->store(true);
          return;
        }
      }
    });
  }

 private:
  static constexpr unsigned ofKeys = 2, ofDone = 4;
  static constexpr auto lookEvery = 200ms;

  support::RawKeys keys_;
  runner::FileWatcher files_;
  support::WakeFlag done_;  // ends the thread `watching_`, which runs only while tests are judged
  support::Thread watching_;
};

/// Shows the results of each run. On a terminal, clears the screen first; elsewhere, appends the results to the earlier ones.
class View final : public runner::WatchView {
 public:
  explicit View(reporters::TerminalOptions options)
      : options_(options), style_(options.color), onScreen_(support::isTerminal(stdout)), hasKeys_(support::isTerminal(stdin)) {
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
          style_(Color::boldRed, fmt::format("{} in other files still not passing", support::plural(status.failing, "test"))) +
          '\n';
    if (!status.filters.empty()) text += style_(Color::yellow, fmt::format("only {}", fmt::join(status.filters, ", "))) + '\n';
    text += style_(Color::dim, fmt::format("watching {}", support::plural(status.files, "file")));
    text += style_(Color::dim, hasKeys_ ? ": a all, f failed, p by file, t by name, Enter again, q quit" : " (Ctrl-C ends)");
    reporters::sayNotes();
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
