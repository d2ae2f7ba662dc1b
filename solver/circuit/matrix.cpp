// This file is long, because all operations of the algebra share the functions that merge terms and find rows.
#include "solver/circuit/matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/circuit/cardinality.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {
// A formula about a set `start.r1.r2...` (Matrix::path) is split into one case for each possible atom of `start`, if `start` has
// at most this many possible atoms.
constexpr std::size_t mostChoices = 32;
}  // namespace

/// One way for a tuple to be in a result: both literals hold.
struct Algebra::Term {
  TupleCode tuple;
  Lit a;
  Lit b;
};

void checkProduct(std::span<const std::size_t> sizes, std::size_t most, model::Span span) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  std::size_t tuples = 1;
  for (const std::size_t size : sizes) {
    if (tuples > most / size) {
      throw Unsupported(
          fmt::format("a relation of {} possible tuples is larger than this engine allows ({})", fmt::join(sizes, " x "), most),
          span);
    }
    tuples *= size;
  }
}

Algebra::Algebra(Circuit& circuit, std::uint32_t universeSize, std::size_t maximalEntries)
    : circuit_(circuit), base_(std::max(universeSize, 1u)), maximalEntries_(maximalEntries) {}

TupleCode Algebra::power(unsigned arity) const {
  TupleCode result = 1;
  for (unsigned i = 0; i < arity; ++i) {
    if (result > (TupleCode{1} << 62) / base_) {
      throw Unsupported(
          fmt::format("a relation of arity {} over {} atoms has {}^{} possible tuples, more than this engine can number", arity,
                      base_, base_, arity));
    }
    result *= base_;
  }
  return result;
}

void Algebra::decode(TupleCode tuple, std::span<std::uint32_t> atoms) const {
  for (std::size_t i = atoms.size(); i-- > 0; tuple /= base_) atoms[i] = static_cast<std::uint32_t>(tuple % base_);
}

TupleCode Algebra::encode(std::span<const std::uint32_t> atoms) const {
  TupleCode code = 0;
  for (const std::uint32_t atom : atoms) code = code * base_ + atom;
  return code;
}

void Algebra::checkSize(std::size_t entries) const {
  if (entries > maximalEntries_) {
    throw Unsupported(
        fmt::format("a relation needs {} tuples, more than the {} that this engine allows", entries, maximalEntries_));
  }
}

MatrixRef Algebra::empty(unsigned arity) const {
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->functional = true;
  return m;
}

MatrixRef Algebra::singleton(std::uint32_t atom) const {
  auto m = std::make_shared<Matrix>();
  m->functional = true;
  m->entries = {{atom, yes}};
  return m;
}

MatrixRef Algebra::constant(unsigned arity, std::vector<TupleCode> tuples) const {
  power(arity);
  checkSize(tuples.size());
  circuit_.meter().step(tuples.size());
  circuit_.meter().room(tuples.size() * sizeof(Entry));
  std::sort(tuples.begin(), tuples.end());
  tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->entries.reserve(tuples.size());
  m->functional = true;
  for (const TupleCode t : tuples) {
    if (!m->entries.empty() && m->entries.back().tuple / base_ == t / base_) m->functional = false;
    m->entries.push_back({t, yes});
  }
  return m;
}

std::shared_ptr<Matrix> Algebra::start(unsigned arity, const Matrix& a, const Matrix& b) const {
  circuit_.meter().step(a.entries.size() + b.entries.size());
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->overflow = circuit_.disjunction(a.overflow, b.overflow);
  return m;
}

