#include "model/changes/same_structure.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace aunit::model {

namespace {

/// Compares tables of two models row by row. Ignores names, texts and places.
struct Tables {
  static auto key(const SigScope& s) { return std::tuple(s.sig, s.exact, s.start, s.end, s.increment); }

  static bool areAlike(const Module& a, const Module& b) {
    return std::tie(a.file, a.library, a.arguments) == std::tie(b.file, b.library, b.arguments);
  }

  static bool areAlike(const Sig& a, const Sig& b) {
    const auto flags = [](const Sig& s) {
      return std::tuple(s.module, s.builtin, s.isAbstract, s.isPrivate, s.isVar, s.isEnum, s.isMeta, s.isExact, s.multiplicity,
                        s.subset, s.subsetExact, s.appendedFact, s.thisVariable, s.type);
    };
    return flags(a) == flags(b) && std::tie(a.parents, a.children, a.fields) == std::tie(b.parents, b.children, b.fields);
  }

  static bool areAlike(const Field& a, const Field& b) {
    const auto key = [](const Field& f) {
      return std::tuple(f.sig, f.isVar, f.isPrivate, f.isMeta, f.defined, f.disjointNames, f.disjointValues, f.declGroup,
                        f.thisVariable, f.bound, f.arity, f.type);
    };
    return key(a) == key(b);
  }

  static bool areAlike(const Variable& a, const Variable& b) {
    return std::tie(a.kind, a.sort, a.arity, a.type) == std::tie(b.kind, b.sort, b.arity, b.type);
  }

  static bool areAlike(const Decl& a, const Decl& b) {
    return std::tie(a.firstVariable, a.variableCount, a.bound, a.multiplicity, a.disjoint, a.illFormed) ==
           std::tie(b.firstVariable, b.variableCount, b.bound, b.multiplicity, b.disjoint, b.illFormed);
  }

  template <typename Row>
  static bool areAllAlike(const Row& a, const Row& b) {
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) { return areAlike(one, other); });
  }

  static bool areAlike(const Func& a, const Func& b) {
    return std::tie(a.module, a.isPredicate, a.isPrivate, a.recursive, a.variables, a.result, a.body) ==
               std::tie(b.module, b.isPredicate, b.isPrivate, b.recursive, b.variables, b.result, b.body) &&
           areAllAlike(a.params, b.params);
  }

  static bool areAlike(const Fact& a, const Fact& b) { return std::tie(a.module, a.body) == std::tie(b.module, b.body); }

  static bool areAlike(const Assertion& a, const Assertion& b) {
    return std::tie(a.module, a.body) == std::tie(b.module, b.body);
  }

  static bool areAlike(const Command& a, const Command& b) {
    const auto asked = [](const Command& c) {
      return std::tuple(c.check, c.module, c.target, c.targetId, c.formula, c.expect, c.temporal, c.isDefault, c.ofTest,
                        c.marked);
    };
    const auto scope = [](const Scope& s) {
      return std::tuple(s.overall, s.bitwidth, s.maxSequence, s.minSteps, s.maxSteps, s.stepsGrow);
    };
    return asked(a) == asked(b) && scope(a.scope) == scope(b.scope) &&
           std::ranges::equal(a.scope.sigs, b.scope.sigs,
                              [](const SigScope& one, const SigScope& other) { return key(one) == key(other); });
  }

  static bool areAlike(const ImplicitConstraint& a, const ImplicitConstraint& b) {
    return std::tie(a.kind, a.sig, a.field, a.formula) == std::tie(b.kind, b.sig, b.field, b.formula);
  }

  static bool areAlike(const Model& a, const Model& b, ExprId id) {
    const auto key = [](const Expr& e) {
      return std::tuple(e.op, e.sort, e.arity, e.negated, e.synthetic, e.temporal, e.variable, e.leftMultiplicity,
                        e.rightMultiplicity, e.payload, e.type);
    };
    return key(a.expr(id)) == key(b.expr(id)) && std::ranges::equal(a.children(id), b.children(id)) &&
           areAllAlike(a.decls(id), b.decls(id));
  }
};

}  // namespace

std::string firstDifference(const Model& a, const Model& b) {
  if (!Tables::areAllAlike(a.modules(), b.modules())) return "a module that is opened";
  if (!Tables::areAllAlike(a.sigs(), b.sigs())) return "a signature";
  if (!Tables::areAllAlike(a.fields(), b.fields())) return "a field";
  if (!Tables::areAllAlike(a.variables(), b.variables())) return "a variable";
  if (!Tables::areAllAlike(a.funcs(), b.funcs())) return "a predicate or function";
  if (!Tables::areAllAlike(a.facts(), b.facts())) return "a fact";
  if (!Tables::areAllAlike(a.assertions(), b.assertions())) return "an assertion";
  if (!Tables::areAllAlike(a.commands(), b.commands())) return "a command";
  if (!Tables::areAllAlike(a.implicitConstraints(), b.implicitConstraints())) return "a declaration";
  if (a.strings() != b.strings()) return "a string";
  if (a.exprCount() != b.exprCount()) return "an expression";
  for (ExprId id = 0; id < a.exprCount(); ++id)
    if (!Tables::areAlike(a, b, id)) return "an expression";
  return "";
}

}  // namespace aunit::model
