#include "strength/synthesis/matrices.h"

#include <algorithm>
#include <bit>

#include "support/budget.h"

namespace aunit::strength::synthesis {

using namespace model;

namespace {

bool contains(const Column& all, const Column& part) {
  for (std::size_t i = 0; i < part.wordCount(); ++i)
    if (part.words()[i] & ~all.words()[i]) return false;
  return true;
}
bool meet(const Column& a, const Column& b) {
  for (std::size_t i = 0; i < a.wordCount(); ++i)
    if (a.words()[i] & b.words()[i]) return true;
  return false;
}
Column both(const Column& a, const Column& b) {
  Column out = a;
  for (std::size_t i = 0; i < out.wordCount(); ++i) out.words()[i] &= b.words()[i];
  return out;
}
Column either(const Column& a, const Column& b) {
  Column out = a;
  for (std::size_t i = 0; i < out.wordCount(); ++i) out.words()[i] |= b.words()[i];
  return out;
}
bool isConstant(const Column& column, std::size_t rows) {
  const std::size_t last = column.wordCount();
  if (last == 0) return true;
  const std::uint64_t first = column.words()[0] & 1 ? ~std::uint64_t{0} : 0;
  for (std::size_t i = 0; i < last; ++i)
    if (column.words()[i] != (i + 1 == last ? first & lastMask(rows) : first)) return false;
  return true;
}

constexpr std::uint16_t quantifierCost = 2;

}  // namespace

bool TargetValues::allows(const Column& column) const {
  return contains(column, holds);
}
bool TargetValues::allowsLess(const Column& column) const {
  return !meet(column, fails);
}
bool TargetValues::isMetBy(const Column& column) const {
  return allows(column) && allowsLess(column);
}

Matrices::Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, std::vector<Binder> binders,
                   const TargetValues& wanted, const MatrixLimits& limits)
    : batch_(batch),
      expressions_(expressions),
      base_(base),
      binders_(std::move(binders)),
      wanted_(wanted),
      limits_(limits),
      rows_(batch.frame(expressions.frame()).rows) {
  prefixes_.resize(prefixes());
}

Matrices::Matrices(BatchEvaluator& batch, Expressions& expressions, FrameId base, Context context, const TargetValues& wanted,
                   const MatrixLimits& limits)
    : batch_(batch),
      expressions_(expressions),
      base_(base),
      context_(std::move(context)),
      wanted_(wanted),
      limits_(limits),
      rows_(batch.frame(expressions.frame()).rows) {
  prefixes_.resize(1);
}

bool Matrices::search(const SentenceCallback& found) {
  for (std::uint16_t cost = 2; cost <= limits_.cost; ++cost) {
    while (expressions_.cost() + 1 < cost && expressions_.grow()) continue;
    if (atoms_.size() >= limits_.atoms) break;
    if (stopped() || !atomsOfCost(cost, found)) return false;
  }
  if (!temporalAtoms(found)) return false;
  for (std::uint32_t folds = 0; folds < prefixes(); ++folds)
    if (stopped() || (!isDouble(folds) && !pairs(folds, found))) return false;
  for (std::uint32_t folds = 0; folds < prefixes(); ++folds)
    if (stopped() || (!isDouble(folds) && !clauses(folds, found))) return false;
  return true;
}

bool Matrices::atomsOfCost(std::uint16_t cost, const SentenceCallback& found) {
  const Algebra& algebra = batch_.algebra();
  const std::size_t count = expressions_.terms().size();
  for (TermId t = 0; t < count; ++t) {
    const Term& term = expressions_.term(t);
    if (term.cost + 1 != cost) continue;
    for (const Op op : {Op::some, Op::lone, Op::one}) {
      AtomicFormula atom{.op = op, .left = t, .cost = cost};
      if (op != Op::lone) algebra.isSome(term.value, rows_, atom.value);
      if (op == Op::lone) algebra.isLone(term.value, rows_, atom.value);
      if (op == Op::one) {
        Column lone;
        algebra.isLone(term.value, rows_, lone);
        atom.value = both(atom.value, lone);
      }
      if (!offer(std::move(atom), found)) return false;
    }
  }
  for (const std::vector<TermId>& group : expressions_.groups()) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (stopped()) return false;
      const std::uint16_t own = expressions_.term(group[i]).cost;
      if (own + 2 > cost) continue;
      for (std::size_t j = 0; j < group.size(); ++j) {
        if (i == j || own + expressions_.term(group[j]).cost + 1 != cost) continue;
        AtomicFormula atom{.op = Op::in, .left = group[i], .right = group[j], .cost = cost};
        const Column &a = expressions_.term(group[i]).value, &b = expressions_.term(group[j]).value;
        algebra.isIn(a, b, rows_, atom.value);
        if (!offer(std::move(atom), found)) return false;
        if (i > j) continue;
        AtomicFormula equal{.op = Op::equal, .left = group[i], .right = group[j], .cost = cost};
        algebra.isEqual(a, b, rows_, equal.value);
        if (!offer(std::move(equal), found)) return false;
      }
      if (atoms_.size() >= limits_.atoms) return true;
    }
  }
  return true;
}

