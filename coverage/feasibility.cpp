#include "coverage/feasibility.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "model/nodes.h"
#include "solver/session.h"

namespace aunit::coverage {

using model::Decl;
using model::Expr;
using model::ExprId;
using model::FuncId;
using model::noId;
using model::Op;
using model::VarId;

namespace {

constexpr std::size_t mostPlaces = 64;  // of one subject; with more of them nothing is claimed

bool sameScope(const model::Scope& a, const model::Scope& b) {
  const auto same = [](const model::SigScope& x, const model::SigScope& y) {
    return x.sig == y.sig && x.exact == y.exact && x.start == y.start && x.end == y.end && x.increment == y.increment;
  };
  return a.overall == b.overall && a.bitwidth == b.bitwidth && a.maxSequence == b.maxSequence && a.minSteps == b.minSteps &&
         a.maxSteps == b.maxSteps && std::ranges::equal(a.sigs, b.sigs, same);
}

}  // namespace

class Feasibility::Work {
 public:
  Work(model::Model& m, const ModelRequirements& r, Options o)
      : model_(m), types_(m), make_(m, types_), requirements_(r), options_(o) {
    for (const auto* commands : {&model_.commands(), &model_.openedCommands()})
      for (const model::Command& c : *commands)
        if (!c.ofTest && std::ranges::none_of(scopes_, [&](const model::Scope& s) { return sameScope(s, c.scope); }))
          scopes_.push_back(c.scope);
    if (scopes_.empty()) scopes_.emplace_back();
    parents_.resize(model_.exprCount());
    for (const model::Fact& fact : model_.facts()) enter(fact.body);
    for (const model::Assertion& assertion : model_.assertions()) enter(assertion.body);
    for (FuncId f = 0; f < model_.funcs().size(); ++f)
      if (model_.func(f).body != noId) {
        bodies_[model_.func(f).body] = f;
        enter(model_.func(f).body);
      }
    for (const auto* commands : {&model_.commands(), &model_.openedCommands()})
      for (const model::Command& c : *commands) enter(c.formula);
  }

  Bits infeasible(const Bits& open) {
    Bits result(open.size());
    const Requirements& all = requirements_.requirements;
    open.forEach([&](std::size_t i) {
      const auto id = static_cast<RequirementId>(i);
      const Subject& subject = all.subjects[all.subjectOf(id)];
      if (subject.kind != SubjectKind::implicit && proved(subject, id - subject.first)) result.set(i);
    });
    return result;
  }

 private:
  /// Where an expression stands: below which one, as which child (or, from the number of children on, as the bound of which
  /// declaration).
  struct Parent {
    ExprId expr = noId;
    std::uint32_t place = 0;
  };

  void enter(ExprId root) {
    if (root == noId) return;
    const auto children = model_.children(root);
    const auto decls = model_.decls(root);
    const auto below = [&](ExprId child, std::uint32_t place) {
      if (parents_[child].expr != noId || bodies_.contains(child)) return;  // a body that a command shares keeps its own place
      parents_[child] = {root, place};
      if (model_.expr(child).op == Op::call) calls_[model_.expr(child).payload].push_back(child);
      enter(child);
    };
    if (model_.expr(root).op == Op::call && parents_[root].expr == noId) calls_[model_.expr(root).payload].push_back(root);
    for (std::uint32_t i = 0; i < children.size(); ++i) below(children[i], i);
    for (std::uint32_t i = 0; i < decls.size(); ++i) below(decls[i].bound, static_cast<std::uint32_t>(children.size()) + i);
  }

  ExprId negated(ExprId formula) { return make_.unary(Op::not_, formula); }

  /// The requirement, said of one expression.
  ExprId asked(ExprId e, const Subject& subject, std::uint32_t number) {
    if (!subject.isFormula())
      return number == requirement::empty    ? make_.unary(Op::no, e)
             : number == requirement::single ? make_.unary(Op::one, e)
                                             : negated(make_.unary(Op::lone, e));
    if (number == requirement::isTrue) return e;
    if (number == requirement::isFalse) return negated(e);
    const std::vector<Decl> decls(model_.decls(e).begin(), model_.decls(e).end());
    const ExprId body = model_.child(e, 0);
    const auto over = [&](Op quantifier, ExprId formula) { return make_.quantified(quantifier, decls, formula); };
    const ExprId any = make_.truth(true);
    const auto both = [&](ExprId a, ExprId b) { return make_.binary(Op::and_, a, b); };
    switch (number) {
      case requirement::noBinding: return over(Op::quantNo, any);
      case requirement::oneTrue: return both(over(Op::quantOne, any), over(Op::quantAll, body));
      case requirement::oneFalse: return both(over(Op::quantOne, any), over(Op::quantNo, body));
      case requirement::allTrue: return both(negated(over(Op::quantLone, any)), over(Op::quantAll, body));
      case requirement::allFalse: return both(negated(over(Op::quantLone, any)), over(Op::quantNo, body));
      default: return both(over(Op::quantSome, body), over(Op::quantSome, negated(body)));
    }
  }

