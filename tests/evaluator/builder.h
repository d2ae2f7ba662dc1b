// Builds models node by node.
#pragma once

#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::evaluator::testing {

using model::Atom;
using model::Decl;
using model::Expr;
using model::ExprId;
using model::FieldId;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::SigId;
using model::Sort;
using model::TupleSet;
using model::VarId;

class Builder {
 public:
  model::Model model;

  SigId sig(const std::string& name, SigId parent = model::builtin::univ, bool isVar = false) {
    model::Sig sig;
    sig.name = name;
    sig.label = "this/" + name;
    sig.parents = {parent};
    sig.isVar = isVar;
    const auto id = static_cast<SigId>(model.sigs().size());
    if (parent != model::builtin::univ) model.mutableSigs()[parent].children.push_back(id);
    model.mutableSigs().push_back(sig);
    if (isVar) model.setHasMutable(true);
    return id;
  }

  SigId subset(const std::string& name, SigId of) {
    const SigId id = sig(name);
    model.mutableSigs()[id].subset = true;
    model.mutableSigs()[id].parents = {of};
    return id;
  }

  FieldId field(const std::string& name, SigId sig, std::uint8_t arity, bool isVar = false) {
    model::Field field;
    field.name = name;
    field.label = model.sig(sig).label + "." + name;
    field.sig = sig;
    field.arity = arity;
    field.isVar = isVar;
    const auto id = static_cast<FieldId>(model.fields().size());
    model.mutableFields().push_back(field);
    model.mutableSigs()[sig].fields.push_back(id);
    if (isVar) model.setHasMutable(true);
    return id;
  }

  VarId variable(const std::string& name, model::VarKind kind = model::VarKind::quantified, Sort sort = Sort::relation,
                 std::uint8_t arity = 1) {
    return model.addVariable({.name = name, .kind = kind, .sort = sort, .arity = arity});
  }

  ExprId make(Op op, Sort sort, int arity, std::vector<ExprId> children = {}, std::uint32_t payload = noId,
              std::vector<Decl> decls = {}, bool negated = false) {
    const Expr e{.op = op, .sort = sort, .arity = static_cast<std::uint8_t>(arity), .negated = negated, .payload = payload};
    return model.addExpr(e, children, decls);
  }

  // Relations.
  ExprId sigRef(SigId id) { return make(Op::sig, Sort::relation, 1, {}, id); }
  ExprId fieldRef(FieldId id) { return make(Op::field, Sort::relation, model.field(id).arity, {}, id); }
  ExprId var(VarId id) { return make(Op::variable, model.variable(id).sort, model.variable(id).arity, {}, id); }
  ExprId iden() { return make(Op::iden, Sort::relation, 2); }
  ExprId none(int arity = 1) { return make(Op::sig, Sort::relation, arity, {}, model::builtin::none); }
  ExprId binary(Op op, ExprId a, ExprId b) {
    const int m = arity(a), n = arity(b);
    const int result = op == Op::product ? m + n : op == Op::join ? m + n - 2 : op == Op::domainRestriction ? n : m;
    return make(op, Sort::relation, result, {a, b});
  }
  ExprId join(ExprId a, ExprId b) { return binary(Op::join, a, b); }
  ExprId product(ExprId a, ExprId b, Multiplicity left = Multiplicity::set, Multiplicity right = Multiplicity::set) {
    const Expr e{.op = Op::product,
                 .sort = Sort::relation,
                 .arity = static_cast<std::uint8_t>(arity(a) + arity(b)),
                 .leftMultiplicity = left,
                 .rightMultiplicity = right};
    return model.addExpr(e, std::vector<ExprId>{a, b});
  }
  ExprId bound(Multiplicity multiplicity, ExprId a) {
    const Expr e{
        .op = Op::bound, .sort = Sort::relation, .arity = static_cast<std::uint8_t>(arity(a)), .rightMultiplicity = multiplicity};
    return model.addExpr(e, std::vector<ExprId>{a});
  }
  ExprId unary(Op op, ExprId a) { return make(op, Sort::relation, arity(a), {a}); }
  ExprId prime(ExprId a) { return make(Op::prime, model.expr(a).sort, arity(a), {a}); }
  ExprId comprehension(std::vector<Decl> decls, ExprId body) {
    int columns = 0;
    for (const Decl& d : decls) columns += static_cast<int>(d.variableCount);
    return make(Op::comprehension, Sort::relation, columns, {body}, noId, std::move(decls));
  }
  ExprId integerAtom(ExprId number) { return make(Op::integerAtom, Sort::relation, 1, {number}); }

  // Integers.
  ExprId number(std::int32_t value) { return make(Op::integer, Sort::integer, 0, {}, static_cast<std::uint32_t>(value)); }
  ExprId integer(Op op, std::vector<ExprId> children) { return make(op, Sort::integer, 0, std::move(children)); }

  // Formulas.
  ExprId formula(Op op, std::vector<ExprId> children, bool negated = false) {
    return make(op, Sort::formula, 0, std::move(children), noId, {}, negated);
  }
  ExprId quantifier(Op op, std::vector<Decl> decls, ExprId body) {
    return make(op, Sort::formula, 0, {body}, noId, std::move(decls));
  }
  Decl decl(VarId variable, ExprId over, Multiplicity multiplicity = Multiplicity::one, std::uint32_t count = 1,
            bool disjoint = false) {
    return {.firstVariable = variable, .variableCount = count, .bound = over, .multiplicity = multiplicity, .disjoint = disjoint};
  }
  ExprId let(VarId variable, ExprId value, ExprId body) {
    return make(Op::let, model.expr(body).sort, arity(body), {value, body}, variable);
  }

  int arity(ExprId id) const { return model.expr(id).arity; }

  /// One state in which every signature and field is empty.
  model::State emptyState(std::uint32_t universe) const {
    model::State state;
    for (std::size_t i = 0; i < model.sigs().size(); ++i) state.sigs.emplace_back(universe, 1);
    for (const model::Field& field : model.fields()) state.fields.emplace_back(universe, field.arity);
    return state;
  }
};

/// A static instance with these atoms, in which all relations are empty.
inline model::Instance emptyInstance(const Builder& b, std::vector<std::string> atoms, int bitwidth = 4) {
  model::Instance instance;
  instance.universe = std::make_shared<model::Universe>(std::move(atoms), std::vector<std::string>{}, bitwidth);
  instance.states.push_back(b.emptyState(instance.universe->size()));
  return instance;
}

inline TupleSet tuples(const model::Instance& instance, std::uint32_t arity, std::initializer_list<std::vector<Atom>> list) {
  TupleSet out(instance.universe->size(), arity);
  for (const auto& tuple : list) out.insert(tuple);
  return out;
}

}  // namespace aunit::evaluator::testing
