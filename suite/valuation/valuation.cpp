#include "suite/valuation/valuation.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "model/instances/merged_valuation.h"
#include "model/ordering.h"
#include "suite/valuation/default_atoms.h"

namespace aunit::suite {

using namespace model;

namespace {

bool isNumber(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool isStringLiteral(std::string_view text) {
  return text.starts_with('"');
}

void checkInteger(const AtomName& atom, int bitwidth, Diagnostics& diagnostics) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(atom.text.data(), atom.text.data() + atom.text.size(), value);
  const std::int64_t limit = std::int64_t{1} << std::max(0, bitwidth - 1);
  if (status == std::errc() && value >= -limit && value < limit && bitwidth > 0) return;
  diagnostics.error("valuation", atom.span,
                    bitwidth == 0 ? fmt::format("{}: there are no integers at bit width 0", atom.text)
                                  : fmt::format("{} is not among the integers {} to {} of bit width {}", atom.text, -limit,
                                                limit - 1, bitwidth));
}

/// Adds an error if `atom` is an integer or a string and the assignment is to a signature that is not a subset signature.
void checkMember(const Model& model, const Assignment& assignment, const AtomName& atom, Diagnostics& diagnostics) {
  if (!assignment.sig || model.sig(*assignment.sig).subset || !(isNumber(atom.text) || isStringLiteral(atom.text))) return;
  diagnostics.error("valuation", atom.span,
                    fmt::format("`{}` cannot be an atom of `{}`, because it is a {}: write a name, such as `A0`", atom.text,
                                model::nameOf(model, relationOf(assignment)), isNumber(atom.text) ? "number" : "string"));
}

/// Makes the instance that a valuation states. A tuple may name an atom of any assignment in any state. So the class first
/// collects all assignments and all atoms, default atoms included, and then fills the relations.
class Builder {
 public:
  Builder(const Model& model, const MergedValuation& merged, const IntegerScope& integers, Diagnostics& diagnostics)
      : model_(model), merged_(merged), integers_(integers), diagnostics_(diagnostics) {}

  std::optional<model::Instance> build() {
    const std::size_t errorsBefore = diagnostics_.errorCount();
    checkTrace();
    stateCount_ = std::max<std::size_t>(1, merged_.states.size());
    spreadStatements();
    collectAtoms();
    if (diagnostics_.errorCount() != errorsBefore) return std::nullopt;
    model::Instance instance;
    instance.universe = std::make_shared<Universe>(atoms_, strings_, integers_.bitwidth);
    universe_ = instance.universe.get();
    instance.maxSequence = integers_.maxSequence;
    instance.loop = merged_.loop.value_or(0);
    for (std::size_t s = 0; s < stateCount_; ++s) instance.states.push_back(buildState(s));
    if (diagnostics_.errorCount() != errorsBefore) return std::nullopt;
    return instance;
  }

 private:
  model::Diagnostic& error(Span span, std::string message) { return diagnostics_.error("valuation", span, std::move(message)); }

  void checkTrace() {
    if (integers_.bitwidth > largestBitwidth)
      error(merged_.span,
            fmt::format("a bit width of {} is too large to evaluate (at most {})", integers_.bitwidth, largestBitwidth));
    if (merged_.states.empty()) {
      if (merged_.loop) error(merged_.loopSpan, "a loop without states: write `state { ... }` before it");
      return;
    }
    if (!merged_.loop) {
      error(merged_.span, "a trace needs a loop")
          .hints.push_back(
              fmt::format("write `loop {}` after the last state if that state repeats for ever", merged_.states.size() - 1));
    } else if (*merged_.loop >= merged_.states.size()) {
      error(merged_.loopSpan, fmt::format("the trace loops to state {}, but its last state is state {} (the first is state 0)",
                                          *merged_.loop, merged_.states.size() - 1));
    }
  }

  bool isVar(Relation relation) const {
    return relation.isField ? model_.field(relation.id).isVar : model_.sig(relation.id).isVar;
  }
  const std::string& nameOf(Relation relation) const { return model::nameOf(model_, relation); }

  /// Collects the assignments for each state. An assignment in a state overrides one for the whole trace. An assignment to a
  /// static relation applies to all states, even if it is written in one state.
  void spreadStatements() {
    said_.assign(stateCount_, merged_.common);
    for (std::size_t s = 0; s < merged_.states.size(); ++s)
      for (const auto& [relation, assignment] : merged_.states[s]) {
        if (isVar(relation)) {
          said_[s][relation] = assignment;
          continue;
        }
        for (Statements& state : said_) {
          const Assignment*& known = state[relation];
          if (known && known != assignment && !sameTuples(*known, *assignment)) {
            error(assignment->span, fmt::format("`{}` is not `var`, so it cannot differ between states", nameOf(relation)));
            return;
          }
          known = assignment;
        }
      }
  }

