#include "solver/vacuity/vacuity.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/evaluator.h"
#include "evaluator/value.h"
#include "model/one_line.h"
#include "solver/entailment/entailment.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/scope.h"
#include "solver/session/background.h"
#include "solver/unsupported.h"
#include "solver/vacuity/guards.h"
#include "support/memory.h"

namespace aunit::solver {

using namespace model;

namespace {

// holdsInFirst() evaluates a quantifier over sets only if at most this many sets are possible.
constexpr std::uint64_t mostSubsetsEvaluated = 1u << 10;

bool mentions(const Model& model, ExprId id, bool (*wanted)(const model::Expr&), std::vector<char>& seen) {
  if (id == noId || std::exchange(seen[id], char{1}) != 0) return false;
  const model::Expr& e = model.expr(id);
  const auto mentionsIt = [&](ExprId part) { return mentions(model, part, wanted, seen); };
  if (wanted(e) || std::ranges::any_of(model.children(id), mentionsIt)) return true;
  if (e.op == Op::call && mentionsIt(model.func(e.payload).body)) return true;
  return std::ranges::any_of(model.decls(id), [&](const model::Decl& decl) { return mentionsIt(decl.bound); });
}

/// Whether a formula mentions integers or strings, which exist in every scope.
bool speaksOfBuiltins(const Model& model, ExprId formula) {
  std::vector<char> seen(model.exprCount());
  const auto isBuiltin = [](const model::Expr& e) {
    return (e.op == Op::sig && e.payload < model::builtin::count && e.payload != model::builtin::none) || e.op == Op::iden ||
           e.op == Op::nextInt || e.op == Op::stringAtom || e.op == Op::integerAtom;
  };
  return mentions(model, formula, isBuiltin, seen);
}

/// Whether a formula mentions declared signatures or fields. Without them, it only calculates, or tries out the language.
bool speaksOfSignatures(const Model& model, ExprId formula) {
  std::vector<char> seen(model.exprCount());
  const auto isDeclared = [](const model::Expr& e) {
    return (e.op == Op::sig && e.payload >= model::builtin::count) || e.op == Op::field;
  };
  return mentions(model, formula, isDeclared, seen);
}

/// Whether no signature can have an atom.
bool isEmptyScope(const Model& model, const Problem& problem) {
  const SigSizes sizes = deriveSizes(model, problem.scope, problem.temporal);
  bool any = false;
  for (model::SigId s = model::builtin::count; s < model.sigs().size(); ++s) {
    if (!model.isTopLevel(s) || model.sig(s).isMeta) continue;
    if (sizes.size[s] != 0) return false;
    any = true;
  }
  return any;
}

/// Whether a formula has a constraint: `run {}` and the call of an empty predicate have none. `seen`: the expressions visited so
/// far.
bool asks(const Model& model, ExprId formula, std::vector<char>& seen) {
  if (formula == noId || std::exchange(seen[formula], char{1}) != 0) return false;
  const model::Expr& e = model.expr(formula);
  const auto asksToo = [&](ExprId part) { return asks(model, part, seen); };
  switch (e.op) {
    case Op::true_: return false;
    case Op::and_:
    case Op::quantSome: return std::ranges::any_of(model.children(formula), asksToo);
    case Op::call: return model.func(e.payload).recursive || asksToo(model.func(e.payload).body);
    default: return true;
  }
}

/// vacuityOf() for a check without a counterexample, or for a run that expects no instance and has none.
std::optional<Vacuity> vacuityOfNone(ModelQuestions& questions, const Problem& problem, const Options& options,
                                     const support::Budget& budget) {
  const Model& model = questions.extension().model();
  model::Nodes& make = questions.extension().nodes();
  Background& facts = questions.background(problem, Background::Facts::kept, options);
  const ExprId literals = literalsStay(model, make, {{problem.formula}});
  const auto ask = [&](std::vector<ExprId> goals) {
    if (literals != noId) goals.push_back(literals);
    return facts.ask(goals, budget);
  };
  Vacuity vacuity;
  Verdict alone = Verdict::unknown;  // whether the facts alone have an instance; they do if a guard can be true
  if (isEmptyScope(model, problem) && !speaksOfBuiltins(model, problem.formula)) {
    alone = ask({});
    vacuity.why = Vacuity::Reason::scope;
    if (alone == Verdict::satisfiable) return vacuity;
  }
  const std::vector<Guard> guards = guardsOf(model, make, problem.formula, false);
  const Logic logic(model, make, options.semantics);
  const auto placeOf = [&](const Guard& guard) { return model.expr(guard.left).span; };
  std::vector<model::Span> reachable;  // places of guards that can be true; one place may have several guards
  for (const Guard& guard : guards) {
    if (alone == Verdict::unsatisfiable) break;
    const model::Span place = placeOf(guard);
    if (!place.known() || std::ranges::find(reachable, place) != reachable.end()) continue;
    bool isNever = true;
    for (const Guard& same : guards) {
      if (!isNever || placeOf(same) != place) continue;
      if (logic.mayOverflow(same.reached)) {  // an overflow may give the guard another value in `reached` than in the formula
        isNever = false;
        continue;
      }
      const Verdict reached = ask({same.reached});
      if (reached == Verdict::satisfiable) alone = reached;
      isNever = reached == Verdict::unsatisfiable;
    }
    if (!isNever) {
      reachable.push_back(place);
      continue;
    }
    if (alone == Verdict::unknown) alone = ask({});
    if (alone != Verdict::satisfiable) continue;
    vacuity.why = Vacuity::Reason::guard;
    vacuity.guard = place;
    for (const ExprId outer : guard.behind) vacuity.behind.push_back(model.expr(outer).span);
    return vacuity;
  }
  if (alone == Verdict::unknown) alone = ask({});
  if (alone != Verdict::unsatisfiable) return std::nullopt;
  vacuity.why = Vacuity::Reason::facts;
  const int steps = problem.scope.maxSteps < 0 ? defaultSteps : problem.scope.maxSteps;
  if (problem.temporal && steps == model::unboundedSteps) {
    Entailment& own = questions.entailment(problem, options);
    own.limit(budget);
    if (own.ask(own.all()) == Verdict::unsatisfiable) vacuity.core = own.smallest(own.all()).places;
    return vacuity;
  }
  vacuity.core = facts.core(budget);
  if (problem.temporal) vacuity.steps = steps;
  return vacuity;
}

/// Whether a formula holds in the instance of the declarations that the solver finds first. Returns nothing if it cannot be
/// evaluated.
std::optional<bool> holdsInFirst(Background& declarations, const Model& model, ExprId formula, ExprId literals,
                                 const Options& options, const support::Budget& budget) {
  std::vector<ExprId> goals;
  if (literals != noId) goals.push_back(literals);
  const Result first = declarations.find(goals, budget);
  if (!first.instance) return std::nullopt;
  try {
    evaluator::Evaluator evaluator(
        model, evaluator::Options{.semantics = options.semantics, .higherOrderLimit = mostSubsetsEvaluated, .budget = &budget});
    evaluator.bind(*first.instance);
    return evaluator.holds(formula);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

/// vacuityOf() for a run that has an instance.
std::optional<Vacuity> vacuityOfInstance(ModelQuestions& questions, const Problem& problem, const Options& options,
                                         const support::Budget& budget) {
  const Model& model = questions.extension().model();
  model::Nodes& make = questions.extension().nodes();
  std::vector<ExprId> said = {problem.formula};
  for (const model::Fact& fact : model.facts())
    if (fact.body != noId) said.push_back(fact.body);
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints())
    if (constraint.formula != noId && isSignatureFact(model, constraint)) said.push_back(constraint.formula);
  const ExprId otherwise = Logic(model, make, options.semantics).no(make.list(Op::and_, said));
  Problem smaller = problem;  // `problem` without `exactly`; a run whose formula follows only from `exactly` is not vacuous
  for (model::SigScope& s : smaller.scope.sigs) s.exact = false;
  Background& declarations = questions.background(smaller, Background::Facts::dropped, options);
  // First evaluates `otherwise` in one instance of the declarations: it is found quickly, and `otherwise` usually holds in it. If
  // the solver searches with `otherwise`, it may need large circuits, because no fact bounds the relations.
  if (holdsInFirst(declarations, model, otherwise, literalsStay(model, make, said), options, budget) == true) return std::nullopt;
  if (declarations.ask({{otherwise}}, budget) != Verdict::unsatisfiable) return std::nullopt;
  return Vacuity{.why = Vacuity::Reason::signatures, .core = {}, .steps = 0, .guard = {}, .behind = {}};
}

}  // namespace

std::optional<Vacuity> vacuityOf(ModelQuestions& questions, const Problem& problem, Verdict verdict, const Options& options,
                                 const support::Budget& budget) {
  const bool none = verdict == Verdict::unsatisfiable && (problem.check || problem.expect == 0);
  const Model& model = questions.model();
  // A run with an instance and a valuation never counts as vacuous: the valuation may leave only one instance.
  const bool instance = verdict == Verdict::satisfiable && !problem.check && problem.expect != 0 && problem.given == noId &&
                        speaksOfSignatures(model, problem.formula);
  if (!none && !instance) return std::nullopt;
  std::vector<char> seen(model.exprCount());
  if (!problem.check && !asks(model, problem.formula, seen)) return std::nullopt;
  try {
    questions.extension().nodes().at({});
    return none ? vacuityOfNone(questions, problem, options, budget) : vacuityOfInstance(questions, problem, options, budget);
  } catch (const Unsupported&) {
  } catch (const support::Exhausted&) {
    // A question that the solver refuses or does not finish proves nothing.
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
  }
  return std::nullopt;
}

const char* name(Vacuity::Reason why) {
  switch (why) {
    case Vacuity::Reason::facts: return "facts";
    case Vacuity::Reason::guard: return "guard";
    case Vacuity::Reason::scope: return "scope";
    case Vacuity::Reason::signatures: return "signatures";
  }
  return "";
}

std::string vacuityText(const model::SourceMap& sources, const Vacuity& vacuity) {
  const auto quoted = [&](model::Span span) { return fmt::format("`{}`", model::onOneLine(sources.text(span))); };
  switch (vacuity.why) {
    case Vacuity::Reason::facts:
      if (vacuity.steps == 0) return "the facts contradict each other";
      return fmt::format("the facts have no trace of up to {} step{}", vacuity.steps, vacuity.steps == 1 ? "" : "s");
    case Vacuity::Reason::scope: return "nothing can exist in the scope";
    case Vacuity::Reason::signatures: return "any instance of the signatures satisfies it";
    case Vacuity::Reason::guard: break;
  }
  std::string text = quoted(vacuity.guard) + " is never true";
  if (vacuity.behind.empty()) return text;
  std::vector<std::string> outer;
  for (const model::Span span : vacuity.behind) outer.push_back(quoted(span));
  return fmt::format("{} if {} {}", text, fmt::join(outer, " and "), outer.size() == 1 ? "is" : "are");
}

}  // namespace aunit::solver
