// Where a place of an earlier text is now. Requests about a text that is not parsed yet are answered from the last parsed text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "server/texts/positions.h"

namespace aunit::server {

/// One change of a text: what stood between `begin` and `end` stands between `begin` and `newEnd` now.
struct TextEdit {
  TextPosition begin, end, newEnd;
};

/// The change that `begin` .. `end` (bytes) of a text become `replacement`.
TextEdit editOf(std::string_view text, std::size_t begin, std::size_t end, std::string_view replacement, Encoding encoding);
/// The smallest change that makes one text of the other.
TextEdit editBetween(std::string_view before, std::string_view after, Encoding encoding);

/// The changes of one text, each made at a revision, in their order.
class Moves {
 public:
  void add(std::uint64_t revision, TextEdit edit);
  /// Forgets changes up to this revision: no request needs them any more.
  void forgetUpTo(std::uint64_t revision);

  /// To what a place between two characters belongs, where something is put in there.
  enum class Side : std::uint8_t { before, behind };

  /// Where a place of the text at a revision is now. Deleted text is where it was.
  TextPosition forward(TextPosition place, Side side, std::uint64_t since) const;
  /// Where the character behind a place of the text as it is now was at a revision.
  TextPosition backward(TextPosition place, std::uint64_t since) const;
  /// All positions in a value of the protocol (objects with `line` and `character`), moved forward; what is put in where a range
  /// begins or ends is no part of it.
  Json forward(Json value, std::uint64_t since) const;

 private:
  struct Change {
    std::uint64_t revision;
    TextEdit edit;
  };

  std::vector<Change> changes_;
};

}  // namespace aunit::server
