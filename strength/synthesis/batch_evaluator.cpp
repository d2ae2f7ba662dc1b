#include "strength/synthesis/batch_evaluator.h"

#include <algorithm>

#include "support/cancellation.h"

namespace aunit::strength::synthesis {

using namespace model;

namespace {

// Budget steps, of about a nanosecond each, that an operator takes for one row. A rough average: a join takes about 100.
constexpr std::uint64_t stepsAnOperator = 50;

Fold foldOf(Op quantifier) {
  switch (quantifier) {
    case Op::quantAll: return Fold::all;
    case Op::quantSome: return Fold::some;
    case Op::quantNo: return Fold::no;
    case Op::quantLone: return Fold::lone;
    default: return Fold::one;
  }
}

}  // namespace

BatchEvaluator::BatchEvaluator(const model::Model& model, const Pool& pool, model::Semantics semantics)
    : model_(model), pool_(pool), semantics_(semantics) {
  Frame frame;
  frame.rows = static_cast<std::uint32_t>(pool.size());
  frame.position.assign(frame.rows, 0);
  for (std::uint32_t i = 0; i < frame.rows; ++i) frame.caseOf.push_back(i);
  frames_.push_back(std::move(frame));
}

// -------------------------------------------------------------------------------------------------------------------- values

const Column& BatchEvaluator::value(ExprId expr, FrameId frame, const Names* names) {
  const Call key{expr, frame, names};
  const bool seam = reachesSeam(expr);
  if (seam && (expr == seam_->place || (model_.expr(expr).op == Op::call && model_.expr(expr).payload == seam_->function)))
    if (const Column* answer = seam_->answer(key)) return *answer;
  if (seam) return *scratch_.emplace_back(std::make_unique<Column>(compute(expr, frame, names)));
  if (const auto known = values_.find(key); known != values_.end()) return *known->second;
  auto made = std::make_unique<Column>(compute(expr, frame, names));
  if (marked_ && (expr >= markedExprs_ || frame >= markedFrames_)) newValues_.push_back(key);
  return *(values_[key] = std::move(made));
}

Column BatchEvaluator::compute(ExprId expr, FrameId frame, const Names* names) {
  const Expr e = model_.expr(expr);
  const std::size_t rows = frames_[frame].rows;
  support::spend(stepsAnOperator * (rows + 1));
  const auto of = [&](std::uint32_t i) -> const Column& { return value(model_.child(expr, i), frame, names); };
  Column out;
  switch (e.op) {
    case Op::sig: return ofStates(pool_.sig(e.payload), frame);
    case Op::field: return ofStates(pool_.field(e.payload), frame);
    case Op::iden: return ofStates(pool_.identity(), frame);
    case Op::variable: return variable(e.payload, frame, names);
    case Op::union_: algebra().unite(of(0), of(1), out); return out;
    case Op::difference: algebra().subtract(of(0), of(1), out); return out;
    case Op::intersection: algebra().intersect(of(0), of(1), out); return out;
    case Op::override_: algebra().overrideWith(of(0), of(1), rows, out); return out;
    case Op::join:
    case Op::product: {
      const Column &a = of(0), &b = of(1);
      const int arity = a.shape.arity + b.shape.arity - (e.op == Op::join ? 2 : 0);
      if (arity < 1 || arity > static_cast<int>(maximalColumns)) throw NoColumn();
      if (e.op == Op::join)
        algebra().join(a, b, rows, out);
      else
        algebra().product(a, b, rows, out);
      return out;
    }
    case Op::domainRestriction: algebra().restrictDomain(of(0), of(1), rows, out); return out;
    case Op::rangeRestriction: algebra().restrictRange(of(0), of(1), rows, out); return out;
    case Op::transpose: algebra().transpose(of(0), rows, out); return out;
    case Op::closure: algebra().close(of(0), rows, out); return out;
    case Op::reflexiveClosure: {
      Column closed;
      algebra().close(of(0), rows, closed);
      algebra().unite(closed, ofStates(pool_.identity(), frame), out);
      return out;
    }
    case Op::bound:
      if (e.rightMultiplicity != model::Multiplicity::set) throw NoColumn();
      return of(0);
    case Op::prime: return value(model_.child(expr, 0), moved(frame, true), names);
    case Op::comprehension: return comprehension(expr, frame, names);
    case Op::ifThenElse: return choice(of(0), of(1), of(2), rows);
    case Op::let: return value(model_.child(expr, 1), frame, namesIn(expr, names));
    case Op::call:
      if (model_.func(e.payload).recursive || model_.func(e.payload).body == noId) throw NoColumn();
      return value(model_.func(e.payload).body, frame, namesIn(expr, names));
    default: break;
  }
  if (e.sort == model::Sort::integer) return computeInteger(e, expr, frame, names);
  if (e.sort == model::Sort::formula) return computeFormula(e, expr, frame, names);
  throw NoColumn();
}

Column BatchEvaluator::computeFormula(const Expr& e, ExprId expr, FrameId frame, const Names* names) {
  const std::size_t rows = frames_[frame].rows;
  const auto of = [&](std::uint32_t i) -> const Column& { return value(model_.child(expr, i), frame, names); };
  Column out;
  const auto integers = [&](auto&& holds) {
    const Column &a = of(0), &b = of(1);
    out = truths(rows);
    for (std::size_t r = 0; r < rows; ++r)
      if (holds(a.integers()[r], b.integers()[r])) out.setBit(r);
  };
  switch (e.op) {
    case Op::true_: return truths(rows, true);
    case Op::false_: return truths(rows, false);
    case Op::in: {
      const Expr& right = model_.expr(model_.child(expr, 1));
      if (right.op == Op::seqBound || (right.op == Op::product && (right.leftMultiplicity != model::Multiplicity::set ||
                                                                   right.rightMultiplicity != model::Multiplicity::set)))
        throw NoColumn();
      algebra().isIn(of(0), of(1), rows, out);
      break;
    }
    case Op::equal: algebra().isEqual(of(0), of(1), rows, out); break;
    case Op::integerEqual: integers([](int a, int b) { return a == b; }); break;
    case Op::less: integers([](int a, int b) { return a < b; }); break;
    case Op::greater: integers([](int a, int b) { return a > b; }); break;
    case Op::lessEqual: integers([](int a, int b) { return a <= b; }); break;
    case Op::greaterEqual: integers([](int a, int b) { return a >= b; }); break;
    case Op::some: algebra().isSome(of(0), rows, out); return out;
    case Op::lone: algebra().isLone(of(0), rows, out); return out;
    case Op::no:
      algebra().isSome(of(0), rows, out);
      negate(out, rows);
      return out;
    case Op::one: {
      Column some;
      algebra().isSome(of(0), rows, some);
      algebra().isLone(of(0), rows, out);
      for (std::size_t i = 0; i < out.wordCount(); ++i) out.words()[i] &= some.words()[i];
      return out;
    }
    case Op::not_:
      out = of(0);
      negate(out, rows);
      return out;
    case Op::and_:
    case Op::or_:
      out = truths(rows, e.op == Op::and_);
      for (std::uint32_t i = 0; i < e.childCount; ++i) {
        const Column& child = of(i);
        for (std::size_t k = 0; k < out.wordCount(); ++k)
          out.words()[k] = e.op == Op::and_ ? out.words()[k] & child.words()[k] : out.words()[k] | child.words()[k];
      }
      return out;
    case Op::implies:
      out = of(0);
      negate(out, rows);
      for (std::size_t k = 0; k < out.wordCount(); ++k) out.words()[k] |= of(1).words()[k];
      return out;
    case Op::iff:
      out = of(0);
      for (std::size_t k = 0; k < out.wordCount(); ++k) out.words()[k] ^= of(1).words()[k];
      negate(out, rows);
      return out;
    case Op::disjoint: {
      if (e.childCount == 0) return truths(rows, true);
      Column seen = of(0), shared;
      out = truths(rows, true);
      for (std::uint32_t i = 1; i < e.childCount; ++i) {
        algebra().intersect(seen, of(i), shared);
        Column meets;
        algebra().isSome(shared, rows, meets);
        for (std::size_t k = 0; k < out.wordCount(); ++k) out.words()[k] &= ~meets.words()[k];
        const Column before = seen;
        algebra().unite(before, of(i), seen);
      }
      return out;
    }
    default:
      if (model::isQuantifier(e.op)) {
        const FrameId inner = bindAll(expr, frame, names);
        fold(foldOf(e.op), value(model_.child(expr, 0), inner, names), inner, frame, out);
        return out;
      }
      if (model::isTemporal(e.op)) return computeTemporal(e, expr, frame, names);
      throw NoColumn();
  }
  if (e.negated) negate(out, rows);
  return out;
}

Column BatchEvaluator::computeTemporal(const Expr& e, ExprId expr, FrameId frame, const Names* names) {
  const std::uint32_t rows = frames_[frame].rows;
  if (e.op == Op::after) return value(model_.child(expr, 0), moved(frame, true), names);
  if (e.op == Op::before) {
    Column out = value(model_.child(expr, 0), moved(frame, false), names);
    for (std::uint32_t r = 0; r < rows; ++r)
      if (frames_[frame].position[r] == 0) out.words()[r / 64] &= ~(std::uint64_t{1} << (r % 64));
    return out;
  }
  const FrameId inner = spread(frame);
  const Column& a = value(model_.child(expr, 0), inner, names);
  const Column& b = e.childCount > 1 ? value(model_.child(expr, 1), inner, names) : a;
  const Frame& f = frames_[frame];
  const std::vector<std::uint32_t>& first = frames_[inner].first;
  Column out = truths(rows);
  for (std::uint32_t r = 0; r < rows; ++r) {
    const std::uint32_t valuation = f.caseOf[r], last = pool_.positions(valuation) - 1;
    const auto at = [&](const Column& c, std::uint32_t position) { return c.bit(first[r] + position); };
    // Whether `left` holds in each moment until `right` holds. The other operators are special cases of `until`. Returns false
    // after it has visited all moments without a result.
    const auto reaches = [&](auto&& left, auto&& right) {
      std::uint32_t p = f.position[r];
      for (std::uint32_t steps = 0; steps <= last + pool_.period(valuation); ++steps, p = pool_.next(valuation, p)) {
        if (right(p)) return true;
        if (!left(p)) return false;
      }
      return false;
    };
    const auto reached = [&](auto&& left, auto&& right) {
      for (std::uint32_t p = f.position[r];; --p) {
        if (right(p)) return true;
        if (!left(p) || p == 0) return false;
      }
    };
    const auto always = [](std::uint32_t) { return true; };
    const auto isA = [&](std::uint32_t p) { return at(a, p); };
    const auto isB = [&](std::uint32_t p) { return at(b, p); };
    const auto notA = [&](std::uint32_t p) { return !at(a, p); };
    const auto notB = [&](std::uint32_t p) { return !at(b, p); };
    bool holds = false;
    switch (e.op) {
      case Op::always: holds = !reaches(always, notA); break;
      case Op::eventually: holds = reaches(always, isA); break;
      case Op::until: holds = reaches(isA, isB); break;
      case Op::releases: holds = !reaches(notA, notB); break;
      case Op::historically: holds = !reached(always, notA); break;
      case Op::once: holds = reached(always, isA); break;
      case Op::since: holds = reached(isA, isB); break;
      case Op::triggered: holds = !reached(notA, notB); break;
      default: throw NoColumn();
    }
    if (holds) out.setBit(r);
  }
  return out;
}

Column BatchEvaluator::computeInteger(const Expr& e, ExprId expr, FrameId frame, const Names* names) {
  if (semantics_.noOverflow) throw NoColumn();
  const std::uint32_t rows = frames_[frame].rows;
  Column out;
  algebra().prepare(out, integerShape, rows);
  const auto of = [&](std::uint32_t i) -> const Column& { return value(model_.child(expr, i), frame, names); };
  const auto fill = [&](auto&& number) {
    for (std::uint32_t r = 0; r < rows; ++r) out.integers()[r] = wrapped(number(r), r, frame);
  };
  switch (e.op) {
    case Op::integer: fill([&](std::uint32_t) { return static_cast<std::int32_t>(e.payload); }); return out;
    case Op::cardinality: {
      Column size;
      algebra().count(of(0), rows, size);
      for (std::uint32_t r = 0; r < rows; ++r)
        if (size.integers()[r] >= static_cast<int>(maximalAtoms * maximalAtoms * maximalAtoms)) throw NoColumn();
      fill([&](std::uint32_t r) { return size.integers()[r]; });
      return out;
    }
    case Op::add: fill([&, &a = of(0), &b = of(1)](std::uint32_t r) { return a.integers()[r] + b.integers()[r]; }); return out;
    case Op::subtract:
      fill([&, &a = of(0), &b = of(1)](std::uint32_t r) { return a.integers()[r] - b.integers()[r]; });
      return out;
    default: throw NoColumn();
  }
}

std::int32_t BatchEvaluator::wrapped(std::int32_t value, std::uint32_t row, FrameId frame) const {
  const int width = pool_.instance(frames_[frame].caseOf[row]).universe->integerWidth();
  const std::uint32_t sign = std::uint32_t{1} << (width - 1), mask = (sign << 1) - 1;
  return static_cast<std::int32_t>(((static_cast<std::uint32_t>(value) & mask) ^ sign)) - static_cast<std::int32_t>(sign);
}

Column BatchEvaluator::choice(const Column& condition, const Column& then, const Column& otherwise, std::size_t rows) const {
  Column out = otherwise;
  if (then.shape != otherwise.shape) throw NoColumn();
  if (then.shape == formulaShape) {
    for (std::size_t k = 0; k < out.wordCount(); ++k)
      out.words()[k] = (condition.words()[k] & then.words()[k]) | (~condition.words()[k] & otherwise.words()[k]);
    return out;
  }
  const std::size_t size = then.shape == integerShape ? sizeof(std::int32_t) : algebra().bytesOf(then.shape.arity);
  for (std::size_t r = 0; r < rows; ++r)
    if (condition.bit(r))
      std::copy_n(then.bytes.begin() + static_cast<std::ptrdiff_t>(r * size), size,
                  out.bytes.begin() + static_cast<std::ptrdiff_t>(r * size));
  return out;
}

Column BatchEvaluator::comprehension(ExprId expr, FrameId frame, const Names* names) {
  const FrameId inner = bindAll(expr, frame, names);
  const Column holds = value(model_.child(expr, 0), inner, names);
  std::vector<const Column*> atoms;  // by variable: its values in the rows of `inner`
  std::vector<Column> lift;
  std::vector<std::uint32_t> source(frames_[inner].rows);
  for (std::uint32_t r = 0; r < source.size(); ++r) source[r] = r;
  lift.reserve(maximalColumns);
  for (const Decl& decl : model_.decls(expr))
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      if (lift.size() == maximalColumns) throw NoColumn();
      lift.push_back(variable(decl.firstVariable + i, inner, nullptr));
    }
  for (FrameId at = inner; at != frame; at = frames_[at].parent)
    for (std::uint32_t& r : source) r = frames_[at].source[r];
  Column out;
  algebra().prepare(out, relationShape(static_cast<std::uint32_t>(lift.size())), frames_[frame].rows);
  for (std::uint32_t r = 0; r < source.size(); ++r) {
    if (!holds.bit(r)) continue;
    std::uint32_t tuple[maximalColumns];
    for (std::size_t i = 0; i < lift.size(); ++i)
      tuple[i] = static_cast<std::uint32_t>(std::countr_zero(algebra().atomsOf(lift[i], r)));
    algebra().insert(out, source[r], tuple);
  }
  return out;
}

