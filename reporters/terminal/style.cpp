#include "reporters/terminal/style.h"

#include <cstdlib>

#include <fmt/format.h>

#include "support/system/terminal.h"

namespace aunit::reporters {

namespace {

const char* code(Color color) {
  switch (color) {
    case Color::none: return "0";
    case Color::bold: return "1";
    case Color::dim: return "2";
    case Color::red: return "31";
    case Color::green: return "32";
    case Color::yellow: return "33";
    case Color::blue: return "34";
    case Color::cyan: return "36";
    case Color::boldRed: return "1;31";
    case Color::boldGreen: return "1;32";
    case Color::boldYellow: return "1;33";
  }
  return "0";
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string Style::operator()(Color color, std::string_view text) const {
  if (!colored_ || color == Color::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code(color), text);
}

bool wantsColor(ColorChoice choice, std::FILE* stream) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  if (!environment("NO_COLOR").empty()) return false;
  if (const std::string_view force = environment("FORCE_COLOR"); !force.empty()) return force != "0";
  if (const std::string_view ci = environment("CI"); !ci.empty() && ci != "false") return true;
  return support::isTerminal(stream) && environment("TERM") != "dumb";
}

}  // namespace aunit::reporters
