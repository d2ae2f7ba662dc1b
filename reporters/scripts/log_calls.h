// A `log` paragraph read the other way: what a program logs and is called with for a call of the model.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "strength/scripts/scripts.h"

namespace aunit::reporters::scripts {

class LogCalls {
 public:
  using Json = nlohmann::ordered_json;

  /// All must outlive this.
  LogCalls(const model::Model& model, const strength::scripts::Actions& actions, const model::Log& log);

  /// A call under its name in the program, and its line of the log without the parts about the next state.
  struct Called {
    std::string name;
    std::vector<Json> arguments;
    Json line;
  };
  /// A name by which the program has an action; the same name may stand for several actions.
  struct Method {
    std::string name;
    std::vector<std::string> parameters;
  };
  /// The names of an action, those of the rules for it in their order; none if no rule can be read backwards.
  std::vector<Method> methods(std::size_t action) const;
  /// The call by the first rule that says it: `values` are the arguments as JSON, in their order. Nothing if no rule does.
  std::optional<Called> call(const strength::scripts::Call& call, const std::vector<Json>& values,
                             const model::Universe& universe, const model::State& state) const;
  /// A line for a call that no rule is for: by `event` and `with`.
  Json line(const std::string& event, const std::vector<Json>& arguments) const;
  /// The texts of atoms that are values of expressions, by the atom's number.
  std::vector<std::pair<model::Atom, Json>> values(const model::Universe& universe, const model::State& state) const;

  /// Entries that cannot be read backwards, with their places.
  const std::vector<std::pair<model::Span, std::string>>& lost() const { return lost_; }

 private:
  struct Rule {
    const model::LogRule* rule;
    std::size_t action;
  };
  using Bound = std::vector<std::pair<model::VarId, Json>>;

  void findRules();
  bool isBound(const model::LogPattern& pattern, model::VarId variable) const;
  static Json made(const model::LogPattern& pattern, const Bound& bound);
  const model::LogPattern* at(const model::LogPattern& pattern, const std::optional<model::LogPath>& path) const;
  std::vector<model::VarId> variablesOf(const model::LogPattern& pattern) const;
  std::string eventOf(const Rule& rule) const;
  /// The pattern of the list of arguments, if it is one of plain values; else the pattern's variables are the arguments.
  const model::LogPattern* listOf(const Rule& rule) const;
  std::vector<model::TupleSet> evaluated(const std::vector<model::ExprId>& exprs, const model::Universe& universe,
                                         const model::State& state) const;

  const model::Model& model_;
  const strength::scripts::Actions& actions_;
  const model::Log& log_;
  std::vector<Rule> rules_;
  std::vector<std::pair<model::Span, std::string>> lost_;
};

}  // namespace aunit::reporters::scripts
