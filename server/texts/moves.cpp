#include "server/texts/moves.h"

#include <algorithm>
#include <utility>

namespace aunit::server {

namespace {

/// The position of a place after an edit: the text from `begin` to `end` was replaced, and the new text ends at `newEnd`.
TextPosition moved(TextPosition place, Moves::Side side, TextPosition begin, TextPosition end, TextPosition newEnd) {
  if (place < begin || (place == begin && side == Moves::Side::before)) return place;
  if (place < end) return begin;
  if (place.line > end.line) return {place.line - end.line + newEnd.line, place.character};
  return {newEnd.line, place.character - end.character + newEnd.character};
}

bool isInsideCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

TextEdit editOf(std::string_view text, std::size_t begin, std::size_t end, std::string_view replacement, Encoding encoding) {
  const TextPosition from = positionOf(text, begin, encoding), to = positionOf(text, end, encoding);
  const TextPosition inside = positionOf(replacement, replacement.size(), encoding);
  return {from, to, {from.line + inside.line, inside.line == 0 ? from.character + inside.character : inside.character}};
}

TextEdit editBetween(std::string_view before, std::string_view after, Encoding encoding) {
  std::size_t same =
      static_cast<std::size_t>(std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first - before.begin());
  while (same > 0 && same < before.size() && isInsideCharacter(before[same])) --same;
  const std::size_t most = std::min(before.size(), after.size()) - same;
  std::size_t tail = 0;
  while (tail < most && before[before.size() - tail - 1] == after[after.size() - tail - 1]) ++tail;
  while (tail > 0 && isInsideCharacter(before[before.size() - tail])) --tail;
  return editOf(before, same, before.size() - tail, after.substr(same, after.size() - tail - same), encoding);
}

void Moves::add(std::uint64_t revision, TextEdit edit) {
  changes_.push_back({revision, edit});
}

void Moves::forgetUpTo(std::uint64_t revision) {
  std::erase_if(changes_, [&](const Change& change) { return change.revision <= revision; });
}

TextPosition Moves::forward(TextPosition place, Side side, std::uint64_t since) const {
  for (const auto& [revision, edit] : changes_)
    if (revision > since) place = moved(place, side, edit.begin, edit.end, edit.newEnd);
  return place;
}

TextPosition Moves::backward(TextPosition place, std::uint64_t since) const {
  for (auto change = changes_.rbegin(); change != changes_.rend() && change->revision > since; ++change)
    place = moved(place, Side::behind, change->edit.begin, change->edit.newEnd, change->edit.end);
  return place;
}

Json Moves::forward(Json value, std::uint64_t since) const {
  if (value.is_object() && value.contains("start") && value.contains("end")) {
    const TextPosition start = forward(positionFrom(value["start"]), Side::behind, since);
    const TextPosition end = forward(positionFrom(value["end"]), Side::before, since);
    return {{"start", toJson(start)}, {"end", toJson(std::max(start, end))}};
  }
  if (value.is_object() && value.contains("line") && value.contains("character"))
    return toJson(forward(positionFrom(value), Side::before, since));
  if (value.is_structured())
    for (Json& each : value) each = forward(std::move(each), since);
  return value;
}

}  // namespace aunit::server
