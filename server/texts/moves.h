// Maps positions in an earlier text of a file to positions in its current text. The server needs this while the current text is
// not parsed yet: it then answers requests from the last text that was parsed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "server/texts/positions.h"

namespace aunit::server {

/// One edit: the text from `begin` to `end` was replaced by a text from `begin` to `newEnd`.
struct TextEdit {
  TextPosition begin, end, newEnd;
};

/// The edit that replaces bytes `begin` .. `end` of a text by `replacement`.
TextEdit editOf(std::string_view text, std::size_t begin, std::size_t end, std::string_view replacement, Encoding encoding);
/// The smallest single edit that turns `before` into `after`.
TextEdit editBetween(std::string_view before, std::string_view after, Encoding encoding);

/// The edits of one text, in order. Each edit starts a new revision of the workspace and is stored with the revision's number.
class Moves {
 public:
  void add(std::uint64_t revision, TextEdit edit);
  /// Forgets the edits up to and including `revision`. Call it when no analysis of an older text is left.
  void forgetUpTo(std::uint64_t revision);

  /// Where a position goes if text is inserted exactly there: `before` or `behind` the inserted text.
  enum class Side : std::uint8_t { before, behind };

  /// Returns the current position of `place`, which is a position in the text at revision `since`. If the text around it was
  /// deleted, returns the position where that text was.
  TextPosition forward(TextPosition place, Side side, std::uint64_t since) const;
  /// Returns where the character after `place` was in the text at revision `since`. `place` is a position in the current text.
  TextPosition backward(TextPosition place, std::uint64_t since) const;
  /// Returns `value` with each position (an object with `line` and `character`) replaced by its current position. Text that was
  /// inserted at the start or end of a range does not become part of the range.
  Json forward(Json value, std::uint64_t since) const;

 private:
  struct Change {
    std::uint64_t revision;
    TextEdit edit;
  };

  std::vector<Change> changes_;
};

}  // namespace aunit::server
