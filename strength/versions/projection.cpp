#include "strength/versions/projection.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/judge.h"
#include "model/formulas/copier.h"
#include "model/instances/instance_names.h"
#include "solver/grounding/scope.h"
#include "solver/session/answered.h"
#include "solver/unsupported.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"

namespace aunit::strength::versions {

using comparison::DistinguishingInstance;
using comparison::RelationResult;
using namespace model;

ExprId someString(Nodes& nodes, const std::string& literal) {
  nodes.at({});
  return nodes.unary(Op::some, nodes.string(literal));
}

Projection::Projection(const Model& plainer, const Model& richer, const comparison::Correspondence& corresponding,
                       model::Scope scope, const ProofOptions& options, std::vector<std::string> strings, bool refute)
    : plainer_(plainer),
      richer_(richer),
      corresponding_(corresponding),
      inOuter_(corresponding),
      back_(corresponding.turned(richer)),
      scope_(scope),
      options_(options),
      strings_(std::move(strings)),
      refute_(refute),
      budget_(options.limits),
      outer_(richer),
      inner_(richer),
      evaluator_(plainer, {.semantics = options.semantics, .budget = &budget_}) {
  model::Scope ofPlainer = scope, ofRicher = scope;
  if (!plainer.hasMutable()) ofPlainer.minSteps = ofPlainer.maxSteps = -1;
  if (!richer.hasMutable()) ofRicher.minSteps = ofRicher.maxSteps = -1;
  const solver::SigSizes before = solver::deriveSizes(plainer, ofPlainer, plainer.hasMutable());
  const solver::SigSizes after = solver::deriveSizes(richer, ofRicher, richer.hasMutable());
  united_ = unite(plainer, outer_, corresponding_);
  for (SigId id = model::builtin::count; id < plainer.sigs().size(); ++id)
    if (corresponding_.sigs[id] != noId && !hasSameMembers(id))
      outer_.growing().mutableSigs()[corresponding_.sigs[id]].isEnum = false;
  for (const std::string& literal : strings_) {
    anything_.also.push_back(someString(outer_.nodes(), literal));
    completing_.also.push_back(someString(inner_.nodes(), literal));
  }
  anything_.scope = ofPlainer;
  completing_.scope = ofRicher;
  anything_.temporal = plainer.hasMutable();
  completing_.temporal = richer.hasMutable();
  for (SigId id = model::builtin::count; id < richer.sigs().size(); ++id) {
    outer_.growing().mutableSigs()[id].isExact = false;
    if (!richer.isTopLevel(id) || richer.sig(id).isMeta) continue;
    const SigId inPlainer = back_.sigs[id];
    const bool added = isNew(id);
    // The search needs the atoms of an added signature, but not the states in which they exist.
    if (added) outer_.growing().mutableSigs()[id].isVar = false;
    hasNewTops_ = hasNewTops_ || added;
    if (outer_.model().sig(id).isEnum) continue;  // an enum has as many atoms as members, in any scope
    // All atoms of an added signature must exist, because formulas about completions mention them.
    const bool exact = added || before.exact[inPlainer];
    const int size = added ? after.size[id] : exact ? before.size[inPlainer] : std::max(before.size[inPlainer], after.size[id]);
    anything_.scope.sigs.push_back({.sig = id, .exact = exact, .start = size, .end = size, .increment = 1, .span = {}});
    if (added) continue;
    if (!plainer.sig(inPlainer).isExact) inner_.growing().mutableSigs()[id].isExact = false;
    const model::Multiplicity multiplicity = richer.sig(id).multiplicity;
    if (size > after.size[id] && !richer.sig(id).isEnum && multiplicity != model::Multiplicity::one &&
        multiplicity != model::Multiplicity::lone)
      completing_.scope.sigs.push_back({.sig = id, .exact = false, .start = size, .end = size, .increment = 1, .span = {}});
  }
  declareFormer();
  for (const SigId id : former_)
    if (const SigId inPlainer = *ofPlainerSig(id); outer_.model().isTopLevel(id) && !plainer.sig(inPlainer).isEnum) {
      const int size = before.size[inPlainer];
      anything_.scope.sigs.push_back(
          {.sig = id, .exact = before.exact[inPlainer], .start = size, .end = size, .increment = 1, .span = {}});
    }
  // The evaluator must use the scope of the search. It may be larger than the scope of the plainer version.
  for (const model::SigScope& of : anything_.scope.sigs)
    if (const auto inPlainer = ofPlainerSig(of.sig))
      sizes_.push_back({.part = evaluator::Part::size, .index = *inPlainer, .atoms = of.start, .exact = of.exact});
  relax();
}
Projection::~Projection() = default;

/// Adds to `outer_` the declarations that only the plainer version has. Their constraints are added by `say`.
void Projection::declareFormer() {
  Model& model = outer_.growing();
  for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id) {
    if (inOuter_.sigs[id] != noId || plainer_.sig(id).isMeta) continue;
    inOuter_.sigs[id] = static_cast<SigId>(model.sigs().size());
    former_.push_back(inOuter_.sigs[id]);
    model.mutableSigs().push_back(plainer_.sig(id));
  }
  for (const SigId id : former_) {
    model::Sig& sig = model.mutableSigs()[id];
    // Atoms get their names from the labels of signatures, so labels must be unique.
    for (SigId other = model::builtin::count; other < richer_.sigs().size(); ++other)
      if (model.sig(other).label == sig.label && isNew(other)) model.mutableSigs()[other].label += "'";
    for (SigId& parent : sig.parents) {
      parent = inOuter_.sigs[parent];
      sig.subset = sig.subset || model.sig(parent).subset;
      if (!sig.subset) model.mutableSigs()[parent].children.push_back(id);
    }
    sig.children = {};
    sig.fields = {};
    sig.appendedFact = noId;
    sig.thisVariable = noId;
    sig.isExact = false;
  }
  for (const SigId id : former_)
    if (const auto type = inOuter_.type(plainer_.type(plainer_.sig(*ofPlainerSig(id)).type)))
      model.mutableSigs()[id].type = model.internType(*type);
  for (FieldId id = 0; id < plainer_.fields().size(); ++id) {
    if (inOuter_.fields[id] != noId || plainer_.field(id).isMeta) continue;
    Field field = plainer_.field(id);
    field.sig = inOuter_.sigs[field.sig];
    field.thisVariable = noId;
    if (const auto type = inOuter_.type(plainer_.type(field.type))) field.type = model.internType(*type);
    inOuter_.fields[id] = static_cast<FieldId>(model.fields().size());
    model.mutableSigs()[field.sig].fields.push_back(inOuter_.fields[id]);
    model.mutableFields().push_back(std::move(field));
  }
  if (plainer_.hasMutable()) model.setHasMutable(true);
}

