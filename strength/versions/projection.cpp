#include "strength/versions/projection.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/judge.h"
#include "model/instance_names.h"
#include "solver/grounding/scope.h"
#include "solver/grounding/unsupported.h"
#include "strength/answered.h"
#include "strength/comparison/transplant.h"
#include "strength/generation/neighbours.h"
#include "strength/generation/smallest.h"

namespace aunit::strength::versions {

using comparison::Related;
using comparison::Separating;
using comparison::Transplant;
using model::Atom;
using model::Decl;
using model::ExprId;
using model::Extension;
using model::Field;
using model::FieldId;
using model::ImplicitKind;
using model::Instance;
using model::Model;
using model::noId;
using model::Op;
using model::SigId;
using model::TupleSet;
using model::VarId;

namespace {

// Variables that stand for atoms, in one formula: all their values are gone through.
constexpr std::size_t mostVariables = 9;

std::string nameOf(const Model& model, FieldId id) {
  return fmt::format("field {}.{}", model.sig(model.field(id).sig).name, model.field(id).name);
}

comparison::Correspondence identity(const Model& model) {
  comparison::Correspondence same;
  for (SigId id = 0; id < model.sigs().size(); ++id) same.sigs.push_back(id);
  for (FieldId id = 0; id < model.fields().size(); ++id) same.fields.push_back(id);
  return same;
}

/// Expressions for values of an instance, over variables for its atoms.
class Terms {
 public:
  Terms(Extension& extension, const Instance& instance, const std::map<Atom, VarId>& variables)
      : nodes_(extension.nodes()), instance_(instance), variables_(variables) {}

  /// Nothing where an atom has no variable: `missing`.
  std::optional<ExprId> of(const TupleSet& value, std::size_t arity) {
    std::optional<ExprId> all;
    bool known = true;
    value.forEach([&](std::span<const Atom> tuple) {
      std::optional<ExprId> product;
      for (const Atom atom : tuple) {
        const auto column = of(atom);
        known = known && column;
        if (!known) return;
        product = product ? nodes_.binary(Op::product, *product, *column) : *column;
      }
      if (known) all = all ? nodes_.binary(Op::union_, *all, *product) : *product;
    });
    if (!known) return std::nullopt;
    return all ? all : empty(arity);
  }

 private:
  ExprId empty(std::size_t arity) {
    ExprId none = nodes_.sig(model::builtin::none);
    for (std::size_t i = 1; i < arity; ++i) none = nodes_.binary(Op::product, none, nodes_.sig(model::builtin::none));
    return none;
  }
  std::optional<ExprId> of(Atom atom) {
    if (instance_.universe->isInt(atom)) return nodes_.asSet(nodes_.integer(instance_.universe->intValue(atom)));
    const auto known = variables_.find(atom);
    if (known == variables_.end()) return std::nullopt;
    return nodes_.variable(known->second);
  }

  model::Nodes& nodes_;
  const Instance& instance_;
  const std::map<Atom, VarId>& variables_;
};

/// All that a version asks for.
std::optional<ExprId> all(const Model& model, Transplant& transplant, model::Nodes& nodes) {
  std::vector<ExprId> parts;
  const auto add = [&](ExprId formula) {
    if (formula == noId) return true;
    const auto copied = transplant.expression(formula);
    if (copied) parts.push_back(*copied);
    return copied.has_value();
  };
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints())
    if (!add(constraint.formula)) return std::nullopt;
  for (const model::Fact& fact : model.facts())
    if (!add(fact.body)) return std::nullopt;
  nodes.at({});
  return nodes.list(Op::and_, parts);
}

/// Declarations of variables of which no two stand for one atom.
class Declarations {
 public:
  explicit Declarations(Extension& extension) : nodes_(extension.nodes()) {}

  VarId add(SigId sig) {
    const VarId variable = nodes_.newVariable(fmt::format("a{}", decls_.size()), sig);
    ExprId bound = nodes_.sig(sig);
    for (const VarId other : ofSig_[sig]) bound = nodes_.binary(Op::difference, bound, nodes_.variable(other));
    ofSig_[sig].push_back(variable);
    decls_.push_back({.firstVariable = variable, .variableCount = 1, .bound = bound, .span = {}});
    return variable;
  }
  std::size_t size() const { return decls_.size(); }
  ExprId around(Op quantifier, ExprId body) const {
    for (std::size_t i = decls_.size(); i-- > 0;) body = nodes_.quantified(quantifier, decls_[i], body);
    return body;
  }