  const Assignment* said(std::size_t state, Relation relation) const {
    const auto found = said_[state].find(relation);
    return found == said_[state].end() ? nullptr : found->second;
  }
  const Assignment* saidOfSig(std::size_t state, SigId sig) const { return said(state, {false, sig}); }
  const Assignment* saidOfField(std::size_t state, FieldId field) const { return said(state, {true, field}); }

  std::vector<const Assignment*> inSourceOrder() const {
    std::vector<const Assignment*> list;
    for (const Statements& state : said_)
      for (const auto& [relation, assignment] : state) list.push_back(assignment);
    const auto key = [](const Assignment* a) { return std::pair(a->span.file, a->span.begin); };
    std::ranges::stable_sort(list, {}, key);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  void addAtom(const std::string& name) {
    if (atomNames_.insert(name).second) atoms_.push_back(name);
  }

  void addString(const std::string& literal) {
    if (stringNames_.insert(literal).second) strings_.push_back(literal);
  }

  void collectAtoms() {
    for (const std::string& text : model_.strings())
      if (isStringLiteral(text)) addString(text);
    const std::vector<const Assignment*> list = inSourceOrder();
    for (const Assignment* assignment : list) checkTuples(*assignment);
    for (const Assignment* assignment : list)
      if (assignment->sig) collectSigAtoms(*assignment);
    nameOneSigs();
    for (const Assignment* assignment : list) checkAtoms(*assignment);
  }

  void checkTuples(const Assignment& assignment) {
    const std::size_t arity = assignment.sig ? 1 : model_.field(*assignment.field).arity;
    for (const model::NamedTuple& tuple : assignment.tuples) {
      if (tuple.size() != arity)
        error(model::join(tuple.front().span, tuple.back().span),
              fmt::format("`{}` has tuples of {} atom{}, but this one has {}", nameOf(relationOf(assignment)), arity,
                          arity == 1 ? "" : "s", tuple.size()));
      for (const AtomName& atom : tuple) {
        if (isStringLiteral(atom.text)) addString(atom.text);
        if (isNumber(atom.text)) checkInteger(atom, integers_.bitwidth, diagnostics_);
      }
    }
  }

  void collectSigAtoms(const Assignment& assignment) {
    for (const model::NamedTuple& tuple : assignment.tuples)
      for (const AtomName& atom : tuple) {
        checkMember(model_, assignment, atom, diagnostics_);
        if (!isNumber(atom.text) && !isStringLiteral(atom.text) && !isOneSigName(atom.text)) addAtom(atom.text);
      }
  }

  bool isSaid(SigId sig) const {
    return std::ranges::any_of(said_, [&](const Statements& state) { return state.contains({false, sig}); });
  }

  /// Whether a signature is a `one sig` that has no assignment and no child with an assignment or a default atom.
  bool hasDefaultAtom(SigId id) const {
    const Sig& sig = model_.sig(id);
    return !sig.builtin && !sig.subset && sig.multiplicity == model::Multiplicity::one && !isSaid(id) &&
           std::ranges::none_of(sig.children, [&](SigId child) { return isSaid(child) || hasDefaultAtom(child); });
  }

  bool isOneSigName(const std::string& text) const {
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (model_.sig(id).name == text && hasDefaultAtom(id)) return true;
    return false;
  }

  void nameOneSigs() {
    defaultAtoms_ = defaultAtoms(
        model_, [this](SigId id) { return hasDefaultAtom(id); }, atomNames_);
    for (const auto& [sig, name] : defaultAtoms_) addAtom(name);
  }

  /// The name of the atom that a name in a tuple stands for: the name itself, or the only atom of the signature with this name.
  std::optional<std::string> resolve(const std::string& text) const {
    if (atomNames_.contains(text)) return text;
    for (const auto& [sig, name] : defaultAtoms_)
      if (model_.sig(sig).label == text) return name;
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.sig(id).name != text && model_.sig(id).label != text) continue;
      const Assignment* assignment = saidOfSig(0, id);
      if (assignment && assignment->tuples.size() == 1) return assignment->tuples[0][0].text;
    }
    return std::nullopt;
  }

