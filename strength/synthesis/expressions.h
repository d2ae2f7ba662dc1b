// Relational expressions by increasing cost. Only one of several expressions with equal columns is kept. This is bottom-up
// enumeration up to observational equivalence (Albarghouthi, Gulwani & Kincaid, CAV 2013; Udupa et al., PLDI 2013).
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

/// A leaf, or the operator `op` with one or two other terms as operands.
struct Term {
  model::Op op = model::Op::sig;
  std::uint16_t cost = 1;  // the costs of all its leaves, plus 1 for each operator
  Kinds kinds;
  TermId left = model::noId, right = model::noId;
  model::ExprId leaf = model::noId;
  Column value{};
};

/// Limits of the enumeration.
struct Limits {
  std::size_t terms = 4000;                   // limit for the terms on a frame
  std::size_t bytes = std::size_t{64} << 20;  // limit for the bytes of the columns of all terms
  const support::Budget* budget = nullptr;
  bool stopped() const { return budget && budget->exhausted(); }
};

/// Enumerates terms. Stores a term only if no earlier term of the same kinds has an equal column. A stored term becomes an
/// operand of larger terms.
class Expressions {
 public:
  /// Enumerates terms over `leaves` on a frame. Ignores leaves that have no columns.
  Expressions(BatchEvaluator& batch, FrameId frame, std::span<const Leaf> leaves, const Limits& limits);

  /// Adds all terms of the next cost. Returns false if a limit is reached, or if no further terms are possible.
  bool grow();
  std::uint16_t cost() const { return cost_; }  // the cost up to which all terms were added
  const std::vector<Term>& terms() const { return terms_; }
  const Term& term(TermId id) const { return terms_[id]; }
  FrameId frame() const { return frame_; }
  std::size_t rows() const { return rows_; }
  std::size_t bytes() const { return bytes_; }
  std::uint64_t tried() const { return tried_; }

  /// The terms in groups: terms with the same kinds are in one group, by increasing cost. Two terms of one group can be compared
  /// or united.
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
  std::vector<Kinds> fields_;  // kinds of the leaves of arity 2 or more; a product is made only if its kinds fit one of these
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
