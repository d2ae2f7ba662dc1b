#include "solver/allscopes/orbit_search.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "solver/allscopes/finite_states.h"
#include "solver/allscopes/orbit_clauses.h"

namespace aunit::solver {

namespace {

using firstorder::FormulaId;
using firstorder::Formulas;
using firstorder::SortId;
using firstorder::TermId;
using firstorder::Terms;

class OrbitSearch {
 public:
  OrbitSearch(firstorder::States& states, FormulaId bad, std::size_t last, const std::vector<FormulaId>& known, int size,
              const support::Budget& budget)
      : states_(states),
        all_(states.theory.formulas),
        budget_(budget),
        finite_(states, size, std::max<std::size_t>(last, 1), budget),
        single_(states, size, 0, budget),
        last_(last),
        clauses_(states, finite_) {
    bad_ = finite_.literal(bad);
    for (const FormulaId f : known) {
      const int first[] = {-single_.state(), single_.literal(f)};
      single_.add(first);
      for (std::size_t i = 0; i <= std::max<std::size_t>(last, 1); ++i) {
        const int clause[] = {-finite_.moments(i), finite_.literal(f)};
        finite_.add(clause);
        for (std::size_t later = 1; later <= i; ++later) {
          const int next[] = {-finite_.moments(i), finite_.literal(states_.later(f, later))};
          finite_.add(next);
        }
      }
    }
  }

  OrbitAnswer run() {
    if (finite_.satisfiable(std::vector<int>{finite_.moments(last_), finite_.first(), bad_}))
      return {OrbitAnswer::Kind::counterexample, {}, {}};
    frames_.resize(2);
    for (std::size_t top = 1;; ++top) {
      while (true) {
        budget_.check();
        std::vector<int> assumptions = {finite_.moments(last_), bad_};
        addFrames(assumptions, top);
        if (!finite_.satisfiable(assumptions)) break;
        const Outcome outcome = block(cubeOf(), top);
        if (outcome == Outcome::reachable) return {OrbitAnswer::Kind::counterexample, {}, {}};
        if (outcome == Outcome::stuck) return {OrbitAnswer::Kind::stuck, {}, {}};
      }
      frames_.resize(top + 2);
      for (std::size_t i = 1; i <= top; ++i) {
        std::vector<FormulaId> kept;
        for (const FormulaId clause : std::vector<FormulaId>(frames_[i])) {
          if (leads(clause, i))
            add(clause, i + 1);
          else
            kept.push_back(clause);
        }
        frames_[i] = kept;
        if (!kept.empty()) continue;
        OrbitAnswer answer{OrbitAnswer::Kind::invariant, {}, {}};
        for (std::size_t k = i + 1; k < frames_.size(); ++k)
          for (const FormulaId clause : frames_[k])
            if (std::ranges::find(answer.clauses, clause) == answer.clauses.end()) answer.clauses.push_back(clause);
        for (const FormulaId clause : others_)
          if (std::ranges::find(answer.clauses, clause) == answer.clauses.end()) answer.others.push_back(clause);
        return answer;
      }
    }
  }

 private:
  enum class Outcome : std::uint8_t { blocked, reachable, stuck };

  /// Adds assumptions that moment 0 is in frame i: it satisfies the clauses of frame i and of all later frames.
  void addFrames(std::vector<int>& assumptions, std::size_t i) {
    while (active_.size() <= std::max(i, frames_.size())) {
      active_.push_back(finite_.newVariable());
      activeSingle_.push_back(single_.newVariable());
    }
    assumptions.insert(assumptions.end(), active_.begin() + static_cast<std::ptrdiff_t>(i), active_.end());
  }
  /// Returns the assumptions that moments 0 and 1 follow each other, and that moment 0 is in frame i. Frame 0 contains the first
  /// states.
  std::vector<int> stepFrom(std::size_t i) {
    std::vector<int> assumptions = {finite_.step()};
    if (i == 0) assumptions.push_back(finite_.first());
    addFrames(assumptions, i);
    return assumptions;
  }

  void add(FormulaId clause, std::size_t i) {
    if (frames_.size() <= i) frames_.resize(i + 1);
    frames_[i].push_back(clause);
    std::vector<int> ignored;
    addFrames(ignored, i);
    const int said[] = {-active_[i], finite_.literal(clause)};
    finite_.add(said);
    const int ofOne[] = {-activeSingle_[i], single_.literal(clause)};
    single_.add(ofOne);
  }

