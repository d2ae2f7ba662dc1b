// Inverts a `log` paragraph: for a call of the model, the call that the program receives and the line that it logs.
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

  /// All arguments must outlive this object.
  LogCalls(const model::Model& model, const strength::scripts::Actions& actions, const model::Log& log);

  /// A call with its name in the program, and its log line without the parts about the next state.
  struct LoggedCall {
    std::string name;
    std::vector<Json> arguments;
    Json line;
  };
  /// The name by which the program calls an action. Several actions may have the same name.
  struct Method {
    std::string name;
    std::vector<std::string> parameters;
  };
  /// The names of an action, in the order of the rules of the `log` paragraph: one name for each invertible rule
  /// about the action.
  std::vector<Method> methods(std::size_t action) const;
  /// The call that the first applicable rule gives. `values` are the arguments as JSON, in the order of the action's parameters.
  /// Returns nothing if no rule applies.
  std::optional<LoggedCall> call(const strength::scripts::Call& call, const std::vector<Json>& values,
                                 const model::Universe& universe, const model::State& state) const;
  /// The log line for a call that no rule of the `log` paragraph describes: an object with the event and its arguments.
  Json line(const std::string& event, const std::vector<Json>& arguments) const;
  /// Atoms, each with its text in the log according to the `value` rules of the `log` paragraph.
  std::vector<std::pair<model::Atom, Json>> values(const model::Universe& universe, const model::State& state) const;

  /// The entries of the `log` paragraph that cannot be inverted: their places, and the reasons.
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
  /// The pattern of the argument list if it is an array without objects or arrays in it, else null. If it is null, the arguments
  /// are the variables of the rule's pattern or, if the rule's pattern is a text, the action's variables.
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
