#include "strength/equivalence.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "evaluator/judge.h"
#include "model/overlay.h"
#include "solver/search.h"
#include "strength/apply.h"

namespace aunit::strength {

using model::ExprId;
using model::ImplicitKind;
using model::Model;
using model::Multiplicity;
using model::noId;
using model::Op;

/// The question whether two forms of one paragraph differ, and the model that it is asked of.
class Comparer::Question {
 public:
  Question(std::span<const Mutant> change, Model& model)
      : change_(change), model_(model), overlay_(model), make_(overlay_.nodes()) {}
  ~Question() {
    for (auto change = relaxed_.rbegin(); change != relaxed_.rend(); ++change) *change->first = change->second;
  }

  /// A formula that holds where they differ, over the parameters of a changed function; noId when the mutant is none.
  ExprId ofParagraph() { return different_ = differenceOf(); }

  /// A formula that holds where facts and declarations differ that call the changed predicate or function; noId where none does.
  ExprId ofCallers() {
    const model::Paragraph::Kind kind = model_.paragraphs()[change_[0].paragraph].kind;
    if (kind != model::Paragraph::Kind::predicate && kind != model::Paragraph::Kind::function) return noId;
    for (const Mutant& mutant : change_)
      if (!apply(mutant, overlay_)) return noId;
    make_.at({});
    std::vector<ExprId> before, after;
    const auto add = [&](ExprId& root) {
      if (root == noId || !overlay_.changes(root)) return;
      before.push_back(root);
      after.push_back(overlay_.now(root));
      relax(root, make_.truth(true));
    };
    for (model::Fact& fact : model_.mutableFacts()) add(fact.body);
    for (model::ImplicitConstraint& constraint : model_.mutableImplicitConstraints()) add(constraint.formula);
    if (before.empty()) return noId;
    ofCallers_ = true;
    return different_ = make_.unary(Op::not_, make_.binary(Op::iff, make_.list(Op::and_, before), make_.list(Op::and_, after)));
  }

  /// Whether the model is another one while this is asked: what is changed is no longer required.
  bool relaxes() const { return relaxes_; }

  /// What shows a difference, by evaluation.
  Condition condition() const {
    Condition condition{evaluator::constraintsOf(model_), {}};
    evaluator::append(condition.constraints, evaluator::Part::formula, {{different_}});
    return condition;
  }
  /// Whether it is asked of what calls the changed predicate or function.
  bool isOfCallers() const { return ofCallers_; }
  /// Of a changed predicate or function, which.
  model::FuncId function() const { return function_; }
  model::Nodes& nodes() { return make_; }

 private:
  ExprId differenceOf() {
    if (change_[0].edit == Edit::sigMultiplicity) return ofSignature(change_[0]);
    for (const Mutant& mutant : change_)
      if (!apply(mutant, overlay_)) return noId;
    make_.at({});
    const model::Paragraph& p = model_.paragraphs()[change_[0].paragraph];
    switch (p.kind) {
      case model::Paragraph::Kind::fact: {
        const ExprId different = differ(model_.facts()[p.id].body);
        relax(model_.mutableFacts()[p.id].body, make_.truth(true));
        return different;
      }
      case model::Paragraph::Kind::predicate:
      case model::Paragraph::Kind::function: {
        function_ = p.id;
        return differ(model_.func(p.id).body);
      }
      default: return ofDeclaration(p.id);
    }
  }

  ExprId differ(ExprId body) {
    const ExprId now = overlay_.now(body);
    if (model_.expr(body).sort != model::Sort::formula) return make_.binary(Op::equal, body, now, true);
    return make_.unary(Op::not_, make_.binary(Op::iff, body, now));
  }

  ExprId ofSignature(const Mutant& mutant) {
    const Multiplicity was = model_.sig(mutant.sig).multiplicity;
    const auto said = [&](Multiplicity m) {
      const ExprId all = make_.sig(mutant.sig);
      switch (m) {
        case Multiplicity::lone: return make_.unary(Op::lone, all);
        case Multiplicity::one: return make_.unary(Op::one, all);
        case Multiplicity::some: return make_.unary(Op::some, all);
        default: return make_.truth(true);
      }
    };
    if (was != Multiplicity::set) {
      overlay_.setMultiplicity(mutant.sig, Multiplicity::set);
      overlay_.install();
      relaxes_ = true;
    }
    return make_.unary(Op::not_, make_.binary(Op::iff, said(was), said(mutant.multiplicity)));
  }

