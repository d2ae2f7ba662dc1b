#include "strength/generation/goals/boundary_goals.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "model/changes/overlay.h"
#include "strength/scopes.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

BoundaryGoals::BoundaryGoals(model::Model& model, std::span<Finder> finders, Pool& pool, const ProofOptions& options)
    : model_(model), finders_(finders), pool_(pool), options_(options) {
  addSignatures();
  addFields();
}

void BoundaryGoals::add(std::string title, std::function<ExprId(Nodes&)> formula) {
  boundaries_.push_back({std::move(formula), std::move(title)});
}

void BoundaryGoals::addSignatures() {
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
    const model::Sig& sig = model_.sig(id);
    const bool constant = sig.isEnum || sig.isMeta || (sig.multiplicity == model::Multiplicity::one && !sig.isVar);
    if (constant || sig.subsetExact || model_.modules()[sig.module].library) continue;
    const auto ever = [isVar = sig.isVar](Nodes& make, ExprId formula) {
      return isVar ? make.unary(Op::eventually, formula) : formula;
    };
    add("no " + sig.name, [=](Nodes& make) { return ever(make, make.unary(Op::no, make.sig(id))); });
    add("one " + sig.name, [=](Nodes& make) { return ever(make, make.unary(Op::one, make.sig(id))); });
    if (sig.parents[0] == model::builtin::univ) {
      int most = 0;
      for (const Finder& finder : finders_) most = std::max(most, mostAtoms(model_, finder.scope(), id));
      add(fmt::format("{} {}, the most that the scope allows", most, sig.name), [=](Nodes& make) {
        return ever(make, make.binary(Op::greaterEqual, make.unary(Op::cardinality, make.sig(id)), make.integer(most)));
      });
    } else {
      const SigId parent = sig.parents[0];
      add(fmt::format("each {} a {}", model_.sig(parent).name, sig.name), [=](Nodes& make) {
        const ExprId whole = make.sig(parent);
        return ever(make, make.list(Op::and_, {make.unary(Op::some, whole), make.binary(Op::in, whole, make.sig(id))}));
      });
    }
  }
}

void BoundaryGoals::addFields() {
  for (model::FieldId id = 0; id < model_.fields().size(); ++id) {
    const model::Field& field = model_.field(id);
    if (field.isMeta || field.defined || field.thisVariable == model::noId ||
        model_.modules()[model_.sig(field.sig).module].library)
      continue;
    const auto ever = [variable = model_.hasMutable()](Nodes& make, ExprId formula) {
      return variable ? make.unary(Op::eventually, formula) : formula;
    };
    const auto ofEach = [=, this](Nodes& make, Op quantifier, const std::function<ExprId(ExprId)>& said) {
      const model::Decl decl{
          .firstVariable = model_.field(id).thisVariable, .variableCount = 1, .bound = make.sig(model_.field(id).sig)};
      const ExprId body = said(make.join(make.variable(decl.firstVariable), make.field(id)));
      return make.quantified(quantifier, decl, body);
    };
    const std::string& owner = model_.sig(field.sig).name;
    add("no " + field.name, [=](Nodes& make) { return ever(make, make.unary(Op::no, make.field(id))); });
    add(fmt::format("a {} with one {}", owner, field.name), [=](Nodes& make) {
      return ever(make, ofEach(make, Op::quantSome, [&](ExprId there) { return make.unary(Op::one, there); }));
    });
    add(fmt::format("each {} with all tuples that {} may have", owner, field.name), [=, this](Nodes& make) {
      const ExprId bound = model_.field(id).bound;
      const ExprId range = model_.expr(bound).op == Op::bound ? model_.child(bound, 0) : bound;
      const ExprId all = ofEach(make, Op::quantAll, [&](ExprId there) { return make.binary(Op::in, range, there); });
      return ever(make, make.list(Op::and_, {make.unary(Op::some, make.field(id)), all}));
    });
  }
}

