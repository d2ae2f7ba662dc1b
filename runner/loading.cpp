#include "runner/loading.h"

#include <utility>

#include "support/budget.h"

namespace aunit::runner {

parser::LoadOptions limited(parser::LoadOptions options, double seconds, std::size_t bytes, const std::atomic<bool>* stop) {
  if (seconds > 0 || bytes > 0 || stop)
    options.exhausted = [budget = support::Budget(seconds, bytes, stop)] { return budget.exhausted(); };
  return options;
}

}  // namespace aunit::runner
