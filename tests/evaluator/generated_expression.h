// Random expressions over a small model: every operator, variables, lets, calls.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "tests/evaluator/builder.h"

namespace aunit::evaluator::testing {

inline unsigned pick(unsigned count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, count));
}
inline bool chance(unsigned percent) {
  return pick(100) < percent;
}

// sig A { f: set A, h: A -> C, n: set Int }  sig B extends A {}  var sig C { var g: set A }
class Generator {
 public:
  Builder b;
  SigId sigA = b.sig("A"), sigB = b.sig("B", sigA), sigC = b.sig("C", model::builtin::univ, true);
  FieldId f = b.field("f", sigA, 2), h = b.field("h", sigA, 3), n = b.field("n", sigA, 2), g = b.field("g", sigC, 2, true);
  bool temporal = true;
  bool idioms = false;  // prefer expressions that have special evaluation methods over large universes

  Generator() {
    for (int i = 0; i < 2; ++i) {
      model::Func func;
      func.isPredicate = i == 0;
      scope_ = {b.variable("p", model::VarKind::parameter), b.variable("q", model::VarKind::parameter, Sort::relation, 2)};
      func.variables = scope_;
      func.body = i == 0 ? formula(2) : relation(1, 2);
      b.model.mutableFuncs().push_back(func);
    }
    scope_.clear();
    b.model.seal();
  }

  ExprId any() {
    switch (pick(4)) {
      case 0: return integer(3);
      case 1: return relation(1 + pick(2), 3);
      default: return formula(4);
    }
  }

  ExprId relation(unsigned arity, unsigned depth) {
    if (depth == 0 || chance(10)) return leaf(arity);
    --depth;
    if (temporal && chance(10)) return b.prime(relation(arity, depth));
    if (chance(5)) return let(Sort::relation, arity, depth);
    if (chance(6))
      return b.make(Op::ifThenElse, Sort::relation, static_cast<int>(arity),
                    {formula(depth), relation(arity, depth), relation(arity, depth)});
    if (arity == 1) {
      switch (pick(6)) {
        case 0: return b.join(relation(1, depth), relation(2, depth));
        case 1: return b.join(relation(2, depth), relation(1, depth));
        case 2: return comprehension(1, depth);
        case 3: return b.integerAtom(integer(depth));
        case 4:
          if (b.model.funcs().size() < 2) break;  // no recursion
          return b.make(Op::call, Sort::relation, 1, {relation(1, depth), relation(2, depth)}, 1);
        default: break;
      }
    }
    if (arity == 2) {
      switch (pick(8)) {
        case 0: return b.join(relation(2, depth), relation(2, depth));
        case 1: return b.product(relation(1, depth), relation(1, depth));
        case 2: return b.unary(Op::transpose, relation(2, depth));
        case 3: return b.unary(Op::closure, relation(2, depth));
        case 4: return b.unary(Op::reflexiveClosure, relation(2, depth));
        case 5: return b.join(relation(1, depth), b.fieldRef(h));
        case 6: return comprehension(2, depth);
        default: break;
      }
    }
    switch (pick(arity == 1 ? 3 : 6)) {
      case 0: return b.binary(Op::union_, relation(arity, depth), relation(arity, depth));
      case 1: return b.binary(Op::difference, relation(arity, depth), relation(arity, depth));
      case 2: return b.binary(Op::intersection, relation(arity, depth), relation(arity, depth));
      case 3: return b.binary(Op::override_, relation(arity, depth), relation(arity, depth));
      case 4: return b.binary(Op::domainRestriction, relation(1, depth), relation(arity, depth));
      default: return b.binary(Op::rangeRestriction, relation(arity, depth), relation(1, depth));
    }
  }

  /// A long union of products of signatures, in the form of data.
  ExprId rows(unsigned arity) {
    const SigId sigs[] = {sigA, sigB, sigA, sigB, chance(20) ? sigC : sigA};
    ExprId all = noId;
    for (unsigned left = 12 + pick(8); left > 0; --left) {
      ExprId row = b.sigRef(sigs[pick(5)]);
      for (unsigned column = 1; column < arity; ++column) {
        const ExprId other = b.sigRef(sigs[pick(5)]);
        row = chance(50) ? b.product(row, other) : b.product(other, row);
      }
      all = all == noId ? row : chance(50) ? b.binary(Op::union_, all, row) : b.binary(Op::union_, row, all);
    }
    return all;
  }

