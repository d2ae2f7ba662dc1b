// The evaluator against a deliberately naive one, on generated models' expressions, instances and traces.
#include "tests/evaluator/naive_evaluator.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/ranges.h>

#include "evaluator/evaluator.h"
#include "evaluator/evaluator_impl.h"
#include "tests/evaluator/builder.h"

namespace aunit::evaluator {
namespace {

using namespace testing;

unsigned pick(unsigned count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, count));
}
bool chance(unsigned percent) {
  return pick(100) < percent;
}

// sig A { f: set A, h: A -> C, n: set Int }  sig B extends A {}  var sig C { var g: set A }
class Generator {
 public:
  Builder b;
  SigId sigA = b.sig("A"), sigB = b.sig("B", sigA), sigC = b.sig("C", model::builtin::univ, true);
  FieldId f = b.field("f", sigA, 2), h = b.field("h", sigA, 3), n = b.field("n", sigA, 2), g = b.field("g", sigC, 2, true);
  bool temporal = true;

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

  ExprId leaf(unsigned arity) {
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
      case 3: return b.formula(chance(50) ? Op::implies : Op::iff, {formula(depth), formula(depth)});
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

 private:
  Multiplicity multiplicity() { return static_cast<Multiplicity>(pick(4)); }

  // With multiplicities somewhere.
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

model::Instance randomInstance(const Generator& generator, unsigned states) {
  const Builder& b = generator.b;
  const int width = chance(10) ? 6 : 1 + static_cast<int>(pick(3));  // 6: a universe beyond 64 atoms
  model::Instance instance = emptyInstance(b, {"a0", "a1", "a2", "c0", "c1"}, width);
  instance.maxSequence = static_cast<int>(pick(3));
  const std::uint32_t size = instance.universe->size();
  const auto any = [&](std::uint32_t arity, const std::vector<std::vector<Atom>>& columns, unsigned most) {
    TupleSet out(size, arity);
    for (unsigned i = pick(most + 1); i > 0; --i) {
      std::vector<Atom> tuple;
      for (const auto& column : columns) tuple.push_back(column[pick(static_cast<unsigned>(column.size()))]);
      out.insert(tuple);
    }
    return out;
  };
  const std::vector<Atom> as = {0, 1, 2}, bs = {0, 1}, cs = {3, 4};
  std::vector<Atom> ints;
  for (Atom a = instance.universe->firstInt(); a < size; ++a) ints.push_back(a);
  model::State fixed = instance.states[0];
  fixed.sigs[generator.sigA] = any(1, {as}, 4);
  fixed.sigs[generator.sigB] = any(1, {bs}, 2);
  fixed.sigs[generator.sigA] = fixed.sigs[generator.sigA].unite(fixed.sigs[generator.sigB]);
  fixed.fields[generator.f] = any(2, {as, as}, 5);
  fixed.fields[generator.h] = any(3, {as, as, cs}, 6);
  fixed.fields[generator.n] = any(2, {as, ints}, 4);
  instance.states.assign(states, fixed);
  for (model::State& state : instance.states) {
    state.sigs[generator.sigC] = any(1, {cs}, 2);
    state.fields[generator.g] = any(2, {cs, as}, 3);
  }
  instance.loop = pick(states);
  return instance;
}

NaiveValue naive(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return long{*number};
  return naiveSet(std::get<TupleSet>(value));
}

// The expression as its operators' numbers and children, its calls expanded, for the report of a failure.
std::string describe(const model::Model& model, ExprId id) {
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

std::string describe(const NaiveValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const long* number = std::get_if<long>(&value)) return std::to_string(*number);
  std::string out;
  for (const NaiveTuple& tuple : std::get<NaiveSet>(value)) out += fmt::format("<{}> ", fmt::join(tuple, " "));
  return "{ " + out + "}";
}

// Remembers nothing, sees everything.
struct SeesEverything {
  static constexpr bool active = true;
  void relation(ExprId, const TupleSet&) {}
  void integer(ExprId, std::int32_t) {}
  void formula(ExprId, bool) {}
  void quantified(ExprId, std::uint64_t bindings, std::uint64_t trueBodies) { RC_ASSERT(trueBodies <= bindings); }
};

void compare(bool temporal, bool noOverflow) {
  Generator generator;
  generator.temporal = temporal;
  int compared = 0;
  std::vector<ExprId> exprs;
  for (int i = 0; i < 3; ++i) exprs.push_back(generator.any());
  Evaluator plain(generator.b.model, {.semantics = {.noOverflow = noOverflow}});
  BasicEvaluator<SeesEverything> observed(generator.b.model, {.semantics = {.noOverflow = noOverflow}});
  for (int round = 0; round < 2; ++round) {  // the second time with everything compiled and kept
    const model::Instance instance = randomInstance(generator, temporal ? 1 + pick(3) : 1);
    plain.bind(instance);
    observed.bind(instance);
    NaiveEvaluator reference(generator.b.model, instance, noOverflow);
    for (const ExprId expr : exprs)
      for (unsigned state = 0; state < instance.states.size(); ++state) {
        NaiveValue expected;
        try {
          expected = reference.value(expr, state);
        } catch (const TooSlow&) {
          continue;
        }
        ++compared;
        const NaiveValue found = naive(plain.value(expr, state)), seen = naive(observed.value(expr, state));
        if (found == expected && seen == expected) continue;
        RC_FAIL(fmt::format("{}\nat state {} of {} with loop {}: naive {}, evaluator {}, observed {}",
                            describe(generator.b.model, expr), state, instance.states.size(), instance.loop, describe(expected),
                            describe(found), describe(seen)));
      }
  }
  RC_PRE(compared > 0);
}

RC_GTEST_PROP(Naive, AgreesOnStaticInstances, ()) {
  compare(false, false);
}
RC_GTEST_PROP(Naive, AgreesOnTraces, ()) {
  compare(true, false);
}
RC_GTEST_PROP(Naive, AgreesWithoutOverflows, ()) {
  compare(false, true);
}
RC_GTEST_PROP(Naive, AgreesOnTracesWithoutOverflows, ()) {
  compare(true, true);
}

}  // namespace
}  // namespace aunit::evaluator
