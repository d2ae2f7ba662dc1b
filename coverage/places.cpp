#include "coverage/places.h"

#include <algorithm>
#include <span>

#include "solver/entailment/logic.h"

namespace aunit::coverage {

using namespace model;

namespace {

constexpr std::size_t mostPlaces = 64;  // places per requirement; if there are more, the requirement is not examined

bool statesOrder(const model::Model& model, ExprId e) {
  return model.expr(e).op == Op::totalOrder ||
         std::ranges::any_of(model.children(e), [&](ExprId child) { return statesOrder(model, child); });
}

}  // namespace

Places::Places(const model::Model& model, const ModelRequirements& requirements, model::Semantics semantics)
    : model_(model), requirements_(requirements), semantics_(semantics) {
  parents_.resize(model_.exprCount());
  for (const model::Fact& fact : model_.facts()) enter(fact.body);
  for (const model::ImplicitConstraint& c : model_.implicitConstraints())
    if (c.kind == model::ImplicitKind::appendedFact) {
      ofSignatures_.insert(c.formula);
      if (statesOrder(model_, c.formula)) orders_.insert(c.formula);
      enter(c.formula);
    }
  for (std::uint32_t a = 0; a < model_.assertions().size(); ++a) {
    assertions_[model_.assertions()[a].body] = a;
    enter(model_.assertions()[a].body);
  }
  for (model::FuncId f = 0; f < model_.funcs().size(); ++f)
    if (model_.func(f).body != noId) {
      bodies_[model_.func(f).body] = f;
      enter(model_.func(f).body);
    }
  for (const auto* commands : {&model_.commands(), &model_.openedCommands()})
    for (const model::Command& c : *commands) enter(c.formula);
}

void Places::enter(ExprId root) {
  if (root == noId) return;
  const auto children = model_.children(root);
  const auto decls = model_.decls(root);
  const auto below = [&](ExprId child, std::uint32_t place) {
    // A command's formula may contain the body of a paragraph. The command does not become the parent of that body.
    if (parents_[child].expr != noId || bodies_.contains(child) || assertions_.contains(child)) return;
    parents_[child] = {root, place};
    if (model_.expr(child).op == Op::call) calls_[model_.expr(child).payload].push_back(child);
    enter(child);
  };
  if (model_.expr(root).op == Op::call && parents_[root].expr == noId) calls_[model_.expr(root).payload].push_back(root);
  for (std::uint32_t i = 0; i < children.size(); ++i) below(children[i], i);
  for (std::uint32_t i = 0; i < decls.size(); ++i) below(decls[i].bound, static_cast<std::uint32_t>(children.size()) + i);
}

bool Places::mentions(ExprId e, VarId first, std::uint32_t count) const {
  const Expr& expr = model_.expr(e);
  if (expr.op == Op::variable && expr.payload >= first && expr.payload - first < count) return true;
  return std::ranges::any_of(model_.children(e), [&](ExprId child) { return mentions(child, first, count); }) ||
         std::ranges::any_of(model_.decls(e), [&](const Decl& d) { return mentions(d.bound, first, count); });
}

bool Places::mentions(ExprId e, std::span<const Decl> decls) const {
  return std::ranges::any_of(decls, [&](const Decl& d) { return mentions(e, d.firstVariable, d.variableCount); });
}

/// Whether each variable ranges over all atoms of its bound, for any values of the other variables.
bool Places::areIndependent(std::span<const Decl> decls) const {
  return std::ranges::all_of(decls, [&](const Decl& d) {
    return d.multiplicity == model::Multiplicity::one && model_.expr(d.bound).arity == 1 &&
           (!d.disjoint || d.variableCount == 1) && !mentions(d.bound, decls);
  });
}

/// A formula that says: there are no bindings (quantNo), one (quantOne), or at most one (quantLone). If the variables are
/// independent, the formula only says how many atoms each bound has, because a quantifier would have too many combinations of
/// values.
ExprId Places::bindingsOf(std::span<const Decl> decls, Op quantifier, model::Nodes& make) const {
  if (!areIndependent(decls)) return make.quantified(quantifier, decls, make.truth(true));
  std::vector<ExprId> empty, single;
  for (const Decl& d : decls) {
    empty.push_back(make.unary(Op::no, d.bound));
    single.push_back(make.unary(Op::one, d.bound));
  }
  const ExprId none = make.list(Op::or_, empty);
  if (quantifier == Op::quantNo) return none;
  const ExprId one = make.list(Op::and_, single);
  return quantifier == Op::quantOne ? one : make.list(Op::or_, {none, one});
}

/// A formula that is true if the value of expression `e` meets requirement `number` of the subject.
ExprId Places::asked(ExprId e, const Subject& subject, std::uint32_t number, model::Nodes& make) const {
  const solver::Logic logic(model_, make, semantics_);
  if (!subject.isFormula())
    return number == requirement::empty    ? make.unary(Op::no, e)
           : number == requirement::single ? make.unary(Op::one, e)
                                           : logic.no(make.unary(Op::lone, e));
  if (number == requirement::isTrue) return e;
  if (number == requirement::isFalse) return logic.no(e);
  const std::vector<Decl> decls(model_.decls(e).begin(), model_.decls(e).end());
  const ExprId body = model_.child(e, 0);
  const auto over = [&](Op quantifier, ExprId formula) { return make.quantified(quantifier, decls, formula); };
  const auto both = [&](ExprId a, ExprId b) { return make.binary(Op::and_, a, b); };
  const auto bindings = [&](Op quantifier) { return bindingsOf(decls, quantifier, make); };
  switch (number) {
    case requirement::noBinding: return bindings(Op::quantNo);
    // If there is exactly one binding, `some` and `all` are equal. `some` is cheaper: the solver chooses one binding instead of
    // expanding all.
    case requirement::oneTrue: return both(bindings(Op::quantOne), over(Op::quantSome, body));
    case requirement::oneFalse: return both(bindings(Op::quantOne), over(Op::quantSome, logic.no(body)));
    case requirement::allTrue: return both(logic.no(bindings(Op::quantLone)), over(Op::quantAll, body));
    case requirement::allFalse: return both(logic.no(bindings(Op::quantLone)), over(Op::quantAll, logic.no(body)));
    default: return both(over(Op::quantSome, body), over(Op::quantSome, logic.no(body)));
  }
}

/// `formula` is about the child at `parent.place`. Returns a formula about `parent.expr`: it is true if `formula` is true in at
/// least one evaluation of the child. The child is evaluated for all bindings of the variables of `parent.expr` and, if
/// `parent.expr` is temporal, in other states. If `formula` mentions none of these variables, the result does not require that
/// they have a binding.
ExprId Places::around(ExprId formula, Parent parent, model::Nodes& make) const {
  const Expr e = model_.expr(parent.expr);
  const std::vector<Decl> decls(model_.decls(parent.expr).begin(), model_.decls(parent.expr).end());
  if (!decls.empty()) {
    const std::size_t bound = parent.place < e.childCount ? decls.size() : parent.place - e.childCount;
    const std::span<const Decl> before = std::span(decls).first(bound);
    return mentions(formula, before) ? make.quantified(Op::quantSome, before, formula) : formula;
  }
  switch (e.op) {
    case Op::let:
      return parent.place != 0 && mentions(formula, e.payload, 1) ? make.let(e.payload, model_.child(parent.expr, 0), formula)
                                                                  : formula;
    case Op::always:
    case Op::eventually:
    case Op::until:
    case Op::releases: return make.unary(Op::eventually, formula);
    case Op::after:
    case Op::prime: return make.unary(Op::after, formula);
    case Op::before: return make.unary(Op::before, formula);
    case Op::historically:
    case Op::once:
    case Op::since:
    case Op::triggered: return make.unary(Op::once, formula);
    default: return formula;
  }
}

/// Adds to `out` all places where `e` is evaluated. The formula of a place is true if `formula` is true in some evaluation of `e`
/// at the place. Returns false if there are too many places, or if a place is in a recursive function or in the fact of a
/// total order.
bool Places::collect(ExprId e, ExprId formula, std::size_t depth, model::Nodes& make, std::vector<RequirementPlace>& out) const {
  if (depth > model_.funcs().size() || out.size() > mostPlaces) return false;
  for (;;) {
    if (const auto body = bodies_.find(e); body != bodies_.end()) {
      const model::Func& f = model_.func(body->second);
      if (f.recursive) return false;
      const std::vector<VarId> variables = f.variables;
      const bool hasParameters = !f.params.empty();
      out.push_back({.formula = formula, .function = body->second});
      const auto callers = calls_.find(body->second);
      if (hasParameters && callers != calls_.end())
        for (const ExprId call : callers->second) {
          ExprId inner = formula;
          const std::vector<ExprId> arguments(model_.children(call).begin(), model_.children(call).end());
          for (std::size_t i = variables.size(); i-- > 0;)
            if (mentions(inner, variables[i], 1)) inner = make.let(variables[i], arguments[i], inner);
          if (!collect(call, inner, depth + 1, make, out)) return false;
        }
      return out.size() <= mostPlaces;
    }
    const Parent parent = e < parents_.size() ? parents_[e] : Parent{};
    if (parent.expr == noId) break;
    formula = around(formula, parent, make);
    e = parent.expr;
  }
  if (orders_.contains(e)) return false;  // the solver's bounds contain the total order, so no valuation violates it
  const auto assertion = assertions_.find(e);
  out.push_back({.formula = formula,
                 .assertion = assertion == assertions_.end() ? noId : assertion->second,
                 .ofSignature = ofSignatures_.contains(e)});
  return out.size() <= mostPlaces;
}

std::optional<std::vector<RequirementPlace>> Places::of(RequirementId id, model::Nodes& make) const {
  const Subject& subject = requirements_.requirements.subjects[requirements_.requirements.subjectOf(id)];
  const std::uint32_t number = id - subject.first;
  std::vector<RequirementPlace> places;
  const auto declared = [&](const std::vector<RequirementId>& table, Op op) {
    for (std::uint32_t declaration = 0; declaration < table.size(); ++declaration) {
      if (table[declaration] != subject.first) continue;
      const ExprId e = op == Op::sig ? make.sig(declaration) : make.field(declaration);
      const ExprId formula = asked(e, subject, number, make);
      places.push_back({.formula = model_.hasMutable() ? make.unary(Op::eventually, formula) : formula});
    }
  };
  if (subject.kind == SubjectKind::cells) {
    for (const ModelRequirements::Companion& companion : requirements_.companions)
      if (companion.requirement == id && !collect(companion.at, companion.formula, 0, make, places)) return std::nullopt;
  } else if (subject.kind == SubjectKind::signature) {
    declared(requirements_.ofSig, Op::sig);
  } else if (subject.kind == SubjectKind::field) {
    declared(requirements_.ofField, Op::field);
  } else {
    for (ExprId e = 0; e < requirements_.ofExpr.size(); ++e)
      if (requirements_.ofExpr[e] == subject.first && !collect(e, asked(e, subject, number, make), 0, make, places))
        return std::nullopt;
  }
  const solver::Logic logic(model_, make, semantics_);
  for (RequirementPlace& place : places) place.exact = !logic.mayOverflow(place.formula);
  return places;
}

}  // namespace aunit::coverage