  void checkAtoms(const Assignment& assignment) {
    for (const model::NamedTuple& tuple : assignment.tuples)
      for (const AtomName& atom : tuple) {
        if (isNumber(atom.text) || isStringLiteral(atom.text) || resolve(atom.text)) continue;
        model::Diagnostic& diagnostic = error(atom.span, fmt::format("no signature has an atom `{}`", atom.text));
        model::suggest(diagnostic, atom.text, atoms_);
      }
  }

  Atom atomOf(const std::string& text) const {
    if (isNumber(text) || isStringLiteral(text)) return *universe_->find(text);
    return *universe_->find(*resolve(text));
  }

  TupleSet tuplesOf(const Assignment& assignment, std::uint32_t arity) const {
    std::vector<Atom> atoms;
    atoms.reserve(assignment.tuples.size() * arity);
    for (const model::NamedTuple& tuple : assignment.tuples) {
      for (std::size_t i = 0; i < arity; ++i) atoms.push_back(atomOf(tuple[i].text));
      if (assignment.field) nameOwner(*assignment.field, tuple[0].text, atoms[atoms.size() - arity]);
    }
    return TupleSet::ofTuples(universe_->size(), arity, atoms);
  }

  /// `text` is the first name of a tuple of `field`. If the signature that declares the field has this name and a default atom,
  /// sets `atom` to that atom. Needed because several signatures may have the same name: each util/ordering has an "Ord".
  void nameOwner(FieldId field, const std::string& text, Atom& atom) const {
    const SigId owner = model_.field(field).sig;
    const auto found = defaultAtoms_.find(owner);
    if (found != defaultAtoms_.end() && text == model_.sig(owner).name) atom = *universe_->find(found->second);
  }

  model::State buildState(std::size_t s) {
    model::State state;
    state.sigs.assign(model_.sigs().size(), TupleSet(universe_->size(), 1));
    done_.assign(model_.sigs().size(), false);
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) fillSig(s, id, state);
    checkDisjoint(s);
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const std::uint32_t arity = model_.field(id).arity;
      const Assignment* assignment = saidOfField(s, id);
      state.fields.push_back(assignment ? tuplesOf(*assignment, arity) : TupleSet(universe_->size(), arity));
    }
    for (const OrderingModule& ordering : orderingModules(model_)) fillOrdering(s, ordering, state);
    return state;
  }

  /// Sets the atoms of a signature. Children are set first, because a parent contains their atoms.
  void fillSig(std::size_t s, SigId id, model::State& state) {
    if (done_[id]) return;
    done_[id] = true;
    const Sig& sig = model_.sig(id);
    TupleSet& value = state.sigs[id];
    if (const auto name = defaultAtoms_.find(id); name != defaultAtoms_.end())
      value = TupleSet::atom(universe_->size(), *universe_->find(name->second));
    const Assignment* assignment = saidOfSig(s, id);
    if (assignment) value = tuplesOf(*assignment, 1);
    const bool spelledOut = assignment && assignment->kind == Assignment::Kind::equal;
    for (const SigId child : sig.children) {
      fillSig(s, child, state);
      // If `=` states the atoms of the parent, a child that has an assignment in some state adds no atoms to them. Other children
      // still add their atoms.
      if (!spelledOut || !isSaid(child)) value = value.unite(state.sigs[child]);
    }
    if (spelledOut) return;
    if (sig.subset && sig.subsetExact)
      for (const SigId parent : sig.parents) {
        if (parent >= model::builtin::count) fillSig(s, parent, state);
        value = value.unite(state.sigs[parent]);
      }
    for (SigId other = model::builtin::count; !sig.subset && other < model_.sigs().size(); ++other) {
      const Sig& subset = model_.sig(other);
      if (!subset.subset || subset.subsetExact || subset.parents != std::vector<SigId>{id}) continue;
      fillSig(s, other, state);
      value = value.unite(state.sigs[other]);
    }
  }

  void checkDisjoint(std::size_t s) {
    std::map<Atom, SigId> home;
    for (const auto& [relation, assignment] : said_[s]) {
      if (relation.isField) continue;
      for (const model::NamedTuple& tuple : assignment->tuples) {
        const Atom atom = atomOf(tuple[0].text);
        const auto [found, added] = home.emplace(atom, relation.id);
        if (added) continue;
        if (areDisjoint(model_, found->second, relation.id)) {
          error(tuple[0].span, fmt::format("`{}` is an atom of two disjoint signatures, `{}` and `{}`", tuple[0].text,
                                           model_.sig(found->second).name, model_.sig(relation.id).name))
              .related.push_back({saidOfSig(s, found->second)->span,
                                  fmt::format("the atoms of `{}` are stated here", model_.sig(found->second).name)});
        } else if (model_.isSubsig(relation.id, found->second)) {
          found->second = relation.id;  // stores the narrower signature
        }
      }
    }
  }

  /// The atoms of a signature in the order of its assignment; without an assignment, in the order of the universe.
  std::vector<Atom> listed(std::size_t s, SigId sig, const model::State& state) const {
    const Assignment* assignment = saidOfSig(s, sig);
    if (!assignment) return state.sigs[sig].atoms();
    std::vector<Atom> atoms;
    std::vector<bool> seen(universe_->size());
    for (const model::NamedTuple& tuple : assignment->tuples) {
      const Atom atom = atomOf(tuple[0].text);
      if (!seen[atom]) atoms.push_back(atom);
      seen[atom] = true;
    }
    return atoms;
  }

  void fillOrdering(std::size_t s, const OrderingModule& ordering, model::State& state) {
    if (saidOfField(s, ordering.first) || saidOfField(s, ordering.next) || state.sigs[ordering.order].size() != 1) return;
    const Atom order = state.sigs[ordering.order].atoms().front();
    const std::vector<Atom> atoms = listed(s, ordering.elements, state);
    if (!atoms.empty()) state.fields[ordering.first].insert(std::vector{order, atoms.front()});
    for (std::size_t i = 1; i < atoms.size(); ++i) state.fields[ordering.next].insert(std::vector{order, atoms[i - 1], atoms[i]});
  }

  const Model& model_;
  const MergedValuation& merged_;
  IntegerScope integers_;
  Diagnostics& diagnostics_;
  std::size_t stateCount_ = 1;
  std::vector<Statements> said_;  // by state
  std::vector<std::string> atoms_, strings_;
  std::set<std::string> atomNames_, stringNames_;
  std::map<SigId, std::string> defaultAtoms_;
  std::vector<bool> done_;  // by signature: whether its atoms are already set in the state that is being built
  const Universe* universe_ = nullptr;
};

}  // namespace

