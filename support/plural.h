// Counts with their nouns, in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace aunit::support {

/// "1 test", "2 tests".
std::string plural(std::size_t count, std::string_view noun);

}  // namespace aunit::support