  ExprId leaf(unsigned arity) {
    if (chance(4)) return rows(arity);
    std::vector<VarId> fitting;
    for (const VarId v : scope_)
      if (b.model.variable(v).sort == Sort::relation && b.model.variable(v).arity == arity) fitting.push_back(v);
    if (!fitting.empty() && chance(60)) return b.var(fitting[pick(static_cast<unsigned>(fitting.size()))]);
    if (arity == 1) {
      const SigId sigs[] = {sigA,
                            sigA,
                            sigB,
                            sigC,
                            sigC,
                            model::builtin::univ,
                            model::builtin::integers,
                            model::builtin::seqInt,
                            model::builtin::none};
      return b.sigRef(sigs[pick(9)]);
    }
    if (arity == 2) {
      switch (pick(8)) {
        case 0: return b.iden();
        case 1: return b.make(Op::nextInt, Sort::relation, 2);
        case 2:
        case 3: return b.fieldRef(n);
        case 4:
        case 5: return b.fieldRef(g);
        default: return b.fieldRef(f);
      }
    }
    return b.fieldRef(h);
  }

  ExprId integer(unsigned depth) {
    if (depth == 0 || chance(15)) {
      switch (pick(4)) {
        case 0: return b.integer(Op::minInt, {});
        case 1: return b.integer(Op::maxInt, {});
        default: return b.number(static_cast<int>(pick(14)) - 6);
      }
    }
    --depth;
    switch (pick(14)) {
      case 0:
      case 1: return b.integer(Op::cardinality, {relation(1 + pick(2), depth)});
      case 2:
      case 3: return b.integer(Op::sumOf, {relation(1, depth)});
      case 4: {
        const std::size_t outer = scope_.size();
        const std::vector<Decl> decls = declarations(1 + pick(2), depth, false);
        const ExprId body = integer(depth);
        scope_.resize(outer);
        return b.make(Op::sum, Sort::integer, 0, {body}, noId, decls);
      }
      case 5: return b.make(Op::ifThenElse, Sort::integer, 0, {formula(depth), integer(depth), integer(depth)});
      case 6: return let(Sort::integer, 0, depth);
      case 7:
        if (temporal) return b.prime(integer(depth));
        [[fallthrough]];
      default: {
        const Op ops[] = {Op::add,       Op::subtract,  Op::multiply,   Op::divide,
                          Op::remainder, Op::shiftLeft, Op::shiftRight, Op::shiftRightLogical};
        return b.integer(ops[pick(8)], {integer(depth), integer(depth)});
      }
    }
  }

  ExprId formula(unsigned depth) {
    if (depth == 0) return b.formula(chance(50) ? Op::some : Op::lone, {leaf(1 + pick(3))});
    --depth;
    if (idioms && chance(35)) return idiom(depth);
    if (temporal && chance(20)) {
      const Op unary[] = {Op::always, Op::eventually, Op::after, Op::before, Op::historically, Op::once};
      const Op binary[] = {Op::until, Op::since, Op::releases, Op::triggered};
      if (chance(60)) return b.formula(unary[pick(6)], {formula(depth)});
      return b.formula(binary[pick(4)], {formula(depth), formula(depth)});
    }
    switch (pick(16)) {
      case 0: return b.formula(Op::not_, {formula(depth)});
      case 1: return b.formula(Op::and_, {formula(depth), formula(depth), formula(depth)});
      case 2: return b.formula(Op::or_, {formula(depth), formula(depth)});
      case 3:
        if (chance(15)) return b.formula(Op::implies, {formula(depth), b.formula(Op::false_, {})});
        return b.formula(chance(50) ? Op::implies : Op::iff, {formula(depth), formula(depth)});
      case 4: return b.formula(Op::ifThenElse, {formula(depth), formula(depth), formula(depth)});
      case 5:
      case 6:
      case 7: {
        const Op ops[] = {Op::quantAll, Op::quantSome, Op::quantNo, Op::quantLone, Op::quantOne};
        const std::size_t outer = scope_.size();
        const std::vector<Decl> decls = declarations(1 + pick(2), depth, true);
        const ExprId body = formula(depth);
        scope_.resize(outer);
        return b.quantifier(ops[pick(5)], decls, body);
      }
      case 8: return let(Sort::formula, 0, depth);
      case 9:
        if (b.model.funcs().empty()) return b.formula(Op::true_, {});
        return b.make(Op::call, Sort::formula, 0, {relation(1, depth), relation(2, depth)}, 0);
      case 10: {
        const unsigned arity = 1 + pick(3);
        return b.formula(Op::in, {relation(arity, depth), bound(arity, depth)});
      }
      case 11: {
        const Op ops[] = {Op::integerEqual, Op::less, Op::greater, Op::lessEqual, Op::greaterEqual};
        return b.formula(ops[pick(5)], {integer(depth), integer(depth)}, chance(30));
      }
      case 12: return b.formula(Op::disjoint, {relation(1, depth), relation(1, depth), relation(1, depth)});
      case 13: {
        const Op ops[] = {Op::some, Op::no, Op::lone, Op::one};
        return b.formula(ops[pick(4)], {relation(1 + pick(3), depth)});
      }
      default: {
        const unsigned arity = 1 + pick(3);
        return b.formula(chance(50) ? Op::in : Op::equal, {relation(arity, depth), relation(arity, depth)}, chance(30));
      }
    }
  }