 private:
  model::Nodes& nodes_;
  std::vector<Decl> decls_;
  std::map<SigId, std::vector<VarId>> ofSig_;
};

}  // namespace

Projection::Projection(const Model& plainer, const Model& richer, const comparison::Correspondence& corresponding,
                       model::Scope scope, const ProofOptions& options, bool refute)
    : plainer_(plainer),
      richer_(richer),
      corresponding_(corresponding),
      options_(options),
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
  solver::append(sizes_, before);
  anything_.scope = ofPlainer;
  completing_.scope = ofRicher;
  anything_.temporal = plainer.hasMutable();
  completing_.temporal = richer.hasMutable();
  for (SigId id = model::builtin::count; id < richer.sigs().size(); ++id) {
    outer_.growing().mutableSigs()[id].isExact = false;
    if (!richer.isTopLevel(id) || richer.sig(id).isMeta) continue;
    const auto same = std::ranges::find(corresponding_.sigs, id);
    const bool added = same == corresponding_.sigs.end();
    hasNewTops_ = hasNewTops_ || added;
    const SigId inPlainer = added ? noId : static_cast<SigId>(same - corresponding_.sigs.begin());
    // The atoms of a new signature are all there: completions are spoken of by them.
    const int size = added ? after.size[id] : std::max(before.size[inPlainer], after.size[id]);
    anything_.scope.sigs.push_back({.sig = id, .exact = added, .start = size, .end = size, .increment = 1, .span = {}});
    if (added) continue;
    if (!plainer.sig(inPlainer).isExact) inner_.growing().mutableSigs()[id].isExact = false;
    const model::Multiplicity multiplicity = richer.sig(id).multiplicity;
    if (size > after.size[id] && multiplicity != model::Multiplicity::one && multiplicity != model::Multiplicity::lone)
      completing_.scope.sigs.push_back({.sig = id, .exact = false, .start = size, .end = size, .increment = 1, .span = {}});
  }
  relax();
}
Projection::~Projection() = default;

/// Leaves of the richer version who is part of whom.
void Projection::relax() {
  Model& model = outer_.growing();
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const ExprId anything = nodes.truth(true);
  for (model::Fact& fact : model.mutableFacts()) fact.body = noId;
  for (model::ImplicitConstraint& constraint : model.mutableImplicitConstraints()) {
    const bool exact = constraint.kind == ImplicitKind::subsignature && model.sig(constraint.sig).subsetExact;
    if ((constraint.kind == ImplicitKind::subsignature && !exact) || constraint.kind == ImplicitKind::disjointChildren ||
        constraint.kind == ImplicitKind::fieldDomain)
      continue;
    constraint.formula = anything;
  }
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    model::Sig& sig = model.mutableSigs()[id];
    sig.multiplicity = model::Multiplicity::set;
    sig.isAbstract = sig.subsetExact = false;
  }
  // The solver looks at the bounds of fields: these allow whatever has the type.
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    const Field& field = richer_.field(id);
    if (field.isMeta) continue;
    std::optional<ExprId> bound;
    const auto allow = [&](const model::Type& type, const auto& renamed) {
      for (const model::Product& product : type.products) {
        std::optional<ExprId> columns;
        for (std::size_t i = 1; i < product.size(); ++i) {
          const ExprId column = nodes.sig(renamed(product[i]));
          columns = columns ? nodes.arrow(*columns, model::Multiplicity::set, model::Multiplicity::set, column) : column;
        }
        if (columns) bound = bound ? nodes.binary(Op::union_, *bound, *columns) : *columns;
      }
    };
    allow(richer_.type(field.type), [](SigId sig) { return sig; });
    const auto same = std::ranges::find(corresponding_.fields, id);
    if (same != corresponding_.fields.end()) {
      const Field& before = plainer_.field(static_cast<FieldId>(same - corresponding_.fields.begin()));
      allow(plainer_.type(before.type), [&](SigId sig) { return corresponding_.sigs[sig]; });
    }
    if (!bound) continue;
    model.mutableFields()[id].bound = *bound;
    model.mutableFields()[id].defined = false;
  }
}

bool Projection::isNew(SigId id) const {
  return std::ranges::find(corresponding_.sigs, id) == corresponding_.sigs.end();
}
bool Projection::isNewField(FieldId id) const {
  return std::ranges::find(corresponding_.fields, id) == corresponding_.fields.end();
}

