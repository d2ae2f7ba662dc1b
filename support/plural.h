// Texts of a number and a noun in the right form: "1 test", "2 tests".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace aunit::support {

/// A text such as "1 test" or "2 tests".
std::string plural(std::size_t count, std::string_view noun);

}  // namespace aunit::support
