#include "strength/synthesis/task.h"

#include <algorithm>
#include <map>
#include <string>

#include "support/cancellation.h"

namespace aunit::strength::synthesis {

using namespace model;

namespace {

// A rough estimate of the budget steps for finding one row by its arguments.
constexpr std::uint64_t stepsToFindARow = 500;

}  // namespace

Task::Task(const model::Model& model, BatchEvaluator& batch, Subject subject, std::vector<Demand> demands)
    : model_(model), batch_(batch), subject_(subject), demands_(std::move(demands)) {
  seam_.function = subject.function;
  if (subject.function == noId) seam_.place = subject.body;
  known_.assign(model.exprCount(), 0);
  seam_.above.assign(model.exprCount(), 0);
  for (ExprId id = 0; id < model.exprCount(); ++id) seam_.above[id] = reaches(id);
  // Removes the demands that do not depend on the subject's body.
  std::erase_if(demands_, [&](const Demand& demand) {
    return std::ranges::none_of(demand.formulas, [&](ExprId formula) { return seam_.above[formula] != 0; });
  });
  findRows();
  findWanted();
}

bool Task::reaches(ExprId expr) {
  if (known_[expr] != 0) return known_[expr] == 1;
  known_[expr] = 2;  // if a function calls itself, the recursion ends here
  const Expr& e = model_.expr(expr);
  bool found = expr == seam_.place || (e.op == Op::call && e.payload == seam_.function);
  for (const ExprId child : model_.children(expr)) found |= reaches(child);
  for (const model::Decl& decl : model_.decls(expr)) found |= reaches(decl.bound);
  if (e.op == Op::call && model_.func(e.payload).body != noId) found |= reaches(model_.func(e.payload).body);
  known_[expr] = found ? 1 : 2;
  return found;
}

/// Collects the calls of the subject. Makes a row for each valuation, moment and list of arguments with which it is called.
void Task::findRows() {
  if (subject_.function == noId) return;  // the body of a fact has one row for each valuation
  Frame frame;
  std::map<std::string, std::uint32_t> known;
  const model::Func& function = model_.func(subject_.function);
  std::vector<std::vector<Column>> arguments;  // by call
  seam_.answer = [&](const BatchEvaluator::Call& call) -> const Column* {
    // Only the calls matter here, so any column serves as the value of a call. The subject's present body is not evaluated.
    answers_.push_back(std::make_unique<Column>(truths(batch_.frame(call.frame).rows)));
    const Column* const anything = answers_.back().get();
    if (std::ranges::find(calls_, call, &decltype(calls_)::value_type::first) != calls_.end()) return anything;
    std::vector<Column> values;
    for (const ExprId argument : model_.children(call.call)) values.push_back(batch_.value(argument, call.frame, call.names));
    const Frame& f = batch_.frame(call.frame);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t r = 0; r < f.rows; ++r) {
      support::spend(stepsToFindARow);
      std::string key(reinterpret_cast<const char*>(&f.caseOf[r]), sizeof f.caseOf[r]);
      key.append(reinterpret_cast<const char*>(&f.position[r]), sizeof f.position[r]);
      for (const Column& value : values) {
        if (value.shape.sort != model::Sort::relation) throw NoColumn();
        const std::size_t size = batch_.algebra().bytesOf(value.shape.arity);
        key.append(reinterpret_cast<const char*>(value.bytes.data()) + r * size, size);
      }
      const auto [place, isNew] = known.emplace(std::move(key), frame.rows);
      rows.push_back(place->second);
      if (!isNew) continue;
      ++frame.rows;
      frame.caseOf.push_back(f.caseOf[r]);
      frame.position.push_back(f.position[r]);
      arguments.emplace_back();
      for (const Column& value : values) {
        Column one;
        batch_.algebra().gather(value, {r}, one);
        arguments.back().push_back(std::move(one));
      }
    }
    calls_.emplace_back(call, std::move(rows));
    return anything;
  };
  batch_.setSeam(&seam_);
  try {
    for (const Demand& demand : demands_)
      for (const ExprId formula : demand.formulas) batch_.value(formula, BatchEvaluator::root);
  } catch (const NoColumn&) {
    batch_.setSeam(nullptr);
    throw;
  }
  batch_.setSeam(nullptr);
  batch_.rollback();
  answers_.clear();
  for (std::size_t p = 0; p < function.variables.size(); ++p) {
    Column all;
    const std::uint32_t arity = arguments.empty() ? 1 : arguments[0][p].shape.arity;
    batch_.algebra().prepare(all, relationShape(arity), frame.rows);
    const std::size_t size = batch_.algebra().bytesOf(arity);
    for (std::size_t r = 0; r < arguments.size(); ++r)
      std::copy_n(arguments[r][p].bytes.begin(), size, all.bytes.begin() + static_cast<std::ptrdiff_t>(r * size));
    frame.variables.emplace_back(function.variables[p], std::move(all));
  }
  base_ = batch_.add(std::move(frame));
}

