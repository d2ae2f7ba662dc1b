#include "strength/mutation/equivalence.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "evaluator/judge.h"
#include "model/changes/overlay.h"
#include "solver/entailment/logic.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/mutation/apply.h"

namespace aunit::strength {

using namespace model;

/// Asks whether the original and the changed form of a paragraph differ, and holds the overlay with the change.
class Comparer::Question {
 public:
  Question(std::span<const Mutant> change, Model& model, model::Semantics semantics)
      : change_(change), model_(model), overlay_(model), make_(overlay_.nodes()), logic_(model, make_, semantics) {}

  /// Returns a formula that holds if the two forms of the paragraph differ; noId if the change cannot be applied. For a predicate
  /// or function, the formula is over its parameters.
  ExprId ofParagraph() {
    if (!isApplied()) return noId;
    if (isOfFunction()) {
      function_ = paragraph().id;
      const ExprId body = model_.func(function_).body;
      make_.at({});
      const ExprId now = overlay_.now(body);
      askElsewhere(body, now);
      return different_ = logic_.differ(body, now);
    }
    return different_ = differ(overlay_.relax());
  }

  /// Returns a formula that holds if the facts and declarations that call the changed predicate or function differ from their old
  /// forms; noId if none calls it.
  ExprId ofCallers() {
    if (!isOfFunction() || !isApplied()) return noId;
    const model::Overlay::Forms forms = overlay_.relax();
    if (forms.before.empty()) return noId;
    ofCallers_ = true;
    return different_ = differ(forms);
  }

  /// Whether the changed constraint must be taken out of the model before this question is asked.
  bool relaxes() const { return relaxes_; }

  /// The condition that an instance must satisfy to show a difference.
  Condition condition() const {
    Condition condition{evaluator::constraintsOf(model_), {}};
    evaluator::append(condition.constraints, evaluator::Part::formula, {{different_}});
    return condition;
  }
  ExprId formula() const { return different_; }
  /// Formulas that are true if there is a further difference. If overflows are excluded, two bodies with equal values may still
  /// differ below a negation, or in a quantifier over integers. If overflows are not excluded, there are no such formulas.
  const std::vector<ExprId>& elsewhere() const { return elsewhere_; }
  /// Whether the question is about callers of the changed predicate or function.
  bool isOfCallers() const { return ofCallers_; }
  /// The changed predicate or function; noId if there is none.
  model::FuncId function() const { return function_; }
  model::Nodes& nodes() { return make_; }

 private:
  const model::Paragraph& paragraph() const { return model_.paragraphs()[change_[0].paragraph]; }
  bool isOfFunction() const {
    return paragraph().kind == model::Paragraph::Kind::predicate || paragraph().kind == model::Paragraph::Kind::function;
  }
  bool isApplied() {
    return std::ranges::all_of(change_, [&](const Mutant& mutant) { return apply(mutant, overlay_); });
  }

  void askElsewhere(ExprId body, ExprId now) {
    const ExprId negated = logic_.differBelowNegation(body, now);
    if (negated == noId) return;
    const std::vector<model::Decl> params = model_.func(function_).params;
    if (params.empty()) {
      elsewhere_ = {negated};
      return;
    }
    elsewhere_ = {make_.quantified(Op::quantSome, params, negated)};
    for (const ExprId different : {logic_.differ(body, now), negated})
      elsewhere_.push_back(logic_.no(make_.quantified(Op::quantAll, params, logic_.no(different))));
  }

  ExprId differ(const model::Overlay::Forms& forms) {
    relaxes_ = !forms.before.empty();
    make_.at({});
    return logic_.differ(make_.list(Op::and_, forms.before), make_.list(Op::and_, forms.after));
  }

  const std::span<const Mutant> change_;
  Model& model_;
  bool relaxes_ = false;
  bool ofCallers_ = false;
  model::Overlay overlay_;
  model::Nodes& make_;
  const solver::Logic logic_;
  ExprId different_ = noId;
  std::vector<ExprId> elsewhere_;
  model::FuncId function_ = noId;
};

Comparer::Comparer(const Model& model, const std::vector<model::Scope>& scopes, ProofOptions options)
    : model_(model), options_(options) {
  for (const model::Scope& scope : scopes) finders_.emplace_back(model_, scope, options);
}

Comparison Comparer::compare(std::span<const Mutant> change) {
  const auto callers = compareBy(change, &Question::ofCallers);
  if (callers && callers->equivalence == Equivalence::different) return *callers;
  Comparison comparison = compareBy(change, &Question::ofParagraph).value_or(Comparison{});
  if (callers && comparison.equivalence == Equivalence::equivalent) {
    comparison.equivalence = callers->equivalence;
    std::ranges::copy(callers->allScopes, std::back_inserter(comparison.allScopes));
  }
  return comparison;
}

std::optional<Comparison> Comparer::compareBy(std::span<const Mutant> change, ExprId (Question::*formulaOf)()) {
  const ExprId first = model_.exprCount();
  Comparison comparison;
  {
    Question question(change, model_, options_.semantics);
    if ((question.*formulaOf)() == noId) return std::nullopt;
    comparison.equivalence = Equivalence::equivalent;
    for (Finder& finder : finders_) {
      FinderResult found = find(question, finder);
      if (found.verdict == solver::Verdict::unsatisfiable) continue;
      comparison.equivalence = Equivalence::unknown;
      if (found.verdict != solver::Verdict::satisfiable) continue;
      comparison.equivalence = Equivalence::different;
      comparison.difference = std::move(found.smallest);
      comparison.large = std::move(found.large);
      break;
    }
    for (const ExprId formula : question.elsewhere())
      for (Finder& finder : finders_) {
        if (comparison.equivalence != Equivalence::equivalent) break;
        const solver::Verdict verdict = finder.verdict({.formula = formula}, question.nodes());
        if (verdict == solver::Verdict::unsatisfiable) continue;
        comparison.equivalence = verdict == solver::Verdict::satisfiable ? Equivalence::different : Equivalence::unknown;
      }
    if (comparison.equivalence == Equivalence::equivalent)
      if (auto answer =
              beyond(model_, finders_.front().whole({question.formula(), question.function()}, question.nodes()), options_))
        comparison.allScopes.push_back(std::move(*answer));
    for (auto* witness : {&comparison.difference, &comparison.large})
      if (*witness) (*witness)->ofFacts = question.isOfCallers();
  }
  for (Finder& finder : finders_) finder.forget(first);
  return comparison;
}

FinderResult Comparer::find(Question& question, Finder& finder) {
  if (!question.relaxes()) return finder.find({question.formula(), question.function()}, question.nodes());
  const auto ask = [&](int atoms, int bitwidth, InstanceSize wanted) {
    solver::Problem problem = problemWithin(model_, question.formula(), finder.scope(), atoms, bitwidth);
    return answered(solver::Search(model_, std::move(problem), solverOptions(options_, wanted)).next());
  };
  return findWith(ask, {}, model_, finder.scope(), question.condition(), options_);
}

bool Comparer::holdsByDeclaration(std::uint32_t fact) {
  const ExprId first = model_.exprCount();
  bool holds = false;
  {
    model::Overlay overlay(model_);
    model::Nodes& make = overlay.nodes();
    make.at({});
    const ExprId violated = solver::Logic(model_, make, options_.semantics).no(model_.facts()[fact].body);
    holds = std::ranges::all_of(finders_, [&](Finder& finder) {
      return finder.verdict({.formula = violated, .facts = false}, make) == solver::Verdict::unsatisfiable;
    });
  }
  for (Finder& finder : finders_) finder.forget(first);
  return holds;
}

}  // namespace aunit::strength
