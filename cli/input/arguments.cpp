#include "cli/input/arguments.h"

namespace aunit::cli {

reporters::ColorChoice colorChoice(const std::string& text) {
  if (text == "always") return reporters::ColorChoice::always;
  if (text == "never") return reporters::ColorChoice::never;
  return reporters::ColorChoice::automatic;
}

}  // namespace aunit::cli
