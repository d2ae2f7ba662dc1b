// The context of the cursor in a text of Alloy: the tokens in front of it, and the kind of place that they make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aunit::server {

/// Kinds of place, by what can stand there.
enum class Place : std::uint8_t {
  paragraph,  // a paragraph may begin
  opened,     // behind `open`
  joined,     // behind a dot
  scope,      // behind the `for` of a command
  valuation,  // in a `val`
  statement,  // in a `test`
  formula,    // all others
};

/// The text in front of the cursor.
struct CompletionContext {
  Place place = Place::formula;
  std::string_view before;    // the word before it, where one ends there
  std::string_view joined;    // joined: the last name in front of the dot; empty: not known
  bool transposed = false;    // joined: `~` stands in front of that name
  std::size_t paragraph = 0;  // offset at which the paragraph begins
};

CompletionContext completionContextAt(std::string_view text, std::size_t offset);

}  // namespace aunit::server
