#include "strength/versions/projection.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/judge.h"
#include "model/instances/instance_names.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"
#include "strength/answered.h"
#include "strength/comparison/transplant.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"

namespace aunit::strength::versions {

using comparison::Related;
using comparison::Separating;
using comparison::Transplant;
using namespace model;

namespace {

// Variables that stand for atoms, in one formula: all their values are gone through.
constexpr std::size_t mostVariables = 9;

comparison::Correspondence identity(const Model& model) {
  comparison::Correspondence same;
  for (SigId id = 0; id < model.sigs().size(); ++id) same.sigs.push_back(id);
  for (FieldId id = 0; id < model.fields().size(); ++id) same.fields.push_back(id);
  return same;
}

comparison::Correspondence turned(const comparison::Correspondence& corresponding, const Model& to) {
  comparison::Correspondence back;
  back.sameTypes = corresponding.sameTypes;
  back.sigs.assign(to.sigs().size(), noId);
  back.fields.assign(to.fields().size(), noId);
  for (SigId id = 0; id < corresponding.sigs.size(); ++id)
    if (corresponding.sigs[id] != noId) back.sigs[corresponding.sigs[id]] = id;
  for (FieldId id = 0; id < corresponding.fields.size(); ++id)
    if (corresponding.fields[id] != noId) back.fields[corresponding.fields[id]] = id;
  return back;
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
  ExprId around(Op quantifier, ExprId body) const { return around(quantifier, body, 0, decls_.size()); }
  /// With those from the first to before the last.
  ExprId around(Op quantifier, ExprId body, std::size_t first, std::size_t last) const {
    for (std::size_t i = last; i-- > first;) body = nodes_.quantified(quantifier, decls_[i], body);
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
      inOuter_(corresponding),
      scope_(scope),
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
    if (added) outer_.growing().mutableSigs()[id].isVar = false;  // it is there for its atoms alone
    hasNewTops_ = hasNewTops_ || added;
    const SigId inPlainer = added ? noId : static_cast<SigId>(same - corresponding_.sigs.begin());
    if (richer.sig(id).isEnum) continue;  // its atoms are what its members are
    // The atoms of a new signature are all there: completions are spoken of by them.
    const bool exact = added || before.exact[inPlainer];
    const int size = added ? after.size[id] : exact ? before.size[inPlainer] : std::max(before.size[inPlainer], after.size[id]);
    anything_.scope.sigs.push_back({.sig = id, .exact = exact, .start = size, .end = size, .increment = 1, .span = {}});
    if (added) continue;
    if (!plainer.sig(inPlainer).isExact) inner_.growing().mutableSigs()[id].isExact = false;
    const model::Multiplicity multiplicity = richer.sig(id).multiplicity;
    if (size > after.size[id] && multiplicity != model::Multiplicity::one && multiplicity != model::Multiplicity::lone)
      completing_.scope.sigs.push_back({.sig = id, .exact = false, .start = size, .end = size, .increment = 1, .span = {}});
  }
  declareFormer();
  for (const SigId id : former_)
    if (const SigId inPlainer = *ofPlainerSig(id); outer_.model().isTopLevel(id) && !plainer.sig(inPlainer).isEnum) {
      const int size = before.size[inPlainer];
      anything_.scope.sigs.push_back(
          {.sig = id, .exact = before.exact[inPlainer], .start = size, .end = size, .increment = 1, .span = {}});
    }
  relax();
}
Projection::~Projection() = default;

/// Declares in outer_ what only the plainer version has, with all that this asks for to come (`say`).
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
    // Atoms are called by their signatures.
    for (SigId other = model::builtin::count; other < richer_.sigs().size(); ++other)
      if (model.sig(other).label == sig.label && isNew(other)) model.mutableSigs()[other].label += "'";
    for (SigId& parent : sig.parents) {
      parent = inOuter_.sigs[parent];
      if (!sig.subset) model.mutableSigs()[parent].children.push_back(id);
    }
    sig.children.clear();
    sig.fields.clear();
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
    sig.subsetExact = false;
    const auto isMember = [&] { return !sig.subset && model.sig(sig.parents[0]).isEnum; };
    if (sig.isEnum || isMember()) continue;
    sig.isAbstract = false;
    // The solver knows the order of a signature where that is the field of a single atom.
    const auto inPlainer = ofPlainerSig(id);
    if (!inPlainer || plainer_.sig(*inPlainer).multiplicity != sig.multiplicity) sig.multiplicity = model::Multiplicity::set;
  }
  // The solver looks at the bounds of fields: these allow whatever has the type.
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    if (model.field(id).isMeta) continue;
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
    if (id < richer_.fields().size()) allow(richer_.type(richer_.field(id).type), [](SigId sig) { return sig; });
    const auto same = std::ranges::find(inOuter_.fields, id);
    if (same != inOuter_.fields.end()) {
      const Field& before = plainer_.field(static_cast<FieldId>(same - inOuter_.fields.begin()));
      allow(plainer_.type(before.type), [&](SigId sig) { return inOuter_.sigs[sig]; });
    }
    if (!bound) continue;
    model.mutableFields()[id].bound = *bound;
    model.mutableFields()[id].defined = false;
  }
}

/// The counterpart of a signature of outer_.
std::optional<SigId> Projection::ofPlainerSig(SigId id) const {
  const auto found = std::ranges::find(inOuter_.sigs, id);
  if (found == inOuter_.sigs.end()) return std::nullopt;
  return static_cast<SigId>(found - inOuter_.sigs.begin());
}