  int literal(const GroundFact& fact) {
    const int l = finite_.literal(fact.atom);
    return fact.holds ? l : -l;
  }
  int singleLiteral(const GroundFact& fact) {
    const int l = single_.literal(fact.atom);
    return fact.holds ? l : -l;
  }
  int nextLiteral(const GroundFact& fact) {
    const int l = finite_.literal(finite_.next(fact.atom));
    return fact.holds ? l : -l;
  }

  GroundCube cubeOf() {
    GroundCube cube;
    for (const GroundAtom& atom : finite_.vocabulary()) cube.push_back({atom, finite_.value(finite_.literal(atom))});
    return cube;
  }

  bool isFirst(const GroundCube& cube) {
    std::vector<int> assumptions = {single_.state(), single_.first()};
    for (const GroundFact& f : cube) assumptions.push_back(singleLiteral(f));
    return single_.satisfiable(assumptions);
  }

  /// Whether every step from frame i preserves the clause.
  bool leads(FormulaId clause, std::size_t i) {
    std::vector<int> assumptions = stepFrom(i);
    assumptions.push_back(finite_.literal(clause));
    assumptions.push_back(-finite_.literal(states_.later(clause, 1)));
    return !finite_.satisfiable(assumptions);
  }
  bool holdsFirst(FormulaId clause) {
    return !single_.satisfiable(std::vector<int>{single_.state(), single_.first(), -single_.literal(clause)});
  }
  bool isGood(FormulaId clause, std::size_t i) { return holdsFirst(clause) && leads(clause, i - 1); }

  // ---- blocking ----

  Outcome block(GroundCube first, std::size_t level) {
    std::vector<std::pair<std::size_t, GroundCube>> open = {{level, std::move(first)}};
    while (!open.empty()) {
      budget_.check();
      const auto at = std::ranges::min_element(open, {}, [](const auto& o) { return o.first; });
      const std::size_t i = at->first;
      const GroundCube cube = at->second;
      if (i == 0 || isFirst(cube)) return Outcome::reachable;
      std::vector<int> inFrame = {single_.state()};
      inFrame.insert(inFrame.end(), activeSingle_.begin() + static_cast<std::ptrdiff_t>(i), activeSingle_.end());
      for (const GroundFact& f : cube) inFrame.push_back(singleLiteral(f));
      if (!single_.satisfiable(inFrame)) {
        open.erase(at);
        continue;
      }
      std::vector<int> assumptions = stepFrom(i - 1), primed, excluded, names;
      for (std::size_t k = 0; k < cube.size(); ++k) {
        primed.push_back(nextLiteral(cube[k]));
        excluded.push_back(-literal(cube[k]));
        names.push_back(static_cast<int>(k));
      }
      assumptions.insert(assumptions.end(), primed.begin(), primed.end());
      if (finite_.satisfiableWith(excluded, assumptions)) {
        open.emplace_back(i - 1, cubeOf());
        continue;
      }
      GroundCube core;
      for (const int k : finite_.blamed(names, primed)) core.push_back(cube[static_cast<std::size_t>(k)]);
      for (const GroundFact& f : cube)
        if (f.holds && finite_.isRigid(f.atom) && std::ranges::find(core, f) == core.end()) core.push_back(f);
      for (const GroundFact& f : cube) {
        if (!isFirst(core)) break;
        if (std::ranges::find(core, f) == core.end()) core.push_back(f);
      }
      std::optional<FormulaId> clause = generalised(core, i);
      if (!clause) clause = generalised(cube, i);
      if (!clause) return Outcome::stuck;
      std::size_t reach = i;
      while (reach + 1 < frames_.size() && leads(*clause, reach)) ++reach;
      add(*clause, reach);
      open.erase(std::ranges::min_element(open, {}, [](const auto& o) { return o.first; }));
    }
    return Outcome::blocked;
  }

  /// Whether a cube and all symmetric cubes can be excluded from frame i. By symmetry it suffices to look at the cube itself.
  bool isOut(const GroundCube& cube, std::size_t i) {
    if (isFirst(cube)) return false;
    std::vector<int> assumptions = stepFrom(i - 1);
    for (const GroundFact& f : cube) assumptions.push_back(nextLiteral(f));
    return !finite_.satisfiableWithAll(allExcluded(cube), assumptions);
  }

