// Loads models for tests.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::tests {

/// Loads a text as the file `path`. If it has errors, throws their text.
inline std::unique_ptr<parser::Loaded> loaded(const std::string& path, const std::string& text,
                                              const parser::LoadOptions& how = {}) {
  auto file = parser::loadText(path, text, how);
  if (!file->ok()) throw std::runtime_error(model::render(file->diagnostics.errorsSince(0), file->sources, false) + text);
  return file;
}

/// The source texts at these places.
inline std::vector<std::string> textsAt(const parser::Loaded& file, const std::vector<model::Span>& spans) {
  std::vector<std::string> texts;
  for (const model::Span span : spans) texts.emplace_back(file.sources.text(span));
  return texts;
}

}  // namespace aunit::tests
