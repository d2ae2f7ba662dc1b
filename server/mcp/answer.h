// The answers of tools, each as text and as JSON with the same content, divided into pieces that fit on pages.
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

/// One item of an answer. A piece should be short: at most a quarter of a usual page. A piece that fits on no page is divided at
/// the end of a line or character; its data is then on the page of its last part.
struct Piece {
  std::string list;  // the array of the structured content that gets `data` as an element
  Json data;
  std::string text;  // lines, without the last line break
};

struct Answer {
  std::string text;            // the verdict; comes before the first piece
  Json head = Json::object();  // members of the structured content that each page repeats
  std::vector<Piece> pieces;
  bool isError = false;  // the tool could not do its task
};

/// An answer that says why a tool could not do its task.
Answer refusal(std::string text);

/// The text, cut between code points to at most `most` bytes, with a remark on the number of bytes left out.
std::string clipped(std::string_view text, std::size_t most = 400);

/// The answers of a session, page by page. The most recent answers with several pages are stored.
class Pages {
 public:
  static constexpr std::size_t fewestTokens = 200, usualTokens = 1500, mostTokens = 100'000;

  /// The first page of an answer, as the result of a tool call. Its text and structured content together have at most
  /// 4 * `tokens` bytes. Data that fits on no such page is left out, and the text says so.
  Json first(Answer answer, std::size_t tokens);
  /// The page at a cursor; nothing if the cursor is unknown or its answer is no longer stored.
  std::optional<Json> next(const std::string& cursor, std::size_t tokens);

 private:
  struct StoredAnswer {
    std::size_t number;
    Answer answer;  // its `text` was moved into its first piece
    std::size_t bytes;
  };
  /// Where a page starts: at byte `byte` of the text of piece `piece`.
  struct Place {
    std::size_t piece = 0, byte = 0;
  };

  Json page(const Answer& answer, std::size_t number, Place at, std::size_t tokens) const;

  std::mutex mutex_;
  std::deque<StoredAnswer> kept_;
  std::size_t answers_ = 0;
};

}  // namespace aunit::server::mcp
