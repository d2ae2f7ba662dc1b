#include "server/progress.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace aunit::server {

Progress::~Progress() {
  if (begun_) tell({{"kind", "end"}});
}

void Progress::begin() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(begun_, true)) return;
  tell({{"kind", "begin"}, {"title", title_}, {"cancellable", true}});
}

void Progress::report(const std::string& next, std::size_t done, std::size_t all) {
  const std::lock_guard lock(mutex_);
  if (!begun_) return;
  tell({{"kind", "report"},
        {"message", fmt::format("{} of {}: {}", done + 1, all, next)},
        {"percentage", 100 * done / std::max<std::size_t>(all, 1)}});
}

void Progress::tell(Json value) {
  send_({{"jsonrpc", "2.0"}, {"method", "$/progress"}, {"params", {{"token", token_}, {"value", std::move(value)}}}});
}

}  // namespace aunit::server