  // Expressions with special evaluation methods: reachability, cycles, products, orders, and quantifiers whose body names the
  // values that matter.
  ExprId idiom(unsigned depth) {
    const auto closed = [&] { return b.unary(chance(60) ? Op::closure : Op::reflexiveClosure, relation(2, depth)); };
    const auto reach = [&] {
      const ExprId from = leaf(1), over = closed();
      return chance(60) ? b.join(from, over) : b.join(over, from);
    };
    const auto some = [&](ExprId set) { return b.formula(chance(50) ? Op::some : Op::no, {set}); };
    const auto either = [&](Op op, ExprId left, ExprId right) {
      return chance(50) ? b.binary(op, left, right) : b.binary(op, right, left);
    };
    const auto product = [&](unsigned arity) {
      ExprId out = relation(1, depth);
      for (unsigned i = 1; i < arity; ++i) out = either(Op::product, out, relation(1, depth));
      return out;
    };
    switch (pick(8)) {
      case 0: return b.formula(Op::in, {leaf(1), reach()}, chance(30));
      case 1: return some(either(Op::intersection, leaf(1), reach()));
      case 2: return some(either(Op::intersection, b.iden(), closed()));
      case 3: {
        const unsigned arity = 2 + pick(2);
        const ExprId left = relation(arity, depth), right = product(arity);
        switch (pick(4)) {
          case 0: return b.formula(Op::in, {left, right}, chance(30));
          case 1: return b.formula(Op::equal, {left, right}, chance(30));
          case 2: return some(either(Op::intersection, left, right));
          default: return some(b.binary(Op::difference, left, right));
        }
      }
      case 4: return b.formula(Op::totalOrder, {leaf(1), leaf(1), relation(2, depth)});
      default: break;
    }
    const std::size_t outer = scope_.size();
    std::vector<Decl> decls;
    for (unsigned i = 1 + pick(2); i > 0; --i) {
      const VarId x = b.variable("z", model::VarKind::quantified);
      decls.push_back({x,
                       1,
                       b.sigRef(chance(80)   ? sigA
                                : chance(50) ? sigC
                                             : model::builtin::univ),
                       Multiplicity::one,
                       false,
                       {}});
      scope_.push_back(x);
    }
    const ExprId told = guard(depth), rest = formula(depth);
    scope_.resize(outer);
    if (chance(15)) return some(b.comprehension(decls, b.formula(Op::and_, {told, rest})));
    const Op ops[] = {Op::quantAll, Op::quantSome, Op::quantNo, Op::quantLone, Op::quantOne};
    const Op op = ops[pick(5)];
    if (chance(25)) return b.quantifier(op, decls, b.formula(chance(50) ? Op::and_ : Op::or_, {told, rest}));
    if (op != Op::quantAll) return b.quantifier(op, decls, b.formula(Op::and_, {told, rest}));
    if (chance(30)) return b.quantifier(op, decls, b.formula(Op::or_, {rest, b.formula(Op::not_, {told})}));
    return b.quantifier(op, decls, b.formula(Op::implies, {told, rest}));
  }

 private:
  ExprId guard(unsigned depth) {
    const ExprId x = chance(90) ? b.var(scope_.back()) : leaf(1), y = leaf(1);
    const auto image = [&](ExprId of) { return chance(60) ? b.join(of, relation(2, depth)) : b.join(relation(2, depth), of); };
    switch (pick(8)) {
      case 0: return b.formula(Op::in, {b.product(x, y), relation(2, depth)});
      case 1: return b.formula(Op::in, {x, image(y)});
      case 2: return b.formula(Op::some, {b.binary(Op::intersection, image(x), image(y))});
      case 3: {
        const ExprId r = b.fieldRef(chance(50) ? f : g);
        return b.formula(Op::equal, {b.join(x, r), b.join(y, r)});
      }
      case 4: return b.formula(Op::in, {x, relation(1, depth)});
      case 5: return b.formula(Op::in, {b.product(b.product(x, y), leaf(1)), b.fieldRef(h)});
      case 6: return b.formula(Op::equal, {image(x), relation(1, depth)});
      default: return b.formula(Op::not_, {b.formula(Op::no, {image(image(x))})});
    }
  }

