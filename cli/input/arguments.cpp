#include "cli/input/arguments.h"

#include <algorithm>
#include <limits>

#include "runner/interrupt.h"

namespace aunit::cli {

std::size_t mostOf(int limit) {
  return limit == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(limit);
}

reporters::ColorChoice colorChoice(const std::string& text) {
  if (text == "always") return reporters::ColorChoice::always;
  if (text == "never") return reporters::ColorChoice::never;
  return reporters::ColorChoice::automatic;
}

bool failsOn(const std::vector<std::string>& failOn, std::string_view what) {
  return std::ranges::find(failOn, what) != failOn.end();
}

support::Limits limitsOf(double timeout, double time) {
  support::Limits limits{.seconds = timeout, .stop = &runner::interruptRequested};
  if (time > 0) limits.whole = support::Deadline::after(time);
  return limits;
}

}  // namespace aunit::cli
