#include "support/budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>
#endif

namespace aunit::support {

Budget::Budget(double seconds, std::size_t bytes, const std::atomic<bool>* stop)
    : seconds_(seconds), bytes_(bytes), stops_{stop} {
  if (seconds > 0) deadline_ = deadlineIn(seconds);
}

Budget::Clock::time_point Budget::deadlineIn(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

std::optional<std::string> Budget::exhausted() const {
  if (questions_ && questions_->fetch_sub(1) <= 0) return "no question left";
  return exhaustedMeanwhile();
}

std::optional<std::string> Budget::exhaustedMeanwhile() const {
  for (const std::atomic<bool>* stop : stops_) {
    if (stop && stop->load(std::memory_order_relaxed)) return "interrupted";
  }
  if (deadline_ && Clock::now() >= *deadline_) return fmt::format("time limit of {} s reached", seconds_);
  if (bytes_ != 0 && residentBytes() > bytes_) return memoryExhausted();
  return std::nullopt;
}

void Budget::check() const {
  if (auto why = exhausted()) throw Exhausted(*why);
}

void Budget::checkRoom(std::size_t bytes) const {
  check();
  if (bytes_ != 0 && residentBytes() + bytes > bytes_) throw Exhausted(memoryExhausted());
}

std::string Budget::memoryExhausted() const {
  return fmt::format("memory limit of {} MB reached", bytes_ >> 20);
}

Budget Budget::within(double seconds) const {
  Budget copy = *this;
  if (seconds < secondsLeft()) {
    copy.seconds_ = seconds;
    copy.deadline_ = deadlineIn(seconds);
  }
  return copy;
}

Budget Budget::endingAt(int questions) const {
  Budget copy = *this;
  copy.questions_ = std::make_shared<std::atomic<int>>(questions);
  return copy;
}

void Meter::ask() {
  steps_ = 0;
  if (budget_) budget_->check();
}

Budget Budget::stoppedBy(const std::atomic<bool>* stop) const {
  Budget copy = *this;
  const auto free = std::find(copy.stops_.begin() + 1, copy.stops_.end(), nullptr);
  if (free == copy.stops_.end()) throw std::logic_error("budgets nest too deeply");
  *free = stop;
  return copy;
}

double Budget::secondsLeft() const {
  if (!deadline_) return 1e9;
  return std::chrono::duration<double>(*deadline_ - Clock::now()).count();
}

std::size_t residentBytes() {
#ifdef __EMSCRIPTEN__
  return emscripten_get_heap_size();  // it never shrinks
#else
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
}

}  // namespace aunit::support
