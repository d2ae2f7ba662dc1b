// Enumerates formulas below a prefix of quantifiers: `all x: A | some y: B | L`. L is a literal over expressions, or a few
// literals joined by `and` or `or`.
//
// The wanted values are known for the rows of one frame, the base. In some rows the formula must hold, in some it must fail, and
// in the remaining ones it may hold or fail. If L holds in more rows, the whole formula holds in more rows as well. So a literal
// that holds in too many rows can only be part of a conjunction, and a literal that holds in too few rows can only be part of a
// disjunction. Only two literals of the same kind are joined to a pair (as in divide and conquer over conditions: Alur,
// Radhakrishna & Udupa, TACAS 2017).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

#include "strength/synthesis/expressions.h"
#include "support/budget.h"

namespace aunit::strength::synthesis {

/// The wanted values of a formula, by row of the base.
struct TargetValues {
  Column holds, fails;  // rows in which the formula must hold, and in which it must fail
  bool isMetBy(const Column& column) const;
  /// Whether a formula with the values `column` can be a conjunct: it holds in all rows in which the whole formula must hold.
  bool allows(const Column& column) const;
  /// Whether a formula with the values `column` can be a disjunct: it fails in all rows in which the whole formula must fail.
  bool allowsLess(const Column& column) const;
};

struct Literal {
  std::uint32_t atom = 0;
  bool negated = false;
};

/// A formula over one or two terms of a frame, or a temporal operator on one or two literals.
struct AtomicFormula {
  model::Op op = model::Op::some;  // some, lone, one, in, equal; always, eventually, after, ...
  TermId left = model::noId, right = model::noId;
  Literal first{model::noId, false}, second{model::noId, false};
  std::uint16_t cost = 0;
  Column value{};
};

/// The whole formula, if synthesis searches for a formula that replaces one of its subexpressions. (If the new formula replaces
/// the matrix below a prefix, there is no context.) `plug` computes the values of the whole formula from those of the new one.
struct Context {
  std::function<Column(const Column&)> plug;
  bool antitone = false;  // whether the whole formula holds in fewer rows if the searched formula holds in more
  /// Whether the whole formula holds in more rows if the searched formula holds in more. If neither direction is known,
  /// `antitone` and `monotone` are false.
  bool monotone = false;
};

/// One level of a prefix: it quantifies over a variable, over the moments to which `always` and `eventually` refer (`moments`),
/// or over the present moment alone (`present`). A level of the kind `present` allows temporal operators inside it.
struct Binder {
  enum class Kind : std::uint8_t { variable, moments, present };
  Kind kind = Kind::variable;
  FrameId frame = 0;
  const Domain* domain = nullptr;
  std::uint32_t variable = 0;  // index in Domain::variables
};

class Matrices;

/// A prefix, and a matrix of literals. Bit i of `folds` is the quantifier of level i: 1 is `some`, 0 is `all`. Level 0 is the
/// outermost.
struct Sentence {
  const Matrices* of = nullptr;
  std::uint32_t folds = 0;
  bool conjunction = false;
  std::vector<Literal> literals;
  std::uint32_t cost = 0;
  Column value;  // on the base

