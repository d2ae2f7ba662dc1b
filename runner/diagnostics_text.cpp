#include "runner/diagnostics_text.h"

namespace aunit::runner {

std::string renderDiagnostics(const parser::Loaded& loaded, bool color) {
  std::string text;
  for (const model::Diagnostic& diagnostic : loaded.diagnostics.all()) text += model::render(diagnostic, loaded.sources, color);
  return text;
}

}  // namespace aunit::runner
