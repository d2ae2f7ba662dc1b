// An instance printed as a `val` and read again is the same instance.
#include "suite/valuation/valuation_text.h"

#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/valuation/valuation.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/solver/generated_model.h"

namespace aunit::suite {
namespace {

/// The tuples, by state and relation. The private signatures of libraries (the `Ord` of an order) have one atom, whose name
/// nothing else mentions; it is left out.
std::map<std::string, std::set<std::string>> written(const model::Model& model, const model::Instance& instance) {
  std::map<std::string, std::set<std::string>> result;
  model::TupleSet hidden(instance.universe->size(), 1);
  const auto add = [&](const std::string& name, const model::TupleSet& set) {
    set.forEach([&](std::span<const model::Atom> tuple) {
      std::string text;
      for (const model::Atom atom : tuple) text += (hidden.contains({&atom, 1}) ? "-" : instance.universe->name(atom)) + " ";
      result[name].insert(text);
    });
  };
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.sig(id).isPrivate && model.modules()[model.sig(id).module].library)
      hidden = hidden.unite(instance.states[0].sigs[id]);
  for (std::size_t s = 0; s < instance.states.size(); ++s) {
    const std::string prefix = std::to_string(s) + " ";
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      if (!model.sig(id).isMeta) add(prefix + model.sig(id).label, instance.states[s].sigs[id]);
    for (model::FieldId id = 0; id < model.fields().size(); ++id)
      if (!model.field(id).isMeta) add(prefix + model.field(id).label, instance.states[s].fields[id]);
  }
  result["loop"] = {std::to_string(instance.loop)};
  return result;
}

/// Prints the instance as a `val`, and reads it in a test file that opens the model (if the model has parameters: appended to the
/// model). Compares both by the names in the test file.
void expectTheSame(const parser::Loaded& from, const model::Instance& instance, const std::string& path,
                   const parser::LoadOptions& opening) {
  const model::Model& model = *from.model;
  const std::string text = valuationText(model, instance, "v");
  SCOPED_TRACE(path + "\n" + text);
  const bool hasParameters = !model.modules()[0].parameterNames.empty();
  const auto loaded = hasParameters ? parser::loadText(opening.modelPath + ".aunit", from.sources.file(0).text() + text)
                                    : parser::loadText("back.aunit", text, opening);
  std::string problems;
  for (const auto& problem : loaded->diagnostics.all())
    if (problem.severity == model::Severity::error) problems += model::render(problem, loaded->sources, false);
  ASSERT_EQ(problems, "");
  ASSERT_EQ(loaded->tests.valuations.size(), 1u);
  model::Diagnostics wrong;
  const auto expected =
      model::readInstanceJson(*loaded->model, "instance.json", model::writeInstanceJson(model, instance), loaded->sources, wrong);
  const IntegerScope stated = integerScope(loaded->tests.valuations[0].integers);
  const auto back = suite::instantiate(*loaded->model, loaded->tests, 0, stated, wrong);
  for (const auto& problem : wrong.all()) ADD_FAILURE() << model::render(problem, loaded->sources, false);
  ASSERT_TRUE(expected && back);
  EXPECT_EQ(written(*loaded->model, *back), written(*loaded->model, *expected));
  EXPECT_EQ(back->bitwidth(), instance.bitwidth());
  const bool saysLength = text.find(" seq {") != std::string::npos;
  EXPECT_TRUE(!saysLength || back->maxSequence == instance.maxSequence);
}

TEST(ValuationText, IsTheInstanceOfTheReference) {
  const std::string folder = sharedFolder() + "/conformance/";
  std::ifstream lines(folder + "evals.jsonl");
  if (!lines) GTEST_SKIP() << "no conformance data";
  std::map<std::string, std::string> modelOf;
  for (std::string line; std::getline(lines, line);) {
    const auto record = nlohmann::json::parse(line);
    modelOf.emplace(record["instance"], record["model"]);
  }
  std::map<std::string, std::unique_ptr<parser::Loaded>> models;
  for (const auto& [path, modelPath] : modelOf) {
    auto& loaded = models[modelPath];
    if (!loaded) loaded = parser::load(folder + modelPath);
    ASSERT_TRUE(loaded->model) << modelPath;
    std::string error;
    model::Diagnostics wrong;
    const auto instance =
        model::readInstanceXml(*loaded->model, path, *support::readFile(folder + path, error), loaded->sources, wrong);
    ASSERT_TRUE(instance) << path;
    expectTheSame(*loaded, *instance, path, {.modelPath = folder + modelPath});
  }
  EXPECT_GT(modelOf.size(), 50u);
}

TEST(ValuationText, IsTheInstanceOfAGeneratedModel) {
  using solver::testing_::Kind;
  int instances = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Kind kind = static_cast<Kind>(seed % 6);
    const std::string text = solver::testing_::generateModel(seed, kind);
    const auto loaded = parser::loadText("generated.als", text);
    if (!loaded->ok()) continue;  // an unsuitable name or type; most models load
    solver::Search search(*loaded->model, solver::problemOf(*loaded->model, 0),
                          {.enumerate = true, .threads = solver::Threads::one});
    const parser::LoadOptions opening{.modelPath = "generated.als", .readFile = [&](const std::string& path) {
                                        return path == "generated.als" ? std::optional(text) : std::nullopt;
                                      }};
    for (int i = 0; i < 5; ++i) {
      const solver::Result result = search.next();
      if (result.verdict != solver::Verdict::satisfiable) break;
      expectTheSame(*loaded, *result.instance, text, opening);
      ++instances;
    }
  }
  EXPECT_GT(instances, 50);
}

}  // namespace
}  // namespace aunit::suite
