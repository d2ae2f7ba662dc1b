#include "parser/alloy/implicit.h"

#include <algorithm>

namespace aunit::parser::alloy {

using model::Decl;
using model::Expr;
using model::ExprId;
using model::FieldId;
using model::ImplicitKind;
using model::Multiplicity;
using model::Op;
using model::SigId;
using model::Sort;
using model::Span;
using model::VarId;

namespace {

class Builder {
 public:
  explicit Builder(model::Model& model) : model_(model) {}

  void add(ImplicitKind kind, SigId sig, FieldId field, ExprId formula, Span span) {
    if (model_.expr(formula).variable) formula = make(Op::always, Sort::formula, span, {formula});
    model_.mutableImplicitConstraints().push_back({kind, sig, field, formula, span});
  }

  ExprId make(Op op, Sort sort, Span span, std::vector<ExprId> children, std::uint32_t payload = model::noId,
              std::uint8_t arity = 0, std::vector<Decl> decls = {}, model::TypeId type = 0) {
    Expr e;
    e.op = op;
    e.sort = sort;
    e.arity = arity;
    e.synthetic = true;
    e.payload = payload;
    e.type = type;
    e.span = span;
    return model_.addExpr(e, children, decls);
  }

  ExprId formula(Op op, Span span, std::vector<ExprId> children) { return make(op, Sort::formula, span, std::move(children)); }
  ExprId sig(SigId id, Span span) { return make(Op::sig, Sort::relation, span, {}, id, 1, {}, model_.sig(id).type); }
  ExprId field(FieldId id, Span span) {
    const model::Field& f = model_.field(id);
    return make(Op::field, Sort::relation, span, {}, id, f.arity, {}, f.type);
  }
  ExprId variable(VarId id, Span span) {
    return make(Op::variable, Sort::relation, span, {}, id, 1, {}, model_.variable(id).type);
  }

  ExprId unionOf(const std::vector<SigId>& sigs, Span span) {
    ExprId result = sig(sigs[0], span);
    for (std::size_t i = 1; i < sigs.size(); ++i)
      result = make(Op::union_, Sort::relation, span, {result, sig(sigs[i], span)}, model::noId, 1);
    return result;
  }

  ExprId join(ExprId left, ExprId right, std::uint8_t arity, Span span) {
    return make(Op::join, Sort::relation, span, {left, right}, model::noId, arity);
  }

  /// all v: S | body
  ExprId forAll(VarId first, std::uint32_t count, bool disjoint, SigId over, ExprId body, Span span) {
    return make(Op::quantAll, Sort::formula, span, {body}, model::noId, 0,
                {{first, count, sig(over, span), Multiplicity::one, disjoint, span}});
  }