  /// Returns the clauses that exclude a cube and all symmetric cubes. If there are too many symmetric cubes, returns only the
  /// clause that excludes the cube itself.
  std::vector<int> allExcluded(const GroundCube& cube) {
    constexpr std::size_t most = 1000;
    std::set<std::pair<SortId, int>> atoms;
    for (const GroundFact& f : cube) {
      const firstorder::Sorts& sorts = all_.symbols()[f.atom.symbol].arguments;
      for (std::size_t k = 0; k < sorts.size(); ++k)
        if (!finite_.constantOf(sorts[k], f.atom.atoms[k])) atoms.emplace(sorts[k], f.atom.atoms[k]);
    }
    const std::vector<std::pair<SortId, int>> places(atoms.begin(), atoms.end());
    std::map<std::pair<SortId, int>, int> image;
    std::vector<int> clauses;
    std::size_t count = 0;
    const auto write = [&](bool renamed) {
      for (const GroundFact& f : cube) {
        GroundFact other = f;
        const firstorder::Sorts& sorts = all_.symbols()[f.atom.symbol].arguments;
        for (std::size_t k = 0; renamed && k < sorts.size(); ++k)
          if (const auto to = image.find({sorts[k], f.atom.atoms[k]}); to != image.end()) other.atom.atoms[k] = to->second;
        clauses.push_back(-literal(other));
      }
      clauses.push_back(0);
    };
    const std::function<void(std::size_t)> choose = [&](std::size_t at) {
      if (count > most) return;
      if (at == places.size()) {
        ++count;
        write(true);
        return;
      }
      const SortId sort = places[at].first;
      for (int atom = 0; atom < finite_.sizeOf(sort); ++atom) {
        bool taken = finite_.constantOf(sort, atom).has_value();
        for (std::size_t before = 0; before < at && !taken; ++before)
          taken = places[before].first == sort && image[places[before]] == atom;
        if (taken) continue;
        image[places[at]] = atom;
        choose(at + 1);
      }
      image.erase(places[at]);
    };
    choose(0);
    if (count <= most) return clauses;
    clauses.clear();
    write(false);
    return clauses;
  }

  std::optional<FormulaId> generalised(GroundCube cube, std::size_t i) {
    if (!isOut(cube, i)) return std::nullopt;
    // Drops negative literals first. Drops literals of rigid relations last, because a clause with them is more likely to hold
    // with more atoms.
    GroundCube order = cube;
    std::ranges::stable_sort(order, {}, [&](const GroundFact& f) { return finite_.isRigid(f.atom) ? 2 : f.holds ? 1 : 0; });
    for (const GroundFact& f : order) {
      if (cube.size() == 1) break;
      GroundCube fewer = cube;
      std::erase(fewer, f);
      if (isOut(fewer, i)) cube = std::move(fewer);
    }
    const auto existing = withExistence(cube, i);
    OrbitClauses::Pattern pattern = clauses_.patternOf(cube);
    for (const FormulaId equation : std::vector<FormulaId>(pattern.different)) {
      OrbitClauses::Pattern less = pattern;
      std::erase(less.different, equation);
      if (isGood(clauses_.clauseOf(less), i)) pattern = std::move(less);
    }
    if (!existing) return clauses_.clauseOf(pattern);
    // Keeps the clause without the existential quantifier as well: with more atoms it may be inductive although `existing` is
    // not.
    others_.push_back(clauses_.clauseOf(pattern));
    return existing;
  }

