// Any text is read as an expression over test names, or refused with an error. Parentheses or two negations around an expression
// keep its meaning; one negation inverts it. Any text is also read as a shard, or refused.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runner/selection/selection.h"

using namespace aunit::runner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto shard = Shard::parse(text); shard && shard->index >= shard->total) std::abort();
  std::string error;
  const auto expression = NameExpression::parse(text, error);
  if (expression.has_value() != error.empty()) std::abort();
  if (!expression) return 0;
  // An unclosed quote would include the parenthesis, and a blank text selects everything.
  if (text.find_first_of("\"'") != std::string::npos || text.find_first_not_of(" \t\r\n\v\f") == std::string::npos) return 0;
  std::string ignored;
  const auto whole = NameExpression::parse("(" + text + ")", ignored);
  const auto negated = NameExpression::parse("not (" + text + ")", ignored);
  for (const char* name : {"", "a", "list_test.aunit::acyclic", "AND or NOT", "\xc3\xbc"}) {
    if (whole && whole->matches(name) != expression->matches(name)) std::abort();
    if (negated && negated->matches(name) == expression->matches(name)) std::abort();
  }
  return 0;
}