/// Removes all constraints of `outer_`, except those that state the hierarchy of signatures.
void Projection::relax() {
  Model& model = outer_.growing();
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const ExprId anything = nodes.truth(true);
  for (model::Fact& fact : model.mutableFacts()) fact.body = noId;
  for (model::ImplicitConstraint& constraint : model.mutableImplicitConstraints()) {
    const bool exact = constraint.kind == ImplicitKind::subsignature && model.sig(constraint.sig).subsetExact;
    const bool isLoose = (constraint.kind == ImplicitKind::subsignature && united_.isLoose[constraint.sig]) ||
                         (constraint.kind == ImplicitKind::disjointChildren && united_.hasParted[constraint.sig]);
    if (!isLoose && ((constraint.kind == ImplicitKind::subsignature && !exact) ||
                     constraint.kind == ImplicitKind::disjointChildren || constraint.kind == ImplicitKind::fieldDomain))
      continue;
    constraint.formula = anything;
  }
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    model::Sig& sig = model.mutableSigs()[id];
    sig.subsetExact = false;
    const auto isMember = [&] { return !sig.subset && model.sig(sig.parents[0]).isEnum; };
    if (sig.isEnum || isMember()) continue;
    sig.isAbstract = false;
    // If the signature has the same multiplicity in both versions, it keeps this multiplicity, because the
    // solver expects that the fields of an order (util/ordering) belong to a `one sig`.
    const auto inPlainer = ofPlainerSig(id);
    if (!inPlainer || plainer_.sig(*inPlainer).multiplicity != sig.multiplicity) sig.multiplicity = model::Multiplicity::set;
  }
  // The solver excludes tuples outside the bound of a field, so each bound becomes the set of all tuples that the field's type
  // allows.
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    if (model.field(id).isMeta) continue;
    model::Type type;
    if (id < richer_.fields().size()) type = richer_.type(richer_.field(id).type);
    const auto same = std::ranges::find(inOuter_.fields, id);
    if (same != inOuter_.fields.end()) {
      const Field& before = plainer_.field(static_cast<FieldId>(same - inOuter_.fields.begin()));
      if (const auto ofPlainer = inOuter_.type(plainer_.type(before.type)))
        std::ranges::copy(ofPlainer->products, std::back_inserter(type.products));
    }
    const ExprId bound = nodes.everything(type, 1);
    if (bound == noId) continue;
    model.mutableFields()[id].bound = bound;
    model.mutableFields()[id].defined = false;
  }
}

