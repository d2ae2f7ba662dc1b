// The context of the cursor in Alloy text: the tokens before it, and the kind of place that they imply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aunit::server {

/// Where the cursor is. The place decides what can be written there.
enum class Place : std::uint8_t {
  paragraph,  // a paragraph may begin
  opened,     // after `open`
  joined,     // after a dot
  scope,      // after the `for` of a command
  valuation,  // in a `val`
  statement,  // in a `test`
  formula,    // anywhere else
};

/// What the text before the cursor tells about the place of the cursor.
struct CompletionContext {
  Place place = Place::formula;
  std::string_view before;    // the word directly before the word being typed; empty if the token there is no word
  std::string_view joined;    // for Place::joined: the last name before the dot; empty if unknown
  bool transposed = false;    // for Place::joined: whether `~` is before this name
  std::size_t paragraph = 0;  // offset at which the paragraph begins
};

CompletionContext completionContextAt(std::string_view text, std::size_t offset);

}  // namespace aunit::server
