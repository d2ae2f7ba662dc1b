#include "strength/generation/pool.h"

#include <algorithm>
#include <span>
#include <utility>

#include "strength/instances/neighbours.h"

namespace aunit::strength {

Pool::Pool(const model::Model& model, const ProofOptions& options)
    : model_(model),
      semantics_(options.semantics),
      untilStopped_(options.limits.untimed()),
      evaluator_(model, {.semantics = options.semantics, .budget = &untilStopped_}),
      facts_{.constraints = evaluator::constraintsOf(model)} {
  const auto isLibrary = [&](model::SigId sig) { return sig != model::noId && model.modules()[model.sig(sig).module].library; };
  for (const model::ImplicitConstraint& c : model.implicitConstraints())
    if (c.kind == model::ImplicitKind::subsignature || c.kind == model::ImplicitKind::disjointChildren || isLibrary(c.sig))
      evaluator::append(expressible_.constraints, evaluator::Part::formula, {{c.formula}});
}

namespace {

bool isThere(const model::Instance& instance, model::Atom atom) {
  return atom >= instance.universe->firstString() || std::ranges::any_of(instance.states, [&](const model::State& state) {
           return std::ranges::any_of(state.sigs, [&](const model::TupleSet& sig) { return sig.contains({&atom, 1}); });
         });
}

/// Returns whether the value is empty, or at least one of its tuples has the parameter's type. Otherwise a test cannot call the
/// predicate with this value.
bool hasType(const model::Instance& instance, const model::TupleSet& value, const model::Type& type) {
  bool has = value.empty();
  value.forEach([&](std::span<const model::Atom> tuple) {
    has = has || std::ranges::any_of(type.products, [&](const model::Product& product) {
            for (std::size_t k = 0; k < tuple.size() && k < product.size(); ++k)
              if (product[k] >= model::builtin::count && std::ranges::none_of(instance.states, [&](const model::State& state) {
                    return state.sigs[product[k]].contains({&tuple[k], 1});
                  }))
                return false;
            return true;
          });
  });
  return has;
}

}  // namespace

/// Whether the test language can state the claim.
bool Pool::isExpressible(const Claim& claim) {
  for (std::size_t i = 0; i < claim.arguments.size(); ++i) {
    const model::TupleSet& argument = claim.arguments[i];
    const model::VarId parameter = model_.func(claim.function).variables[i];
    bool there = hasType(claim.instance, argument, model_.type(model_.variable(parameter).type));
    argument.forEach([&](std::span<const model::Atom> tuple) {
      for (const model::Atom atom : tuple) there = there && isThere(claim.instance, atom);
    });
    if (!there) return false;
  }
  return evaluator::judge(evaluator_, claim.instance, expressible_).holds();
}

Pool::Key Pool::keyOf(const Claim& claim) const {
  return {shapeOf(model_, claim.instance, claim.arguments), claim.function, claim.assertion, claim.about};
}

bool Pool::add(const Claim& claim) {
  const auto [known, added] = known_.emplace(keyOf(claim), model::noId);
  if (!added || !isExpressible(claim)) return false;
  known->second = static_cast<std::uint32_t>(claims_.size());
  claims_.push_back(claim);
  claims_.back().semantics = semantics_;
  return true;
}

void Pool::exclude(const Claim& claim) {
  known_.emplace(keyOf(claim), model::noId);
  excludedKeys_.insert(keyOf(claim));
  excluded_.push_back(claim);
}

std::optional<std::uint32_t> Pool::find(const Claim& claim) const {
  const auto known = known_.find(keyOf(claim));
  return known == known_.end() || known->second == model::noId ? std::nullopt : std::optional(known->second);
}

/// Returns the value of the claim's predicate or function, or of its negated assertion, on the instance that the evaluator is
/// bound to. Returns nothing if evaluation has an error.
std::optional<evaluator::Value> Pool::body(const Claim& claim) {
  try {
    if (claim.assertion != model::noId) return evaluator::Value(!evaluator_.holds(model_.assertions()[claim.assertion].body));
    const model::Func& function = model_.func(claim.function);
    for (std::size_t i = 0; i < claim.arguments.size(); ++i) evaluator_.assign(function.variables[i], claim.arguments[i]);
    return evaluator_.value(function.body);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

std::optional<evaluator::Value> Pool::said(const Claim& claim, const model::Instance& instance) {
  const evaluator::Verdict verdict = evaluator::judge(evaluator_, instance, facts_);
  if (verdict.error) return std::nullopt;
  if (claim.about == Claim::Topic::facts) return evaluator::Value(verdict.holds());
  if (!verdict.holds()) return std::nullopt;
  return body(claim);
}

std::optional<Claim> Pool::stated(Claim claim) {
  const evaluator::Verdict verdict = evaluator::judge(evaluator_, claim.instance, facts_);
  if (verdict.error) return std::nullopt;
  auto value = claim.about == Claim::Topic::facts ? evaluator::Value(verdict.holds()) : body(claim);
  if (!value) return std::nullopt;
  if (claim.about == Claim::Topic::solution) *value = verdict.holds() && std::get<bool>(*value);
  claim.value = std::move(*value);
  claim.semantics = semantics_;
  return claim;
}

std::optional<Claim> wandered(Claim claim, std::size_t steps, Pool& pool, const model::Model& model, std::uint64_t& random) {
  for (; steps > 0; --steps)
    if (auto further = randomNeighbour(model, claim.instance, random)) claim.instance = std::move(*further);
  auto value = pool.said(claim, claim.instance);
  if (!value) return std::nullopt;
  claim.value = std::move(*value);
  return claim;
}

}  // namespace aunit::strength