/// Returns the plainer version's signature for a signature of `outer_`; nothing if the plainer version has none.
std::optional<SigId> Projection::ofPlainerSig(SigId id) const {
  const auto found = std::ranges::find(inOuter_.sigs, id);
  if (found == inOuter_.sigs.end()) return std::nullopt;
  return static_cast<SigId>(found - inOuter_.sigs.begin());
}

/// Returns the union of all top-level signatures that both versions have, of integers and strings, and of `more`.
ExprId Projection::universe(model::Nodes& nodes, const std::vector<ExprId>& more) const {
  ExprId all = nodes.binary(Op::union_, nodes.sig(model::builtin::integers), nodes.sig(model::builtin::string));
  for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
    if (richer_.isTopLevel(id) && !isNew(id)) all = nodes.binary(Op::union_, all, nodes.sig(id));
  for (const ExprId set : more) all = nodes.binary(Op::union_, all, set);
  return all;
}

/// Translates the constraints of the plainer version to formulas over `outer_`. Returns false, and sets `why_`, if this is
/// impossible.
bool Projection::say() {
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const auto cannot = [&](std::string why) {
    why_ = std::move(why);
    return false;
  };
  for (const Model* model : {&plainer_, &richer_})
    if (std::ranges::any_of(model->sigs(), &model::Sig::isMeta))
      return cannot("a version uses signatures or fields as values, such as `sig$`");

  for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id) {
    const SigId other = corresponding_.sigs[id];
    if (other == noId || !(plainer_.sig(id).isEnum || richer_.sig(other).isEnum)) continue;
    const bool isOrdered = isOrderUsed(plainer_, id) || isOrderUsed(richer_, other);
    if (isOrdered && !hasSameMembers(id))
      return cannot(fmt::format("the enum `{}` has other members, or another order of members, in the other version",
                                plainer_.sig(id).name));
  }

  Copier ofPlainer(plainer_, outer_, inOuter_);
  if (hasNewTops_) ofPlainer.standFor(model::builtin::univ, universe(nodes, formerTops()));
  const auto said = ofPlainer.constraints();
  if (!said) return cannot(ofPlainer.missing() + " has changed");
  saidByPlainer_ = withUnsaid(*said, plainer_, outer_, inOuter_.sigs, inOuter_.fields);
  return true;
}

/// Returns the conjunction of `said` and the constraints that follow from the declarations of `version`, but not from the
/// declarations of `extension`.
ExprId Projection::withUnsaid(ExprId said, const Model& version, Extension& extension, std::span<const SigId> sigs,
                              std::span<const FieldId> fields) const {
  const bool hasOrders = &extension == &inner_;
  std::vector<ExprId> all{said};
  for (const ImpliedConstraint& unsaid : constraintsMissingIn(version, extension, sigs, fields, hasOrders))
    all.push_back(unsaid.formula);
  extension.nodes().at({});
  return extension.nodes().list(Op::and_, all);
}

/// Whether a signature is the same enum in both versions, with the same members in the same order. Also true if it is an enum in
/// neither version.
bool Projection::hasSameMembers(SigId id) const {
  const model::Sig &one = plainer_.sig(id), &other = richer_.sig(corresponding_.sigs[id]);
  if (!one.isEnum && !other.isEnum) return true;
  return one.isEnum == other.isEnum &&
         std::ranges::equal(one.children, other.children, {}, [&](SigId child) { return corresponding_.sigs[child]; });
}