  Multiplicity multiplicity() { return static_cast<Multiplicity>(pick(4)); }

  // A bound of a declaration, with random multiplicities.
  ExprId bound(unsigned arity, unsigned depth) {
    if (arity == 1) return b.bound(multiplicity(), relation(1, depth));
    if (chance(10)) {
      if (arity == 2) return b.make(Op::seqBound, Sort::relation, 2, {b.sigRef(model::builtin::seqInt), relation(1, depth)});
    }
    const unsigned left = 1 + pick(arity - 1);
    const auto side = [&](unsigned columns) { return columns == 1 ? relation(1, depth) : bound(columns, depth); };
    return b.product(side(left), side(arity - left), multiplicity(), multiplicity());
  }

  std::vector<Decl> declarations(unsigned count, unsigned depth, bool higherOrder) {
    std::vector<Decl> out;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned variables = 1 + pick(2);
      ExprId over = chance(30) ? b.sigRef(model::builtin::integers) : relation(1, depth);
      Multiplicity m = Multiplicity::one;
      std::uint8_t arity = 1;
      if (higherOrder && chance(12)) {
        m = multiplicity();
        over = b.sigRef(chance(50) ? sigB : sigC);
        if (chance(30)) {
          over = b.product(b.sigRef(sigB), b.sigRef(sigC), multiplicity(), multiplicity());
          arity = 2;
          m = Multiplicity::set;
        }
      }
      const VarId first = b.variable("x", model::VarKind::quantified, Sort::relation, arity);
      for (unsigned v = 1; v < variables; ++v) b.variable("y", model::VarKind::quantified, Sort::relation, arity);
      for (unsigned v = 0; v < variables; ++v) scope_.push_back(first + v);
      out.push_back(b.decl(first, over, m, variables, chance(30)));
    }
    return out;
  }

  ExprId comprehension(unsigned columns, unsigned depth) {
    const std::size_t outer = scope_.size();
    const ExprId over = relation(1, depth);
    const VarId x = b.variable("x");
    std::vector<Decl> decls;
    if (columns == 1) {
      decls = {b.decl(x, over)};
      scope_.push_back(x);
    } else {
      const VarId y = b.variable("y");
      decls = {b.decl(x, over, Multiplicity::one, 2, chance(30))};
      scope_.insert(scope_.end(), {x, y});
    }
    const ExprId body = formula(depth);
    scope_.resize(outer);
    return b.comprehension(decls, body);
  }

  ExprId let(Sort sort, unsigned arity, unsigned depth) {
    const Sort of = sort == Sort::relation || chance(60) ? Sort::relation : sort;
    const unsigned columns = 1 + pick(2);
    const ExprId value = of == Sort::relation ? relation(columns, depth) : of == Sort::integer ? integer(depth) : formula(depth);
    const VarId v = b.variable("v", model::VarKind::let, of, static_cast<std::uint8_t>(of == Sort::relation ? columns : 0));
    scope_.push_back(v);
    ExprId body = sort == Sort::relation ? relation(arity, depth) : sort == Sort::integer ? integer(depth) : formula(depth);
    if (of == Sort::formula) body = b.formula(chance(50) ? Op::or_ : Op::implies, {b.formula(Op::not_, {b.var(v)}), body});
    if (of == Sort::integer) body = b.integer(Op::add, {b.var(v), body});
    scope_.pop_back();
    return b.let(v, value, body);
  }

  std::vector<VarId> scope_;
};

// Describes an expression for failure reports: numbers of operators, children, and the bodies of calls.
inline std::string describe(const model::Model& model, ExprId id) {
  const Expr& e = model.expr(id);
  std::string out = fmt::format("(op{}{}", static_cast<int>(e.op), e.negated ? "!" : "");
  if (e.payload != noId) out += fmt::format(":{}", e.payload);
  for (const Decl& d : model.decls(id))
    out += fmt::format(" [v{}+{}{} m{} {}]", d.firstVariable, d.variableCount, d.disjoint ? " disj" : "",
                       static_cast<int>(d.multiplicity), describe(model, d.bound));
  for (const ExprId child : model.children(id)) out += " " + describe(model, child);
  if (e.op == Op::call) out += " body " + describe(model, model.func(e.payload).body);
  return out + ")";
}

}  // namespace aunit::evaluator::testing