  /// Tries another form of the clause that excludes the cube. Looks for a sort and a few facts such that the cube states one of
  /// these facts about each atom of the sort, or about each but one. Example: "some node has not voted" instead of "N0, N1 or N2
  /// has not voted". Returns nothing if the new clause cannot be added to frame i.
  std::optional<FormulaId> withExistence(const GroundCube& cube, std::size_t i) {
    constexpr std::size_t mostFacts = 3, mostTries = 24;
    for (SortId sort = 0; sort < states_.theory.sortNames.size(); ++sort) {
      const int size = finite_.sizeOf(sort);
      // If the sort has only two atoms, the clause about any pair of atoms is more likely to hold than one with `some`.
      if (size < 3 || finite_.constantOf(sort, 0)) continue;
      std::map<GroundFact, std::set<int>> shown;
      for (const GroundFact& f : cube)
        for (const auto& [open, atom] : clauses_.openOf(f, sort)) shown[open].insert(atom);
      const std::vector<std::pair<GroundFact, std::set<int>>> facts(shown.begin(), shown.end());
      std::size_t tries = 0;
      std::optional<FormulaId> found;
      std::vector<std::size_t> chosen;
      const std::function<void(std::size_t, std::size_t, const std::set<int>&)> choose = [&](std::size_t count, std::size_t from,
                                                                                             const std::set<int>& covered) {
        if (found || tries >= mostTries) return;
        if (count == 0) {
          // The facts must be about all atoms, or about all but one, which the clause then names.
          if (covered.size() < 3 || covered.size() + 1 < static_cast<std::size_t>(size)) return;
          ++tries;
          std::set<GroundFact> common;
          for (const std::size_t k : chosen) common.insert(facts[k].first);
          std::optional<int> other;
          for (int atom = 0; atom < size; ++atom)
            if (!covered.contains(atom)) other = atom;
          if (!other) found = existingForAll(cube, common, sort, i);
          if (!found) found = existing(cube, common, sort, other, i);
          return;
        }
        for (std::size_t k = from; k < facts.size(); ++k) {
          std::set<int> more = covered;
          more.insert(facts[k].second.begin(), facts[k].second.end());
          if (more.size() == covered.size()) continue;
          chosen.push_back(k);
          choose(count - 1, k + 1, more);
          chosen.pop_back();
        }
      };
      for (std::size_t count = 1; count <= mostFacts && !found; ++count) choose(count, 0, {});
      if (found) return found;
    }
    return std::nullopt;
  }

  /// Like existing(), but for facts in `common` that relate an atom of `sort` to several atoms of another sort. The cube must
  /// state the same further facts about each of these several atoms. The clause then says: some atom of `sort` is related to no
  /// atom that has all these further facts. Example: some quorum contains no node that has not voted.
  std::optional<FormulaId> existingForAll(const GroundCube& cube, const std::set<GroundFact>& common, SortId sort,
                                          std::size_t i) {
    const firstorder::Sorts& sorts = all_.symbols()[common.begin()->atom.symbol].arguments;
    for (std::size_t place = 0; place < sorts.size(); ++place) {
      const SortId inner = sorts[place];
      if (inner == sort) continue;
      // `opened` gets the facts in `common` without their atoms at `place`; `atoms` gets these atoms.
      std::set<int> atoms;
      std::set<GroundFact> opened;
      for (const GroundFact& f : common) {
        GroundFact open = f;
        if (f.atom.symbol != common.begin()->atom.symbol)
          open.atom.symbol = ~0u;
        else
          atoms.insert(std::exchange(open.atom.atoms[place], itself));
        opened.insert(open);
      }
      if (opened.size() != 1 || opened.begin()->atom.symbol == ~0u) continue;
      std::optional<std::set<GroundFact>> said;  // the cube's other facts about one of `atoms`, with this atom left open
      std::set<GroundFact> taken;
      bool alike = true;
      for (const int atom : atoms) {
        std::set<GroundFact> ofThis;
        for (const GroundFact& f : cube) {
          const auto ofSort = clauses_.openOf(f, sort);
          if (std::ranges::any_of(ofSort, [&](const auto& o) { return common.contains(o.first); })) continue;
          for (const auto& [open, which] : clauses_.openOf(f, inner))
            if (which == atom) {
              ofThis.insert(open);
              taken.insert(f);
            }
        }
        alike = alike && !ofThis.empty() && (!said || *said == ofThis);
        said = std::move(ofThis);
      }
      if (!alike || !said) continue;
      OrbitClauses::Naming naming(clauses_);
      for (const GroundFact& f : cube)
        if (!taken.contains(f) &&
            std::ranges::none_of(clauses_.openOf(f, sort), [&](const auto& open) { return common.contains(open.first); }))
          naming.exclude(f);
      const TermId one = all_.variable(sort), each = all_.variable(inner);
      const auto excluded = [&](const GroundFact& f, bool ofBoth) {
        Terms terms;
        const firstorder::Sorts& of = all_.symbols()[f.atom.symbol].arguments;
        for (std::size_t k = 0; k < of.size(); ++k)
          terms.push_back(f.atom.atoms[k] != itself ? naming.of(of[k], f.atom.atoms[k]) : ofBoth && of[k] == sort ? one : each);
        const FormulaId atom = all_.predicate(f.atom.symbol, std::move(terms));
        return f.holds ? all_.negation(atom) : atom;
      };
      std::vector<FormulaId> ways = {excluded(*opened.begin(), true)};
      for (const GroundFact& f : *said) ways.push_back(excluded(f, false));
      if (const auto guard = clauses_.guardOf(each)) ways.push_back(all_.negation(*guard));
      naming.finish();
      if (const auto clause = goodClause(naming.pattern, one, all_.forAll(each, all_.disjunction(ways)), i)) return clause;
    }
    return std::nullopt;
  }

