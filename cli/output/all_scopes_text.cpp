#include "cli/output/all_scopes_text.h"

#include <fmt/format.h>

#include "model/one_line.h"
#include "reporters/text.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

constexpr std::size_t longestExcerpt = 60;

std::string textIn(const ExecLine& object, const char* member) {
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? support::oneLine(found->get<std::string>()) : "";
}

}  // namespace

std::string rowsOnAllScopes(const ExecLine& line) {
  const auto found = line.find("all_scopes");
  if (found == line.end()) return "";
  const ExecLine& answer = *found;
  const std::string excerpt = reporters::shortened(textIn(answer, "text"), longestExcerpt);
  std::string text =
      fmt::format("       all scopes: {}{}\n", textIn(answer, "answer"), excerpt.empty() ? "" : fmt::format(": {}", excerpt));
  if (const auto invariant = answer.find("invariant"); invariant != answer.end())
    for (const ExecLine& clause : *invariant)
      text += fmt::format("         invariant: {}\n", support::oneLine(clause.get<std::string>()));
  return text;
}

std::string proverInput(const model::SourceMap& sources, const solver::firstorder::ProverQuestion& question, bool smtLib) {
  const char* comment = smtLib ? ";" : "%";
  std::string text;
  for (const auto& [name, span] : question.places) {
    text += fmt::format("{} {}", comment, name);
    if (span.known())
      text += fmt::format(": {}: {}", sources.describe(span), support::oneLine(model::onOneLine(sources.text(span))));
    text += "\n";
  }
  return text + (smtLib ? question.smtLib : question.tptp);
}

std::string verdictInAllScopes(const ExecLine& line) {
  const auto found = line.find("all_scopes");
  return found == line.end() ? "" : textIn(*found, "verdict");
}

std::string answerInAllScopes(const ExecLine& line) {
  const auto found = line.find("all_scopes");
  return found == line.end() ? "" : textIn(*found, "answer");
}

}  // namespace aunit::cli