// Sorts the terms, joins terms with the same tuple into one entry, and appends the entries. `exclusive`: for each tuple, the
// literal `a` holds in at most one of the tuple's terms.
void Algebra::append(std::vector<Term>& terms, Matrix& out, bool exclusive) const {
  const auto less = [](const Term& x, const Term& y) { return x.tuple < y.tuple; };
  if (!std::is_sorted(terms.begin(), terms.end(), less)) std::stable_sort(terms.begin(), terms.end(), less);
  circuit_.meter().step(terms.size());
  std::vector<Lit> ways;
  std::vector<Circuit::Choice> choices;
  for (std::size_t i = 0; i < terms.size();) {
    std::size_t end = i;
    bool certain = false;
    for (; end < terms.size() && terms[end].tuple == terms[i].tuple; ++end) certain |= terms[end].a == yes && terms[end].b == yes;
    Lit holds = yes;
    if (!certain && exclusive && end - i > 1) {
      choices.clear();
      for (std::size_t k = i; k < end; ++k) choices.emplace_back(terms[k].a, terms[k].b);
      holds = circuit_.chosen(choices, no);
    } else if (!certain) {
      ways.clear();
      for (std::size_t k = i; k < end; ++k) ways.push_back(circuit_.conjunction(terms[k].a, terms[k].b));
      holds = circuit_.disjunction(ways);
    }
    if (holds != no) out.entries.push_back({terms[i].tuple, holds});
    i = end;
  }
}

MatrixRef Algebra::gather(unsigned arity, std::vector<Term>& terms, bool functional, Lit overflow) const {
  checkSize(terms.size());
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->functional = functional;
  m->overflow = overflow;
  append(terms, *m);
  return m;
}