/// All atoms that the plainer version has, and those of `more`.
ExprId Projection::universe(model::Nodes& nodes, const std::vector<ExprId>& more) const {
  ExprId all = nodes.binary(Op::union_, nodes.sig(model::builtin::integers), nodes.sig(model::builtin::string));
  for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
    if (richer_.isTopLevel(id) && !isNew(id)) all = nodes.binary(Op::union_, all, nodes.sig(id));
  for (const ExprId set : more) all = nodes.binary(Op::union_, all, set);
  return all;
}

/// Says in one model what either version asks for; false with `why_` where that cannot be said.
bool Projection::say() {
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const auto cannot = [&](std::string why) {
    why_ = std::move(why);
    return false;
  };
  for (const Model* model : {&plainer_, &richer_})
    for (SigId id = model::builtin::count; id < model->sigs().size(); ++id) {
      if (model->sig(id).isMeta) return cannot("it speaks of signatures as values");
      if (model->sig(id).isVar && model->isTopLevel(id))
        return cannot(fmt::format("atoms of var sig {} come and go", model->sig(id).name));
    }
  for (SigId id = 0; id < plainer_.sigs().size(); ++id)
    if (corresponding_.sigs[id] == noId) return cannot("sig " + plainer_.sig(id).name + " is not there");
  for (FieldId id = 0; id < plainer_.fields().size(); ++id)
    if (corresponding_.fields[id] == noId) return cannot(nameOf(plainer_, id) + " is not there");

  Transplant ofPlainer(plainer_, outer_, corresponding_);
  if (hasNewTops_) ofPlainer.standFor(model::builtin::univ, universe(nodes));
  const auto said = all(plainer_, ofPlainer, outer_.nodes());
  if (!said) return cannot(ofPlainer.missing() + " is not what it was");
  saidByPlainer_ = *said;
  return true;
}

Instance Projection::asPlainer(const Instance& instance) const {
  Instance result = model::emptyInstance(plainer_, instance.universe, instance.states.size(), {});
  result.maxSequence = instance.maxSequence;
  result.loop = instance.loop;
  for (std::size_t s = 0; s < instance.states.size(); ++s) {
    for (SigId id = 0; id < plainer_.sigs().size(); ++id)
      result.states[s].sigs[id] = instance.states[s].sigs[corresponding_.sigs[id]];
    for (FieldId id = 0; id < plainer_.fields().size(); ++id)
      result.states[s].fields[id] = instance.states[s].fields[corresponding_.fields[id]];
  }
  return result;
}

bool Projection::isOfPlainer(const Instance& instance) {
  return evaluator::judge(evaluator_, instance, {.constraints = sizes_}).holds() &&
         evaluator::judge(evaluator_, instance, {.constraints = evaluator::constraintsOf(plainer_)}).holds();
}

/// A formula over the richer version's signatures and fields: the plainer one sees this instance, or a renaming of it. noId where
/// that cannot be said.
ExprId Projection::described(Extension& extension, const Instance& instance) const {
  model::Nodes& nodes = extension.nodes();
  nodes.at({});
  Declarations declarations(extension);
  std::map<Atom, VarId> variables;
  for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id)
    if (plainer_.isTopLevel(id))
      instance.states[0].sigs[id].forEach([&](std::span<const Atom> tuple) {
        if (!variables.contains(tuple[0])) variables[tuple[0]] = declarations.add(corresponding_.sigs[id]);
      });
  Terms terms(extension, instance, variables);
  std::vector<ExprId> always;                                   // in the first state, of what never changes
  std::vector<std::vector<ExprId>> of(instance.states.size());  // by state
  std::vector<ExprId> repeats;
  const std::size_t period = instance.states.size() - instance.loop;
  bool known = true;
  const auto add = [&](ExprId relation, bool isVar, std::size_t arity, const auto& valueIn) {
    for (std::size_t s = 0; s < (isVar ? instance.states.size() : 1); ++s) {
      const auto value = terms.of(valueIn(instance.states[s]), arity);
      known = known && value;
      if (!known) return;
      (isVar ? of[s] : always).push_back(nodes.binary(Op::equal, relation, *value));
    }
    if (!isVar) return;
    ExprId later = relation;
    for (std::size_t i = 0; i < period; ++i) later = nodes.unary(Op::prime, later);
    repeats.push_back(nodes.binary(Op::equal, relation, later));
  };
  for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id)
    add(nodes.sig(corresponding_.sigs[id]), plainer_.sig(id).isVar, 1,
        [&](const model::State& state) -> const TupleSet& { return state.sigs[id]; });
  for (FieldId id = 0; id < plainer_.fields().size(); ++id)
    add(nodes.field(corresponding_.fields[id]), plainer_.field(id).isVar, plainer_.field(id).arity,
        [&](const model::State& state) -> const TupleSet& { return state.fields[id]; });
  if (!known) return noId;
  ExprId later = noId;
  for (std::size_t s = instance.states.size(); s-- > 0;) {
    std::vector<ExprId> here = of[s];
    if (s == instance.loop && !repeats.empty()) here.push_back(nodes.unary(Op::always, nodes.list(Op::and_, repeats)));
    if (later != noId) here.push_back(nodes.unary(Op::after, later));
    later = here.empty() ? noId : nodes.list(Op::and_, here);
  }
  if (later != noId) always.push_back(later);
  return declarations.around(Op::quantSome, nodes.list(Op::and_, always));
}