  /// Returns the clause of `pattern` to which the disjunct `some one | exists` is added. First tries the clause for all values of
  /// the pattern's variables, then for pairwise different values only. Returns nothing if neither can be added to frame i.
  std::optional<FormulaId> goodClause(const OrbitClauses::Pattern& pattern, TermId one, FormulaId exists, std::size_t i) {
    if (const auto guard = clauses_.guardOf(one)) exists = all_.both(*guard, exists);
    for (const bool distinct : {false, true}) {
      OrbitClauses::Pattern whole = pattern;
      whole.parts.push_back(all_.exists(one, exists));
      if (!distinct) whole.different.clear();
      const FormulaId clause = clauses_.clauseOf(whole);
      if (isGood(clause, i)) return clause;
    }
    return std::nullopt;
  }

  /// The clause that excludes a cube, but has the disjunct "some atom of `sort` has none of the facts in `common`" in place of
  /// the disjuncts about these facts. If `other` is set, the atom of `sort` must differ from `other`. Returns nothing if the
  /// clause cannot be added to frame i.
  std::optional<FormulaId> existing(const GroundCube& cube, const std::set<GroundFact>& common, SortId sort,
                                    std::optional<int> other, std::size_t i) {
    OrbitClauses::Naming naming(clauses_);
    for (const GroundFact& f : cube)
      if (std::ranges::none_of(clauses_.openOf(f, sort), [&](const auto& open) { return common.contains(open.first); }))
        naming.exclude(f);
    if (other && !naming.knows(sort, *other)) {
      bool named = false;
      for (const GroundFact& f : common) {
        const firstorder::Sorts& sorts = all_.symbols()[f.atom.symbol].arguments;
        for (std::size_t k = 0; k < sorts.size(); ++k) named = named || (sorts[k] == sort && f.atom.atoms[k] == *other);
      }
      if (!named) return std::nullopt;
    }
    const TermId one = all_.variable(sort);
    std::vector<FormulaId> ways;
    for (const GroundFact& f : common) {
      Terms terms;
      const firstorder::Sorts& sorts = all_.symbols()[f.atom.symbol].arguments;
      for (std::size_t k = 0; k < sorts.size(); ++k)
        terms.push_back(f.atom.atoms[k] == itself ? one : naming.of(sorts[k], f.atom.atoms[k]));
      const FormulaId atom = all_.predicate(f.atom.symbol, std::move(terms));
      ways.push_back(f.holds ? all_.negation(atom) : atom);
    }
    if (other) ways.push_back(all_.negation(all_.equal(one, naming.of(sort, *other))));
    naming.finish();
    return goodClause(naming.pattern, one, all_.conjunction(ways), i);
  }

  firstorder::States& states_;
  Formulas& all_;
  const support::Budget& budget_;
  FiniteStates finite_, single_;  // the system with moments 0 ... last_, and with moment 0 alone
  std::size_t last_;
  int bad_ = 0;
  std::vector<std::vector<FormulaId>> frames_;
  std::vector<int> active_, activeSingle_;
  OrbitClauses clauses_;
  std::vector<FormulaId> others_;
};

}  // namespace

OrbitAnswer searchOrbits(firstorder::States& states, FormulaId bad, std::size_t last, const std::vector<FormulaId>& known,
                         int size, const support::Budget& budget) {
  return OrbitSearch(states, bad, last, known, size, budget).run();
}

}  // namespace aunit::solver
