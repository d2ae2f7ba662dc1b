#include "support/budget.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/memory.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

/// WebAssembly has no signals. The embedding page may define a function that interrupts the program
/// (wasm/package/command_worker.js).
EM_JS(void, hearInterrupts, (), {
  if (Module.hearInterrupts) Module.hearInterrupts();
})
#endif

namespace aunit::support {

namespace {

Budget::Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Budget::Clock::duration>(
      std::chrono::duration<double>(std::min(seconds, 1e9)));  // about thirty years; much larger values would overflow
}

}  // namespace

Budget::Budget(const Limits& limits) : Budget(Budget().within(limits)) {}

std::optional<std::string> Budget::exhausted() const {
  if (questions_ && questions_->fetch_sub(1) <= 0) return "no question left";
  return exhaustedMeanwhile();
}

std::optional<std::string> Budget::exhaustedMeanwhile() const {
#ifdef __EMSCRIPTEN__
  hearInterrupts();
#endif
  for (const std::atomic<bool>* stop : stops_) {
    if (stop && stop->load(std::memory_order_relaxed)) return "interrupted";
  }
  if (deadline_ && Clock::now() >= *deadline_)
    return fmt::format("time limit of {} s{} reached", seconds_, endsWhole_ ? " (--time)" : "");
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

Deadline Deadline::after(double seconds) {
  return {Budget::Clock::now() + duration(seconds), seconds};
}

Budget Budget::within(const Limits& limits) const {
  Budget copy = *this;
  if (limits.seconds > 0 && limits.seconds < secondsLeft()) {
    copy.seconds_ = limits.seconds;
    copy.deadline_ = Clock::now() + duration(limits.seconds);
    copy.endsWhole_ = false;
  }
  if (limits.whole && (!copy.deadline_ || limits.whole->at < *copy.deadline_)) {
    copy.seconds_ = limits.whole->seconds;
    copy.deadline_ = limits.whole->at;
    copy.endsWhole_ = true;
  }
  if (limits.bytes != 0 && (bytes_ == 0 || limits.bytes < bytes_)) copy.bytes_ = limits.bytes;
  if (limits.stop != nullptr && std::ranges::find(stops_, limits.stop) == stops_.end()) {
    const auto free = std::ranges::find(copy.stops_, nullptr);
    if (free == copy.stops_.end()) throw std::logic_error("budgets nest too deeply");
    *free = limits.stop;
  }
  return copy;
}

Limits Budget::left(Limits limits) const {
  if (deadline_) {
    const double most = std::max(0.001, secondsLeft());
    limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, most) : most;
  }
  if (limits.stop == nullptr) limits.stop = stops_[0];
  return limits;
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

double Budget::secondsLeft() const {
  if (!deadline_) return 1e9;
  return std::chrono::duration<double>(*deadline_ - Clock::now()).count();
}

}  // namespace aunit::support
