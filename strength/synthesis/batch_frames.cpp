#include <algorithm>
#include <map>

#include "strength/synthesis/batch_evaluator.h"
#include "support/cancellation.h"

// How BatchEvaluator makes frames, and folds a column of a frame to a column of the parent frame (see batch_evaluator.h).

namespace aunit::strength::synthesis {

using namespace model;

namespace {

// Rough estimates of budget steps: for making one row of a frame, and for finding one row by a key.
constexpr std::uint64_t stepsAFrameRow = 30, stepsToFollow = 500;

// Keys of the frames that belong to no expression: the frames of all moments, of the next moment, and of the previous moment.
constexpr ExprId spreadKey = noId - 1, forwardKey = noId - 2, backwardKey = noId - 3;

}  // namespace

FrameId BatchEvaluator::add(Frame frame) {
  support::spend(stepsAFrameRow * (std::uint64_t{frame.rows} + 1));
  frames_.push_back(std::move(frame));
  return static_cast<FrameId>(frames_.size() - 1);
}

FrameId BatchEvaluator::bind(FrameId parent, VarId variable, const Column& set) {
  if (set.shape != relationShape(1)) throw NoColumn();
  Frame frame;
  frame.parent = parent;
  const Frame& outer = frames_[parent];
  std::vector<std::uint32_t> atoms;
  for (std::uint32_t r = 0; r < outer.rows; ++r) {
    frame.first.push_back(static_cast<std::uint32_t>(atoms.size()));
    for (std::uint32_t bits = algebra().atomsOf(set, r); bits != 0; bits &= bits - 1) {
      atoms.push_back(static_cast<std::uint32_t>(std::countr_zero(bits)));
      if (atoms.back() == algebra().crowd()) throw NoColumn();
      frame.source.push_back(r);
      frame.caseOf.push_back(outer.caseOf[r]);
      frame.position.push_back(outer.position[r]);
    }
  }
  frame.rows = static_cast<std::uint32_t>(atoms.size());
  frame.first.push_back(frame.rows);
  Column column;
  algebra().prepare(column, relationShape(1), frame.rows);
  for (std::uint32_t r = 0; r < frame.rows; ++r) algebra().insert(column, r, &atoms[r]);
  frame.variables.emplace_back(variable, std::move(column));
  return add(std::move(frame));
}

FrameId BatchEvaluator::moments(FrameId parent) {
  Frame result;
  result.parent = parent;
  const Frame& f = frames_[parent];
  for (std::uint32_t r = 0; r < f.rows; ++r) {
    result.first.push_back(static_cast<std::uint32_t>(result.source.size()));
    const std::uint32_t count = pool_.positions(f.caseOf[r]), period = pool_.period(f.caseOf[r]);
    for (std::uint32_t p = std::min(f.position[r], count - period); p < count; ++p) {
      result.source.push_back(r);
      result.caseOf.push_back(f.caseOf[r]);
      result.position.push_back(p);
    }
  }
  result.rows = static_cast<std::uint32_t>(result.source.size());
  result.first.push_back(result.rows);
  return add(std::move(result));
}

Column BatchEvaluator::present(FrameId frame, FrameId base) const {
  std::vector<std::uint32_t> source(frames_[frame].rows);
  for (std::uint32_t r = 0; r < source.size(); ++r) source[r] = r;
  for (FrameId at = frame; at != base; at = frames_[at].parent)
    for (std::uint32_t& r : source) r = frames_[at].source[r];
  Column out = truths(source.size());
  for (std::uint32_t r = 0; r < source.size(); ++r)
    if (frames_[frame].position[r] == frames_[base].position[source[r]]) out.setBit(r);
  return out;
}

std::vector<std::uint32_t> BatchEvaluator::stepsOf(FrameId frame, FrameId base, bool forward) const {
  const Frame& f = frames_[frame];
  support::spend(stepsToFollow * (std::uint64_t{f.rows} + 1));
  std::vector<std::uint32_t> source(f.rows);
  for (std::uint32_t r = 0; r < f.rows; ++r) source[r] = r;
  // The key of a row: the atoms of the variables, then the row of `base`, then the moment.
  std::vector<std::vector<std::uint32_t>> keys(f.rows);
  for (FrameId at = frame; at != base; at = frames_[at].parent) {
    for (const auto& [variable, column] : frames_[at].variables)
      for (std::uint32_t r = 0; r < f.rows; ++r) keys[r].push_back(algebra().atomsOf(column, source[r]));
    for (std::uint32_t& r : source) r = frames_[at].source[r];
  }
  std::map<std::vector<std::uint32_t>, std::uint32_t> rows;
  for (std::uint32_t r = 0; r < f.rows; ++r) {
    keys[r].push_back(source[r]);
    keys[r].push_back(f.position[r]);
    rows.emplace(keys[r], r);
  }
  std::vector<std::uint32_t> steps(f.rows, noId);
  for (std::uint32_t r = 0; r < f.rows; ++r) {
    if (!forward && f.position[r] == 0) continue;
    keys[r].back() = forward ? pool_.next(f.caseOf[r], f.position[r]) : f.position[r] - 1;
    if (const auto found = rows.find(keys[r]); found != rows.end()) steps[r] = found->second;
  }
  return steps;
}

/// Makes a copy of `frame` without the rows in which `variable` and `other` are equal. `frame` must bind `variable`. Callers use
/// the copy instead of `frame`.
FrameId BatchEvaluator::distinct(FrameId frame, VarId variable, VarId other) {
  FrameId where = noId;
  const Column mine = *boundIn(frame, variable, where);
  const Column* bound = boundIn(frame, other, where);
  const Column before = lifted(*bound, where, frame);
  const Frame& all = frames_[frame];
  Frame kept;
  kept.parent = all.parent;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t r = 0, p = 0; r < all.rows; ++r) {
    for (; p < all.first.size() && all.first[p] <= r; ++p) kept.first.push_back(static_cast<std::uint32_t>(rows.size()));
    if (algebra().atomsOf(mine, r) != algebra().atomsOf(before, r)) rows.push_back(r);
  }
  while (kept.first.size() < all.first.size()) kept.first.push_back(static_cast<std::uint32_t>(rows.size()));
  for (const std::uint32_t r : rows) {
    kept.source.push_back(all.source[r]);
    kept.caseOf.push_back(all.caseOf[r]);
    kept.position.push_back(all.position[r]);
  }
  kept.rows = static_cast<std::uint32_t>(rows.size());
  Column column;
  algebra().gather(mine, rows, column);
  kept.variables.emplace_back(variable, std::move(column));
  return add(std::move(kept));
}

