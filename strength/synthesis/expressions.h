// Relational expressions by increasing cost, one for each distinct column of values: bottom-up enumeration up to observational
// equivalence (Albarghouthi, Gulwani & Kincaid, CAV 2013; Udupa et al., PLDI 2013).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "model/changes/nodes.h"
#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/vocabulary.h"
#include "support/budget.h"

namespace aunit::strength::synthesis {

using TermId = std::uint32_t;

/// `op` of one or two other terms, or a leaf.
struct Term {
  model::Op op = model::Op::sig;
  std::uint16_t cost = 1;  // leaves' costs and one for each operator
  Kinds kinds;
  TermId left = model::noId, right = model::noId;
  model::ExprId leaf = model::noId;
  Column value{};
};

/// When to stop.
struct Limits {
  std::size_t terms = 4000;                   // of a frame
  std::size_t bytes = std::size_t{64} << 20;  // of their columns
  const support::Budget* budget = nullptr;
  bool stopped() const { return budget && budget->exhausted(); }
};

class Expressions {
 public:
  /// On a frame, of these leaves; those without columns are left out.
  Expressions(BatchEvaluator& batch, FrameId frame, std::span<const Leaf> leaves, const Limits& limits);

  /// All terms of the next cost. False when a limit is reached or there cannot be more.
  bool grow();
  std::uint16_t cost() const { return cost_; }  // up to which all are there
  const std::vector<Term>& terms() const { return terms_; }
  const Term& term(TermId id) const { return terms_[id]; }
  FrameId frame() const { return frame_; }
  std::size_t rows() const { return rows_; }
  std::size_t bytes() const { return bytes_; }
  /// How many were tried.
  std::uint64_t tried() const { return tried_; }

  /// Terms that can be compared or united: of the same kinds, by cost.
  const std::vector<std::vector<TermId>>& groups() const { return groups_; }

  /// The term as an expression of the model.
  model::ExprId made(TermId id, model::Nodes& nodes) const;

 private:
  bool offer(Term term);
  void unary(const Term& term, TermId id, std::uint16_t cost);
  bool binary(TermId a, TermId b);
  bool full() const { return terms_.size() >= limits_.terms || bytes_ >= limits_.bytes; }
  bool isOfSomeField(const Kinds& kinds) const;

  BatchEvaluator& batch_;
  const FrameId frame_;
  const std::size_t rows_;
  const Limits limits_;
  std::vector<Kinds> fields_;  // that leaves have: a product of others would be of no use
  std::vector<Term> terms_;
  std::vector<std::vector<TermId>> byCost_;
  std::vector<std::vector<TermId>> groups_;
  std::unordered_set<std::uint64_t> known_;
  std::uint16_t cost_ = 0;
  std::size_t bytes_ = 0;
  std::uint64_t tried_ = 0;
  Column scratch_;
};

}  // namespace aunit::strength::synthesis
