#include "server/answers/quick_fixes.h"

#include <utility>

#include "server/answers/diagnostics.h"
#include "suite/command_warnings.h"
#include "suite/text/quick_fixes.h"

namespace aunit::server {

Json codeActions(const Analysis& analysis, const std::string& uri, const Json& range, Encoding encoding) {
  Json actions = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  if (own == model::noFile) return actions;
  const model::SourceMap& sources = analysis.loaded->sources;
  const std::uint32_t begin = offsetOf(sources.file(own), positionFrom(range.at("start")), encoding);
  const std::uint32_t end = offsetOf(sources.file(own), positionFrom(range.at("end")), encoding);
  const auto offer = [&](const model::Diagnostic& diagnostic) {
    if (diagnostic.span.file != own || diagnostic.span.begin > end || diagnostic.span.end < begin) return;
    for (const suite::QuickFix& fix : suite::quickFixes(*analysis.loaded, diagnostic)) {
      Json changes = Json::array();
      for (const auto& [span, text] : fix.changes)
        changes.push_back({{"range", rangeOf(sources, span, encoding)}, {"newText", text}});
      actions.push_back({{"title", fix.title},
                         {"kind", "quickfix"},
                         {"isPreferred", fix.preferred},
                         {"diagnostics", Json::array({diagnosticOf(sources, diagnostic, encoding)})},
                         {"edit", {{"changes", {{uri, std::move(changes)}}}}}});
    }
  };
  for (const model::Diagnostic& diagnostic : analysis.loaded->diagnostics.all()) offer(diagnostic);
  if (analysis.loaded->model)
    for (const model::Diagnostic& diagnostic : suite::scopeDiagnostics(*analysis.loaded->model, sources)) offer(diagnostic);
  return actions;
}

}  // namespace aunit::server