void Task::findWanted() {
  const std::size_t rows = batch_.frame(base_).rows, valuations = batch_.pool().size();
  wanted_.holds = truths(rows);
  wanted_.fails = truths(rows);
  seam_.answer = nullptr;
  std::vector<std::vector<std::uint32_t>> rowsOf(valuations);
  std::size_t most = 0;
  for (std::uint32_t r = 0; r < rows; ++r) rowsOf[batch_.frame(base_).caseOf[r]].push_back(r);
  for (const auto& own : rowsOf) most = std::max(most, own.size());
  exact_ = most <= 1;
  batch_.setSeam(&seam_);
  for (std::size_t i = 0; i < most; ++i) {
    Column ith = truths(rows);
    for (const auto& own : rowsOf)
      if (i < own.size()) ith.setBit(own[i]);
    Column others = ith;
    negate(others, rows);
    const Column missedIfFalse = missed({truths(rows), others});
    Column all = truths(rows, true);
    const Column missedIfTrue = missed({ith, all});
    for (std::uint32_t valuation = 0; valuation < valuations; ++valuation) {
      if (i >= rowsOf[valuation].size()) continue;
      const bool mustHold = missedIfFalse.bit(valuation), mustFail = missedIfTrue.bit(valuation);
      contradictory_ |= mustHold && mustFail;
      if (mustHold && !mustFail) wanted_.holds.setBit(rowsOf[valuation][i]);
      if (mustFail && !mustHold) wanted_.fails.setBit(rowsOf[valuation][i]);
    }
  }
  batch_.setSeam(nullptr);
  batch_.rollback();
}

Column Task::missed(const Approximation& body) {
  Column out = truths(batch_.pool().size());
  for (const Demand& demand : demands_) {
    Column surely = truths(batch_.pool().size(), true), possibly = surely;
    for (const ExprId formula : demand.formulas) {
      const Approximation value = between(formula, BatchEvaluator::root, nullptr, body);
      for (std::size_t w = 0; w < out.wordCount(); ++w) {
        surely.words()[w] &= value.surely.words()[w];
        possibly.words()[w] &= value.possibly.words()[w];
      }
    }
    for (const std::uint32_t valuation : demand.holds)
      if (!possibly.bit(valuation)) out.setBit(valuation);
    for (const std::uint32_t valuation : demand.fails)
      if (surely.bit(valuation)) out.setBit(valuation);
  }
  return out;
}