  model::ExprId made(model::Nodes& nodes) const;
};

enum class Reply : std::uint8_t { goOn, stop };
/// Called with each sentence that has the wanted values in all rows.
using SentenceCallback = std::function<Reply(const Sentence&)>;

struct MatrixLimits {
  std::uint16_t cost = 8;  // limit for the cost of an atomic formula
  std::size_t atoms = 5000;
  std::size_t parts = 500;        // limit for the literals from which pairs are made, for each prefix
  std::size_t clause = 0;         // limit for the literals in a clause; if it is below 3, only pairs are tried
  std::size_t clauseParts = 150;  // limit for the literals from which clauses are made
  std::size_t temporal = 100;     // if there are moments: limit for the atomic formulas to which temporal operators are applied
  std::size_t kept = 600;         // limit for the sentences that are stored as parts of larger formulas
  const support::Budget* budget = nullptr;
};

/// Searches sentences. First tries each atomic formula alone. Stores the formula if it can be a part of larger sentences. To find
/// this out, compares its values below each prefix (or in the context) with the wanted values.
class Matrices {
 public:
  /// `binders` is the prefix, from the outermost level to the innermost. `expressions` must be on the frame of the innermost
  /// level, or on `base` if `binders` is empty.
  Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, std::vector<Binder> binders, const TargetValues& wanted,
           const MatrixLimits& limits);
  /// Searches a formula inside `context`. The formula is on the frame of `expressions`. The values that `context` computes are
  /// on `base`.
  Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, Context context, const TargetValues& wanted,
           const MatrixLimits& limits);

  /// Tries all atomic formulas by increasing cost, then pairs, then larger clauses. Returns false if `found` replied `stop`, or
  /// if the budget is used up.
  bool search(const SentenceCallback& found);

  /// Sentences that can be conjuncts (or disjuncts) of a larger sentence with the wanted values.
  const std::vector<Sentence>& conjuncts() const { return conjuncts_; }
  const std::vector<Sentence>& disjuncts() const { return disjuncts_; }
  std::uint64_t tried() const { return tried_; }

  model::ExprId made(Literal literal, model::Nodes& nodes) const;
  const std::vector<Binder>& binders() const { return binders_; }
  const std::vector<AtomicFormula>& atoms() const { return atoms_; }

 private:
  struct Part {
    Literal literal;
    Column value;  // values of the literal below the prefix, by row of the base
  };
  struct Prefix {
    std::vector<Part> conjuncts, disjuncts;
  };
  /// A disjunction (or conjunction) that is being made. Literals are added to it.
  struct Clause {
    std::uint32_t folds = 0;
    bool conjunction = false;
    std::vector<Part> parts{};
    std::vector<Column> left{};  // by part: the rows of mandatory() in which the part has a wrong value
    std::vector<const Part*> chosen{};
  };

  bool atomsOfCost(std::uint16_t cost, const SentenceCallback& found);
  bool offer(AtomicFormula atom, const SentenceCallback& found);
  bool temporalAtoms(const SentenceCallback& found);
  Column over(model::Op op, const Column& a, const Column& b) const;
  void foldLevel(std::size_t level, bool some, const Column& value, Column& out) const;
  bool decide(const Sentence& sentence, const SentenceCallback& found);
  bool pairs(std::uint32_t folds, const SentenceCallback& found);
  bool clauses(std::uint32_t folds, const SentenceCallback& found);
  bool extend(Clause& clause, const Column& rest, std::size_t more, const SentenceCallback& found);
  bool isPossible(const Clause& clause) const;
  bool combine(std::uint32_t folds, bool conjunction, std::span<const Part* const> parts, const SentenceCallback& found);
  void reduce(const Column& value, std::vector<Column>& out) const;
  Column reduced(Column value, std::uint32_t folds) const;
  Column valueOf(Literal literal) const;
  Column mandatory(bool holds) const;
  bool stopped() const { return limits_.budget && limits_.budget->exhausted(); }
  std::size_t baseRows() const { return batch_.frame(base_).rows; }
  std::uint32_t prefixes() const { return 1u << binders_.size(); }
  /// The levels of the kind `present`, as bits. At these levels, `all` and `some` have the same result.
  std::uint32_t presentLevels() const;
  bool isDouble(std::uint32_t folds) const { return (folds & presentLevels()) != 0; }

  BatchEvaluator& batch_;
  Expressions& expressions_;
  const FrameId base_;
  const std::vector<Binder> binders_;
  const Context context_;  // used only if `plug` is not empty
  const TargetValues& wanted_;
  const MatrixLimits limits_;
  std::size_t rows_;
  std::vector<AtomicFormula> atoms_;
  std::unordered_set<std::uint64_t> known_;
  std::vector<Prefix> prefixes_;  // by folds
  std::vector<Sentence> conjuncts_, disjuncts_;
  std::unordered_set<std::uint64_t> knownSentences_;
  std::vector<Column> reduction_;
  /// By row: the row of the next moment, and of the previous moment; empty if there are no moments.
  std::vector<std::uint32_t> next_, before_;
  std::uint64_t tried_ = 0;
};

/// Finds pairs of sentences whose conjunction (or disjunction, if `conjunction` is false) has the wanted values. Returns false if
/// `found` replied `stop`, or if the budget is used up.
using PairCallback = std::function<Reply(const Sentence& first, const Sentence& second, bool conjunction)>;
bool combine(const std::vector<const Sentence*>& sentences, const TargetValues& wanted, bool conjunction,
             const PairCallback& found, const support::Budget& budget);

}  // namespace aunit::strength::synthesis