bool Projection::isNew(SigId id) const {
  return std::ranges::find(corresponding_.sigs, id) == corresponding_.sigs.end();
}
bool Projection::isNewField(FieldId id) const {
  return std::ranges::find(corresponding_.fields, id) == corresponding_.fields.end();
}

/// All atoms that both versions have, and those of `more`.
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
    if (std::ranges::any_of(model->sigs(), &model::Sig::isMeta)) return cannot("it speaks of signatures as values");

  for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id) {
    const SigId other = corresponding_.sigs[id];
    if (other == noId || !(plainer_.sig(id).isEnum || richer_.sig(other).isEnum)) continue;
    std::vector<SigId> members;
    for (const SigId child : plainer_.sig(id).children) members.push_back(corresponding_.sigs[child]);
    if (plainer_.sig(id).isEnum != richer_.sig(other).isEnum || members != richer_.sig(other).children)
      return cannot(fmt::format("enum {} has other members", plainer_.sig(id).name));
  }

  Transplant ofPlainer(plainer_, outer_, inOuter_);
  if (hasNewTops_) ofPlainer.standFor(model::builtin::univ, universe(nodes, formerTops()));
  const auto said = all(plainer_, ofPlainer, outer_.nodes());
  if (!said) return cannot(ofPlainer.missing() + " is not what it was");
  saidByPlainer_ = *said;
  return true;
}

/// Signatures of which the atoms are the plainer version's alone.
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

/// A formula over the richer version's signatures and fields: the plainer one sees this instance, or a renaming of it. noId where
/// that cannot be said.
ExprId Projection::described(Extension& extension, const Instance& instance) const {
  model::Nodes& nodes = extension.nodes();
  nodes.at({});
  // Atoms are spoken of from the state on in which they come up first.
  Declarations declarations(extension);
  std::map<Atom, VarId> variables;
  std::vector<std::size_t> declared;  // up to each state
  for (const model::State& state : instance.states) {
    for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id)
      if (plainer_.isTopLevel(id) && corresponding_.sigs[id] != noId)
        state.sigs[id].forEach([&](std::span<const Atom> tuple) {
          if (!variables.contains(tuple[0])) variables[tuple[0]] = declarations.add(corresponding_.sigs[id]);
        });
    declared.push_back(declarations.size());
  }
  Terms terms(extension, instance, variables);
  std::vector<ExprId> always;                                   // of what never changes
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
    if (corresponding_.sigs[id] != noId)
      add(nodes.sig(corresponding_.sigs[id]), plainer_.sig(id).isVar, 1,
          [&](const model::State& state) -> const TupleSet& { return state.sigs[id]; });
  for (FieldId id = 0; id < plainer_.fields().size(); ++id)
    if (corresponding_.fields[id] != noId)
      add(nodes.field(corresponding_.fields[id]), plainer_.field(id).isVar, plainer_.field(id).arity,
          [&](const model::State& state) -> const TupleSet& { return state.fields[id]; });
  if (!known) return noId;
  of.back().insert(of.back().end(), always.begin(), always.end());  // every atom has come up there
  ExprId later = noId;
  for (std::size_t s = instance.states.size(); s-- > 0;) {
    std::vector<ExprId> here = of[s];
    if (s == instance.loop && !repeats.empty()) here.push_back(nodes.unary(Op::always, nodes.list(Op::and_, repeats)));
    if (later != noId) here.push_back(nodes.unary(Op::after, later));
    later = declarations.around(Op::quantSome, nodes.list(Op::and_, here), s == 0 ? 0 : declared[s - 1], declared[s]);
  }
  return later;
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
  if (hasNewTops_ || !former_.empty()) completed.standFor(model::builtin::univ, universe(nodes, newAtoms));
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
  if (!former_.empty() || std::ranges::find(corresponding_.fields, noId) != corresponding_.fields.end()) {
    back_ = turned(corresponding_, richer_);
    turned_ = std::make_unique<Projection>(richer_, plainer_, back_, scope_, options_, refute_);
    Related found = turned_->relateFirst();
    related.bySecond = std::move(found.byFirst);
    related.noneBySecond = found.noneByFirst;
    related.refutedBySecond = std::move(found.refutedByFirst);
    if (related.unchecked.empty()) related.unchecked = std::move(found.unchecked);
    if (related.why.empty()) related.why = found.why;
    return;
  }
  comparison::RelationOptions how;
  how.scope = completing_.scope;
  how.proof = options_;
  how.refute = refute_;
  Transplant transplant(plainer_, inner_, corresponding_);
  if (hasNewTops_) transplant.standFor(model::builtin::univ, universe(inner_.nodes(), {}));
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

Related Projection::relateFirst() {
  Related related;
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

Related Projection::relate() {
  Related related = relateFirst();
  if (saidByPlainer_ == noId) return related;
  lookForAdded(related);
  related.relation = comparison::relationOf(related);
  return related;
}

std::optional<Instance> Projection::nearest(const Related& related, bool first) {
  if (!first && !turned_) return added_->nearest(formulas_, *related.bySecond);
  return first ? nearest(*related.byFirst) : turned_->nearest(*related.bySecond);
}

/// Of a witness that the richer version cannot complete.
std::optional<Instance> Projection::nearest(const Separating& found) {
  std::optional<Instance> result;
  try {
    forEachNeighbour(plainer_, found.instance, [&](const Instance& neighbour) {
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
