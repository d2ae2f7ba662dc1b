#include "solver/sat/rup_checker.h"

#include <algorithm>
#include <cstdlib>

#include "support/hash.h"

namespace aunit::solver {

namespace {

constexpr std::uint32_t dead = 0x80000000;  // flag in the length of a discarded clause

/// A hash of a clause that does not depend on the order of the literals.
std::uint64_t sumOf(std::span<const std::uint32_t> clause) {
  std::uint64_t sum = 0;
  for (const std::uint32_t l : clause) sum += support::mixed(dead, l);
  return sum;
}

}  // namespace

RupChecker::Literal RupChecker::literalOf(int dimacs) {
  const auto variable = static_cast<std::size_t>(std::abs(dimacs)) - 1;
  if (variable >= values_.size()) {
    support::reserveMore(meter_, watches_, 2 * (variable + 1) - watches_.size());
    values_.resize(variable + 1, open);
    watches_.resize(2 * (variable + 1));
  }
  return static_cast<Literal>(2 * variable + (dimacs < 0 ? 1 : 0));
}

void RupChecker::assign(Literal l) {
  values_[l >> 1] = (l & 1) != 0 ? isFalse : isTrue;
  trail_.push_back(l);
}

/// Unit propagation. Returns false when all literals of a clause are false.
bool RupChecker::propagate() {
  while (propagated_ < trail_.size()) {
    if (!visit(trail_[propagated_++] ^ 1)) return false;
  }
  return true;
}

/// Handles the clauses that watch a literal which has become false: each clause watches another literal instead, or its last
/// literal that is not false becomes true. Returns false when all literals of a clause are false.
bool RupChecker::visit(Literal falseNow) {
  std::vector<Watch>& watching = watches_[falseNow];
  meter_.step(4 + watching.size());
  auto keep = watching.begin();
  for (auto w = watching.begin(); w != watching.end(); ++w) {
    if (value(w->blocker) == isTrue) {
      *keep++ = *w;
      continue;
    }
    const std::uint32_t length = pool_[w->clause];
    if ((length & dead) != 0) continue;
    Literal* const literals = &pool_[w->clause + 1];
    if (literals[0] == falseNow) std::swap(literals[0], literals[1]);
    const Literal first = literals[0];
    if (value(first) != isTrue) {
      Literal* const other = std::find_if(literals + 2, literals + length, [this](Literal l) { return value(l) != isFalse; });
      if (other != literals + length) {
        std::swap(literals[1], *other);
        watches_[literals[1]].push_back({w->clause, first});
        continue;
      }
      if (value(first) == isFalse) {
        watching.erase(std::copy(w, watching.end(), keep), watching.end());
        return false;
      }
      assign(first);
    }
    *keep++ = {w->clause, first};
  }
  watching.erase(keep, watching.end());
  return true;
}

bool RupChecker::lemma(std::span<const int> clause) {
  if (refuted_) return true;
  if (!propagate()) refuted_ = true;
  const std::size_t known = trail_.size();
  bool contradiction = refuted_;
  for (const int dimacs : clause) {
    if (contradiction) break;
    const Literal l = literalOf(dimacs);
    contradiction = value(l) == isTrue;
    if (value(l) == open) assign(l ^ 1);
  }
  contradiction = contradiction || !propagate();
  for (std::size_t i = known; i < trail_.size(); ++i) values_[trail_[i] >> 1] = open;
  trail_.resize(known);
  propagated_ = std::min(propagated_, known);
  if (contradiction) add(clause);
  return contradiction;
}

/// Adds a clause, unless one of its literals is true already. Such a literal stays true after any later deletion, because it
/// follows from the given clauses.
void RupChecker::add(std::span<const int> clause) {
  if (refuted_) return;
  scratch_.clear();
  for (const int dimacs : clause) scratch_.push_back(literalOf(dimacs));
  std::ranges::sort(scratch_);
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  const auto undecided =
      std::stable_partition(scratch_.begin(), scratch_.end(), [this](Literal l) { return value(l) != isFalse; });
  if (std::any_of(scratch_.begin(), undecided, [this](Literal l) { return value(l) == isTrue; })) return;
  switch (undecided - scratch_.begin()) {
    case 0: refuted_ = true; return;
    case 1: assign(scratch_[0]); return;
    default: watch(scratch_);
  }
}

void RupChecker::watch(std::span<const Literal> clause) {
  if (2 * forgotten_ > pool_.size() && forgotten_ > 1u << 16) compact();
  support::reserveMore(meter_, pool_, clause.size() + 1);
  const auto place = static_cast<Place>(pool_.size());
  if (pool_.size() + clause.size() >= dead) throw support::Exhausted("the proof holds more than 2^31 literals");
  pool_.push_back(static_cast<std::uint32_t>(clause.size()));
  pool_.insert(pool_.end(), clause.begin(), clause.end());
  watches_[clause[0]].push_back({place, clause[1]});
  watches_[clause[1]].push_back({place, clause[0]});
  held_.emplace(sumOf(clause), place);
}

void RupChecker::forget(std::span<const int> clause) {
  scratch_.clear();
  for (const int dimacs : clause) scratch_.push_back(literalOf(dimacs));
  std::ranges::sort(scratch_);
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  const auto [first, last] = held_.equal_range(sumOf(scratch_));
  const auto found = std::find_if(first, last, [this](const auto& entry) {
    const std::span<const Literal> literals(pool_.data() + entry.second + 1, pool_[entry.second]);
    return std::ranges::is_permutation(literals, scratch_);
  });
  if (found == last) return;
  forgotten_ += pool_[found->second] + 1;
  pool_[found->second] |= dead;
  held_.erase(found);
}

/// Removes discarded clauses from the pool. The other clauses move, so their watches get the new places.
void RupChecker::compact() {
  std::vector<Literal> pool;
  std::unordered_map<Place, Place> moved;
  for (auto& [sum, place] : held_) {
    const auto now = static_cast<Place>(pool.size());
    pool.insert(pool.end(), pool_.begin() + place, pool_.begin() + place + 1 + pool_[place]);
    moved.emplace(place, now);
    place = now;
  }
  for (std::vector<Watch>& watching : watches_) {
    std::erase_if(watching, [this](const Watch& w) { return (pool_[w.clause] & dead) != 0; });
    for (Watch& w : watching) w.clause = moved.at(w.clause);
  }
  pool_ = std::move(pool);
  forgotten_ = 0;
}

}  // namespace aunit::solver