IntegerScope integerScope(const model::Scope& scope) {
  IntegerScope result;
  if (scope.bitwidth >= 0) result.bitwidth = scope.bitwidth;
  if (scope.maxSequence >= 0)
    result.maxSequence = scope.maxSequence;
  else if (scope.overall >= 0)
    result.maxSequence = scope.overall;
  const int largest = result.bitwidth == 0 ? 0 : (1 << (std::min(result.bitwidth, 30) - 1)) - 1;
  result.maxSequence = std::min(result.maxSequence, largest);
  return result;
}

IntegerScope integerScope(const model::Integers& integers) {
  return integerScope(model::Scope{.bitwidth = integers.bitwidth, .maxSequence = integers.maxSequence});
}

std::optional<model::Instance> instantiate(const Model& model, const model::Tests& tests, std::uint32_t valuation,
                                           const IntegerScope& integers, Diagnostics& diagnostics) {
  const std::size_t errorsBefore = diagnostics.errorCount();
  const MergedValuation merged = model::merge(model, tests, valuation, diagnostics);
  if (diagnostics.errorCount() == errorsBefore && isPartial(merged))
    diagnostics.error("valuation", merged.span, "this valuation is partial, so it does not describe exactly one instance");
  if (diagnostics.errorCount() != errorsBefore) return std::nullopt;
  return Builder(model, merged, integers, diagnostics).build();
}

void checkLiterals(const Model& model, const model::Tests& tests, std::uint32_t valuation, const IntegerScope& integers,
                   Diagnostics& diagnostics) {
  const auto check = [&](const Assignment& assignment, const std::vector<model::NamedTuple>& tuples) {
    for (const model::NamedTuple& tuple : tuples)
      for (const AtomName& atom : tuple) {
        if (isNumber(atom.text)) checkInteger(atom, integers.bitwidth, diagnostics);
        checkMember(model, assignment, atom, diagnostics);
      }
  };
  const MergedValuation merged = model::merge(model, tests, valuation, diagnostics);
  for (const auto& [relation, assignment] : merged.common) {
    check(*assignment, assignment->tuples);
    if (assignment->upTo) check(*assignment, *assignment->upTo);
  }
}

}  // namespace aunit::suite