// -------------------------------------------------------------------------------------------------------------------- names

const BatchEvaluator::Names* BatchEvaluator::namesIn(ExprId letOrCall, const Names* names) {
  const Call key{letOrCall, 0, names};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Expr e = model_.expr(letOrCall);
  const Names* inner = nullptr;
  if (e.op == Op::let) inner = named(e.payload, model_.child(letOrCall, 0), names, names);
  for (std::uint32_t i = 0; e.op == Op::call && i < e.childCount; ++i)
    inner = named(model_.func(e.payload).variables[i], model_.child(letOrCall, i), names, inner);
  if (marked_ && letOrCall >= markedExprs_) newBound_.push_back(key);
  return known_[key] = inner;
}

const BatchEvaluator::Names* BatchEvaluator::named(VarId variable, ExprId value, const Names* of, const Names* outer) {
  return names_.emplace_back(std::make_unique<Names>(Names{variable, value, of, outer})).get();
}

const Column* BatchEvaluator::boundIn(FrameId frame, VarId variable, FrameId& where) const {
  for (where = frame; where != noId; where = frames_[where].parent)
    for (const auto& [bound, column] : frames_[where].variables)
      if (bound == variable) return &column;
  return nullptr;
}

Column BatchEvaluator::variable(VarId id, FrameId frame, const Names* names) {
  FrameId where = noId;
  if (const Column* column = boundIn(frame, id, where)) return lifted(*column, where, frame);
  for (const Names* name = names; name != nullptr; name = name->outer)
    if (name->variable == id) return value(name->value, frame, name->of);
  throw NoColumn();
}

Column BatchEvaluator::ofStates(const Column& states, FrameId frame) const {
  const Frame& f = frames_[frame];
  std::vector<std::uint32_t> source(f.rows);
  for (std::uint32_t r = 0; r < f.rows; ++r) source[r] = pool_.stateRow(f.caseOf[r], f.position[r]);
  Column out;
  algebra().gather(states, source, out);
  return out;
}

}  // namespace aunit::strength::synthesis
