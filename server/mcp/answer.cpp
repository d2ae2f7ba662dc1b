#include "server/mcp/answer.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "support/plural.h"
#include "support/utf8.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

constexpr std::size_t bytesOfToken = 4;
constexpr std::size_t answersKept = 16;                   // limit for the number of stored answers
constexpr std::size_t bytesKept = std::size_t{64} << 20;  // limit for all stored answers together
constexpr std::size_t bytesOfRemark = 160;                // room for the remark that more pages follow
constexpr std::size_t fewestBytes = 100;                  // least room for pieces on a page, however large the head is

/// The largest offset of at most `most` that is between two code points; the text must be longer than `most`.
std::size_t codePointEnd(std::string_view text, std::size_t most) {
  while (most > 0 && support::continuesCodePoint(text[most])) --most;
  return most;
}

/// A nonempty prefix of at most `most` bytes. It ends after a line if a line ends in the second half of these bytes, else between
/// code points.
std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  if (const std::size_t line = text.rfind('\n', most - 1); line != std::string_view::npos && line > most / 2)
    return text.substr(0, line + 1);
  return text.substr(0, codePointEnd(text, most));
}

std::size_t bytesOf(const Answer& answer) {
  std::size_t bytes = 0;
  for (const Piece& piece : answer.pieces) bytes += 2 * piece.text.size() + 100;
  return bytes;
}

}  // namespace

Answer refusal(std::string text) {
  Answer answer;
  answer.text = std::move(text);
  answer.isError = true;
  return answer;
}

std::string clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::size_t end = codePointEnd(text, most);
  return fmt::format("{}... ({} bytes more)", text.substr(0, end), text.size() - end);
}

Json Pages::page(const Answer& answer, std::size_t number, Place at, std::size_t tokens) const {
  std::string text;
  Json structured = answer.head;
  const std::size_t bytes = tokens * bytesOfToken, taken = textOf(structured).size() + bytesOfRemark;
  std::size_t room = bytes > taken + fewestBytes ? bytes - taken : fewestBytes;
  const auto say = [&](std::string_view more) {
    if (more.empty()) return;
    text += (text.empty() ? "" : "\n") + std::string(more);
    room -= std::min(room, more.size() + 1);
  };
  for (bool begun = false; at.piece < answer.pieces.size(); ++at.piece, at.byte = 0) {
    const Piece& piece = answer.pieces[at.piece];
    const std::string_view rest = std::string_view(piece.text).substr(std::min(at.byte, piece.text.size()));
    const std::size_t ofData = piece.list.empty() ? 0 : textOf(piece.data).size() + piece.list.size() + 8;
    if (rest.size() + 1 + ofData <= room) {
      say(rest);
      room -= ofData;
      if (!piece.list.empty()) structured[piece.list].push_back(piece.data);
      begun = begun || !rest.empty() || ofData != 0;
      continue;
    }
    if (begun) break;
    if (!rest.empty()) {  // shows a part of the text; the next page continues with the rest or, if no text is left, with the data
      const std::string_view part = beginning(rest, room - 1);
      say(part.ends_with('\n') ? part.substr(0, part.size() - 1) : part);
      at.byte += part.size();
      break;
    }
    begun = true;
    say(fmt::format("[{} bytes of structured content for `{}` are left out: use a larger `max_tokens`]", ofData, piece.list));
  }
  if (const std::size_t left = answer.pieces.size() - at.piece; left > 0) {
    const std::string cursor = fmt::format("{}.{}.{}", number, at.piece, at.byte);
    text += fmt::format("\n[{} more: call `more` with cursor \"{}\"]", support::plural(left, "part"), cursor);
    structured["more"] = cursor;
  }
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", std::move(text)}}})}};
  if (!structured.empty() || !answer.isError) result["structuredContent"] = std::move(structured);
  if (answer.isError) result["isError"] = true;
  return result;
}

Json Pages::first(Answer answer, std::size_t tokens) {
  const std::lock_guard lock(mutex_);
  const std::size_t number = ++answers_;
  answer.pieces.insert(answer.pieces.begin(), {"", nullptr, std::move(answer.text)});
  for (Piece& piece : answer.pieces) piece.text = support::visible(piece.text, false);
  Json result = page(answer, number, {}, tokens);
  if (result.contains("structuredContent") && result["structuredContent"].contains("more")) {
    const std::size_t bytes = bytesOf(answer);
    kept_.push_back({number, std::move(answer), bytes});
    const auto all = [&] {
      return std::accumulate(kept_.begin(), kept_.end(), std::size_t{0},
                             [](std::size_t sum, const StoredAnswer& k) { return sum + k.bytes; });
    };
    while (kept_.size() > answersKept || (kept_.size() > 1 && all() > bytesKept)) kept_.pop_front();
  }
  return result;
}

std::optional<Json> Pages::next(const std::string& cursor, std::size_t tokens) {
  std::size_t numbers[3] = {};  // number of the answer, index of its piece, offset in the piece's text
  const char* from = cursor.data();
  const char* const end = from + cursor.size();
  for (std::size_t& number : numbers) {
    if (&number != numbers && (from == end || *from++ != '.')) return std::nullopt;
    const auto [behind, wrong] = std::from_chars(from, end, number);
    if (wrong != std::errc()) return std::nullopt;
    from = behind;
  }
  const auto [number, piece, byte] = numbers;
  const std::lock_guard lock(mutex_);
  const auto kept = std::ranges::find(kept_, number, &StoredAnswer::number);
  if (from != end || kept == kept_.end() || piece >= kept->answer.pieces.size() || byte > kept->answer.pieces[piece].text.size())
    return std::nullopt;
  return page(kept->answer, number, {piece, byte}, tokens);
}

}  // namespace aunit::server::mcp
