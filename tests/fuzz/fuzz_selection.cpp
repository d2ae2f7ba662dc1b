// Any text is an expression over test names or is refused with an error. An expression means the same in parentheses and doubly
// negated, and the opposite negated. Shards are read or refused as well.
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
  // A quote that is open until the end would swallow the parenthesis, and what is all blanks selects everything.
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
