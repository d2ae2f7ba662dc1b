#include "support/plural.h"

#include <fmt/format.h>

namespace aunit::support {

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace aunit::support
