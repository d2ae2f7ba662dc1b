// Models from text and instances from JSON, for tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "model/instances/instance_json.h"
#include "parser/front_end.h"

namespace aunit::evaluator::testing {

/// A model, whose text must load.
struct Source {
  std::unique_ptr<parser::Loaded> loaded;

  explicit Source(std::string text) : loaded(parser::loadText("test.als", std::move(text))) {
    for (const auto& d : loaded->diagnostics.all())
      if (d.severity == model::Severity::error) ADD_FAILURE() << model::render(d, loaded->sources, false);
    if (!loaded->model) throw std::runtime_error("the model does not load");
  }

  const model::Model& model() const { return *loaded->model; }

  /// Resolves an expression as a prompt does.
  model::ExprId expr(const std::string& text, const model::Instance* atoms = nullptr) {
    model::Diagnostics problems;
    const auto id = parser::resolveExpression(*loaded, text, atoms, problems);
    for (const auto& d : problems.all()) ADD_FAILURE() << model::render(d, loaded->sources, false);
    if (!id) throw std::runtime_error("the expression does not resolve: " + text);
    return *id;
  }

  model::Instance instance(const std::string& json) {
    model::Diagnostics problems;
    auto read = model::readInstanceJson(model(), "test.json", json, loaded->sources, problems);
    for (const auto& d : problems.all()) ADD_FAILURE() << model::render(d, loaded->sources, false);
    if (!read) throw std::runtime_error("the instance does not read");
    return *read;
  }

  std::string text(model::ExprId id) const { return std::string(loaded->sources.text(model().expr(id).span)); }
};

/// "{N0->N1, N1->N1}", "true", "3"
inline std::string show(const Value& value, const model::Universe& universe) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return std::to_string(*number);
  std::string out;
  std::get<model::TupleSet>(value).forEach([&](std::span<const model::Atom> tuple) {
    out += out.empty() ? "" : ", ";
    for (std::size_t i = 0; i < tuple.size(); ++i) out += (i == 0 ? "" : "->") + universe.name(tuple[i]);
  });
  return "{" + out + "}";
}

}  // namespace aunit::evaluator::testing