  /// What is evaluated around an expression does so for all bindings and, below temporal operators, in other states: some of them
  /// is where the requirement is to be met.
  ExprId around(ExprId formula, Parent parent) {
    const Expr e = model_.expr(parent.expr);
    const std::vector<Decl> decls(model_.decls(parent.expr).begin(), model_.decls(parent.expr).end());
    if (!decls.empty()) {
      const std::size_t bound = parent.place < e.childCount ? decls.size() : parent.place - e.childCount;
      return bound == 0 ? formula : make_.quantified(Op::quantSome, std::span(decls).first(bound), formula);
    }
    switch (e.op) {
      case Op::let: return parent.place == 0 ? formula : make_.let(e.payload, model_.child(parent.expr, 0), formula);
      case Op::always:
      case Op::eventually:
      case Op::until:
      case Op::releases: return make_.unary(Op::eventually, formula);
      case Op::after:
      case Op::prime: return make_.unary(Op::after, formula);
      case Op::before: return make_.unary(Op::before, formula);
      case Op::historically:
      case Op::once:
      case Op::since:
      case Op::triggered: return make_.unary(Op::once, formula);
      default: return formula;
    }
  }

  /// All problems that amount to the requirement being met where `e` stands; false when they are too many.
  bool places(ExprId e, ExprId formula, std::size_t depth, std::vector<ExprId>& out) {
    if (depth > model_.funcs().size() || out.size() > mostPlaces) return false;
    for (;;) {
      if (const auto body = bodies_.find(e); body != bodies_.end()) {
        const model::Func& f = model_.func(body->second);
        if (f.recursive) return false;
        const std::vector<Decl> params = f.params;
        const std::vector<VarId> variables = f.variables;
        out.push_back(params.empty() ? formula : make_.quantified(Op::quantSome, params, formula));
        const std::vector<ExprId> callers = calls_[body->second];
        for (const ExprId call : params.empty() ? std::vector<ExprId>{} : callers) {
          ExprId inner = formula;
          const std::vector<ExprId> arguments(model_.children(call).begin(), model_.children(call).end());
          for (std::size_t i = variables.size(); i-- > 0;) inner = make_.let(variables[i], arguments[i], inner);
          if (!places(call, inner, depth + 1, out)) return false;
        }
        return out.size() <= mostPlaces;
      }
      const Parent parent = e < parents_.size() ? parents_[e] : Parent{};
      if (parent.expr == noId) break;
      formula = around(formula, parent);
      e = parent.expr;
    }
    out.push_back(formula);
    return out.size() <= mostPlaces;
  }

  bool proved(const Subject& subject, std::uint32_t number) {
    std::vector<ExprId> problems;
    const auto declared = [&](const std::vector<RequirementId>& table, Op op) {
      for (std::uint32_t id = 0; id < table.size(); ++id) {
        if (table[id] != subject.first) continue;
        const ExprId formula = asked(op == Op::sig ? make_.sig(id) : make_.field(id), subject, number);
        problems.push_back(model_.hasMutable() ? make_.unary(Op::eventually, formula) : formula);
      }
    };
    if (subject.kind == SubjectKind::signature) {
      declared(requirements_.ofSig, Op::sig);
    } else if (subject.kind == SubjectKind::field) {
      declared(requirements_.ofField, Op::field);
    } else {
      for (ExprId e = 0; e < requirements_.ofExpr.size(); ++e)
        if (requirements_.ofExpr[e] == subject.first && !places(e, asked(e, subject, number), 0, problems)) return false;
    }
    return !problems.empty() && std::ranges::all_of(problems, [&](ExprId formula) { return impossible(formula); });
  }

  bool impossible(ExprId formula) {
    const bool temporal = model_.hasMutable() || model_.expr(formula).temporal;
    auto& sessions = temporal ? onTraces_ : onStates_;
    sessions.resize(scopes_.size());
    for (std::size_t i = 0; i < scopes_.size(); ++i) {
      if (!sessions[i]) sessions[i] = declarationsIn(scopes_[i], temporal);
      if (sessions[i]->ask({{formula}}).verdict != solver::Verdict::unsatisfiable) return false;
    }
    return true;
  }

  std::unique_ptr<solver::Session> declarationsIn(const model::Scope& scope, bool temporal) const {
    solver::Problem problem;
    problem.scope = scope;
    problem.temporal = temporal;
    problem.facts = false;
    solver::Options how;
    how.noOverflow = options_.noOverflow;
    how.timeout = options_.timeout;
    how.verify = false;
    how.stop = options_.stop;
    return std::make_unique<solver::Session>(model_, std::move(problem), how);
  }

  model::Model& model_;
  model::TypeTable types_;
  model::Nodes make_;
  const ModelRequirements& requirements_;
  Options options_;
  std::vector<model::Scope> scopes_;
  std::vector<std::unique_ptr<solver::Session>> onStates_;  // by scope
  std::vector<std::unique_ptr<solver::Session>> onTraces_;
  std::vector<Parent> parents_;
  std::map<ExprId, FuncId> bodies_;
  std::map<FuncId, std::vector<ExprId>> calls_;
};

Feasibility::Feasibility(model::Model& model, const ModelRequirements& requirements, Options options)
    : work_(std::make_unique<Work>(model, requirements, options)) {}
Feasibility::~Feasibility() = default;

Bits Feasibility::infeasible(const Bits& open) {
  return work_->infeasible(open);
}

}  // namespace aunit::coverage
