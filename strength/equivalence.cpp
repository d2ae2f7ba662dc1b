#include "strength/equivalence.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "evaluator/judge.h"
#include "model/overlay.h"
#include "solver/search.h"
#include "strength/apply.h"
#include "strength/smallest.h"
#include "suite/valuation.h"

namespace aunit::strength {

using model::ExprId;
using model::ImplicitKind;
using model::Model;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::VarId;

namespace {

/// The question whether two forms of one paragraph differ, and the model that it is asked of.
class Question {
 public:
  Question(std::span<const Mutant> change, Model& model)
      : change_(change), model_(model), overlay_(model), make_(overlay_.nodes()) {}
  ~Question() {
    for (auto change = relaxed_.rbegin(); change != relaxed_.rend(); ++change) *change->first = change->second;
  }

  /// A formula that holds where they differ, for all arguments; noId when the mutant is none.
  ExprId formula() {
    different_ = differenceOf();
    if (different_ == noId || params_.empty()) return different_;
    return make_.quantified(Op::quantSome, params_, different_);
  }

  /// Whether the model is another one while this is asked: what is changed is no longer required.
  bool relaxes() const { return relaxes_; }

  /// An instance of that with its arguments; if asked, what is left of it when nothing is in it that could be left out.
  std::optional<Difference> difference(model::Instance instance, const solver::Witnesses& witnesses, const ProofOptions& options,
                                       bool reduce) {
    Difference difference;
    evaluator::Question question{.constraints = evaluator::constraintsOf(model_)};
    evaluator::append(question.constraints, evaluator::Part::formula, {{different_}});
    std::vector<bool> kept(instance.universe->size());
    for (const VarId parameter : variables_) {
      const auto witness = std::ranges::find(witnesses, parameter, &solver::Witnesses::value_type::first);
      if (witness == witnesses.end()) return std::nullopt;
      difference.arguments.push_back(*witness);
      question.given.push_back({parameter, witness->second});
      witness->second.forEach([&](std::span<const model::Atom> tuple) {
        for (const model::Atom atom : tuple) kept[atom] = true;
      });
    }
    instance.maxSequence = suite::IntegerScope().maxSequence;  // as tests have it
    instance.skolems.clear();
    for (model::State& state : instance.states) state.skolems.clear();
    evaluator::Evaluator evaluator(model_, {.noOverflow = options.noOverflow, .stop = options.stop});
    const auto holds = [&](const model::Instance& candidate) { return evaluator::judge(evaluator, candidate, question).holds(); };
    try {
      if (!holds(instance)) return std::nullopt;
      difference.instance = reduce ? smallest(model_, std::move(instance), kept, holds) : std::move(instance);
    } catch (const evaluator::Interrupted&) {
      return std::nullopt;
    }
    return difference;
  }

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
        const model::Func& function = model_.func(p.id);
        params_ = function.params;
        variables_ = function.variables;
        return differ(function.body);
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
  model::Overlay overlay_;
  model::Nodes& make_;
  ExprId different_ = noId;
  std::vector<model::Decl> params_;  // of the function that it is about
  std::vector<VarId> variables_;
  std::vector<std::pair<ExprId*, ExprId>> relaxed_;
};

}  // namespace

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
    : model_(model), scope_(std::move(scope)), options_(options) {}
Comparer::~Comparer() = default;

/// The problem with another formula and size: by a session where the problem is the model as it is.
solver::Result Comparer::ask(const solver::Problem& problem, ExprId formula, int atoms, int bitwidth) {
  solver::Options how;
  how.noOverflow = options_.noOverflow;
  how.timeout = options_.timeout;
  how.stop = options_.stop;
  how.verify = false;
  how.threads = solver::Threads::one;
  solver::Problem sized = problem;
  sized.scope.overall = atoms;
  sized.scope.bitwidth = bitwidth;
  if (problem.formula != noId) return solver::Search(model_, std::move(sized), how).next();
  auto& session = sessions_[{atoms, bitwidth}];
  if (!session) session = std::make_unique<solver::Session>(model_, std::move(sized), how);
  return session->ask({{formula}});
}

Comparison Comparer::compare(std::span<const Mutant> change) {
  const ExprId first = model_.exprCount();
  Comparison comparison;
  {
    Question question(change, model_);
    const ExprId formula = question.formula();
    if (formula == noId) return {};
    solver::Problem problem;
    problem.scope = scope_;
    problem.temporal = model_.hasMutable();
    if (question.relaxes() || (model_.expr(formula).temporal && !problem.temporal)) {
      problem.formula = formula;
      problem.temporal |= model_.expr(formula).temporal;
    }
    solver::Result found = ask(problem, formula, scope_.overall, scope_.bitwidth);
    if (found.verdict == solver::Verdict::unsatisfiable) comparison.equivalence = Equivalence::equivalent;
    if (found.verdict == solver::Verdict::satisfiable) {
      const auto tryWith = [&](int atoms, int bitwidth) {
        solver::Result smaller = ask(problem, formula, atoms, bitwidth);
        const bool good = smaller.verdict == solver::Verdict::satisfiable;
        if (good) found = std::move(smaller);
        return good;
      };
      comparison.equivalence = Equivalence::different;
      // With the integers that a test has unless it says otherwise, if that will do; then with as few atoms as possible.
      const bool plain = scope_.bitwidth < 0 || scope_.bitwidth == suite::IntegerScope().bitwidth;
      const int bitwidth = plain || tryWith(scope_.overall, -1) ? -1 : scope_.bitwidth;
      comparison.large = question.difference(*found.instance, found.witnesses, options_, false);
      for (int atoms = 1; atoms < scope_.overall; ++atoms)
        if (tryWith(atoms, bitwidth)) break;
      comparison.difference = question.difference(std::move(*found.instance), found.witnesses, options_, true);
    }
  }
  for (const auto& [size, session] : sessions_) session->forget(first);
  return comparison;
}

}  // namespace aunit::strength