/// Adds atomic formulas that apply temporal operators to the cheapest literals.
bool Matrices::temporalAtoms(const SentenceCallback& found) {
  const bool moments = std::ranges::any_of(binders_, [](const Binder& b) { return b.kind != Binder::Kind::variable; });
  if (!moments || context_.plug) return true;
  next_ = batch_.stepsOf(expressions_.frame(), base_, true);
  before_ = batch_.stepsOf(expressions_.frame(), base_, false);
  const Frame& frame = batch_.frame(expressions_.frame());
  // A row has no next (or previous) moment if the atom of one of its variables is not in the variable's bound in the next (or
  // previous) state. Then no temporal formula is added.
  for (std::uint32_t r = 0; r < frame.rows; ++r)
    if (next_[r] == noId || (before_[r] == noId && frame.position[r] != 0)) return true;
  const auto count = static_cast<std::uint32_t>(std::min(atoms_.size(), limits_.temporal));
  for (std::uint32_t a = 0; a < count; ++a)
    for (const bool negated : {false, true}) {
      if (stopped()) return false;
      const Column value = valueOf({a, negated});
      for (const Op op : {Op::always, Op::eventually, Op::after, Op::historically, Op::once, Op::before}) {
        AtomicFormula atom{.op = op, .first = {a, negated}, .cost = static_cast<std::uint16_t>(atoms_[a].cost + 1 + negated)};
        atom.value = over(op, value, value);
        if (!offer(std::move(atom), found)) return false;
      }
    }
  const std::uint32_t few = std::min(count, 16u);
  for (std::uint32_t a = 0; a < few; ++a)
    for (std::uint32_t b = 0; b < few; ++b)
      for (const unsigned signs : {0u, 1u, 2u, 3u}) {
        if (a == b || stopped()) continue;
        const Literal first{a, (signs & 1) != 0}, second{b, (signs & 2) != 0};
        for (const Op op : {Op::until, Op::releases, Op::since, Op::triggered}) {
          AtomicFormula atom{.op = op, .first = first, .second = second};
          atom.cost = static_cast<std::uint16_t>(atoms_[a].cost + atoms_[b].cost + 1u);
          atom.value = over(op, valueOf(first), valueOf(second));
          if (!offer(std::move(atom), found)) return false;
        }
      }
  return !stopped();
}

/// Computes the values of a temporal operator from the values of its operands, as a fixpoint over the moments.
Column Matrices::over(Op op, const Column& a, const Column& b) const {
  const std::vector<std::uint32_t>& step = model::isPast(op) ? before_ : next_;
  const bool greatest = op == Op::always || op == Op::releases || op == Op::historically || op == Op::triggered;
  const auto at = [&](const Column& c, std::uint32_t row, bool otherwise) { return row == noId ? otherwise : c.bit(row); };
  Column now = truths(rows_, greatest);
  if (op == Op::after || op == Op::before) {
    now = truths(rows_);
    for (std::uint32_t r = 0; r < rows_; ++r)
      if (at(a, step[r], false)) now.setBit(r);
    return now;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < rows_; ++i) {
      const auto r = static_cast<std::uint32_t>(model::isPast(op) ? i : rows_ - 1 - i);
      const bool later = at(now, step[r], greatest);
      bool value = false;
      switch (op) {
        case Op::always:
        case Op::historically: value = a.bit(r) && later; break;
        case Op::eventually:
        case Op::once: value = a.bit(r) || later; break;
        case Op::until:
        case Op::since: value = b.bit(r) || (a.bit(r) && later); break;
        default: value = b.bit(r) && (a.bit(r) || later); break;
      }
      if (value == now.bit(r)) continue;
      now.words()[r / 64] ^= std::uint64_t{1} << (r % 64);
      changed = true;
    }
  }
  return now;
}

