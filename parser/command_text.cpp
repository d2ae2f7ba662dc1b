#include "parser/command_text.h"

#include <fmt/format.h>

namespace aunit::parser {

std::string commandText(const model::Model& model, const model::Command& command) {
  const model::Scope& s = command.scope;
  std::string out = fmt::format("{} {}", command.check ? "Check" : "Run", command.label);
  const bool details = s.bitwidth >= 0 || s.maxSequence >= 0 || s.maxSteps >= 0 || !s.sigs.empty();
  if (s.overall >= 0)
    out += fmt::format(" for {}{}", s.overall, details ? " but" : "");
  else if (details)
    out += " for";
  if (s.bitwidth >= 0) out += fmt::format(" {} int", s.bitwidth);
  if (s.maxSequence >= 0) out += fmt::format(" {} seq", s.maxSequence);
  if (s.maxSteps >= 0) {
    if (s.maxSteps == model::unboundedSteps)
      out += " 1.. steps";
    else if (s.minSteps >= 0)
      out += fmt::format(" {}..{} steps", s.minSteps, s.maxSteps);
    else
      out += fmt::format(" {} steps", s.maxSteps);
  }
  bool first = s.bitwidth < 0 && s.maxSequence < 0 && s.maxSteps < 0;
  for (const model::SigScope& entry : s.sigs) {
    out += fmt::format("{}{}{}", first ? " " : ", ", entry.exact ? "exactly " : "", entry.start);
    if (entry.end != entry.start)
      out += fmt::format("..{}{}", entry.end, entry.increment != 1 ? fmt::format(":{}", entry.increment) : "");
    out += " " + model.sig(entry.sig).name;
    first = false;
  }
  if (command.expect >= 0) out += fmt::format(" expect {}", command.expect);
  return out;
}

}  // namespace aunit::parser