  /// What a field's declaration, or the fact of a signature, implies.
  ExprId ofDeclaration(model::SigId sig) {
    std::vector<ExprId> before, after;
    auto& implicit = model_.mutableImplicitConstraints();
    for (model::ImplicitConstraint& constraint : implicit) {
      if (constraint.sig != sig || !overlay_.changes(constraint.formula)) continue;
      before.push_back(constraint.formula);
      after.push_back(overlay_.now(constraint.formula));
      relax(constraint.formula, make_.truth(true));
      if (constraint.kind == ImplicitKind::fieldBound) {
        model::Field& field = model_.mutableFields()[constraint.field];
        relax(field.bound, withoutMultiplicities(field.bound));
      }
    }
    return make_.unary(Op::not_, make_.binary(Op::iff, make_.list(Op::and_, before), make_.list(Op::and_, after)));
  }

  ExprId withoutMultiplicities(ExprId bound) {
    const model::Expr e = model_.expr(bound);
    if (e.op == Op::bound) return make_.bound(Multiplicity::set, withoutMultiplicities(model_.child(bound, 0)));
    if (e.op != Op::product) return bound;
    const ExprId left = withoutMultiplicities(model_.child(bound, 0)), right = withoutMultiplicities(model_.child(bound, 1));
    return make_.arrow(left, Multiplicity::set, Multiplicity::set, right);
  }

  void relax(ExprId& root, ExprId by) {
    relaxes_ = true;
    relaxed_.emplace_back(&root, root);
    root = by;
  }

  const std::span<const Mutant> change_;
  Model& model_;
  bool relaxes_ = false;
  bool ofCallers_ = false;
  model::Overlay overlay_;
  model::Nodes& make_;
  ExprId different_ = noId;
  model::FuncId function_ = noId;
  std::vector<std::pair<ExprId*, ExprId>> relaxed_;
};

model::Scope scopeOf(const Model& model, const std::vector<suite::TestCase>& tests) {
  model::Scope scope;
  for (const suite::TestCase& test : tests) {
    if (test.test.command == noId) continue;
    const model::Scope& own = model.commands()[test.test.command].scope;
    scope.overall = std::max(scope.overall, own.overall);
    scope.bitwidth = std::max(scope.bitwidth, own.bitwidth);
    scope.maxSequence = std::max(scope.maxSequence, own.maxSequence);
    if (own.maxSteps != model::unboundedSteps) scope.maxSteps = std::max(scope.maxSteps, own.maxSteps);
  }
  if (scope.overall < 0) scope.overall = 3;
  return scope;
}

Comparer::Comparer(Model& model, model::Scope scope, ProofOptions options)
    : model_(model), options_(options), finder_(model, std::move(scope), options) {}

Comparison Comparer::compare(std::span<const Mutant> change) {
  const auto callers = compareBy(change, &Question::ofCallers);
  if (callers && callers->equivalence == Equivalence::different) return *callers;
  Comparison comparison = compareBy(change, &Question::ofParagraph).value_or(Comparison{});
  if (callers && comparison.equivalence == Equivalence::equivalent) comparison.equivalence = callers->equivalence;
  return comparison;
}

std::optional<Comparison> Comparer::compareBy(std::span<const Mutant> change, ExprId (Question::*formulaOf)()) {
  const ExprId first = model_.exprCount();
  Comparison comparison;
  {
    Question question(change, model_);
    const ExprId formula = (question.*formulaOf)();
    if (formula == noId) return std::nullopt;
    const auto ofRelaxed = [&](int atoms, int bitwidth) {
      solver::Problem problem;
      problem.formula = formula;
      problem.scope = finder_.scope();
      problem.scope.overall = atoms;
      problem.scope.bitwidth = bitwidth;
      problem.temporal = model_.hasMutable() || model_.expr(formula).temporal;
      return solver::Search(model_, std::move(problem), solverOptions(options_)).next();
    };
    Found found = question.relaxes() ? findWith(ofRelaxed, {}, model_, finder_.scope(), question.condition(), options_)
                                     : finder_.find({formula, question.function()}, question.nodes());
    if (found.verdict == solver::Verdict::unsatisfiable) comparison.equivalence = Equivalence::equivalent;
    if (found.verdict == solver::Verdict::satisfiable) comparison.equivalence = Equivalence::different;
    comparison.difference = std::move(found.smallest);
    comparison.large = std::move(found.large);
    for (auto* witness : {&comparison.difference, &comparison.large})
      if (*witness) (*witness)->ofFacts = question.isOfCallers();
  }
  finder_.forget(first);
  return comparison;
}

bool Comparer::holdsByDeclaration(std::uint32_t fact) {
  const ExprId first = model_.exprCount();
  bool holds = false;
  {
    model::Overlay overlay(model_);
    model::Nodes& make = overlay.nodes();
    make.at({});
    const ExprId violated = make.unary(Op::not_, model_.facts()[fact].body);
    holds = finder_.isImpossible({.formula = violated, .facts = false}, finder_.scope(), make);
  }
  finder_.forget(first);
  return holds;
}

}  // namespace aunit::strength