std::vector<std::uint32_t> BoundaryGoals::showing(const Boundary& boundary, const std::vector<Claim>& claims) const {
  model::Overlay overlay(model_);
  overlay.nodes().at({});
  const ExprId formula = boundary.formula(overlay.nodes());
  const support::Budget untilStopped(options_.limits.untimed());
  evaluator::Evaluator evaluator(model_, {.semantics = options_.semantics, .budget = &untilStopped});
  std::vector<std::uint32_t> result;
  for (std::uint32_t c = 0; c < claims.size(); ++c) {
    const Claim& claim = claims[c];
    const bool ofFacts = claim.about == Claim::Topic::facts && std::get<bool>(claim.value) == boundary.facts;
    const bool solution = claim.about == Claim::Topic::solution && std::get<bool>(claim.value) && boundary.facts;
    if (!ofFacts && !solution) continue;
    try {
      evaluator.bind(claim.instance);
      if (evaluator.holds(formula)) result.push_back(c);
    } catch (const evaluator::EvaluationError&) {
      // The formula has no value in this instance, so the claim does not show the boundary.
    }
  }
  return result;
}

void BoundaryGoals::search(Boundary& boundary) {
  const ExprId first = model_.exprCount();
  bool proved = true;
  for (const bool facts : {true, false}) {
    model::Overlay overlay(model_);
    overlay.nodes().at({});
    const FinderResult found =
        Finder::findInOne(finders_, {.formula = boundary.formula(overlay.nodes()), .facts = facts}, overlay.nodes());
    proved = proved && found.verdict == solver::Verdict::unsatisfiable;
    if (!found.smallest) continue;
    Claim claim;
    claim.instance = found.smallest->instance;
    const auto stated = pool_.stated(std::move(claim));
    if (!stated) continue;
    boundary.facts = std::get<bool>(stated->value);
    if (pool_.isExcluded(*stated) || pool_.add(*stated) || pool_.find(*stated)) {
      boundary.state = Boundary::State::found;
      break;
    }
  }
  for (Finder& finder : finders_) finder.forget(first);
  support::Budget(options_.limits.untimed()).check();
  if (boundary.state == Boundary::State::open)
    boundary.state = proved ? Boundary::State::impossible : Boundary::State::unknown;
  else if (!showing(boundary, pool_.excluded()).empty())  // called only now: showing() uses `boundary.facts`, which is set above
    boundary.state = Boundary::State::before;
}

void BoundaryGoals::fill(const GoalProgress& progress) {
  for (Boundary& boundary : boundaries_) {
    progress(static_cast<std::size_t>(&boundary - boundaries_.data()), boundaries_.size());
    if (!showing(boundary, pool_.excluded()).empty())
      boundary.state = Boundary::State::before;
    else if (!showing(boundary, pool_.claims()).empty())
      boundary.state = Boundary::State::found;
    else
      search(boundary);
  }
}

std::vector<Goal> BoundaryGoals::goals() {
  std::vector<Goal> goals;
  for (const Boundary& boundary : boundaries_) {
    Goal goal;
    goal.met = boundary.state == Boundary::State::before;
    if (boundary.state == Boundary::State::found) goal.candidates = showing(boundary, pool_.claims());
    goal.title = boundary.title;
    goals.push_back(std::move(goal));
  }
  return goals;
}

Achievement BoundaryGoals::achieved(std::span<const Goal> goals, std::vector<std::string>& impossible) const {
  Achievement result;
  result.goals = boundaries_.size();
  for (std::size_t i = 0; i < boundaries_.size(); ++i) {
    const Boundary& boundary = boundaries_[i];
    result.before += boundary.state == Boundary::State::before;
    result.after += goals[i].met != 0;
    result.unknown += boundary.state == Boundary::State::unknown;
    result.impossible += boundary.state == Boundary::State::impossible;
    if (boundary.state == Boundary::State::impossible) impossible.push_back(boundary.title);
  }
  return result;
}

}  // namespace aunit::strength
