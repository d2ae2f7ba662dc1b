// Formulas behind a prefix of quantifiers: `all x: A | some y: B | L`, where L is a literal made of expressions, or few of them
// joined by `and` or `or`.
//
// The wanted value is known for rows of a frame, the base: there the formula must hold, there it must not, elsewhere it is free.
// A literal that holds too often can be a part of a conjunction only, one that holds too seldom a part of a disjunction (all
// prefixes are monotone), so pairs are made among those that can be parts at all (as in divide and conquer over conditions: Alur,
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

/// Values of a formula by row of the base.
struct Wanted {
  Column holds, fails;  // rows in which it must, and in which it must not
  bool isMetBy(const Column& column) const;
  bool allows(const Column& column) const;      // a conjunct: it holds wherever it must
  bool allowsLess(const Column& column) const;  // a disjunct: it fails wherever it must
};

struct Literal {
  std::uint32_t atom = 0;
  bool negated = false;
};

/// A formula of a frame made of one or two terms, or a temporal operator on one or two literals.
struct Atomic {
  model::Op op = model::Op::some;  // some, lone, one, in, equal; always, eventually, after, ...
  TermId left = model::noId, right = model::noId;
  Literal first{model::noId, false}, second{model::noId, false};
  std::uint16_t cost = 0;
  Column value{};
};

/// The context of a formula that is looked for: the value of the whole for its values; if it is not simply a prefix.
struct Context {
  std::function<Column(const Column&)> plug;
  bool antitone = false;  // the whole holds less often when the part holds more often
  bool monotone = false;  // the other way round; neither: both may be
};

/// One level of a prefix: a variable, or the moments that `always` and `eventually` see, or of these the present one alone, so
/// that temporal operators can stand inside.
struct Binder {
  enum class Kind : std::uint8_t { variable, moments, present };
  Kind kind = Kind::variable;
  FrameId frame = 0;
  const Domain* domain = nullptr;
  std::uint32_t variable = 0;  // which of the domain's
};

class Matrices;

/// `folds` bit i: level i is `some`, else `all`; level 0 is the outermost.
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
/// Gets each sentence that is as wanted on all rows.
using Found = std::function<Reply(const Sentence&)>;

struct MatrixLimits {
  std::uint16_t cost = 8;  // of an atom
  std::size_t atoms = 5000;
  std::size_t parts = 500;        // literals that form pairs, for each prefix
  std::size_t clause = 0;         // literals of a clause; below 3: pairs only
  std::size_t clauseParts = 150;  // literals that such clauses are made of
  std::size_t temporal = 100;     // atoms that temporal operators are put in front of, where there are moments
  std::size_t kept = 600;         // sentences that are kept as parts of others
  const support::Budget* budget = nullptr;
};

class Matrices {
 public:
  /// Binders from the outermost to the innermost, whose frame is that of the expressions; none: the expressions are on the base.
  Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, std::vector<Binder> binders, const Wanted& wanted,
           const MatrixLimits& limits);
  /// On the expressions' frame, in a context whose value is on the base.
  Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, Context context, const Wanted& wanted,
           const MatrixLimits& limits);

  /// Tries all atoms by increasing cost, then pairs, then triples. False when `found` said so or it was stopped.
  bool search(const Found& found);

  /// Sentences that could be part of a conjunction or disjunction of sentences.
  const std::vector<Sentence>& conjuncts() const { return conjuncts_; }
  const std::vector<Sentence>& disjuncts() const { return disjuncts_; }
  std::uint64_t tried() const { return tried_; }

  model::ExprId made(Literal literal, model::Nodes& nodes) const;
  const std::vector<Binder>& binders() const { return binders_; }
  const std::vector<Atomic>& atoms() const { return atoms_; }

 private:
  struct Part {
    Literal literal;
    Column value;  // on the base, under the prefix
  };
  struct Prefix {
    std::vector<Part> conjuncts, disjuncts;
  };
  /// A clause (or conjunction) that grows literal by literal.
  struct Clause {
    std::uint32_t folds = 0;
    bool conjunction = false;
    std::vector<Part> parts{};
    std::vector<Column> left{};  // by part: rows in which it leaves what is mandatory to the others
    std::vector<const Part*> chosen{};
  };

  bool atomsOfCost(std::uint16_t cost, const Found& found);
  bool offer(Atomic atom, const Found& found);
  bool temporalAtoms(const Found& found);
  Column over(model::Op op, const Column& a, const Column& b) const;
  void foldLevel(std::size_t level, bool some, const Column& value, Column& out) const;
  bool decide(const Sentence& sentence, const Found& found);
  bool pairs(std::uint32_t folds, const Found& found);
  bool clauses(std::uint32_t folds, const Found& found);
  bool extend(Clause& clause, const Column& rest, std::size_t more, const Found& found);
  bool isPossible(const Clause& clause) const;
  bool combine(std::uint32_t folds, bool conjunction, std::span<const Part* const> parts, const Found& found);
  void reduce(const Column& value, std::vector<Column>& out) const;
  Column reduced(Column value, std::uint32_t folds) const;
  Column valueOf(Literal literal) const;
  Column mandatory(bool holds) const;
  bool stopped() const { return limits_.budget && limits_.budget->exhausted(); }
  std::size_t baseRows() const { return batch_.frame(base_).rows; }
  std::uint32_t prefixes() const { return 1u << binders_.size(); }
  /// Levels that are folded in one way only; the other fold would give the same.
  std::uint32_t presentLevels() const;
  bool isDouble(std::uint32_t folds) const { return (folds & presentLevels()) != 0; }

  BatchEvaluator& batch_;
  Expressions& expressions_;
  const FrameId base_;
  const std::vector<Binder> binders_;
  const Context context_;  // without a function: none
  const Wanted& wanted_;
  const MatrixLimits limits_;
  std::size_t rows_;
  std::vector<Atomic> atoms_;
  std::unordered_set<std::uint64_t> known_;
  std::vector<Prefix> prefixes_;  // by folds
  std::vector<Sentence> conjuncts_, disjuncts_;
  std::unordered_set<std::uint64_t> knownSentences_;
  std::vector<Column> reduction_;
  std::vector<std::uint32_t> next_, before_;  // rows one moment later and earlier; empty: there are no moments
  std::uint64_t tried_ = 0;
};

/// Two sentences together that are as wanted. False when `found` said so.
using FoundPair = std::function<Reply(const Sentence& first, const Sentence& second, bool conjunction)>;
bool combine(const std::vector<const Sentence*>& sentences, const Wanted& wanted, bool conjunction, const FoundPair& found,
             const support::Budget& budget);

}  // namespace aunit::strength::synthesis
