#include "model/patience.h"

#include <utility>

namespace aunit::model {

constinit thread_local std::uint64_t Patience::spent_ = 0;
constinit thread_local Patience* Patience::current_ = nullptr;

Patience::Patience(std::function<void()> check) : check_(std::move(check)), outer_(std::exchange(current_, this)) {}

Patience::~Patience() {
  current_ = outer_;
}

void spend(std::uint64_t steps) {
  if ((Patience::spent_ += steps) < Patience::stepsBetweenChecks) return;
  Patience::spent_ = 0;
  if (Patience::current_ != nullptr) Patience::current_->check_();
}

}  // namespace aunit::model
