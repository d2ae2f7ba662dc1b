// Where in a text of Alloy somebody types: what stands in front of the cursor, and what can be there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aunit::server {

/// Kinds of place.
enum class Place : std::uint8_t {
  paragraph,  // a paragraph may begin
  opened,     // behind `open`
  joined,     // behind a dot
  scope,      // behind the `for` of a command
  valuation,  // in a `val`
  statement,  // in a `test`
  formula,    // all others
};

/// What stands in front of the cursor.
struct Typing {
  Place place = Place::formula;
  std::string_view before;    // the word before it, where one ends there
  std::string_view joined;    // joined: the last name of what stands in front of the dot; empty: not known
  bool transposed = false;    // joined: `~` in front of that
  std::size_t paragraph = 0;  // offset at which the paragraph begins
};

Typing typingAt(std::string_view text, std::size_t offset);

}  // namespace aunit::server