/// Whether an instance of the plainer version can be completed within the scope.
Projection::Completed Projection::complete(const Instance& seen, solver::Result* completion) {
  const ExprId formula = described(inner_, seen);
  if (formula == noId) return Completed::unknown;
  if (!completions_) completions_ = std::make_unique<solver::Session>(inner_.model(), completing_, solverOptions(options_));
  solver::Result result = answered(completions_->ask({{formula}}, budget_));
  const solver::Verdict verdict = result.verdict;
  if (verdict != solver::Verdict::satisfiable && verdict != solver::Verdict::unsatisfiable) why_ = result.message;
  if (completion) *completion = std::move(result);
  if (verdict == solver::Verdict::satisfiable) return Completed::yes;
  return verdict == solver::Verdict::unsatisfiable ? Completed::no : Completed::unknown;
}

/// A formula of the plainer version's instances: no renaming of this completion makes them instances of the richer version. It
/// says so for instances of other sizes as well, as far as they have the atoms that the completion names. Nothing where the
/// completion cannot be said.
std::optional<ExprId> Projection::without(const Instance& completion) {
  if (completion.states.size() != 1) {  // values that change over time are not said
    for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
      if (richer_.sig(id).isVar && isNew(id)) return std::nullopt;
    for (FieldId id = 0; id < richer_.fields().size(); ++id)
      if (richer_.field(id).isVar && isNewField(id)) return std::nullopt;
  }
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const auto& state = completion.states[0];
  // Atoms by the signature that has them on top, in the completion.
  std::map<Atom, SigId> tops;
  for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
    if (richer_.isTopLevel(id)) state.sigs[id].forEach([&](std::span<const Atom> tuple) { tops[tuple[0]] = id; });
  Declarations declarations(outer_);
  std::map<Atom, VarId> variables;
  Terms terms(outer_, completion, variables);
  bool known = true;
  const auto name = [&](Atom atom) {
    if (completion.universe->isInt(atom) || variables.contains(atom)) return;
    const auto top = tops.find(atom);
    known = known && top != tops.end();
    if (known) variables[atom] = declarations.add(top->second);
  };

  // A value that fills one of its outer columns with all of a signature is said by that, whatever the size of that is.
  const auto filled = [&](const TupleSet& value) -> std::optional<SigId> {
    for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
      if (!isNew(id) && !state.sigs[id].empty() && state.sigs[id] == value) return id;
    return std::nullopt;
  };
  const std::function<std::optional<ExprId>(const TupleSet&, std::size_t)> term =
      [&](const TupleSet& value, std::size_t arity) -> std::optional<ExprId> {
    if (arity == 1) {
      if (const auto all = filled(value)) return nodes.sig(*all);
    } else if (!value.empty()) {
      for (FieldId id = 0; id < richer_.fields().size(); ++id)
        if (!isNewField(id) && richer_.field(id).arity == arity && state.fields[id] == value) return nodes.field(id);
      std::map<Atom, std::vector<Atom>> behind;  // what follows each atom of the first column
      std::map<Atom, std::vector<Atom>> before;  // what stands before each of the last
      value.forEach([&](std::span<const Atom> tuple) {
        auto& rest = behind[tuple.front()];
        rest.insert(rest.end(), tuple.begin() + 1, tuple.end());
        auto& front = before[tuple.back()];
        front.insert(front.end(), tuple.begin(), tuple.end() - 1);
      });
      const auto uniform = [&](const std::map<Atom, std::vector<Atom>>& parts) -> std::optional<SigId> {
        std::vector<Atom> column;
        for (const auto& [atom, others] : parts) {
          if (others != parts.begin()->second) return std::nullopt;
          column.push_back(atom);
        }
        return filled(TupleSet::ofTuples(completion.universe->size(), 1, column));
      };
      const auto part = [&](const std::vector<Atom>& atoms) {
        return term(TupleSet::ofTuples(completion.universe->size(), static_cast<std::uint32_t>(arity - 1), atoms), arity - 1);
      };
      if (const auto first = uniform(behind)) {
        const auto rest = part(behind.begin()->second);
        if (!rest) return std::nullopt;
        return nodes.binary(Op::product, nodes.sig(*first), *rest);
      }
      if (const auto last = uniform(before)) {
        const auto front = part(before.begin()->second);
        if (!front) return std::nullopt;
        return nodes.binary(Op::product, *front, nodes.sig(*last));
      }
    }
    value.forEach([&](std::span<const Atom> tuple) {
      for (const Atom atom : tuple) name(atom);
    });
    return known ? terms.of(value, arity) : std::nullopt;
  };

  const comparison::Correspondence same = identity(richer_);
  Transplant completed(richer_, outer_, same);
  std::vector<ExprId> newAtoms;
  for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id) {
    if (!isNew(id)) continue;
    const auto value = term(state.sigs[id], 1);
    if (!value) return std::nullopt;
    completed.standFor(id, *value);
    if (richer_.isTopLevel(id)) newAtoms.push_back(*value);
  }
  if (hasNewTops_) completed.standFor(model::builtin::univ, universe(nodes, newAtoms));
  for (FieldId id = 0; id < richer_.fields().size(); ++id) {
    if (!isNewField(id)) continue;
    const auto value = term(state.fields[id], richer_.field(id).arity);
    if (!value) return std::nullopt;
    completed.standForField(id, *value);
  }
  if (declarations.size() > mostVariables) return std::nullopt;
  const auto copied = all(richer_, completed, nodes);
  if (!copied) return std::nullopt;
  nodes.at({});
  return declarations.around(Op::quantAll, nodes.unary(Op::not_, *copied));
}

