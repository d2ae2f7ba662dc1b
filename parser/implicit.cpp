#include "parser/implicit.h"

#include <algorithm>
#include <array>
#include <span>

#include "model/changes/nodes.h"

namespace aunit::parser {

using model::ExprId;
using model::FieldId;
using model::ImplicitKind;
using model::Multiplicity;
using model::Op;
using model::SigId;
using model::Span;
using model::VarId;

namespace {

class Builder {
 public:
  model::Nodes make;

  Builder(model::Model& model, model::TypeTable& types) : make(model, types), model_(model) {}

  void add(ImplicitKind kind, SigId sig, FieldId field, ExprId formula, Span span) {
    if (model_.expr(formula).variable) formula = make.unary(Op::always, formula);
    model_.mutableImplicitConstraints().push_back({kind, sig, field, formula, span});
  }

  /// Returns the union of `sigs`: the parents or the children of `whole`. It is a balanced tree, so that thousands of operands
  /// are not nested deeply. Inner unions have the type of `whole`, because exact types would list all their signatures.
  ExprId unionOf(std::span<const SigId> sigs, const model::Sig& whole) {
    if (sigs.size() == 1) return make.sig(sigs[0]);
    const std::size_t half = sigs.size() / 2;
    const std::array parts = {unionOf(sigs.first(half), whole), unionOf(sigs.subspan(half), whole)};
    model::Expr sum = model_.expr(parts[0]);
    sum.op = Op::union_;
    sum.payload = model::noId;
    sum.type = whole.type;
    return make.add(sum, parts);
  }

  ExprId disjoint(const std::vector<SigId>& sigs) {
    std::vector<ExprId> all;
    for (const SigId s : sigs) all.push_back(make.sig(s));
    return make.list(Op::disjoint, all);
  }

  /// Returns `all VARS: over | body`.
  ExprId forAll(VarId first, std::uint32_t count, bool disjoint, SigId over, ExprId body, Span span) {
    return make.quantified(Op::quantAll, {first, count, make.sig(over), Multiplicity::one, disjoint, span}, body);
  }

 private:
  model::Model& model_;
};

void addSignature(model::Model& model, Builder& build, SigId id) {
  const model::Sig sig = model.sig(id);
  const Span span = sig.span;
  model::Nodes& make = build.make;
  make.at(span);
  const auto add = [&](ImplicitKind kind, ExprId formula) { build.add(kind, id, model::noId, formula, span); };
  if (sig.subset) {
    const Op op = sig.subsetExact ? Op::equal : Op::in;
    add(ImplicitKind::subsignature, make.binary(op, make.sig(id), build.unionOf(sig.parents, sig)));
  } else if (sig.parents[0] != model::builtin::univ) {
    add(ImplicitKind::subsignature, make.binary(Op::in, make.sig(id), make.sig(sig.parents[0])));
  }
  if (sig.children.size() > 1) add(ImplicitKind::disjointChildren, build.disjoint(sig.children));
  if (sig.isMeta && sig.isAbstract && sig.children.empty()) add(ImplicitKind::abstractCovered, make.unary(Op::no, make.sig(id)));
  if (sig.isAbstract && !sig.children.empty())
    add(ImplicitKind::abstractCovered, make.binary(Op::equal, make.sig(id), build.unionOf(sig.children, sig)));
  if (sig.multiplicity != Multiplicity::set) {
    const Op op = sig.multiplicity == Multiplicity::one ? Op::one : sig.multiplicity == Multiplicity::lone ? Op::lone : Op::some;
    add(ImplicitKind::sigMultiplicity, make.unary(op, make.sig(id)));
  }
}

void addField(model::Model& model, Builder& build, FieldId id) {
  const model::Field f = model.field(id);
  const Span span = f.span;
  model::Nodes& make = build.make;
  make.at(span);
  const bool single = f.thisVariable == model::noId;  // in a `one sig`, `this` is the signature itself
  const ExprId self = single ? make.sig(f.sig) : make.variable(f.thisVariable);
  ExprId body = make.binary(f.defined ? Op::equal : Op::in, make.join(self, make.field(id)), f.bound);
  if (!single) body = build.forAll(f.thisVariable, 1, false, f.sig, body, span);
  build.add(ImplicitKind::fieldBound, f.sig, id, body, span);
  const ExprId restricted = make.binary(Op::domainRestriction, make.sig(f.sig), make.field(id));
  build.add(ImplicitKind::fieldDomain, f.sig, id, make.binary(Op::in, make.field(id), restricted), span);
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
    const auto valueOf = [&](VarId v) { return make.join(make.variable(v), make.field(id)); };
    const ExprId common = make.binary(Op::intersection, valueOf(x), valueOf(y));
    build.add(ImplicitKind::disjointValues, f.sig, id, build.forAll(x, 2, true, f.sig, make.unary(Op::no, common), span), span);
  }
  if (f.disjointNames && f.declGroup == id) {
    std::vector<ExprId> all;
    for (FieldId other = id; other < model.fields().size() && model.field(other).declGroup == f.declGroup; ++other)
      all.push_back(make.field(other));
    if (all.size() > 1) build.add(ImplicitKind::disjointFields, f.sig, id, make.list(Op::disjoint, all), span);
  }
}

}  // namespace

void addImplicitConstraints(model::Model& model, model::TypeTable& types) {
  Builder build(model, types);
  std::vector<SigId> top;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id)) top.push_back(id);
  if (top.size() > 1) {
    const auto known = std::ranges::find_if(top, [&](SigId id) { return model.sig(id).span.known(); });
    const Span first = known == top.end() ? Span() : model.sig(*known).span;
    build.make.at(first);
    build.add(ImplicitKind::disjointChildren, model::builtin::univ, model::noId, build.disjoint(top), first);
  }
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) addSignature(model, build, id);
  for (FieldId id = 0; id < model.fields().size(); ++id) addField(model, build, id);
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig sig = model.sig(id);
    if (sig.appendedFact == model::noId) continue;
    const Span span = model.expr(sig.appendedFact).span;
    build.make.at(span);
    const ExprId body =
        sig.thisVariable == model::noId ? sig.appendedFact : build.forAll(sig.thisVariable, 1, false, id, sig.appendedFact, span);
    build.add(ImplicitKind::appendedFact, id, model::noId, body, span);
  }
}

}  // namespace aunit::parser
