#include "parser/alloy/time_lints.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/formulas/conjuncts.h"

namespace aunit::parser::alloy {

using namespace model;

namespace {

/// A `var` signature or field.
struct Changing {
  bool isField = false;
  std::uint32_t id = noId;
  auto operator<=>(const Changing&) const = default;
};
using Relations = std::set<Changing>;

class TimeLints {
 public:
  TimeLints(const model::Model& model, const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics)
      : model_(model), isWritten_(isWritten), diagnostics_(diagnostics) {}

  void run() {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) childOfStatic(model_.sig(id));
    for (const model::Field& field : model_.fields()) primeInBound(field);
    for (const model::Assertion& assertion : model_.assertions()) firstStateOnly(assertion.body, assertion.nameSpan);
    for (const model::Command& command : model_.commands())
      if (command.check && command.target == TargetKind::block && model_.expr(command.formula).op == Op::not_)
        firstStateOnly(model_.child(command.formula, 0), command.span);
    for (const model::Func& func : model_.funcs())
      if (func.isPredicate && func.body != noId) moves(func.body);
    for (const model::Fact& fact : model_.facts()) firstStepOnly(fact.body);
    steps();
  }

 private:
  // Declarations.

  // Warns of a `var` child of a static signature, because such a child never changes (language reference 13.4).
  void childOfStatic(const model::Sig& sig) {
    if (!sig.isVar || sig.subset || sig.isMeta || !isWritten_(sig.span) || sig.parents.empty()) return;
    const model::Sig& parent = model_.sig(sig.parents.front());
    if (parent.builtin || parent.isVar) return;
    diagnostics_
        .warning("constant", sig.span,
                 fmt::format("`{}` is `var`, but never changes: its parent `{}` is not `var`, so each atom stays in the same "
                             "child signature",
                             sig.name, parent.name))
        .hints.push_back(fmt::format("`{0}` can change if it is declared `var sig {0} in {1}`", sig.name, parent.name));
  }

  void primeInBound(const model::Field& field) {
    if (field.bound == noId || !model_.expr(field.bound).temporal || !isWritten_(field.span)) return;
    const ExprId prime = firstOf(field.bound, Op::prime);
    if (prime == noId || !model_.expr(model_.child(prime, 0)).variable) return;  // another warning reports primes of constants
    diagnostics_
        .warning(
            "prime", model_.expr(prime).span,
            fmt::format("the declaration of `{}` has a prime, so its value in each state depends on the next state", field.name))
        .hints.push_back("remove the prime: a declaration without primes restricts each state by itself");
  }

  // Warns of moves between children of a signature. No atom moves between children, even if they are `var` (language
  // reference 13.4).
  void moves(ExprId body) {
    std::vector<std::pair<SigId, ExprId>> left, entered;  // a signature, and the set that leaves or enters it
    for (const ExprId conjunct : conjunctsOf(model_, body)) {
      const model::Expr& e = model_.expr(conjunct);
      if (e.op != Op::equal || e.negated || model_.expr(model_.child(conjunct, 0)).op != Op::prime) continue;
      const model::Expr& now = model_.expr(model_.child(model_.child(conjunct, 0), 0));
      const ExprId next = model_.child(conjunct, 1);
      const Op op = model_.expr(next).op;
      if (now.op != Op::sig || (op != Op::union_ && op != Op::difference)) continue;
      const model::Expr& same = model_.expr(model_.child(next, 0));
      if (same.op == Op::sig && same.payload == now.payload)
        (op == Op::union_ ? entered : left).emplace_back(now.payload, model_.child(next, 1));
    }
    for (const auto& [from, leaves] : left)
      for (const auto& [to, enters] : entered) {
        const model::Sig &a = model_.sig(from), &b = model_.sig(to);
        const bool areSiblings = from != to && !a.subset && !b.subset && a.isVar && b.isVar && a.parents == b.parents &&
                                 !a.parents.empty() && !model_.sig(a.parents.front()).builtin;
        const model::Span& place = model_.expr(enters).span;
        const std::uint32_t shape = model_.shape(leaves);
        if (!areSiblings || shape == noId || shape != model_.shape(enters) || !isWritten_(place)) continue;
        diagnostics_
            .warning("move", place,
                     fmt::format("no atom can move from `{}` to `{}`: both extend `{}`, so no atom of one signature can be in "
                                 "the other",
                                 a.name, b.name, model_.sig(a.parents.front()).name))
            .hints.push_back(fmt::format("atoms can move between subsets: declare `var sig {}, {} in {}`", a.name, b.name,
                                         model_.sig(a.parents.front()).name));
      }
  }