 private:
  model::Model& model_;
};

void addSignature(model::Model& model, Builder& build, SigId id) {
  const model::Sig sig = model.sig(id);
  const Span span = sig.span;
  if (sig.subset) {
    build.add(ImplicitKind::subsignature, id, model::noId,
              build.formula(sig.subsetExact ? Op::equal : Op::in, span, {build.sig(id, span), build.unionOf(sig.parents, span)}),
              span);
  } else if (sig.parents[0] != model::builtin::univ) {
    build.add(ImplicitKind::subsignature, id, model::noId,
              build.formula(Op::in, span, {build.sig(id, span), build.sig(sig.parents[0], span)}), span);
  }
  const auto disjoint = [&](const std::vector<SigId>& sigs, SigId owner, Span where) {
    if (sigs.size() < 2) return;
    std::vector<ExprId> all;
    for (const SigId s : sigs) all.push_back(build.sig(s, where));
    build.add(ImplicitKind::disjointChildren, owner, model::noId, build.formula(Op::disjoint, where, all), where);
  };
  disjoint(sig.children, id, span);
  if (sig.isMeta && sig.isAbstract && sig.children.empty())
    build.add(ImplicitKind::abstractCovered, id, model::noId, build.formula(Op::no, span, {build.sig(id, span)}), span);
  if (sig.isAbstract && !sig.children.empty())
    build.add(ImplicitKind::abstractCovered, id, model::noId,
              build.formula(Op::equal, span, {build.sig(id, span), build.unionOf(sig.children, span)}), span);
  if (sig.multiplicity != Multiplicity::set) {
    const Op op = sig.multiplicity == Multiplicity::one ? Op::one : sig.multiplicity == Multiplicity::lone ? Op::lone : Op::some;
    build.add(ImplicitKind::sigMultiplicity, id, model::noId, build.formula(op, span, {build.sig(id, span)}), span);
  }
}

void addField(model::Model& model, Builder& build, FieldId id) {
  const model::Field f = model.field(id);
  const Span span = f.span;
  const auto imageArity = static_cast<std::uint8_t>(f.arity - 1);
  const bool single = f.thisVariable == model::noId;  // of a `one sig`: `this` is the signature itself
  const ExprId self = single ? build.sig(f.sig, span) : build.variable(f.thisVariable, span);
  ExprId body =
      build.formula(f.defined ? Op::equal : Op::in, span, {build.join(self, build.field(id, span), imageArity, span), f.bound});
  if (!single) body = build.forAll(f.thisVariable, 1, false, f.sig, body, span);
  build.add(ImplicitKind::fieldBound, f.sig, id, body, span);
  const ExprId restricted = build.make(Op::domainRestriction, Sort::relation, span,
                                       {build.sig(f.sig, span), build.field(id, span)}, model::noId, f.arity, {}, f.type);
  build.add(ImplicitKind::fieldDomain, f.sig, id, build.formula(Op::in, span, {build.field(id, span), restricted}), span);
  if (f.disjointValues && !single) {
    const auto variable = [&](const char* name) {
      model::Variable v;
      v.name = name;
      v.kind = model::VarKind::receiver;
      v.type = model.sig(f.sig).type;
      v.span = span;
      return model.addVariable(std::move(v));
    };
    const VarId x = variable("this"), y = variable("that");
    const ExprId common = build.make(Op::intersection, Sort::relation, span,
                                     {build.join(build.variable(x, span), build.field(id, span), imageArity, span),
                                      build.join(build.variable(y, span), build.field(id, span), imageArity, span)},
                                     model::noId, imageArity);
    build.add(ImplicitKind::disjointValues, f.sig, id,
              build.forAll(x, 2, true, f.sig, build.formula(Op::no, span, {common}), span), span);
  }
  if (f.disjointNames && f.declGroup == id) {
    std::vector<ExprId> all;
    for (FieldId other = id; other < model.fields().size() && model.field(other).declGroup == f.declGroup; ++other)
      all.push_back(build.field(other, span));
    if (all.size() > 1) build.add(ImplicitKind::disjointFields, f.sig, id, build.formula(Op::disjoint, span, all), span);
  }
}

}  // namespace

void addImplicitConstraints(model::Model& model) {
  Builder build(model);
  std::vector<ExprId> top;
  Span first;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!model.isTopLevel(id)) continue;
    top.push_back(build.sig(id, model.sig(id).span));
    if (!first.known()) first = model.sig(id).span;
  }
  if (top.size() > 1)
    build.add(ImplicitKind::disjointChildren, model::builtin::univ, model::noId, build.formula(Op::disjoint, first, top), first);
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) addSignature(model, build, id);
  for (FieldId id = 0; id < model.fields().size(); ++id) addField(model, build, id);
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig sig = model.sig(id);
    if (sig.appendedFact == model::noId) continue;
    const ExprId body = sig.thisVariable == model::noId
                            ? sig.appendedFact
                            : build.forAll(sig.thisVariable, 1, false, id, sig.appendedFact, model.expr(sig.appendedFact).span);
    build.add(ImplicitKind::appendedFact, id, model::noId, body, model.expr(sig.appendedFact).span);
  }
}

}  // namespace aunit::parser::alloy