/// Returns the top-level signatures that only the plainer version has, as expressions.
std::vector<ExprId> Projection::formerTops() {
  std::vector<ExprId> tops;
  for (const SigId id : former_)
    if (outer_.model().isTopLevel(id)) tops.push_back(outer_.nodes().sig(id));
  return tops;
}

Instance Projection::asPlainer(const Instance& instance) const {
  Instance result = model::emptyInstance(plainer_, instance.universe, instance.states.size(), {});
  result.maxSequence = instance.maxSequence;
  result.loop = instance.loop;
  for (std::size_t s = 0; s < instance.states.size(); ++s) {
    for (SigId id = 0; id < plainer_.sigs().size(); ++id) result.states[s].sigs[id] = instance.states[s].sigs[inOuter_.sigs[id]];
    for (FieldId id = 0; id < plainer_.fields().size(); ++id)
      result.states[s].fields[id] = instance.states[s].fields[inOuter_.fields[id]];
  }
  return result;
}

bool Projection::isOfPlainer(const Instance& instance) {
  return evaluator::judge(evaluator_, instance, {.constraints = sizes_}).holds() &&
         evaluator::judge(evaluator_, instance, {.constraints = evaluator::constraintsOf(plainer_)}).holds();
}

/// Decides whether an instance of the plainer version can be completed within the scope of the richer version. If it can, sets
/// `completion`.
Projection::Completion Projection::complete(const Instance& instance, solver::Result* completion) {
  Instance seen = instance;
  if (!richer_.hasMutable() && seen.states.size() > 1) {
    const model::State& first = seen.states.front();
    for (const model::State& state : seen.states) {
      for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id)
        if (corresponding_.sigs[id] != noId && state.sigs[id] != first.sigs[id]) return Completion::no;
      for (FieldId id = 0; id < plainer_.fields().size(); ++id)
        if (corresponding_.fields[id] != noId && state.fields[id] != first.fields[id]) return Completion::no;
    }
    seen.states.resize(1);
    seen.loop = 0;
  }
  const ExprId formula = described(inner_, seen);
  if (formula == noId) return Completion::unknown;
  if (!completions_) completions_ = std::make_unique<solver::Session>(inner_.model(), completing_, solverOptions(options_));
  solver::Result result = answered(completions_->ask({{formula}}, budget_));
  const solver::Verdict verdict = result.verdict;
  if (verdict != solver::Verdict::satisfiable && verdict != solver::Verdict::unsatisfiable) why_ = result.message;
  if (completion) *completion = std::move(result);
  if (verdict == solver::Verdict::satisfiable) return Completion::yes;
  return verdict == solver::Verdict::unsatisfiable ? Completion::no : Completion::unknown;
}

void Projection::lookForUncompleted(RelationResult& related) {
  solver::Problem problem = anything_;
  problem.formula = saidByPlainer_;
  solver::Options how = solverOptions(options_, InstanceSize::small);
  how.refute = how.certificate = refute_;
  solver::Session session(outer_.model(), problem, how);
  std::vector<ExprId> goals;
  while (true) {
    solver::Result result = answered(session.ask(goals, budget_));
    if (result.verdict == solver::Verdict::unsatisfiable) {
      related.noneByFirst = true;
      related.refutedByFirst = std::move(result.refutation);
      if (refute_ && !related.refutedByFirst) related.unchecked = result.message;
      return;
    }
    if (result.verdict != solver::Verdict::satisfiable) {
      related.why = result.message;
      return;
    }
    Instance seen = asPlainer(*result.instance);
    if (!isOfPlainer(seen)) {
      related.why = "evaluation does not agree with the solver";
      return;
    }
    solver::Result completion;
    switch (complete(seen, &completion)) {
      case Completion::unknown: related.why = why_.empty() ? "an instance cannot be written as a formula" : why_; return;
      case Completion::no: {
        const auto matters = [&](const Instance& candidate) {
          return !budget_.exhausted() && isOfPlainer(candidate) && complete(candidate) == Completion::no;
        };
        const std::vector<bool> kept(seen.universe->size());
        // The solver finds smaller instances first, and all instances that it found before this one can be completed. So no
        // smaller instance is a witness.
        related.byFirst = DistinguishingInstance{.instance = smallest(plainer_, std::move(seen), kept, matters),
                                                 .fewest = result.reached && result.reached->proved};
        return;
      }
      case Completion::yes: break;
    }
    auto next = without(*completion.instance);
    if (!next) {
      // If no formula can exclude all instances that have this completion, only this instance is excluded.
      const ExprId formula = described(outer_, seen);
      outer_.nodes().at({});
      if (formula != noId) next = outer_.nodes().unary(Op::not_, formula);
    }
    if (!next) {
      related.why = "an instance cannot be written as a formula";
      return;
    }
    goals.push_back(*next);
  }
}

