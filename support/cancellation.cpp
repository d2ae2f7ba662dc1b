#include "support/cancellation.h"

#include <utility>

namespace aunit::support {

constinit thread_local std::uint64_t Cancellation::spent_ = 0;
constinit thread_local Cancellation* Cancellation::current_ = nullptr;

Cancellation::Cancellation(std::function<void()> check) : check_(std::move(check)), outer_(std::exchange(current_, this)) {}

Cancellation::~Cancellation() {
  current_ = outer_;
}

void spend(std::uint64_t steps) {
  if ((Cancellation::spent_ += steps) < Cancellation::stepsBetweenChecks) return;
  Cancellation::spent_ = 0;
  if (Cancellation::current_ != nullptr) Cancellation::current_->check_();
}

}  // namespace aunit::support
