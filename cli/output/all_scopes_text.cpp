#include "cli/output/all_scopes_text.h"

#include <vector>

#include <fmt/format.h>

#include "model/one_line.h"
#include "reporters/terminal/text.h"
#include "solver/allscopes/words.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using Outcome = solver::AllScopes::Verdict;
constexpr std::size_t longestExcerpt = 60;

std::string textIn(const ExecLine& object, const char* member) {
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? support::oneLine(found->get<std::string>()) : "";
}

ExecLine placesOf(const model::SourceMap& sources, const std::vector<model::Span>& spans) {
  ExecLine places = ExecLine::array();
  for (const model::Span& span : spans)
    places.push_back({{"place", sources.describe(span)}, {"text", model::onOneLine(sources.text(span))}});
  return places;
}

}  // namespace

ExecLine allScopesLine(const parser::Loaded& loaded, const solver::AllScopes& answer, bool isCheck) {
  ExecLine line = {{"verdict", solver::name(answer.verdict)},
                   {"answer", solver::inWords(answer, isCheck, loaded.sources)},
                   {"by", answer.by.empty() ? ExecLine(nullptr) : ExecLine(answer.by)},
                   {"checked", answer.checked.empty() ? ExecLine(nullptr) : ExecLine(answer.checked)},
                   {"assumptions", answer.assumptions},
                   {"milliseconds", answer.milliseconds}};
  if (!answer.axioms.empty()) line["lemmas"] = answer.axioms;
  if (!answer.scope.empty()) line["scope"] = answer.scope;
  if (!answer.searched.empty()) line["searched"] = answer.searched;
  if (answer.anyLength) line["any_length"] = true;
  if (answer.anyLength || !answer.invariant.empty()) line["invariant"] = answer.invariant;
  if (!answer.needs.empty()) line["needs"] = placesOf(loaded.sources, answer.needs);
  if (answer.verdict != Outcome::unknown) return line;
  line["why"] = answer.why;
  if (answer.place.known()) {
    line["place"] = loaded.sources.describe(answer.place);
    line["text"] = model::onOneLine(loaded.sources.text(answer.place));
  }
  return line;
}

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

bool holdsInAllScopes(const ExecLine& line) {
  const auto found = line.find("all_scopes");
  return found != line.end() && textIn(*found, "verdict") == "holds";
}

}  // namespace aunit::cli
