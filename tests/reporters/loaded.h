// Models with a valuation, loaded from their text.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "parser/front_end.h"
#include "suite/valuation/valuation.h"

namespace aunit::reporters {

struct ModelWithValuation {
  std::shared_ptr<parser::Loaded> loaded;
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const model::Instance> instance;  // of the first `val`
};

/// Loads a text. Throws its diagnostics if it has errors.
inline ModelWithValuation valued(const std::string& text) {
  ModelWithValuation v;
  v.loaded = parser::loadText("model.aunit", text);
  std::string problems;
  for (const model::Diagnostic& diagnostic : v.loaded->diagnostics.all())
    if (diagnostic.severity == model::Severity::error) problems += model::render(diagnostic, v.loaded->sources, false);
  if (!v.loaded->ok()) throw std::runtime_error(problems);
  v.model = std::shared_ptr<const model::Model>(v.loaded, v.loaded->model.get());
  model::Diagnostics diagnostics;
  auto instance = suite::instantiate(*v.model, v.loaded->tests, 0, {}, diagnostics);
  if (!instance) throw std::runtime_error(model::render(diagnostics.all().front(), v.loaded->sources, false));
  v.instance = std::make_shared<model::Instance>(std::move(*instance));
  return v;
}

}  // namespace aunit::reporters
