#include "coverage/feasibility.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "coverage/places.h"
#include "model/changes/extension.h"
#include "solver/grounding/growing_scope.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"

namespace aunit::coverage {

using model::ExprId;

bool sameScope(const model::Scope& a, const model::Scope& b) {
  const auto same = [](const model::SigScope& x, const model::SigScope& y) {
    return x.sig == y.sig && x.exact == y.exact && x.start == y.start && x.end == y.end && x.increment == y.increment;
  };
  return a.overall == b.overall && a.bitwidth == b.bitwidth && a.maxSequence == b.maxSequence && a.minSteps == b.minSteps &&
         a.maxSteps == b.maxSteps && a.stepsGrow == b.stepsGrow && std::ranges::equal(a.sigs, b.sigs, same);
}

std::vector<model::Scope> scopesOfCommands(const model::Model& model) {
  std::vector<model::Scope> scopes;
  for (const auto* commands : {&model.commands(), &model.openedCommands()})
    for (const model::Command& c : *commands) {
      if (c.ofTest) continue;
      const std::vector<model::Scope> steps = solver::stepsOf(c.scope);
      if (steps.empty()) return {};
      for (const model::Scope& scope : steps)
        if (std::ranges::none_of(scopes, [&](const model::Scope& s) { return sameScope(s, scope); })) scopes.push_back(scope);
    }
  if (scopes.empty()) scopes.emplace_back();
  return scopes;
}

namespace {

bool speaksOfStrings(const model::Model& model) {
  for (ExprId e = 0; e < model.exprCount(); ++e)
    if (model.expr(e).op == model::Op::sig && model.expr(e).payload == model::builtin::string) return true;
  return false;
}

/// The scopes of commands. If the model mentions String, adds a copy of each scope. The copy has more strings than the formulas
/// mention, because a valuation may have any strings.
std::vector<model::Scope> scopesOfValuations(const model::Model& model) {
  std::vector<model::Scope> scopes = scopesOfCommands(model);
  if (!speaksOfStrings(model)) return scopes;
  const std::size_t count = scopes.size();
  for (std::size_t i = 0; i < count; ++i) {
    model::Scope scope = scopes[i];
    const int strings = static_cast<int>(model.strings().size()) + std::max(2, scope.overall);
    std::erase_if(scope.sigs, [](const model::SigScope& s) { return s.sig == model::builtin::string; });
    scope.sigs.push_back(
        {.sig = model::builtin::string, .exact = true, .start = strings, .end = strings, .increment = 1, .span = {}});
    scopes.push_back(std::move(scope));
  }
  return scopes;
}

}  // namespace

class Feasibility::Work {
 public:
  Work(const model::Model& m, const ModelRequirements& r, Options o)
      : extension_(m), requirements_(r), places_(model_, r, o.semantics), options_(o), scopes_(scopesOfValuations(m)) {}

  Bits infeasible(const Bits& open) {
    Bits result(open.size());
    const Requirements& all = requirements_.requirements;
    open.forEach([&](std::size_t i) {
      const auto id = static_cast<RequirementId>(i);
      const Subject& subject = all.subjects[all.subjectOf(id)];
      if (subject.kind != SubjectKind::implicit && proved(id)) result.set(i);
    });
    return result;
  }

 private:
  bool proved(RequirementId id) {
    const auto places = places_.of(id, make_);
    return places && !places->empty() && std::ranges::all_of(*places, [&](const RequirementPlace& place) {
             if (!place.exact) return false;
             const auto params = place.function == model::noId ? std::vector<model::Decl>() : model_.func(place.function).params;
             const bool open = places_.mentions(place.formula, params);
             return impossible(place, open ? make_.quantified(model::Op::quantSome, params, place.formula) : place.formula);
           });
  }

  bool impossible(const RequirementPlace& place, ExprId formula) {
    const bool temporal = model_.hasMutable() || model_.expr(formula).temporal;
    for (std::size_t i = 0; i < scopes_.size(); ++i) {
      auto& session = sessions_[{i, temporal, !place.ofSignature}];
      if (!session) session = declarationsIn(scopes_[i], temporal, !place.ofSignature);
      if (answered(session->ask({{formula}})).verdict != solver::Verdict::unsatisfiable) return false;
    }
    return !scopes_.empty();
  }

  std::unique_ptr<solver::Session> declarationsIn(const model::Scope& scope, bool temporal, bool signatureFacts) const {
    solver::Problem problem{.scope = scope, .temporal = temporal, .facts = false, .signatureFacts = signatureFacts};
    const solver::Options how{.semantics = options_.semantics, .limits = options_.limits, .verify = false};
    return std::make_unique<solver::Session>(model_, std::move(problem), how);
  }

  model::Extension extension_;
  const model::Model& model_ = extension_.model();
  model::Nodes& make_ = extension_.nodes();
  const ModelRequirements& requirements_;
  Places places_;
  Options options_;
  std::vector<model::Scope> scopes_;
  // Key: index in `scopes_`; whether there are traces; whether facts after signatures must hold.
  std::map<std::tuple<std::size_t, bool, bool>, std::unique_ptr<solver::Session>> sessions_;
};

Feasibility::Feasibility(const model::Model& model, const ModelRequirements& requirements, Options options)
    : work_(std::make_unique<Work>(model, requirements, options)) {}
Feasibility::~Feasibility() = default;

Bits Feasibility::infeasible(const Bits& open) {
  return work_->infeasible(open);
}

}  // namespace aunit::coverage
