#include "runner/load.h"

#include <algorithm>

namespace aunit::runner {

std::unique_ptr<parser::Loaded> loadFile(const std::string& path, const parser::LoadOptions& options) {
  auto loaded = parser::load(path, options);
  const auto isSyntax = [](const model::Diagnostic& d) { return d.code == "syntax"; };
  if (loaded->ok() || options.alloy5 || std::ranges::none_of(loaded->diagnostics.all(), isSyntax)) return loaded;
  parser::LoadOptions older = options;
  older.alloy5 = true;
  if (!parser::load(path, older)->ok()) return loaded;
  const model::Span span = loaded->diagnostics.all().front().span;
  loaded->diagnostics.warning("dialect", span, "this file is written for Alloy 4 or 5: it loads with --alloy5");
  return loaded;
}

std::string renderDiagnostics(const parser::Loaded& loaded, bool color) {
  std::string text;
  for (const model::Diagnostic& diagnostic : loaded.diagnostics.all()) text += model::render(diagnostic, loaded.sources, color);
  return text;
}

}  // namespace aunit::runner