FrameId BatchEvaluator::bindAll(ExprId quantifier, FrameId frame, const Names* names) {
  const Call key{quantifier, frame, names};
  const std::vector<Decl> decls(model_.decls(quantifier).begin(), model_.decls(quantifier).end());
  const bool kept = std::ranges::none_of(decls, [&](const Decl& decl) { return reachesSeam(decl.bound); });
  if (kept)
    if (const auto known = bound_.find(key); known != bound_.end()) return known->second;
  FrameId inner = frame;
  for (const Decl& decl : decls) {
    if (decl.multiplicity != model::Multiplicity::one) throw NoColumn();
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      const Column set = value(decl.bound, inner, names);
      inner = bind(inner, decl.firstVariable + i, set);
      for (std::uint32_t j = 0; decl.disjoint && j < i; ++j)
        inner = distinct(inner, decl.firstVariable + i, decl.firstVariable + j);
    }
  }
  if (!kept) return inner;
  if (marked_) newBound_.push_back(key);
  return bound_[key] = inner;
}

FrameId BatchEvaluator::moved(FrameId frame, bool forward) {
  const Call key{forward ? forwardKey : backwardKey, frame, nullptr};
  if (const auto known = bound_.find(key); known != bound_.end()) return known->second;
  Frame result;
  result.parent = frame;
  const Frame& f = frames_[frame];
  result.rows = f.rows;
  result.caseOf = f.caseOf;
  for (std::uint32_t r = 0; r < f.rows; ++r) {
    result.source.push_back(r);
    result.first.push_back(r);
    result.position.push_back(forward ? pool_.next(f.caseOf[r], f.position[r]) : std::max(1u, f.position[r]) - 1);
  }
  result.first.push_back(f.rows);
  if (marked_) newBound_.push_back(key);
  return bound_[key] = add(std::move(result));
}

