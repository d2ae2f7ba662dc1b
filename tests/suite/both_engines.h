// Parts that property tests share: they judge one test twice, by evaluation and by solving.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/text/value_text.h"

namespace aunit::suite::testing_ {

/// Base of classes that write random texts. A text depends only on the seed.
class Writer {
 protected:
  explicit Writer(unsigned seed) : random_(seed) {}

  int pick(int below) { return below <= 0 ? 0 : static_cast<int>(random_() % static_cast<unsigned>(below)); }
  bool oneIn(int chances) { return pick(chances) == 0; }
  template <class Choices>
  auto oneOf(const Choices& choices) {
    return *std::next(std::begin(choices), pick(static_cast<int>(std::size(choices))));
  }
  const char* oneOf(std::initializer_list<const char*> choices) {
    return choices.begin()[pick(static_cast<int>(choices.size()))];
  }

  static std::vector<std::string> names(const std::string& prefix, int count) {
    std::vector<std::string> result;
    for (int i = 0; i < count; ++i) result.push_back(fmt::format("{}{}", prefix, i));
    return result;
  }

 private:
  std::mt19937 random_;
};

/// Loads a text; fails the test if it has errors.
inline std::unique_ptr<parser::Loaded> load(const std::string& path, const std::string& text) {
  auto loaded = parser::loadText(path, text);
  for (const auto& d : loaded->diagnostics.all())
    if (d.severity == model::Severity::error) ADD_FAILURE() << model::render(d, loaded->sources, false);
  return loaded;
}

/// The value of a signature or field in a state: "{N0, N1}".
inline std::string valueOf(const model::Model& model, const model::Instance& instance, const std::string& relation,
                           std::size_t state = 0) {
  const model::State& now = instance.states.at(state);
  if (const auto sig = std::ranges::find(model.sigs(), relation, &model::Sig::name); sig != model.sigs().end())
    return text(now.sigs[static_cast<std::size_t>(sig - model.sigs().begin())], *instance.universe);
  if (const auto field = std::ranges::find(model.fields(), relation, &model::Field::name); field != model.fields().end())
    return text(now.fields[static_cast<std::size_t>(field - model.fields().begin())], *instance.universe);
  return "no " + relation;
}

inline bool isSatisfiable(const model::Model& model, model::CommandId command, bool noOverflow) {
  const solver::Result result =
      solver::Search(model, solver::problemOf(model, command), {.solver = "cadical", .semantics = {.noOverflow = noOverflow}})
          .next();
  EXPECT_TRUE(result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable)
      << result.message;
  return result.verdict == solver::Verdict::satisfiable;
}

}  // namespace aunit::suite::testing_
