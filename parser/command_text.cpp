#include "parser/command_text.h"

#include <limits>
#include <string>

#include <fmt/format.h>

namespace aunit::parser {

std::string commandText(const model::Model& model, const model::Command& command, const std::string& given) {
  std::string out = fmt::format("{} {}", command.check ? "Check" : "Run", command.label);
  const std::string scope = scopeText(model, command.scope);
  if (!given.empty() || !scope.empty())
    out += fmt::format(" for {}{}{}", given, given.empty() || scope.empty() ? "" : " but ", scope);
  if (command.expect >= 0) out += fmt::format(" expect {}", command.expect);
  return out;
}

std::string scopeText(const model::Model& model, const model::Scope& s) {
  std::string out;
  const bool details = s.bitwidth >= 0 || s.maxSequence >= 0 || s.maxSteps >= 0 || !s.sigs.empty();
  if (s.overall >= 0) out += fmt::format("{}{}", s.overall, details ? " but" : "");
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  if (s.bitwidth >= 0) add(fmt::format("{} int", s.bitwidth));
  if (s.maxSequence >= 0) add(fmt::format("{} seq", s.maxSequence));
  if (s.maxSteps >= 0) {
    if (s.maxSteps == model::unboundedSteps)
      add("1.. steps");
    else if (s.minSteps >= 0)
      add(fmt::format("{}..{} steps", s.minSteps, s.maxSteps));
    else
      add(fmt::format("{} steps", s.maxSteps));
  }
  bool first = s.bitwidth < 0 && s.maxSequence < 0 && s.maxSteps < 0;
  for (const model::SigScope& entry : s.sigs) {
    std::string size = fmt::format("{}{}", entry.exact ? "exactly " : "", entry.start);
    if (entry.end != entry.start)
      size += fmt::format("..{}{}", entry.end == std::numeric_limits<int>::max() ? "" : std::to_string(entry.end),
                          entry.increment != 1 ? fmt::format(":{}", entry.increment) : "");
    if (!first) out += ",";
    add(size + " " + model.sig(entry.sig).name);
    first = false;
  }
  return out;
}

}  // namespace aunit::parser
