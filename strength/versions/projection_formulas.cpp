// A projection (projection.h) completes instances of the plainer version to instances of the richer version. From an instance, it
// makes a formula that holds only for this instance and its renamings. From a completion, it makes a formula that excludes each
// instance that a renaming of this completion completes.
#include <functional>
#include <map>
#include <span>

#include <fmt/format.h>

#include "model/formulas/copier.h"
#include "solver/entailment/logic.h"
#include "strength/versions/projection.h"

namespace aunit::strength::versions {

using namespace model;

namespace {

// Limit for the variables that stand for atoms in one formula: the solver must try all combinations of their values.
constexpr std::size_t mostVariables = 9;

/// Writes values in an instance as expressions, in which variables stand for atoms.
class Terms {
 public:
  Terms(Extension& extension, const Instance& instance, const std::map<Atom, VarId>& variables)
      : nodes_(extension.nodes()), instance_(instance), variables_(variables) {}

  /// Returns the value as an expression; nothing if an atom in it has no variable.
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
    if (instance_.universe->isString(atom)) return nodes_.string(instance_.universe->name(atom));
    const auto known = variables_.find(atom);
    if (known == variables_.end()) return std::nullopt;
    return nodes_.variable(known->second);
  }

  model::Nodes& nodes_;
  const Instance& instance_;
  const std::map<Atom, VarId>& variables_;
};

/// Declarations of variables for atoms. Variables of one signature have pairwise different values.
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
  /// Returns `body`, quantified over the declarations with indices from `first` to `last` - 1.
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

/// Returns a formula over the richer version's declarations. It holds for an instance whose values of the shared declarations are
/// those of `instance`, up to renaming of atoms. Returns noId if there is no such formula.
ExprId Projection::described(Extension& extension, const Instance& instance) const {
  model::Nodes& nodes = extension.nodes();
  nodes.at({});
  // A relation that is `var` only in the richer version must keep its value in a completion.
  const bool isCompleting = &extension == &inner_;
  // The variable of an atom is quantified in the first state in which the atom exists.
  Declarations declarations(extension);
  std::map<Atom, VarId> variables;
  std::vector<std::size_t> declared;  // by state: number of variables that are declared in this state or earlier
  for (const model::State& state : instance.states) {
    for (SigId id = model::builtin::count; id < plainer_.sigs().size(); ++id)
      if (plainer_.isTopLevel(id) && corresponding_.sigs[id] != noId)
        state.sigs[id].forEach([&](std::span<const Atom> tuple) {
          if (!variables.contains(tuple[0])) variables[tuple[0]] = declarations.add(corresponding_.sigs[id]);
        });
    declared.push_back(declarations.size());
  }
  Terms terms(extension, instance, variables);
  std::vector<ExprId> always;                                   // formulas about static relations
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
      add(nodes.sig(corresponding_.sigs[id]),
          plainer_.sig(id).isVar || (isCompleting && richer_.sig(corresponding_.sigs[id]).isVar), 1,
          [&](const model::State& state) -> const TupleSet& { return state.sigs[id]; });
  for (FieldId id = 0; id < plainer_.fields().size(); ++id)
    if (corresponding_.fields[id] != noId)
      add(nodes.field(corresponding_.fields[id]),
          plainer_.field(id).isVar || (isCompleting && richer_.field(corresponding_.fields[id]).isVar), plainer_.field(id).arity,
          [&](const model::State& state) -> const TupleSet& { return state.fields[id]; });
  if (!known) return noId;
  of.back().insert(of.back().end(), always.begin(), always.end());  // only the last state has the variables of all atoms in scope
  ExprId later = noId;
  for (std::size_t s = instance.states.size(); s-- > 0;) {
    std::vector<ExprId> here = of[s];
    if (s == instance.loop && !repeats.empty()) here.push_back(nodes.unary(Op::always, nodes.list(Op::and_, repeats)));
    if (later != noId) here.push_back(nodes.unary(Op::after, later));
    later = declarations.around(Op::quantSome, nodes.list(Op::and_, here), s == 0 ? 0 : declared[s - 1], declared[s]);
  }
  return later;
}

/// Returns a formula that holds for an instance of the plainer version if no renaming of `completion` completes this instance.
/// The instance may have other numbers of atoms than `completion`, if it has the atoms that `completion` mentions. Returns
/// nothing if there is no such formula.
std::optional<ExprId> Projection::without(const Instance& completion) {
  if (completion.states.size() != 1) {  // `var` relations that only the richer version has are not supported
    for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
      if (richer_.sig(id).isVar && isNew(id)) return std::nullopt;
    for (FieldId id = 0; id < richer_.fields().size(); ++id)
      if (richer_.field(id).isVar && isNewField(id)) return std::nullopt;
  }
  model::Nodes& nodes = outer_.nodes();
  nodes.at({});
  const auto& state = completion.states[0];
  // By atom: its top-level signature in the completion.
  std::map<Atom, SigId> tops;
  for (SigId id = model::builtin::count; id < richer_.sigs().size(); ++id)
    if (richer_.isTopLevel(id)) state.sigs[id].forEach([&](std::span<const Atom> tuple) { tops[tuple[0]] = id; });
  Declarations declarations(outer_);
  std::map<Atom, VarId> variables;
  Terms terms(outer_, completion, variables);
  bool known = true;
  const auto name = [&](Atom atom) {
    if (completion.universe->isInt(atom) || completion.universe->isString(atom) || variables.contains(atom)) return;
    const auto top = tops.find(atom);
    known = known && top != tops.end();
    if (known) variables[atom] = declarations.add(top->second);
  };

  // If the first or last column of a value has all atoms of a signature, the formula mentions the signature instead of the atoms.
  // So the formula also covers instances with more or fewer atoms of this signature.
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
      std::map<Atom, std::vector<Atom>> behind;  // by atom of the first column: the other columns of its tuples
      std::map<Atom, std::vector<Atom>> before;  // by atom of the last column: the other columns of its tuples
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

  const Correspondence same = Correspondence::identity(richer_);
  Copier completed(richer_, outer_, same);
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
  const auto copied = completed.constraints();
  if (!copied) return std::nullopt;
  std::vector<SigId> sigs;
  std::vector<FieldId> fields;
  for (SigId id = 0; id < richer_.sigs().size(); ++id) sigs.push_back(isNew(id) ? noId : id);
  for (FieldId id = 0; id < richer_.fields().size(); ++id) fields.push_back(isNewField(id) ? noId : id);
  const ExprId all = withUnsaid(*copied, richer_, outer_, sigs, fields);
  return declarations.around(Op::quantAll, solver::Logic(outer_.model(), nodes, options_.semantics).no(all));
}

}  // namespace aunit::strength::versions
