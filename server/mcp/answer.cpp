#include "server/mcp/answer.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

constexpr std::size_t bytesOfToken = 4;
constexpr std::size_t answersKept = 16;
constexpr std::size_t bytesKept = std::size_t{64} << 20;
constexpr std::size_t bytesOfRemark = 160;  // that more follows

std::size_t bytesOf(const Answer& answer) {
  std::size_t bytes = answer.text.size();
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
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return fmt::format("{}... ({} characters more)", text.substr(0, end), text.size() - end);
}

Json Pages::page(const Answer& answer, std::size_t number, std::size_t begin, std::size_t tokens) const {
  std::string text = begin == 0 ? support::visible(answer.text, false) : "";
  Json structured = answer.head;
  std::size_t bytes = text.size() + textOf(structured).size() + bytesOfRemark, end = begin;
  for (; end < answer.pieces.size(); ++end) {
    const Piece& piece = answer.pieces[end];
    const std::string shown = support::visible(piece.text, false);
    const std::size_t more = shown.size() + textOf(piece.data).size() + piece.list.size() + 8;
    if (end > begin && bytes + more > tokens * bytesOfToken) break;
    bytes += more;
    if (!shown.empty()) text += (text.empty() ? "" : "\n") + shown;
    if (!piece.list.empty()) structured[piece.list].push_back(piece.data);
  }
  if (const std::size_t left = answer.pieces.size() - end; left > 0) {
    const std::string cursor = fmt::format("{}.{}", number, end);
    text +=
        fmt::format("\n[{} more: call `more` with cursor \"{}\"]", left == 1 ? "1 part" : fmt::format("{} parts", left), cursor);
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
  Json result = page(answer, number, 0, tokens);
  if (result.contains("structuredContent") && result["structuredContent"].contains("more")) {
    const std::size_t bytes = bytesOf(answer);
    kept_.push_back({number, std::move(answer), bytes});
    const auto all = [&] {
      return std::accumulate(kept_.begin(), kept_.end(), std::size_t{0},
                             [](std::size_t sum, const Kept& k) { return sum + k.bytes; });
    };
    while (kept_.size() > answersKept || (kept_.size() > 1 && all() > bytesKept)) kept_.pop_front();
  }
  return result;
}

std::optional<Json> Pages::next(const std::string& cursor, std::size_t tokens) {
  std::size_t number = 0, begin = 0;
  const char* const end = cursor.data() + cursor.size();
  const auto [dot, wrong] = std::from_chars(cursor.data(), end, number);
  if (wrong != std::errc() || dot == end || *dot != '.') return std::nullopt;
  if (const auto [rest, bad] = std::from_chars(dot + 1, end, begin); bad != std::errc() || rest != end) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto kept = std::ranges::find(kept_, number, &Kept::number);
  if (kept == kept_.end() || begin >= kept->answer.pieces.size()) return std::nullopt;
  return page(kept->answer, number, begin, tokens);
}

}  // namespace aunit::server::mcp