/// Folds a column on the frame of level `level` to the frame around it, by `some` or `all`.
void Matrices::foldLevel(std::size_t level, bool some, const Column& value, Column& out) const {
  const Binder& binder = binders_[level];
  if (binder.kind != Binder::Kind::present) {
    batch_.fold(some ? Fold::some : Fold::all, value, binder.frame, out);
    return;
  }
  const FrameId around = batch_.frame(binder.frame).parent;
  batch_.fold(Fold::some, both(value, batch_.present(binder.frame, around)), binder.frame, out);
}

/// Computes the values of all formulas that consist of a prefix and this matrix. `value`: the values of the matrix, by row of the
/// innermost frame. `out`: the values of each formula, by row of `base_`. A prefix has `all` or `some` at each level; its index
/// in `out` is Sentence::folds.
void Matrices::reduce(const Column& value, std::vector<Column>& out) const {
  out.assign(1, value);
  for (std::size_t level = binders_.size(); level-- > 0;) {
    std::vector<Column> next(out.size() * 2);
    // Bit 0 of the index is for this level; the bits of the inner levels move up by one.
    for (std::size_t i = 0; i < out.size(); ++i) {
      foldLevel(level, false, out[i], next[2 * i]);
      foldLevel(level, true, out[i], next[2 * i + 1]);
    }
    out = std::move(next);
  }
}

Column Matrices::reduced(Column value, std::uint32_t folds) const {
  for (std::size_t level = binders_.size(); level-- > 0;) {
    Column next;
    foldLevel(level, (folds >> level) & 1, value, next);
    value = std::move(next);
  }
  return value;
}

Column Matrices::valueOf(Literal literal) const {
  Column value = atoms_[literal.atom].value;
  if (literal.negated) negate(value, rows_);
  return value;
}

bool Matrices::offer(AtomicFormula atom, const SentenceCallback& found) {
  ++tried_;
  if (isConstant(atom.value, rows_) || !known_.insert(hashOf(atom.value)).second) return true;
  Column complement = atom.value;
  negate(complement, rows_);
  if (known_.contains(hashOf(complement))) return true;
  if (context_.plug)
    reduction_ = {context_.plug(atom.value), context_.plug(complement)};
  else
    reduce(atom.value, reduction_);
  const auto index = static_cast<std::uint32_t>(atoms_.size());
  atoms_.push_back(std::move(atom));
  const std::uint32_t cost = atoms_.back().cost + quantifierCost * static_cast<std::uint32_t>(binders_.size());
  for (std::uint32_t folds = 0; folds < prefixes(); ++folds)
    for (const bool negated : {false, true}) {
      if (isDouble(folds)) continue;
      Column value = reduction_[context_.plug ? negated : negated ? prefixes() - 1 - folds : folds];
      if (negated && !context_.plug) negate(value, baseRows());
      const bool enough = wanted_.allows(value), few = wanted_.allowsLess(value);
      // In an antitone context, the whole formula holds in more rows if this part holds in fewer. So conjuncts and disjuncts are
      // exchanged.
      const bool conjunct = context_.antitone ? few : enough, disjunct = context_.antitone ? enough : few;
      if (!conjunct && !disjunct) continue;
      Sentence sentence{this, folds, true, {{index, negated}}, cost + negated, std::move(value)};
      if (conjunct && disjunct) {
        if (!decide(sentence, found)) return false;
        continue;
      }
      Prefix& prefix = prefixes_[folds];
      std::vector<Part>& parts = conjunct ? prefix.conjuncts : prefix.disjuncts;
      if (parts.size() < limits_.parts) parts.push_back({{index, negated}, sentence.value});
      std::vector<Sentence>& kept = conjunct ? conjuncts_ : disjuncts_;
      const bool useful = conjunct ? !contains(sentence.value, wanted_.fails) : meet(sentence.value, wanted_.holds);
      if (useful && kept.size() < limits_.kept && knownSentences_.insert(hashOf(sentence.value)).second)
        kept.push_back(std::move(sentence));
    }
  return true;
}