  ExprId firstOf(ExprId root, Op op) const {
    std::vector<ExprId> open{root};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (model_.expr(id).op == op) return id;
      std::ranges::copy(model_.children(id), std::back_inserter(open));
    }
    return noId;
  }

  // Properties.

  /// Warns of a check about the first state only. There is no warning for `p implies q`, which may well be meant as a property of
  /// initial states.
  void firstStateOnly(ExprId body, const model::Span& place) {
    if (body == noId || !isWritten_(place)) return;
    const model::Expr& e = model_.expr(body);
    if (e.temporal || !e.variable || e.op == Op::implies) return;
    Relations mentioned;
    collect(body, true, mentioned);
    if (mentioned.empty()) return;
    diagnostics_
        .warning("first-state", place,
                 fmt::format("this formula is checked in the first state only, although {} can change",
                             model::inWords(namesOf(mentioned), 3)))
        .hints.push_back("write `always` before this formula to mean all states");
  }

  /// Warns of a fact that restricts only the first step to some actions, because `always` is missing.
  void firstStepOnly(ExprId body) {
    for (const ExprId conjunct : conjunctsOf(model_, body)) {
      const ExprId choice = formulaOf(conjunct);
      if (model_.expr(choice).op != Op::or_ || !isWritten_(model_.expr(conjunct).span)) continue;
      std::vector<ExprId> all;
      alternatives(choice, 0, all);
      const auto isStep = [&](ExprId one) {
        Relations said;
        collect(one, false, said);
        return !said.empty() && isOfOneStep(one);
      };
      if (std::ranges::count_if(all, isStep) < 2) continue;
      diagnostics_.warning("first-state", model_.expr(conjunct).span, "this formula restricts the first step only")
          .hints.push_back("write `always` before this formula to mean all steps");
    }
  }

  // Steps.

  /// Adds to `into` the `var` relations that a formula mentions outside of `except`, also in predicates and functions that it
  /// calls. If `anywhere` is false, adds only the relations that it mentions in the next state (below a prime or `after`).
  void collect(ExprId root, bool anywhere, Relations& into, ExprId except = noId) const {
    std::vector<std::pair<ExprId, bool>> open{{root, anywhere}};
    std::vector<bool> seen(2 * static_cast<std::size_t>(model_.exprCount()));
    while (!open.empty()) {
      const auto [id, counts] = open.back();
      open.pop_back();
      if (id == noId || id == except || seen[2 * static_cast<std::size_t>(id) + (counts ? 1 : 0)]) continue;
      seen[2 * static_cast<std::size_t>(id) + (counts ? 1 : 0)] = true;
      const model::Expr& e = model_.expr(id);
      if (!e.variable && !e.temporal) continue;
      if (counts && e.op == Op::sig && model_.sig(e.payload).isVar) into.insert({false, e.payload});
      if (counts && e.op == Op::field && model_.field(e.payload).isVar) into.insert({true, e.payload});
      const bool isOfOther = counts || e.op == Op::prime || e.op == Op::after;
      // Primes in the body of a predicate or `let` may apply to the argument of the predicate, or to the value of the `let`.
      const bool isHanded = (e.op == Op::call || e.op == Op::let) && e.temporal;
      if (e.op == Op::call) open.emplace_back(model_.func(e.payload).body, isOfOther);
      const auto children = model_.children(id);
      for (std::size_t i = 0; i < children.size(); ++i)
        open.emplace_back(children[i], isOfOther || (isHanded && (e.op == Op::call || i == 0)));
      for (const model::Decl& decl : model_.decls(id)) open.emplace_back(decl.bound, isOfOther);
    }
  }

  std::vector<std::string> namesOf(const Relations& relations) const {
    std::vector<std::string> names;
    for (const Changing& one : relations) names.push_back(nameOf(one));
    return names;
  }
  std::string nameOf(const Changing& one) const {
    return fmt::format("`{}`", one.isField ? model_.field(one.id).name : model_.sig(one.id).name);
  }

