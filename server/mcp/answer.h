// What a tool answers: words for a reader, and the same for programs, in pieces that fit on pages.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/messages.h"

namespace aunit::server::mcp {

/// One thing that an answer says. Pieces are short, at most a quarter of a usual page. One that no page has room for is divided:
/// its text where a line or a character ends, its data on a page after it.
struct Piece {
  std::string list;  // the member of the structured content whose element it is
  Json data;
  std::string text;  // lines, without the end of the last
};

struct Answer {
  std::string text;            // says the verdict, in front of the first piece
  Json head = Json::object();  // members of the structured content that are on each page
  std::vector<Piece> pieces;
  bool isError = false;  // the tool could not do what was asked
};

/// An answer that says why a tool could not do what was asked.
Answer refusal(std::string text);

/// The text, cut behind so many bytes, between code points, with a remark on how many are left out.
std::string clipped(std::string_view text, std::size_t most = 400);

/// The answers of a session, page by page: the last ones are kept whole.
class Pages {
 public:
  static constexpr std::size_t fewestTokens = 200, usualTokens = 1500, mostTokens = 100'000;

  /// The first page of an answer, as the result of a tool call: text and structured content together have at most `tokens` times
  /// four bytes. Data that no such page has room for is left out, and the text says so.
  Json first(Answer answer, std::size_t tokens);
  /// The page at a cursor; nothing if there is no such cursor, or its answer is no longer kept.
  std::optional<Json> next(const std::string& cursor, std::size_t tokens);

 private:
  struct StoredAnswer {
    std::size_t number;
    Answer answer;  // its text is its first piece
    std::size_t bytes;
  };
  /// Where a page begins: at byte `byte` of the text of piece `piece`.
  struct Place {
    std::size_t piece = 0, byte = 0;
  };

  Json page(const Answer& answer, std::size_t number, Place at, std::size_t tokens) const;

  std::mutex mutex_;
  std::deque<StoredAnswer> kept_;
  std::size_t answers_ = 0;
};

}  // namespace aunit::server::mcp
