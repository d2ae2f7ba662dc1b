#include "runner/diagnostics_text.h"

namespace aunit::runner {

std::string render(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, bool color) {
  std::string text;
  for (const model::Diagnostic& diagnostic : diagnostics) text += model::render(diagnostic, sources, color);
  return text;
}

std::string renderDiagnostics(const parser::Loaded& loaded, bool color) {
  return render(loaded.diagnostics.all(), loaded.sources, color);
}

}  // namespace aunit::runner
