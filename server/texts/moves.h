// Maps places of an earlier text to the current one. Requests about a text that is not parsed yet are answered from the last
// parsed text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "server/texts/positions.h"

namespace aunit::server {

/// One edit: the text between `begin` and `end` was replaced by text between `begin` and `newEnd`.
struct TextEdit {
  TextPosition begin, end, newEnd;
};

/// The edit that replaces bytes `begin` .. `end` of a text by `replacement`.
TextEdit editOf(std::string_view text, std::size_t begin, std::size_t end, std::string_view replacement, Encoding encoding);
/// The smallest single edit from one text to the other.
TextEdit editBetween(std::string_view before, std::string_view after, Encoding encoding);

/// The edits of one text in order, each with the revision it led to.
class Moves {
 public:
  void add(std::uint64_t revision, TextEdit edit);
  /// Forgets edits up to this revision, when no request needs them any more.
  void forgetUpTo(std::uint64_t revision);

  /// The character that a place belongs to when text is inserted there.
  enum class Side : std::uint8_t { before, behind };

  /// The current position of a place of the text at revision `since`. A place in deleted text moves to where the text was.
  TextPosition forward(TextPosition place, Side side, std::uint64_t since) const;
  /// The position, at revision `since`, of the character after a place of the current text.
  TextPosition backward(TextPosition place, std::uint64_t since) const;
  /// Moves all positions in a protocol value (objects with `line` and `character`) forward. Text inserted at the begin or end of
  /// a range does not become part of it.
  Json forward(Json value, std::uint64_t since) const;

 private:
  struct Change {
    std::uint64_t revision;
    TextEdit edit;
  };

  std::vector<Change> changes_;
};

}  // namespace aunit::server