/// Computes bounds of a formula's values from bounds of the body's values (Kleene's strong logic, on columns).
Task::Approximation Task::between(ExprId expr, FrameId frame, const BatchEvaluator::Names* names, const Approximation& body) {
  const std::size_t rows = batch_.frame(frame).rows;
  if (!seam_.above[expr]) {
    const Column& value = batch_.value(expr, frame, names);
    return {value, value};
  }
  if (expr == seam_.place) return body;
  const Expr e = model_.expr(expr);
  const auto of = [&](std::uint32_t i) { return between(model_.child(expr, i), frame, names, body); };
  const auto inverted = [&](Approximation value) {
    negate(value.surely, rows);
    negate(value.possibly, rows);
    std::swap(value.surely, value.possibly);
    return value;
  };
  const auto joined = [&](Approximation a, const Approximation& b, bool conjunction) {
    for (std::size_t w = 0; w < a.surely.wordCount(); ++w)
      for (const auto side : {&Approximation::surely, &Approximation::possibly}) {
        std::uint64_t& word = (a.*side).words()[w];
        word = conjunction ? word & (b.*side).words()[w] : word | (b.*side).words()[w];
      }
    return a;
  };
  const Approximation unknown{truths(rows, false), truths(rows, true)};
  switch (e.op) {
    case Op::not_: return inverted(of(0));
    case Op::and_:
    case Op::or_: {
      Approximation value = of(0);
      for (std::uint32_t i = 1; i < e.childCount; ++i) value = joined(std::move(value), of(i), e.op == Op::and_);
      return value;
    }
    case Op::implies: return joined(inverted(of(0)), of(1), false);
    case Op::iff: {
      const Approximation a = of(0), b = of(1);
      return joined(joined(inverted(a), b, false), joined(inverted(b), a, false), true);
    }
    case Op::quantAll:
    case Op::quantSome:
    case Op::quantNo: {
      for (const model::Decl& decl : model_.decls(expr))
        if (seam_.above[decl.bound]) return unknown;
      const FrameId inner = batch_.bindAll(expr, frame, names);
      Approximation value = between(model_.child(expr, 0), inner, names, body);
      for (FrameId at = inner; at != frame; at = batch_.frame(at).parent)
        for (const auto side : {&Approximation::surely, &Approximation::possibly}) {
          Column folded;
          batch_.fold(e.op == Op::quantAll ? Fold::all : Fold::some, value.*side, at, folded);
          value.*side = std::move(folded);
        }
      return e.op == Op::quantNo ? inverted(std::move(value)) : value;
    }
    case Op::let:
      if (seam_.above[model_.child(expr, 0)]) return unknown;
      return between(model_.child(expr, 1), frame, batch_.namesIn(expr, names), body);
    case Op::call: {
      if (e.payload != seam_.function) return between(model_.func(e.payload).body, frame, batch_.namesIn(expr, names), body);
      const auto call = std::ranges::find(calls_, BatchEvaluator::Call{expr, frame, names}, &decltype(calls_)::value_type::first);
      if (call == calls_.end()) return unknown;
      Approximation value;
      batch_.algebra().gather(body.surely, call->second, value.surely);
      batch_.algebra().gather(body.possibly, call->second, value.possibly);
      return value;
    }
    default: return unknown;
  }
}

bool Task::accepts(const Column& body) {
  if (!wanted_.isMetBy(body)) return false;
  return exact_ || missedBy(body).empty();
}

std::vector<std::uint32_t> Task::missedBy(const Column& body) {
  seam_.answer = [&](const BatchEvaluator::Call& asked) -> const Column* {
    if (subject_.function == noId) return &body;
    const auto call = std::ranges::find(calls_, asked, &decltype(calls_)::value_type::first);
    if (call == calls_.end()) return nullptr;
    answers_.push_back(std::make_unique<Column>());
    batch_.algebra().gather(body, call->second, *answers_.back());
    return answers_.back().get();
  };
  batch_.setSeam(&seam_);
  std::vector<std::uint32_t> result;
  for (const Demand& demand : demands_) {
    Column value = truths(batch_.pool().size(), true);
    for (const ExprId formula : demand.formulas) {
      const Column& one = batch_.value(formula, BatchEvaluator::root);
      for (std::size_t w = 0; w < value.wordCount(); ++w) value.words()[w] &= one.words()[w];
    }
    for (const std::uint32_t valuation : demand.holds)
      if (!value.bit(valuation)) result.push_back(valuation);
    for (const std::uint32_t valuation : demand.fails)
      if (value.bit(valuation)) result.push_back(valuation);
  }
  batch_.setSeam(nullptr);
  batch_.rollback();
  answers_.clear();
  return result;
}

}  // namespace aunit::strength::synthesis