FrameId BatchEvaluator::spread(FrameId frame) {
  const Call key{spreadKey, frame, nullptr};
  if (const auto known = bound_.find(key); known != bound_.end()) return known->second;
  Frame result;
  result.parent = frame;
  const Frame& f = frames_[frame];
  for (std::uint32_t r = 0; r < f.rows; ++r) {
    result.first.push_back(static_cast<std::uint32_t>(result.source.size()));
    for (std::uint32_t p = 0; p < pool_.positions(f.caseOf[r]); ++p) {
      result.source.push_back(r);
      result.caseOf.push_back(f.caseOf[r]);
      result.position.push_back(p);
    }
  }
  result.rows = static_cast<std::uint32_t>(result.source.size());
  result.first.push_back(result.rows);
  if (marked_) newBound_.push_back(key);
  return bound_[key] = add(std::move(result));
}

Column BatchEvaluator::lifted(const Column& column, FrameId from, FrameId to) const {
  if (from == to) return column;
  std::vector<std::uint32_t> source(frames_[to].source);
  for (FrameId at = frames_[to].parent; at != from; at = frames_[at].parent)
    for (std::uint32_t& r : source) r = frames_[at].source[r];
  Column out;
  algebra().gather(column, source, out);
  return out;
}

void BatchEvaluator::fold(Fold how, const Column& column, FrameId frame, Column& out) const {
  foldSegments(how, column, frames_[frame].first, out);
}

void BatchEvaluator::fold(Fold how, const Column& column, FrameId from, FrameId to, Column& out) const {
  if (from == to) {  // each segment is one row
    out = column;
    if (how == Fold::no) negate(out, frames_[to].rows);
    if (how == Fold::lone) out = truths(frames_[to].rows, true);
    return;
  }
  std::vector<std::uint32_t> first = frames_[from].first;
  for (FrameId at = frames_[from].parent; at != to; at = frames_[at].parent) {
    std::vector<std::uint32_t> outer;
    for (const std::uint32_t row : frames_[at].first) outer.push_back(first[row]);
    first = std::move(outer);
  }
  foldSegments(how, column, first, out);
}

void BatchEvaluator::foldSegments(Fold how, const Column& column, const std::vector<std::uint32_t>& first, Column& out) {
  const std::size_t parents = first.size() - 1;
  out.shape = formulaShape;
  out.bytes.assign((parents + 63) / 64 * 8, 0);
  const std::uint64_t* words = column.words();
  for (std::size_t p = 0; p < parents; ++p) {
    unsigned count = 0;
    const std::uint32_t begin = first[p], end = first[p + 1];
    for (std::uint32_t r = begin; r < end;) {
      const std::uint32_t shift = r % 64, length = std::min(64 - shift, end - r);
      const std::uint64_t bits = (words[r / 64] >> shift) & lastMask(length);
      count += static_cast<unsigned>(std::popcount(bits));
      r += length;
    }
    const bool holds = how == Fold::all    ? count == end - begin
                       : how == Fold::some ? count != 0
                       : how == Fold::no   ? count == 0
                       : how == Fold::lone ? count <= 1
                                           : count == 1;
    if (holds) out.setBit(p);
  }
}

// --------------------------------------------------------------------------------------------------------------- forgetting

void BatchEvaluator::setMark() {
  marked_ = true;
  newValues_.clear();
  newBound_.clear();
  markedFrames_ = frames_.size();
  markedExprs_ = model_.exprCount();
}

void BatchEvaluator::rollback() {
  scratch_.clear();
  for (const Call& key : newValues_) values_.erase(key);
  for (const Call& key : newBound_) {
    bound_.erase(key);
    known_.erase(key);
  }
  newValues_.clear();
  newBound_.clear();
  if (marked_) frames_.resize(markedFrames_);
}

}  // namespace aunit::strength::synthesis