std::uint32_t Matrices::presentLevels() const {
  std::uint32_t levels = 0;
  for (std::size_t level = 0; level < binders_.size(); ++level)
    if (binders_[level].kind == Binder::Kind::present) levels |= 1u << level;
  return levels;
}

bool Matrices::decide(const Sentence& sentence, const SentenceCallback& found) {
  return found(sentence) == Reply::goOn;
}

/// Returns rows of the innermost frame. If `holds` is true: the rows in which the matrix must hold if the prefix has only `all`.
/// If `holds` is false: the rows in which the matrix must fail if the prefix has only `some`.
Column Matrices::mandatory(bool holds) const {
  Column rows = batch_.lifted(holds ? wanted_.holds : wanted_.fails, base_, expressions_.frame());
  for (const Binder& binder : binders_) {
    if (binder.kind != Binder::Kind::present) continue;
    const Column present = batch_.present(binder.frame, batch_.frame(binder.frame).parent);
    rows = both(rows, batch_.lifted(present, binder.frame, expressions_.frame()));
  }
  return rows;
}

bool Matrices::combine(std::uint32_t folds, bool conjunction, std::span<const Part* const> parts, const SentenceCallback& found) {
  Column value;
  Sentence sentence{this, folds, conjunction, {}, quantifierCost * static_cast<std::uint32_t>(binders_.size()), {}};
  for (const Part* part : parts) {
    const Column own = valueOf(part->literal);
    value = sentence.literals.empty() ? own : conjunction ? both(value, own) : either(value, own);
    sentence.literals.push_back(part->literal);
    sentence.cost += atoms_[part->literal.atom].cost + 1u;
  }
  sentence.value = context_.plug ? context_.plug(value) : reduced(std::move(value), folds);
  return !wanted_.isMetBy(sentence.value) || decide(sentence, found);
}

bool Matrices::pairs(std::uint32_t folds, const SentenceCallback& found) {
  if (context_.plug && !context_.monotone && !context_.antitone) return true;
  const bool allAll = !context_.plug && folds == 0, someSome = !context_.plug && (folds | presentLevels()) + 1 == prefixes();
  for (const bool conjunction : {false, true}) {
    const std::vector<Part>& parts = conjunction ? prefixes_[folds].conjuncts : prefixes_[folds].disjuncts;
    // If the prefix has only `all`, or only `some`, most pairs are ruled out after a few machine words of their columns.
    const bool onBase = (conjunction && allAll) || (!conjunction && someSome);
    const bool onRows = !onBase && (allAll || someSome);
    const Column must = onRows ? mandatory(allAll) : Column{};
    std::vector<Column> values;
    if (onRows)
      for (const Part& part : parts) values.push_back(valueOf(part.literal));
    const std::size_t words = must.wordCount();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (stopped()) return false;
      tried_ += i;
      for (std::size_t j = 0; j < i; ++j) {
        if (onBase) {
          const Column &a = parts[i].value, &b = parts[j].value;
          bool possible = true;
          for (std::size_t w = 0; w < a.wordCount() && possible; ++w)
            possible = conjunction ? (a.words()[w] & b.words()[w] & wanted_.fails.words()[w]) == 0
                                   : (wanted_.holds.words()[w] & ~(a.words()[w] | b.words()[w])) == 0;
          if (!possible) continue;
        } else if (onRows) {
          const std::uint64_t *a = values[i].words(), *b = values[j].words();
          bool possible = true;
          for (std::size_t w = 0; w < words && possible; ++w)
            possible = conjunction ? (a[w] & b[w] & must.words()[w]) == 0 : (must.words()[w] & ~(a[w] | b[w])) == 0;
          if (!possible) continue;
        } else if (i >= 120) {
          break;
        }
        const Part* const two[] = {&parts[j], &parts[i]};
        if (!combine(folds, conjunction, two, found)) return false;
      }
    }
  }
  return true;
}