// Finds the entries that begin with a given atom: by binary search if there are few look-ups, else by an index that is built
// once.
class Algebra::Rows {
 public:
  Rows(const Matrix& matrix, TupleCode tail, std::uint32_t base, std::size_t lookUps) : matrix_(matrix), tail_(tail) {
    if (lookUps < matrix.entries.size() / 16) return;
    starts_.resize(base + 1u);
    for (const Entry& e : matrix.entries) ++starts_[e.tuple / tail + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  }

  std::span<const Entry> of(TupleCode atom) const {
    const std::span<const Entry> all = matrix_.entries;
    if (!starts_.empty()) return all.subspan(starts_[atom], starts_[atom + 1] - starts_[atom]);
    const auto first = std::ranges::lower_bound(all, atom * tail_, {}, &Entry::tuple);
    return {first, std::ranges::lower_bound(first, all.end(), (atom + 1) * tail_, {}, &Entry::tuple)};
  }

 private:
  const Matrix& matrix_;
  TupleCode tail_;
  // by atom: the position of the first entry that begins with it; the last element is the number of entries; empty if binary
  // search is used
  std::vector<std::size_t> starts_;
};

MatrixRef Algebra::unite(const MatrixRef& a, const MatrixRef& b) const {
  if (a->empty() && a->overflow == no) return b;
  if ((b->empty() && b->overflow == no) || a == b) return a;
  auto m = start(a->arity, *a, *b);
  auto i = a->entries.begin();
  auto j = b->entries.begin();
  while (i != a->entries.end() || j != b->entries.end()) {
    if (j == b->entries.end() || (i != a->entries.end() && i->tuple < j->tuple)) {
      m->entries.push_back(*i++);
    } else if (i == a->entries.end() || j->tuple < i->tuple) {
      m->entries.push_back(*j++);
    } else {
      m->entries.push_back({i->tuple, circuit_.disjunction(i->holds, j->holds)});
      ++i;
      ++j;
    }
  }
  return m;
}

MatrixRef Algebra::unite(std::span<const MatrixRef> sets) const {
  if (sets.size() <= 2) return sets.empty() ? empty(1) : sets.size() == 1 ? sets[0] : unite(sets[0], sets[1]);
  std::vector<Term> terms;
  Lit overflow = no;
  for (const MatrixRef& set : sets) {
    overflow = circuit_.disjunction(overflow, set->overflow);
    for (const Entry& e : set->entries) terms.push_back({e.tuple, e.holds, yes});
  }
  return gather(1, terms, false, overflow);
}

MatrixRef Algebra::intersect(const MatrixRef& a, const MatrixRef& b) const {
  if (a == b) return a;
  auto m = start(a->arity, *a, *b);
  m->functional = a->functional || b->functional;
  auto i = a->entries.begin();
  auto j = b->entries.begin();
  while (i != a->entries.end() && j != b->entries.end()) {
    if (i->tuple < j->tuple) {
      ++i;
    } else if (j->tuple < i->tuple) {
      ++j;
    } else {
      const Lit both = circuit_.conjunction(i->holds, j->holds);
      if (both != no) m->entries.push_back({i->tuple, both});
      ++i;
      ++j;
    }
  }
  return m;
}

MatrixRef Algebra::subtract(const MatrixRef& a, const MatrixRef& b) const {
  if (b->empty() && b->overflow == no) return a;
  auto m = start(a->arity, *a, *b);
  m->functional = a->functional;
  auto j = b->entries.begin();
  for (const Entry& e : a->entries) {
    while (j != b->entries.end() && j->tuple < e.tuple) ++j;
    const Lit holds = j != b->entries.end() && j->tuple == e.tuple ? circuit_.conjunction(e.holds, !j->holds) : e.holds;
    if (holds != no) m->entries.push_back({e.tuple, holds});
  }
  return m;
}

MatrixRef Algebra::overrideWith(const MatrixRef& a, const MatrixRef& b) const {
  if (b->empty()) return unite(a, b);
  const MatrixRef overridden = a->arity == 1 ? b : firstColumn(b);
  const TupleCode tail = power(a->arity - 1u);
  // If `a` is unary, `tail` is 1, and the first atom is the tuple.
  auto kept = start(a->arity, *a, *b);
  auto j = overridden->entries.begin();
  for (const Entry& e : a->entries) {
    while (j != overridden->entries.end() && j->tuple < e.tuple / tail) ++j;
    Lit holds = e.holds;
    if (j != overridden->entries.end() && j->tuple == e.tuple / tail) holds = circuit_.conjunction(holds, !j->holds);
    if (holds != no) kept->entries.push_back({e.tuple, holds});
  }
  MatrixRef result = unite(kept, b);
  // Either `a` or `b` gives all tuples with the same first atom, so there is at most one of them.
  if (a->functional && b->functional && a->arity == 2) {
    auto m = std::make_shared<Matrix>(*result);
    m->functional = true;
    return m;
  }
  return result;
}

MatrixRef Algebra::product(const MatrixRef& a, const MatrixRef& b) const {
  const unsigned arity = a->arity + b->arity;
  power(arity);
  checkSize(a->entries.size() * b->entries.size());
  auto m = start(arity, *a, *b);
  m->functional = b->functional;
  circuit_.meter().room(a->entries.size() * b->entries.size() * sizeof(Entry));
  m->entries.reserve(a->entries.size() * b->entries.size());
  const TupleCode shift = power(b->arity);
  for (const Entry& x : a->entries) {
    circuit_.meter().step(b->entries.size());
    for (const Entry& y : b->entries) {
      const Lit both = circuit_.conjunction(x.holds, y.holds);
      if (both != no) m->entries.push_back({x.tuple * shift + y.tuple, both});
    }
  }
  return m;
}

MatrixRef Algebra::join(const MatrixRef& a, const MatrixRef& b) const {
  const unsigned arity = a->arity + b->arity - 2u;
  power(arity);
  const TupleCode tail = power(b->arity - 1u);
  const Lit overflow = circuit_.disjunction(a->overflow, b->overflow);
  // If `a` is functional, the other columns of `a` determine its last atom. If `b` is functional, too, this atom and the middle
  // columns of `b` determine the last atom of `b`.
  const bool functional = a->functional && b->functional && b->arity >= 2;
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->functional = functional;
  m->overflow = overflow;
  if (b->empty()) return m;
  const Rows rows(*b, tail, base_, a->entries.size());
  std::size_t count = 0;
  for (const Entry& x : a->entries) count += rows.of(x.tuple % base_).size();
  checkSize(count);
  std::vector<Term> terms;
  for (std::size_t i = 0; i < a->entries.size();) {
    const TupleCode prefix = a->entries[i].tuple / base_;
    terms.clear();
    for (; i < a->entries.size() && a->entries[i].tuple / base_ == prefix; ++i) {
      const Entry& x = a->entries[i];
      for (const Entry& y : rows.of(x.tuple % base_)) terms.push_back({prefix * tail + y.tuple % tail, x.holds, y.holds});
    }
    append(terms, *m, a->functional && circuit_.reliesOnDeclarations());
  }
  if (a->arity == 1 && b->arity == 2 && functional && overflow == no && circuit_.reliesOnDeclarations()) {
    if (a->path) {
      auto longer = std::make_shared<Path>(*a->path);
      longer->along.push_back(b);
      m->path = std::move(longer);
    } else if (a->entries.size() > 1 && a->entries.size() <= mostChoices) {
      m->path = std::make_shared<Path>(Path{a, {b}});
    }
  }
  return m;
}

/// The tuples of `relation` that begin with `atom`, without that atom.
MatrixRef Algebra::row(const MatrixRef& relation, TupleCode atom) const {
  CachedResult& known = rows_[{relation.get(), atom}];
  if (!known.relation) {
    const Rows rows(*relation, base_, base_, 0);
    auto m = std::make_shared<Matrix>();
    m->functional = relation->functional;
    for (const Entry& e : rows.of(atom)) m->entries.push_back({e.tuple % base_, e.holds});
    known = {relation, nullptr, std::move(m), no};
  }
  return known.relation;
}

MatrixRef Algebra::rememberedJoin(const MatrixRef& a, const MatrixRef& b) const {
  if (const auto known = joins_.find({a.get(), b.get()}); known != joins_.end()) return known->second.relation;
  MatrixRef result = join(a, b);
  joins_[{a.get(), b.get()}] = {a, b, result, no};
  return result;
}

std::vector<std::pair<Lit, MatrixRef>> Algebra::choices(const Matrix& a) const {
  std::vector<std::pair<Lit, MatrixRef>> result;
  if (!a.path || !circuit_.reliesOnDeclarations()) return result;
  for (const Entry& e : a.path->start->entries) {
    MatrixRef reached = row(a.path->along[0], e.tuple);
    for (std::size_t i = 1; i < a.path->along.size(); ++i) reached = rememberedJoin(reached, a.path->along[i]);
    result.emplace_back(e.holds, std::move(reached));
  }
  return result;
}

MatrixRef Algebra::domainRestrict(const MatrixRef& set, const MatrixRef& relation) const {
  if (relation->arity == 1) return intersect(set, relation);
  const TupleCode tail = power(relation->arity - 1u);
  auto m = start(relation->arity, *set, *relation);
  m->functional = relation->functional;
  auto j = set->entries.begin();
  for (const Entry& e : relation->entries) {
    while (j != set->entries.end() && j->tuple < e.tuple / tail) ++j;
    if (j == set->entries.end()) break;
    if (j->tuple != e.tuple / tail) continue;
    const Lit both = circuit_.conjunction(e.holds, j->holds);
    if (both != no) m->entries.push_back({e.tuple, both});
  }
  return m;
}

MatrixRef Algebra::rangeRestrict(const MatrixRef& relation, const MatrixRef& set) const {
  std::vector<Lit> member(base_, no);
  for (const Entry& e : set->entries) member[e.tuple] = e.holds;
  auto m = start(relation->arity, *relation, *set);
  m->functional = relation->functional || set->functional;
  for (const Entry& e : relation->entries) {
    const Lit both = circuit_.conjunction(e.holds, member[e.tuple % base_]);
    if (both != no) m->entries.push_back({e.tuple, both});
  }
  return m;
}

MatrixRef Algebra::transpose(const MatrixRef& a) const {
  auto m = std::make_shared<Matrix>();
  m->arity = 2;
  m->overflow = a->overflow;
  m->entries = a->entries;
  for (Entry& e : m->entries) e.tuple = e.tuple % base_ * base_ + e.tuple / base_;
  std::sort(m->entries.begin(), m->entries.end(), [](const Entry& x, const Entry& y) { return x.tuple < y.tuple; });
  return m;
}

// Iterative squaring: after k rounds, `result` contains the two ends of each path of up to 2^k steps.
MatrixRef Algebra::closure(const MatrixRef& a) const {
  const std::size_t nodes = std::min(firstColumn(a)->entries.size(), lastColumn(a)->entries.size());
  MatrixRef result = a;
  for (std::size_t length = 1; length < nodes; length *= 2) {
    MatrixRef next = unite(result, join(result, result));
    if (next->entries == result->entries) break;
    result = std::move(next);
  }
  return result;
}

MatrixRef Algebra::ifThenElse(Lit condition, const MatrixRef& a, const MatrixRef& b) const {
  if (condition == yes || a == b) return a;
  if (condition == no) return b;
  auto m = start(a->arity, *a, *b);
  m->overflow = circuit_.ifThenElse(condition, a->overflow, b->overflow);
  m->functional = a->functional && b->functional;
  auto i = a->entries.begin();
  auto j = b->entries.begin();
  while (i != a->entries.end() || j != b->entries.end()) {
    TupleCode tuple = 0;
    Lit holds = no;
    if (j == b->entries.end() || (i != a->entries.end() && i->tuple < j->tuple)) {
      tuple = i->tuple;
      holds = circuit_.conjunction(condition, i++->holds);
    } else if (i == a->entries.end() || j->tuple < i->tuple) {
      tuple = j->tuple;
      holds = circuit_.conjunction(!condition, j++->holds);
    } else {
      tuple = i->tuple;
      holds = circuit_.ifThenElse(condition, i++->holds, j++->holds);
    }
    if (holds != no) m->entries.push_back({tuple, holds});
  }
  return m;
}

MatrixRef Algebra::identity(const MatrixRef& set) const {
  power(2);
  auto m = std::make_shared<Matrix>();
  m->arity = 2;
  m->functional = true;
  m->overflow = set->overflow;
  for (const Entry& e : set->entries) m->entries.push_back({e.tuple * base_ + e.tuple, e.holds});
  return m;
}

MatrixRef Algebra::select(std::span<const Lit> conditions, std::span<const MatrixRef> choices) const {
  const bool same = std::all_of(choices.begin(), choices.end(), [&](const MatrixRef& c) {
    return c->entries == choices[0]->entries && c->overflow == choices[0]->overflow;
  });
  if (same) return choices[0];
  std::vector<Term> terms;
  bool functional = true;
  Lit overflow = no;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    functional = functional && choices[i]->functional;
    overflow = circuit_.disjunction(overflow, circuit_.conjunction(conditions[i], choices[i]->overflow));
    for (const Entry& e : choices[i]->entries) terms.push_back({e.tuple, conditions[i], e.holds});
  }
  std::stable_sort(terms.begin(), terms.end(), [](const Term& x, const Term& y) { return x.tuple < y.tuple; });
  // If all choices contain a tuple under the same literal, the result contains the tuple under this literal.
  std::vector<Term> merged;
  for (std::size_t i = 0; i < terms.size();) {
    std::size_t end = i;
    bool alike = true;
    for (; end < terms.size() && terms[end].tuple == terms[i].tuple; ++end) alike = alike && terms[end].b == terms[i].b;
    if (alike && end - i == choices.size())
      merged.push_back({terms[i].tuple, yes, terms[i].b});
    else
      merged.insert(merged.end(), terms.begin() + static_cast<std::ptrdiff_t>(i),
                    terms.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  return gather(choices[0]->arity, merged, functional, overflow);
}

MatrixRef Algebra::firstColumn(const MatrixRef& a) const {
  const TupleCode tail = power(a->arity - 1u);
  std::vector<Term> terms;
  for (const Entry& e : a->entries) terms.push_back({e.tuple / tail, e.holds, yes});
  return gather(1, terms, false, a->overflow);
}

MatrixRef Algebra::lastColumn(const MatrixRef& a) const {
  std::vector<Term> terms;
  for (const Entry& e : a->entries) terms.push_back({e.tuple % base_, e.holds, yes});
  return gather(1, terms, false, a->overflow);
}

/// Compares two sets. If one of them has a Matrix::path, makes one case for each possible atom of the path's `start`. Otherwise
/// returns nothing.
std::optional<Lit> Algebra::byChoices(const MatrixRef& a, const MatrixRef& b, Compare compare, ComparedPairs& known) const {
  const bool left = a->path != nullptr;
  if (a == b || (!left && !b->path)) return std::nullopt;
  if (const auto found = known.find({a.get(), b.get()}); found != known.end()) return found->second.formula;
  std::vector<Circuit::Choice> either;
  for (const auto& [condition, value] : choices(left ? *a : *b))
    either.emplace_back(condition, left ? (this->*compare)(value, b) : (this->*compare)(a, value));
  if (either.empty()) return std::nullopt;
  const MatrixRef none = empty(1);
  const Lit holds = circuit_.chosen(either, left ? (this->*compare)(none, b) : (this->*compare)(a, none));
  known[{a.get(), b.get()}] = {a, b, nullptr, holds};
  return holds;
}

Lit Algebra::subset(const MatrixRef& a, const MatrixRef& b) const {
  if (a->functional) {
    if (const auto holds = byChoices(a, b, &Algebra::subset, subsets_)) return *holds;
  }
  // A set of at most one atom is a subset if it is empty or has an atom in common with the other set.
  const bool isSingle = a->arity == 1 && a->functional && circuit_.reliesOnDeclarations();
  bool decided = true;
  std::vector<Lit> constraints;
  std::vector<Lit> common;
  auto j = b->entries.begin();
  const bool isShort = a->entries.size() < b->entries.size() / 16;
  for (const Entry& e : a->entries) {
    if (isShort) j = std::ranges::lower_bound(j, b->entries.end(), e.tuple, {}, &Entry::tuple);
    while (j != b->entries.end() && j->tuple < e.tuple) ++j;
    const Lit there = j != b->entries.end() && j->tuple == e.tuple ? j->holds : no;
    constraints.push_back(circuit_.implication(e.holds, there));
    if (isSingle) common.push_back(circuit_.conjunction(e.holds, there));
    decided = decided && (there == yes || there == no);
  }
  const Lit included = circuit_.conjunction(constraints);
  if (!isSingle || decided) return included;
  common.push_back(!some(*a));
  return circuit_.twofold(included, circuit_.disjunction(common));
}

Lit Algebra::subsetOfProduct(const MatrixRef& a, const MatrixRef& left, const MatrixRef& right) const {
  const TupleCode shift = power(right->arity);
  const auto holder = [](const MatrixRef& set, TupleCode tuple) {
    const auto found = std::ranges::lower_bound(set->entries, tuple, {}, &Entry::tuple);
    return found != set->entries.end() && found->tuple == tuple ? found->holds : no;
  };
  std::vector<Lit> constraints;
  circuit_.meter().step(a->entries.size());
  for (const Entry& e : a->entries)
    constraints.push_back(
        circuit_.implication(e.holds, circuit_.conjunction(holder(left, e.tuple / shift), holder(right, e.tuple % shift))));
  return circuit_.conjunction(constraints);
}

Lit Algebra::equal(const MatrixRef& a, const MatrixRef& b) const {
  if (a->functional && b->functional) {
    if (const auto holds = byChoices(a, b, &Algebra::equal, equalities_)) return *holds;
  }
  // Sets of at most one atom differ if they have no atom in common and one of them has an atom.
  const bool isSingle = a != b && a->arity == 1 && a->functional && b->functional && circuit_.reliesOnDeclarations();
  std::vector<Lit> constraints;
  std::vector<Lit> common;
  auto i = a->entries.begin();
  auto j = b->entries.begin();
  while (i != a->entries.end() || j != b->entries.end()) {
    if (j == b->entries.end() || (i != a->entries.end() && i->tuple < j->tuple)) {
      constraints.push_back(!i++->holds);
    } else if (i == a->entries.end() || j->tuple < i->tuple) {
      constraints.push_back(!j++->holds);
    } else {
      if (isSingle) common.push_back(circuit_.conjunction(i->holds, j->holds));
      constraints.push_back(circuit_.equivalence(i++->holds, j++->holds));
    }
  }
  if (!isSingle) return circuit_.conjunction(constraints);
  common.push_back(circuit_.conjunction(!some(*a), !some(*b)));
  const Lit alike = circuit_.conjunction(constraints);
  return circuit_.twofold(alike, circuit_.disjunction(common));
}

Lit Algebra::some(const Matrix& a) const {
  std::vector<Lit> any;
  for (const Entry& e : a.entries) any.push_back(e.holds);
  return circuit_.disjunction(any);
}

Lit Algebra::lone(const Matrix& a) const {
  std::vector<Lit> any;
  for (const Entry& e : a.entries) any.push_back(e.holds);
  return atMostOne(circuit_, any);
}

Lit Algebra::one(const Matrix& a) const {
  std::vector<Lit> any;
  for (const Entry& e : a.entries) any.push_back(e.holds);
  return exactlyOne(circuit_, any);
}

}  // namespace aunit::solver
