#include "strength/instances/finder.h"

#include <algorithm>
#include <span>
#include <utility>

#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/instances/smallest.h"
#include "strength/scopes.h"
#include "suite/valuation/valuation.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

solver::Options solverOptions(const ProofOptions& options, InstanceSize wanted) {
  solver::Options how;
  if (wanted == InstanceSize::small) how.preference.kind = solver::Preference::Kind::smallest;
  how.semantics = options.semantics;
  how.limits = options.limits;
  how.verify = false;
  how.threads = solver::Threads::one;
  return how;
}

std::optional<solver::AllScopes> beyond(const Model& model, const solver::Problem& problem, const ProofOptions& options) {
  if (options.allScopes == 0) return std::nullopt;
  solver::Options how = solverOptions(options);
  how.verify = true;
  return solver::allScopesOf(model, problem, how, options.allScopes, support::Budget(options.limits.untimed()));
}

namespace {

/// Returns the solver's instance and the values of the condition's variables, so that a test can state them. With `reduce`,
/// removes irrelevant atoms and tuples, within the time limit of one question. Returns nothing if the solver gives no value for a
/// variable, if the evaluator finds that the condition is false in the instance, or if the evaluator takes too long.
std::optional<Witness> witnessOf(const Model& model, const Condition& condition, const solver::Result& found, bool reduce,
                                 const ProofOptions& options) {
  Witness witness;
  evaluator::Question question{.constraints = condition.constraints};
  Instance instance = *found.instance;
  std::vector<bool> kept(instance.universe->size());
  for (const VarId variable : condition.variables) {
    const auto known = std::ranges::find(found.witnesses, variable, &evaluator::Binding::variable);
    if (known == found.witnesses.end()) return std::nullopt;
    witness.arguments.push_back(*known);
    question.given.push_back(*known);
    known->value.forEach([&](std::span<const model::Atom> tuple) {
      for (const model::Atom atom : tuple) kept[atom] = true;
    });
  }
  instance.maxSequence = suite::IntegerScope().maxSequence;  // the default in tests
  instance.skolems.clear();
  for (model::State& state : instance.states) state.skolems.clear();
  const support::Budget budget(options.limits);
  evaluator::Evaluator evaluator(model, {.semantics = options.semantics, .budget = &budget});
  const auto holds = [&](const Instance& candidate) { return evaluator::judge(evaluator, candidate, question).holds(); };
  const auto holdsInTime = [&](const Instance& candidate) { return !budget.exhausted() && holds(candidate); };
  try {
    if (!holds(instance)) return std::nullopt;
    witness.instance = reduce ? smallest(model, std::move(instance), kept, holdsInTime) : std::move(instance);
    support::Budget(options.limits.untimed()).check();
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
  return witness;
}

}  // namespace

FinderResult findWith(const Ask& ask, const Ask& askAgain, const Model& model, const model::Scope& scope,
                      const Condition& condition, const ProofOptions& options) {
  FinderResult result;
  const int most = mostAtoms(scope);
  solver::Result found = ask(most, scope.bitwidth, InstanceSize::any);
  result.verdict = found.verdict;
  if (found.verdict != solver::Verdict::satisfiable) return result;
  const auto tryWith = [&](int atoms, int bitwidth) {
    solver::Result smaller = ask(atoms, bitwidth, InstanceSize::any);
    const bool good = smaller.verdict == solver::Verdict::satisfiable;
    if (good) found = std::move(smaller);
    return good;
  };
  // First tries the default bit width of tests. Then searches for the smallest number of atoms for which there is an instance.
  const bool plain = scope.bitwidth < 0 || scope.bitwidth == suite::IntegerScope().bitwidth;
  const int bitwidth = plain || tryWith(most, -1) ? -1 : scope.bitwidth;
  result.large = witnessOf(model, condition, found, false, options);
  int atoms = 1;
  while (atoms < most && !tryWith(atoms, bitwidth)) ++atoms;
  const Ask& last = askAgain ? askAgain : ask;
  if (askAgain)
    if (solver::Result again = askAgain(atoms, bitwidth, InstanceSize::any); again.verdict == solver::Verdict::satisfiable)
      found = std::move(again);
  result.smallest = witnessOf(model, condition, found, true, options);
  // An instance from which nothing can be removed need not be a smallest one. So the solver is asked for a smallest one, too.
  const solver::Result small = last(atoms, bitwidth, InstanceSize::small);
  if (small.verdict != solver::Verdict::satisfiable) return result;
  std::optional<Witness> other = witnessOf(model, condition, small, true, options);
  if (other && (!result.smallest || sizeOf(other->instance) < sizeOf(result.smallest->instance)))
    result.smallest = std::move(other);
  return result;
}

ExprId Finder::closed(const Question& question, model::Nodes& make) const {
  if (question.function == model::noId || model_.func(question.function).params.empty()) return question.formula;
  const std::vector<model::Decl> params = model_.func(question.function).params;
  return make.quantified(model::Op::quantSome, params, question.formula);
}

solver::Problem problemWithin(const Model& model, ExprId formula, const model::Scope& scope, int atoms, int bitwidth) {
  solver::Problem problem;
  problem.formula = formula;
  problem.scope = withAtMost(scope, atoms);
  problem.scope.bitwidth = bitwidth;
  problem.temporal = model.hasMutable() || model.expr(formula).temporal;
  if (!problem.temporal) problem.scope.maxSteps = -1;
  return problem;
}

solver::Problem Finder::problemOf(ExprId formula, const Question& question, int atoms, int bitwidth) const {
  solver::Problem problem = problemWithin(model_, formula, scope_, atoms, bitwidth);
  problem.facts = question.facts;
  problem.signatureFacts = question.signatureFacts;
  return problem;
}

FinderResult Finder::find(const Question& question, model::Nodes& make) {
  const ExprId formula = closed(question, make);
  const auto ask = [&](int atoms, int bitwidth, InstanceSize wanted) {
    solver::Problem problem = problemOf(formula, question, atoms, bitwidth);
    const Key key{question.facts, question.signatureFacts, problem.temporal, atoms, bitwidth, wanted};
    auto& session = sessions_[key];
    if (!session) {
      problem.formula = model::noId;
      session = std::make_unique<solver::Session>(model_, std::move(problem), solverOptions(options_, wanted));
    }
    return answered(session->ask({{formula}}, question.within ? *question.within : options_.whole.within(options_.limits)));
  };
  const auto alone = [&](int atoms, int bitwidth, InstanceSize wanted) {
    const solver::Options how = solverOptions(options_, wanted);
    return answered(solver::Search(model_, problemOf(formula, question, atoms, bitwidth), how).next());
  };
  Condition condition;
  condition.constraints = evaluator::constraintsOf(model_);
  std::erase_if(condition.constraints, [&](const evaluator::Constraint& c) {
    if (c.part == evaluator::Part::fact) return !question.facts;
    return c.part == evaluator::Part::implicit && !question.signatureFacts &&
           solver::isSignatureFact(model_, model_.implicitConstraints()[c.index]);
  });
  evaluator::append(condition.constraints, evaluator::Part::formula, {{question.formula}});
  if (question.function != model::noId) condition.variables = model_.func(question.function).variables;
  return findWith(ask, options_.afresh ? Ask(alone) : Ask(), model_, scope_, condition, options_);
}

FinderResult Finder::findInOne(std::span<Finder> finders, const Question& question, model::Nodes& make) {
  FinderResult result;
  result.verdict = solver::Verdict::unsatisfiable;
  for (Finder& finder : finders) {
    FinderResult found = finder.find(question, make);
    if (found.smallest) return found;
    if (found.verdict != solver::Verdict::unsatisfiable) result.verdict = solver::Verdict::unknown;
  }
  return result;
}

solver::Problem Finder::whole(const Question& question, model::Nodes& make) const {
  return problemOf(closed(question, make), question, mostAtoms(scope_), scope_.bitwidth);
}

solver::Verdict Finder::verdict(const Question& question, model::Nodes& make) {
  return answered(solver::Search(model_, whole(question, make), solverOptions(options_)).next()).verdict;
}

void Finder::forget(ExprId first) {
  for (const auto& [key, session] : sessions_) session->forget(first);
}

}  // namespace aunit::strength