/// Tries disjunctions of three or more literals below prefixes with `all` only, and conjunctions of three or more below prefixes
/// with `some` only. The opposite forms are not needed: `all` over a conjunction is a conjunction of sentences, and `some` over a
/// disjunction is a disjunction of sentences.
bool Matrices::clauses(std::uint32_t folds, const SentenceCallback& found) {
  if (context_.plug) return true;
  const bool allAll = folds == 0, someSome = (folds | presentLevels()) + 1 == prefixes();
  for (const bool conjunction : {false, true}) {
    if (conjunction ? !someSome : !allAll) continue;
    Clause clause{.folds = folds, .conjunction = conjunction};
    clause.parts = conjunction ? prefixes_[folds].conjuncts : prefixes_[folds].disjuncts;
    if (clause.parts.size() > limits_.clauseParts) clause.parts.resize(limits_.clauseParts);
    const Column must = mandatory(!conjunction);
    for (const Part& part : clause.parts) {
      Column value = valueOf(part.literal);
      if (!conjunction) negate(value, rows_);
      clause.left.push_back(both(value, must));
    }
    for (std::size_t size = 3; size <= limits_.clause; ++size)
      if (!extend(clause, must, size, found)) return false;
  }
  return true;
}

/// Completes the clause by at most `more` literals. `rest` has the mandatory rows to which no chosen literal gives the wanted
/// value. Each step adds a literal that has the wanted value in the first of these rows. Skips a literal if it gives the clause a
/// wrong value that no further literal can correct. Stops if even the best literals could not give the wanted value to all rows
/// of `rest`.
bool Matrices::extend(Clause& clause, const Column& rest, std::size_t more, const SentenceCallback& found) {
  if (stopped()) return false;
  std::size_t count = 0, row = rows_;
  for (std::size_t w = rest.wordCount(); w-- > 0;) {
    count += static_cast<std::size_t>(std::popcount(rest.words()[w]));
    if (rest.words()[w] != 0) row = w * 64 + static_cast<std::size_t>(std::countr_zero(rest.words()[w]));
  }
  if (count == 0) return clause.chosen.size() < 3 || combine(clause.folds, clause.conjunction, clause.chosen, found);
  if (more == 0) return true;
  std::vector<std::pair<std::size_t, std::size_t>> candidates;  // number of rows that stay in `rest`, and index of the part
  std::size_t most = 0;
  for (std::size_t i = 0; i < clause.parts.size(); ++i) {
    std::size_t stays = 0;
    for (std::size_t w = 0; w < rest.wordCount(); ++w)
      stays += static_cast<std::size_t>(std::popcount(rest.words()[w] & clause.left[i].words()[w]));
    most = std::max(most, count - stays);
    if (!clause.left[i].bit(row)) candidates.emplace_back(stays, i);
  }
  tried_ += clause.parts.size();
  if (most * more < count) return true;
  std::ranges::stable_sort(candidates);
  for (const auto& [stays, i] : candidates) {
    if (stays > most * (more - 1)) break;
    clause.chosen.push_back(&clause.parts[i]);
    const bool goOn = !isPossible(clause) || extend(clause, both(rest, clause.left[i]), more - 1, found);
    clause.chosen.pop_back();
    if (!goOn) return false;
  }
  return true;
}

/// Whether the clause could still get the wanted values if more literals are added.
bool Matrices::isPossible(const Clause& clause) const {
  Column value = valueOf(clause.chosen.front()->literal);
  for (std::size_t i = 1; i < clause.chosen.size(); ++i) {
    const Column own = valueOf(clause.chosen[i]->literal);
    value = clause.conjunction ? both(value, own) : either(value, own);
  }
  value = reduced(std::move(value), clause.folds);
  return clause.conjunction ? wanted_.allows(value) : wanted_.allowsLess(value);
}

bool combine(const std::vector<const Sentence*>& sentences, const TargetValues& wanted, bool conjunction,
             const PairCallback& found, const support::Budget& budget) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (budget.exhausted()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const Column &a = sentences[i]->value, &b = sentences[j]->value;
      bool possible = true;
      for (std::size_t w = 0; w < a.wordCount() && possible; ++w)
        possible = conjunction ? (a.words()[w] & b.words()[w] & wanted.fails.words()[w]) == 0
                               : (wanted.holds.words()[w] & ~(a.words()[w] | b.words()[w])) == 0;
      if (possible && found(*sentences[j], *sentences[i], conjunction) == Reply::stop) return false;
    }
  }
  return true;
}

}  // namespace aunit::strength::synthesis
