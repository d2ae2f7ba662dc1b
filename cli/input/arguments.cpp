#include "cli/input/arguments.h"

#include <algorithm>

namespace aunit::cli {

reporters::ColorChoice colorChoice(const std::string& text) {
  if (text == "always") return reporters::ColorChoice::always;
  if (text == "never") return reporters::ColorChoice::never;
  return reporters::ColorChoice::automatic;
}

bool failsOn(const std::vector<std::string>& failOn, std::string_view what) {
  return std::ranges::find(failOn, what) != failOn.end();
}

}  // namespace aunit::cli
