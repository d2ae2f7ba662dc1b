// Shows progress of long work on a terminal, or reports it to the parent process.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/parts/parts.h"
#include "reporters/terminal/console.h"
#include "support/system/terminal.h"

namespace aunit::cli {

/// A line on standard error that is rewritten at most ten times a second. Shows nothing if standard error is not a terminal. In a
/// part (parts.h), reports the progress to the parent process instead. Thread-safe.
class Progress {
 public:
  Progress() : shown_(support::isTerminal(stderr)) {}

  void operator()(std::size_t done, std::size_t all, std::string_view what) {
    if (ownPart()) return tellOfPart(done, all, what);
    if (!shown_) return;
    const std::lock_guard lock(mutex_);
    if (what != what_) {
      what_ = what;
      began_ = Clock::now();
    }
    if (Clock::now() < last_ + std::chrono::milliseconds(100)) return;
    last_ = Clock::now();
    reporters::clearLine(stderr);
    if (done == 0) {
      reporters::show(stderr, fmt::format("0 of {} {}", all, what));
      reporters::flush(stderr);
      return;
    }
    const double seconds = std::chrono::duration<double>(last_ - began_).count();
    reporters::show(stderr, fmt::format("{} of {} {}, about {:.0f} s left", done, all, what,
                                        seconds / static_cast<double>(done) * static_cast<double>(all - done)));
    reporters::flush(stderr);
  }
  /// Shows the progress of work whose total amount is unknown.
  void operator()(std::uint64_t done, std::string_view what) {
    if (!shown_) return;
    const std::lock_guard lock(mutex_);
    if (Clock::now() < last_ + std::chrono::milliseconds(100)) return;
    last_ = Clock::now();
    reporters::clearLine(stderr);
    reporters::show(stderr, fmt::format("{} tried: {}", done, what));
    reporters::flush(stderr);
  }
  /// Removes the line. Call it before writing anything else.
  void clear() {
    if (shown_) reporters::clearLine(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  std::mutex mutex_;
  std::string what_;
  Clock::time_point began_, last_;
};

}  // namespace aunit::cli
