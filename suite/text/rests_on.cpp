#include "suite/text/rests_on.h"

#include <algorithm>

#include "model/one_line.h"
#include "solver/reliance/words.h"

namespace aunit::suite {

std::optional<AnswerBasis> restsOn(const parser::Loaded& loaded, const std::optional<solver::Reliance>& reliance,
                                   model::CommandId command) {
  if (!reliance || reliance->kind == solver::Reliance::Kind::unknown) return std::nullopt;
  const model::Model& model = *loaded.model;
  const model::SourceMap& sources = loaded.sources;
  using Source = solver::Entailment::Source;
  const auto isWritten = [&](const Source& paragraph) {  // facts of a translated program have no text
    return paragraph.kind == model::Paragraph::Kind::sig || model.facts()[paragraph.id].span.known();
  };
  if (!std::ranges::all_of(reliance->needs, isWritten, &solver::Reliance::Part::paragraph)) return std::nullopt;
  AnswerBasis said;
  said.kind = solver::name(reliance->kind);
  said.text = solver::relianceText(model, sources, *reliance, model.commands()[command].span.file);
  said.minimal = reliance->minimal;
  for (const solver::Reliance::Part& part : reliance->needs)
    said.needs.push_back({sources.describe(part.span), model::onOneLine(sources.text(part.span))});
  return said;
}

}  // namespace aunit::suite
