#include "reporters/terminal/reason_tree.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "reporters/text.h"
#include "suite/asking.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using support::oneLine;

constexpr std::size_t longestFormula = 90;  // columns

std::string inOneLine(const std::vector<suite::NamedValue>& values) {
  return support::joined(values, ", ", [](const suite::NamedValue& value) {
    return oneLine(value.name) + " = " + shortened(oneLine(value.value), longestValue);
  });
}

/// How near an alternative is to holding: "this formula is closest to true for d = D0 (of 3 values): 2 of 3 conjuncts hold".
std::string nearest(const suite::ReasonText& reason) {
  std::string text = reason.bound.empty() ? "" : "this formula is closest to true for " + inOneLine(reason.bound);
  if (reason.others != 0) text += fmt::format(" (one of {} values)", reason.others + 1);
  if (reason.conjuncts > 1)
    text += fmt::format("{}{} of {} conjuncts {}", text.empty() ? "" : ": ", reason.held, reason.conjuncts,
                        reason.held == 1 ? "holds" : "hold");
  return text;
}

void add(std::string& out, const suite::ReasonText& reason, std::size_t indent, int state, const Style& style) {
  const std::string margin(indent, ' '), below(indent + 2, ' ');
  const bool alternative = reason.conjuncts != 0;
  const std::string value = reason.actual ? style(Color::green, "true ") : style(Color::red, "false");
  const std::string at = reason.state == state ? "" : fmt::format("  (in state {})", reason.state);
  const std::string place = reason.place.empty() ? "" : "  " + style(Color::dim, oneLine(reason.place));
  out += fmt::format("{}{}  {}{}{}\n", margin, value, shortened(oneLine(reason.formula), longestFormula), at, place);
  const std::string with = alternative ? nearest(reason) : inOneLine(reason.bound);
  if (!with.empty()) out += below + style(Color::bold, with) + '\n';
  for (const suite::NamedValue& operand : reason.values)
    out += fmt::format("{}{} = {}\n", below, oneLine(operand.name), shortened(oneLine(operand.value), longestValue));
  out += reasonTree(reason.parts, indent + 2, reason.state, style);
  if (!alternative && reason.others != 0)
    out += below +
           style(Color::dim, fmt::format("and {} more such case{} (not shown)", reason.others, reason.others == 1 ? "" : "s")) +
           '\n';
}

}  // namespace

std::string reasonTree(const std::vector<suite::ReasonText>& reasons, std::size_t indent, int state, const Style& style) {
  std::string out;
  for (const suite::ReasonText& reason : reasons) add(out, reason, indent, state, style);
  return out;
}

std::ptrdiff_t cutToScreen(std::string& text) {
  constexpr std::ptrdiff_t most = 12;
  const std::ptrdiff_t lines = std::ranges::count(text, '\n');
  if (lines <= most + 1) return 0;
  std::size_t end = 0;
  for (std::ptrdiff_t line = 0; line < most; ++line) end = text.find('\n', end) + 1;
  text.resize(end);
  return lines - most;
}

std::string reasonDetails(const suite::ReasonText& reason, std::size_t indent, const Style& style) {
  std::string out;
  for (const suite::NamedValue& operand : reason.values)
    out += fmt::format("{}{} = {}\n", std::string(indent, ' '), oneLine(operand.name),
                       shortened(oneLine(operand.value), longestValue));
  return out + reasonTree(reason.parts, indent, reason.state, style);
}

std::string counterexampleText(const suite::ReasonText& reason, const std::string& subject, const Style& style) {
  const std::string place = reason.place.empty() ? "" : "  " + style(Color::dim, oneLine(reason.place));
  std::string details = reasonDetails(reason, 4, style);
  if (const std::ptrdiff_t more = cutToScreen(details))
    details += fmt::format("    ... and {} lines more: `why {}` in `aunit eval` shows them\n", more, oneLine(subject));
  return fmt::format("  {}{}\n{}", oneLine(suite::sentence(reason, subject)), place, details);
}

std::string tupleReasonText(const suite::TupleReason& reason, const Style& style) {
  std::string out = fmt::format("`{}`{}: {}\n", oneLine(reason.membership),
                                reason.state < 0 ? "" : fmt::format(" in state {}", reason.state), reason.verdict());
  for (const suite::TupleReason::Part& part : reason.broken) {
    out += fmt::format("  {}{}\n", oneLine(part.constraint),
                       part.place.known() ? "  " + style(Color::dim, oneLine(part.place.describe())) : "");
    if (part.why) out += reasonTree({*part.why}, 4, -1, style);
  }
  return out;
}

}  // namespace aunit::reporters
