#include "reporters/text.h"

#include <cstdint>

#include <fmt/format.h>

#include "support/pieces.h"
#include "support/plural.h"
#include "support/utf8.h"

namespace aunit::reporters {

namespace {

using suite::Engine;
using suite::Outcome;

void appendCount(std::string& text, std::size_t count, std::string_view noun) {
  if (count == 0) return;
  if (!text.empty()) text += ", ";
  text += fmt::format("{} {}", count, noun);
}

}  // namespace

std::string duration(double milliseconds) {
  if (milliseconds < 10) return fmt::format("{:.2f} ms", milliseconds);
  if (milliseconds < 1000) return fmt::format("{:.0f} ms", milliseconds);
  return fmt::format("{:.1f} s", milliseconds / 1000);
}

std::string counts(const runner::RunResult& run) {
  std::string text;
  appendCount(text, run.count(Outcome::failed), "failed");
  appendCount(text, run.count(Outcome::error), run.count(Outcome::error) == 1 ? "error" : "errors");
  appendCount(text, run.count(Outcome::passed), "passed");
  appendCount(text, run.count(Outcome::skipped), "skipped");
  appendCount(text, run.count(Outcome::xfailed), "xfailed");
  appendCount(text, run.count(Outcome::xpassed), "xpassed");
  appendCount(text, run.notRun, "not run");
  appendCount(text, run.deselected, "deselected");
  if (const std::size_t proposed = run.proposed(); proposed != 0)
    text +=
        fmt::format(" ({} of {} {} proposed)", proposed, support::plural(run.tests.size(), "test"), proposed == 1 ? "is" : "are");
  appendCount(text, run.warned(), run.warned() == 1 ? "warning" : "warnings");
  return text.empty() ? "no tests ran" : text;
}

std::string engines(const runner::RunResult& run) {
  std::string text;
  for (const Engine engine : {Engine::evaluated, Engine::completedBySolving, Engine::solved})
    appendCount(text, run.count(engine), engineInWords(engine));
  return text;
}

std::string engineInWords(Engine engine) {
  switch (engine) {
    case Engine::completedBySolving: return "completed by the solver";
    case Engine::solved: return "decided by the solver";
    default: return std::string(name(engine));
  }
}

std::string withoutControls(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const support::CodePoint point = support::decode(text);
    const std::uint32_t c = point.value;
    const bool control = (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
    const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    const bool forbidden = point.length == 0 || control || turns;
    const std::size_t length = point.length == 0 ? 1 : point.length;
    if (forbidden)
      result += "\xEF\xBF\xBD";
    else
      result += text.substr(0, length);
    text.remove_prefix(length);
  }
  return result;
}

std::size_t displayWidth(std::string_view text) {
  return support::codePoints(text);
}

std::string shortened(std::string_view text, std::size_t width) {
  if (displayWidth(text) <= width) return std::string(text);
  std::size_t end = 0;
  std::size_t columns = 0;
  const std::size_t room = width > 3 ? width - 3 : 0;
  while (end < text.size()) {
    if (!support::continuesCodePoint(text[end]) && ++columns > room) break;
    ++end;
  }
  return std::string(text.substr(0, end)) + "...";
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t columns = displayWidth(text);
  return std::string(text) + std::string(columns < width ? width - columns : 0, ' ');
}

std::string indented(const std::string& text) {
  std::string result;
  for (const std::string_view line : support::lines(text)) result += (line.empty() ? "" : "  ") + std::string(line) + "\n";
  return result;
}

}  // namespace aunit::reporters