void Projection::lookForUncompleted(Related& related) {
  solver::Problem problem = anything_;
  problem.formula = saidByPlainer_;
  solver::Options how = solverOptions(options_, Wanted::small);
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
      case Completed::unknown: related.why = why_.empty() ? "an instance cannot be said as a formula" : why_; return;
      case Completed::no: {
        const auto matters = [&](const Instance& candidate) {
          return !budget_.exhausted() && isOfPlainer(candidate) && complete(candidate) == Completed::no;
        };
        const std::vector<bool> kept(seen.universe->size());
        // The solver was asked for the fewest, and what was ruled out can be completed.
        related.byFirst = Separating{.instance = smallest(plainer_, std::move(seen), kept, matters),
                                     .fewest = result.reached && result.reached->proved};
        return;
      }
      case Completed::yes: break;
    }
    auto next = without(*completion.instance);
    if (!next) {
      // What is left is to go on to the next one.
      const ExprId formula = described(outer_, seen);
      outer_.nodes().at({});
      if (formula != noId) next = outer_.nodes().unary(Op::not_, formula);
    }
    if (!next) {
      related.why = "an instance cannot be said as a formula";
      return;
    }
    goals.push_back(*next);
  }
}

void Projection::lookForAdded(Related& related) {
  comparison::RelationOptions how;
  how.scope = completing_.scope;
  how.proof = options_;
  how.refute = refute_;
  Transplant transplant(plainer_, inner_, corresponding_);
  if (hasNewTops_) transplant.standFor(model::builtin::univ, universe(inner_.nodes()));
  const auto said = all(plainer_, transplant, inner_.nodes());
  if (!said) {
    related.why = transplant.missing() + " is not what it was";
    return;
  }
  formulas_ = {.first = *said, .second = inner_.nodes().truth(true), .byFirst = false};
  added_ = std::make_unique<comparison::Relations>(inner_, how);
  Related found = added_->relate(formulas_);
  related.bySecond = std::move(found.bySecond);
  related.noneBySecond = found.noneBySecond;
  related.refutedBySecond = std::move(found.refutedBySecond);
  if (related.unchecked.empty()) related.unchecked = std::move(found.unchecked);
  if (related.why.empty()) related.why = found.why;
}

Related Projection::relate() {
  Related related;
  budget_ = support::Budget(options_.limits);
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
  lookForAdded(related);
  related.relation = comparison::relationOf(related);
  return related;
}

std::optional<Instance> Projection::nearest(const Related& related, bool first) {
  if (!first) return added_->nearest(formulas_, *related.bySecond);
  std::optional<Instance> result;
  try {
    forEachNeighbour(plainer_, related.byFirst->instance, [&](const Instance& neighbour) {
      budget_.check();
      if (isOfPlainer(neighbour) && complete(neighbour) == Completed::yes) result = neighbour;
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
