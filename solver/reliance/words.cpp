#include "solver/reliance/words.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/vacuity/vacuity.h"
#include "support/plural.h"

namespace aunit::solver {

using namespace model;
using Rests = Reliance::Kind;

namespace {

constexpr std::size_t mostNamed = 3;  // if an answer rests on more paragraphs, the sentence does not name them

std::string lineOf(const SourceMap& sources, Span span, FileId in) {
  if (!span.known()) return "";
  const std::string path = span.file == in ? "" : sources.file(span.file).path() + " ";
  return fmt::format("{}line {}", path, sources.begin(span).line);
}

/// The paragraphs on which the answer rests, each once, as in "fact A (line 3), fact B (line 7)".
std::string paragraphsText(const Model& model, const SourceMap& sources, const Reliance& reliance, FileId in) {
  std::vector<Entailment::Source> seen;
  std::vector<std::string> texts;
  for (const Reliance::Part& part : reliance.needs) {
    if (std::ranges::find(seen, part.paragraph) != seen.end()) continue;
    seen.push_back(part.paragraph);
    texts.push_back(paragraphText(model, sources, part.paragraph, in));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string paragraphText(const Model& model, const SourceMap& sources, const Entailment::Source& paragraph, FileId in) {
  if (paragraph.kind == Paragraph::Kind::sig) {
    const Sig& sig = model.sig(paragraph.id);
    const std::string line = lineOf(sources, sig.span, in);
    return fmt::format("the block of sig {}{}", sig.name, line.empty() ? "" : " (" + line + ")");
  }
  const Fact& fact = model.facts()[paragraph.id];
  const std::string line = lineOf(sources, fact.span, in);
  if (fact.nameSpan.known()) return fmt::format("fact {}{}", fact.name, line.empty() ? "" : " (" + line + ")");
  return line.empty() ? "a fact" : "the fact in " + line;
}

std::string relianceText(const Model& model, const SourceMap& sources, const Reliance& reliance, FileId in) {
  const std::string scope =
      reliance.onlyInScope ? ", in this scope only: with one more atom of each signature, such an answer needs facts" : "";
  switch (reliance.kind) {
    case Rests::unknown: return "";
    case Rests::empty: return "vacuous: " + vacuityText(sources, *reliance.vacuity);
    case Rests::tautology: return "rests on no fact and no declaration" + scope;
    case Rests::declarations: return "follows from the declarations" + scope;
    case Rests::operations: return "rests on no fact, only on the predicates that it calls" + scope;
    case Rests::repeats:
      return fmt::format("{} {}", reliance.verbatim ? "repeats" : "says the same as",
                         paragraphsText(model, sources, reliance, in));
    case Rests::facts: break;
  }
  const std::size_t paragraphs = reliance.paragraphs();
  std::string text = fmt::format("{} {} of {}", reliance.minimal ? "rests on" : "rests on at most", paragraphs,
                                 support::plural(reliance.facts, "fact"));
  if (paragraphs <= mostNamed) text += ": " + paragraphsText(model, sources, reliance, in);
  return text;
}

}  // namespace aunit::solver