  /// Adds the alternatives of a step: operands of a disjunction, also in `some`, `let` or a call.
  void alternatives(ExprId id, int depth, std::vector<ExprId>& into) const {
    constexpr int deepest = 20;
    const model::Expr& e = model_.expr(id);
    if (depth > deepest) return;
    switch (e.op) {
      case Op::or_:
        for (const ExprId child : model_.children(id)) alternatives(child, depth + 1, into);
        return;
      case Op::quantSome: return alternatives(model_.child(id, 0), depth + 1, into);
      case Op::let: return alternatives(model_.child(id, 1), depth + 1, into);
      case Op::call: {
        ExprId body = model_.func(e.payload).body;
        while (body != noId && (model_.expr(body).op == Op::quantSome || model_.expr(body).op == Op::let))
          body = model_.child(body, model_.expr(body).op == Op::let ? 1 : 0);
        if (body != noId && model_.expr(body).op == Op::or_) return alternatives(body, depth + 1, into);
        break;
      }
      default: break;
    }
    into.push_back(id);
  }

  void steps() {
    std::vector<ExprId> facts;
    for (const model::Fact& fact : model_.facts()) facts.push_back(fact.body);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) facts.push_back(constraint.formula);
    stepsIn(facts, {}, true);
    for (const model::Command& command : model_.commands())
      if (!command.isDefault && command.temporal) stepsIn({command.formula}, facts, false);
  }

  /// Checks each disjunction below an `always` in the formulas `roots`, which are facts or the formula of a command. `others`:
  /// further formulas that hold (the facts, if `roots` is a command's formula).
  void stepsIn(const std::vector<ExprId>& roots, const std::vector<ExprId>& others, bool ofFacts) {
    std::vector<ExprId> open = roots;
    std::vector<bool> seen(model_.exprCount());
    std::vector<bool> called(model_.funcs().size());
    std::vector<std::pair<ExprId, ExprId>> found;  // a disjunction, and the `always` around it
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (id == noId || seen[id]) continue;
      seen[id] = true;
      const model::Expr& e = model_.expr(id);
      if (!e.temporal) {
        noteCalls(id, called);
        continue;
      }
      if (e.op == Op::always) {
        const ExprId body = formulaOf(model_.child(id, 0));
        if (model_.expr(body).op == Op::and_)
          for (const ExprId part : model_.children(body)) found.emplace_back(part, id);
        else
          found.emplace_back(body, id);
      }
      if (e.op == Op::call) {
        called[e.payload] = true;
        open.push_back(model_.func(e.payload).body);
      }
      std::ranges::copy(model_.children(id), std::back_inserter(open));
    }
    for (const auto& [disjunction, always] : found)
      if (looked_.insert(disjunction).second) step(disjunction, roots, others, ofFacts, called);
  }

  /// Follows calls without arguments to the called bodies. Returns the first formula that is not such a call.
  ExprId formulaOf(ExprId id) const {
    for (int depth = 0; depth < 20; ++depth) {
      const model::Expr& e = model_.expr(id);
      if (e.op != Op::call || e.childCount != 0 || model_.func(e.payload).body == noId) return id;
      id = model_.func(e.payload).body;
    }
    return id;
  }

  void noteCalls(ExprId root, std::vector<bool>& called) const {
    std::vector<ExprId> open{root};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (const model::Expr& e = model_.expr(id); e.op == Op::call && !called[e.payload]) {
        called[e.payload] = true;
        if (model_.func(e.payload).body != noId) open.push_back(model_.func(e.payload).body);
      }
      std::ranges::copy(model_.children(id), std::back_inserter(open));
    }
  }

  void step(ExprId disjunction, const std::vector<ExprId>& roots, const std::vector<ExprId>& others, bool ofFacts,
            const std::vector<bool>& called) {
    std::vector<ExprId> all;
    alternatives(disjunction, 0, all);
    if (all.size() < 2) return;
    std::vector<Relations> said(all.size());
    Relations any;
    for (std::size_t i = 0; i < all.size(); ++i) {
      collect(all[i], false, said[i]);
      any.insert(said[i].begin(), said[i].end());
    }
    if (std::ranges::count_if(said, [](const Relations& one) { return !one.empty(); }) < 2) return;
    const auto saysAll = [&](const Relations& one) { return one.size() == any.size(); };
    Relations elsewhere;
    if (!std::ranges::all_of(said, saysAll))
      for (const std::vector<ExprId>* formulas : {&roots, &others})
        for (const ExprId root : *formulas) collect(root, false, elsewhere, disjunction);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Relations open;
      for (const Changing& one : any)
        if (!said[i].contains(one) && !elsewhere.contains(one) && !followsFrom(one, said[i])) open.insert(one);
      if (!open.empty()) leavesOpen(all[i], open);
    }
    if (ofFacts) untaken(any, called);
  }

  /// Whether `one` is an abstract signature and `said` contains all its children. Then its children determine its value.
  bool followsFrom(const Changing& one, const Relations& said) const {
    if (one.isField) return false;
    const model::Sig& sig = model_.sig(one.id);
    return sig.isAbstract && !sig.children.empty() && std::ranges::all_of(sig.children, [&](SigId child) {
             return said.contains({false, child});
           });
  }

  void leavesOpen(ExprId alternative, const Relations& open) {
    const model::Expr& e = model_.expr(alternative);
    const model::Func* action = e.op == Op::call ? &model_.func(e.payload) : nullptr;
    const model::Span& place = action ? action->nameSpan : e.span;
    if (!isWritten_(place) || !warned_.emplace(place.file, place.begin).second) return;
    const std::string first = nameOf(*open.begin());
    diagnostics_
        .warning("frame", place,
                 fmt::format("{} does not constrain {} in the next state, so any change is possible",
                             action ? fmt::format("`{}`", action->name) : "this alternative of a step",
                             model::inWords(namesOf(open), 3)))
        .hints.push_back(saysNow(action ? action->body : alternative, *open.begin())
                             ? fmt::format("`{0} = ...` constrains the current state; `{0}' = ...` constrains the next state",
                                           first.substr(1, first.size() - 2))
                             : fmt::format("`{0}' = {0}` keeps `{0}` unchanged", first.substr(1, first.size() - 2)));
  }

  /// Whether a conjunct of `body` defines `one` in the current state, as in `r = r + x`: a prime may be missing.
  bool saysNow(ExprId body, const Changing& one) const {
    return std::ranges::any_of(conjunctsOf(model_, body), [&](ExprId conjunct) {
      const model::Expr& e = model_.expr(conjunct);
      if (e.op != Op::equal || e.negated) return false;
      const model::Expr& left = model_.expr(model_.child(conjunct, 0));
      return left.op == (one.isField ? Op::field : Op::sig) && left.payload == one.id;
    });
  }

  /// Warns of predicates that look like actions, but that no fact calls. A predicate looks like an action if it mentions exactly
  /// the relations `changed` in the next state. Predicates that a check or an assertion calls are exempt.
  void untaken(const Relations& changed, const std::vector<bool>& called) {
    std::vector<bool> checked(model_.funcs().size());
    for (const model::Assertion& assertion : model_.assertions())
      if (assertion.body != noId) noteCalls(assertion.body, checked);
    for (const model::Command& command : model_.commands())
      if (command.check && command.formula != noId) noteCalls(command.formula, checked);
    for (FuncId id = 0; id < model_.funcs().size(); ++id) {
      const model::Func& func = model_.func(id);
      if (!func.isPredicate || func.body == noId || called[id] || checked[id] || !isWritten_(func.nameSpan)) continue;
      Relations said;
      collect(func.body, false, said);
      if (said != changed || !isOfOneStep(func.body) || !warned_.emplace(func.nameSpan.file, func.nameSpan.begin).second)
        continue;
      diagnostics_.warning("untaken", func.nameSpan, fmt::format("`{}` looks like an action, but no fact calls it", func.name));
    }
  }

  /// Whether a formula, with the bodies of predicates and functions that it calls, only relates one state to the next.
  bool isOfOneStep(ExprId root) const {
    std::vector<ExprId> open{root};
    std::vector<bool> seen(model_.exprCount());
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (id == noId || seen[id]) continue;
      seen[id] = true;
      const model::Expr& e = model_.expr(id);
      if (isTemporal(e.op) && e.op != Op::after) return false;
      if (e.op == Op::call) open.push_back(model_.func(e.payload).body);
      std::ranges::copy(model_.children(id), std::back_inserter(open));
    }
    return true;
  }

  const model::Model& model_;
  const std::function<bool(const model::Span&)>& isWritten_;
  model::Diagnostics& diagnostics_;
  std::set<ExprId> looked_;
  std::set<std::pair<model::FileId, std::uint32_t>> warned_;  // places that already have a warning
};

}  // namespace

void addTimeLints(const model::Model& model, const std::function<bool(const model::Span&)>& isWritten,
                  model::Diagnostics& diagnostics) {
  if (model.hasMutable()) TimeLints(model, isWritten, diagnostics).run();
}

}  // namespace aunit::parser::alloy