void Projection::lookForAdded(RelationResult& related) {
  if (!former_.empty() || std::ranges::find(corresponding_.fields, noId) != corresponding_.fields.end()) {
    turned_ = std::make_unique<Projection>(richer_, plainer_, back_, scope_, options_, strings_, refute_);
    RelationResult found = turned_->relateFirst();
    related.bySecond = std::move(found.byFirst);
    related.noneBySecond = found.noneByFirst;
    related.refutedBySecond = std::move(found.refutedByFirst);
    if (related.unchecked.empty()) related.unchecked = std::move(found.unchecked);
    if (related.why.empty()) related.why = found.why;
    return;
  }
  const comparison::RelationOptions how{
      .scope = completing_.scope, .proof = options_, .also = completing_.also, .refute = refute_};
  Copier copier(plainer_, inner_, corresponding_);
  if (hasNewTops_) copier.standFor(model::builtin::univ, universe(inner_.nodes(), {}));
  const auto said = copier.constraints();
  if (!said) {
    related.why = copier.missing() + " has changed";
    return;
  }
  const ExprId first = withUnsaid(*said, plainer_, inner_, corresponding_.sigs, corresponding_.fields);
  formulas_ = {.first = first, .second = inner_.nodes().truth(true), .byFirst = false};
  added_ = std::make_unique<comparison::Relations>(inner_, how);
  RelationResult found = added_->relate(formulas_);
  related.bySecond = std::move(found.bySecond);
  related.noneBySecond = found.noneBySecond;
  related.refutedBySecond = std::move(found.refutedBySecond);
  if (related.unchecked.empty()) related.unchecked = std::move(found.unchecked);
  if (related.why.empty()) related.why = found.why;
}

RelationResult Projection::relateFirst() {
  RelationResult related;
  budget_ = options_.whole.within(options_.limits);
  if (!say()) {
    related.why = why_;
    return related;
  }
  try {
    lookForUncompleted(related);
  } catch (const support::Exhausted& exhausted) {
    if (options_.limits.stopped()) throw;
    related.why = exhausted.what();
  } catch (const solver::Unsupported& unsupported) {
    related.why = unsupported.what();
  } catch (const evaluator::EvaluationError& error) {
    related.why = error.what();
  }
  return related;
}

RelationResult Projection::relate() {
  RelationResult related = relateFirst();
  if (saidByPlainer_ == noId) return related;
  lookForAdded(related);
  related.relation = comparison::relationOf(related);
  return related;
}

std::optional<Instance> Projection::nearest(const RelationResult& related, bool first) {
  if (!first && !turned_) return added_->nearest(formulas_, *related.bySecond);
  return first ? nearest(*related.byFirst) : turned_->nearest(*related.bySecond);
}

/// Returns an instance of the plainer version that differs in one tuple from the witness `found`. Unlike the witness, it can be
/// completed.
std::optional<Instance> Projection::nearest(const DistinguishingInstance& found) {
  std::optional<Instance> result;
  try {
    forEachNeighbour(plainer_, found.instance, [&](const Instance& neighbour) {
      budget_.check();
      if (isOfPlainer(neighbour) && complete(neighbour) == Completion::yes) result = neighbour;
      return !result;
    });
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  } catch (const support::Exhausted&) {
    if (options_.limits.stopped()) throw;
    return std::nullopt;
  }
  return result;
}

}  // namespace aunit::strength::versions
