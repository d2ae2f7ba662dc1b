#include "strength/suggestion.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/judge.h"
#include "model/overlay.h"
#include "strength/apply.h"
#include "suite/atom_names.h"
#include "suite/valuation.h"
#include "suite/valuation_text.h"
#include "suite/value_text.h"

namespace aunit::strength {

using model::ExprId;
using model::Model;
using model::TupleSet;
using model::Universe;

namespace {

/// "N0->N1 + N1->N2", "none".
std::string expressionText(const TupleSet& set, const Universe& universe) {
  if (!set.empty()) return fmt::format("{}", fmt::join(suite::tupleTexts(set, universe), " + "));
  return fmt::format("{}", fmt::join(std::vector<std::string>(set.arity(), "none"), "->"));
}

class Suggesting {
 public:
  Suggesting(const Mutant& mutant, Model& model, const Difference& difference, const ProofOptions& options)
      : mutant_(mutant),
        model_(model),
        difference_(difference),
        options_(options),
        paragraph_(model.paragraphs()[mutant.paragraph]) {}

  /// What the test says of the valuation of this name; empty when the test language has no words for it.
  std::string claim(const std::string& valuation, const Universe& universe) {
    using Kind = model::Paragraph::Kind;
    const bool wide = universe.bitwidth() != suite::IntegerScope().bitwidth;
    if (paragraph_.kind == Kind::function) {
      const evaluator::Value value = both(value_).first;
      const auto* set = std::get_if<TupleSet>(&value);
      const std::string equation =
          fmt::format("{} = {}", callText(universe), set ? expressionText(*set, universe) : suite::text(value, universe));
      return wide ? asked(valuation, true, equation, universe) : fmt::format("{} gives {}", valuation, equation);
    }
    const bool predicate = paragraph_.kind == Kind::predicate;
    const std::string call = predicate ? callText(universe) : "";
    const auto [asModel, asMutant] = both([&](evaluator::Evaluator& evaluator, ExprId body) {
      evaluator::Question question{.constraints = evaluator::constraintsOf(model_), .given = given()};
      if (predicate) evaluator::append(question.constraints, evaluator::Part::formula, {{body}});
      return evaluator::Value(evaluator::judge(evaluator, difference_.instance, question).holds());
    });
    if (asModel != asMutant) return asked(valuation, std::get<bool>(asModel), call, universe);
    if (wide || !predicate) return "";
    return fmt::format("{} gives {}{}", valuation, std::get<bool>(both(value_).first) ? "" : "not ", call);
  }

 private:
  std::vector<evaluator::Binding> given() const {
    std::vector<evaluator::Binding> result;
    for (const auto& [variable, value] : difference_.arguments) result.push_back({variable, value});
    return result;
  }

  /// That the valuation is a solution of the formula (empty: of the facts alone), or none, with integers as wide as it has.
  static std::string asked(const std::string& valuation, bool holds, const std::string& formula, const Universe& universe) {
    const suite::IntegerScope usual;
    if (universe.bitwidth() != usual.bitwidth)
      return fmt::format("{} {} run {{ {} }} for {} but {} int, {} seq", valuation, holds ? "satisfies" : "violates", formula,
                         std::max(universe.firstString(), 1u), universe.bitwidth(), usual.maxSequence);
    if (formula.empty()) return fmt::format("{} {}", valuation, holds ? "valid" : "invalid");
    return fmt::format("{} {} {}", valuation, holds ? "satisfies" : "violates", formula);
  }

  std::string callText(const Universe& universe) const {
    std::vector<std::string> arguments;
    for (const auto& [variable, value] : difference_.arguments) arguments.push_back(expressionText(value, universe));
    const std::string& name = model_.func(paragraph_.id).name;
    return arguments.empty() ? name : fmt::format("{}[{}]", name, fmt::join(arguments, ", "));
  }

  /// What comes out with the model as it is, and with the mutant. `ask` gets the body of the changed function, if it is one.
  template <class Ask>
  std::pair<evaluator::Value, evaluator::Value> both(Ask ask) {
    const evaluator::Options how{.noOverflow = options_.noOverflow, .stop = options_.stop};
    const bool function =
        paragraph_.kind == model::Paragraph::Kind::predicate || paragraph_.kind == model::Paragraph::Kind::function;
    const ExprId body = function ? model_.func(paragraph_.id).body : model::noId;
    evaluator::Evaluator before(model_, how);
    evaluator::Value asModel = ask(before, body);
    model::Overlay overlay(model_);
    apply(mutant_, overlay);
    const ExprId now = function ? overlay.now(body) : body;
    overlay.install();
    evaluator::Evaluator after(model_, how);
    return {std::move(asModel), ask(after, now)};
  }

  const std::function<evaluator::Value(evaluator::Evaluator&, ExprId)> value_ = [this](evaluator::Evaluator& evaluator,
                                                                                       ExprId body) {
    evaluator.bind(difference_.instance);
    for (const evaluator::Binding& binding : given()) evaluator.assign(binding.variable, binding.value);
    return evaluator.value(body);
  };

  const Mutant& mutant_;
  Model& model_;
  const Difference& difference_;
  const ProofOptions& options_;
  const model::Paragraph paragraph_;
};

}  // namespace

std::string suggestion(const Mutant& mutant, Model& model, const Difference& difference, const SuggestionText& text,
                       const ProofOptions& options) {
  model::Instance named = difference.instance;
  suite::namePleasantly(model, named);
  const std::string claim = Suggesting(mutant, model, difference, options).claim(text.valuation, *named.universe);
  if (claim.empty()) return "";
  std::string title = text.title;
  std::ranges::replace(title, '"', '\'');
  // What a `val` does not say of a signature depends on its multiplicity.
  const std::span<const model::SigId> said(&mutant.sig, mutant.edit == Edit::sigMultiplicity ? 1 : 0);
  return fmt::format("{}test \"{}\" {{ {} }}\n", suite::valuationText(model, named, text.valuation, said), title, claim);
}

}  // namespace aunit::strength
