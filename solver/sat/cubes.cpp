#include "solver/sat/cubes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace aunit::solver {

namespace {

/// The clauses under a partial assignment that is closed under unit propagation. Two literals of each clause are watched.
class Propagation {
 public:
  Propagation(const Cnf& cnf, support::Meter& meter)
      : meter_(meter), value_(static_cast<std::size_t>(cnf.variables) + 1), watches_(2 * value_.size()) {
    meter.room(cnf.literals.size() * 2 * sizeof(int));
    literals_ = cnf.literals;
    for (std::size_t begin = 0; begin < literals_.size();) {
      const auto end = static_cast<std::size_t>(
          std::find(literals_.begin() + static_cast<std::ptrdiff_t>(begin), literals_.end(), 0) - literals_.begin());
      if (end - begin >= 2)
        for (const std::size_t i : {begin, begin + 1}) watches_[indexOf(literals_[i])].push_back(begin);
      else if (end == begin)
        consistent_ = false;
      else
        units_.push_back(literals_[begin]);
      begin = end + 1;
    }
    for (const int unit : units_) consistent_ = consistent_ && assign(unit);
  }

  bool isConsistent() const { return consistent_; }
  /// 1: true, -1: false, 0: open.
  int valueOf(int literal) const {
    const int value = value_[static_cast<std::size_t>(std::abs(literal))];
    return literal > 0 ? value : -value;
  }
  std::size_t assigned() const { return trail_.size(); }

  /// Makes a literal and all its consequences true. Returns false on a contradiction; the caller must then undo the assignments.
  bool assign(int literal) {
    if (valueOf(literal) != 0) return valueOf(literal) > 0;
    std::size_t next = trail_.size();
    set(literal);
    while (next < trail_.size())
      if (!propagate(-trail_[next++])) return false;
    return true;
  }

  void undoTo(std::size_t assigned) {
    for (; trail_.size() > assigned; trail_.pop_back()) value_[static_cast<std::size_t>(std::abs(trail_.back()))] = 0;
  }

  /// Returns at most `most` variables that occur with both signs, in ascending order. Prefers variables that occur in many
  /// clauses or in short ones.
  std::vector<int> candidates(std::size_t most) const {
    std::vector<std::pair<double, double>> weight(value_.size());
    for (auto begin = literals_.begin(); begin != literals_.end();) {
      const auto end = std::find(begin, literals_.end(), 0);
      const double one = std::ldexp(1, -static_cast<int>(std::min<std::ptrdiff_t>(end - begin, 10)));
      for (; begin != end; ++begin) {
        auto& [positive, negative] = weight[static_cast<std::size_t>(std::abs(*begin))];
        (*begin > 0 ? positive : negative) += one;
      }
      ++begin;
    }
    std::vector<int> variables;
    for (std::size_t v = 1; v < weight.size(); ++v)
      if (weight[v].first * weight[v].second > 0) variables.push_back(static_cast<int>(v));
    std::ranges::stable_sort(variables, std::greater(), [&](int v) {
      const auto& [positive, negative] = weight[static_cast<std::size_t>(v)];
      return positive * negative;
    });
    if (variables.size() > most) variables.resize(most);
    std::ranges::sort(variables);
    return variables;
  }

 private:
  static std::size_t indexOf(int literal) { return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0); }

  void set(int literal) {
    value_[static_cast<std::size_t>(std::abs(literal))] = literal > 0 ? 1 : -1;
    trail_.push_back(literal);
  }

  /// Visits the clauses that watch a literal that has become false. Returns false on a contradiction.
  bool propagate(int literal) {
    std::vector<std::size_t>& watching = watches_[indexOf(literal)];
    meter_.step(8 * watching.size() + 1);
    std::size_t kept = 0;
    bool good = true;
    for (std::size_t i = 0; i < watching.size(); ++i) {
      const std::size_t clause = watching[i];
      int* const c = &literals_[clause];
      if (c[0] == literal) std::swap(c[0], c[1]);
      if (!good || valueOf(c[0]) > 0 || !watchAnother(clause))
        watching[kept++] = clause;
      else
        continue;
      if (!good || valueOf(c[0]) > 0) continue;
      if (valueOf(c[0]) < 0)
        good = false;
      else
        set(c[0]);
    }
    watching.resize(kept);
    return good;
  }

  /// Watches a later literal of the clause instead of its second one. Returns false if all literals after the second one are
  /// false.
  bool watchAnother(std::size_t clause) {
    int* const c = &literals_[clause];
    for (std::size_t k = 2; c[k] != 0; ++k) {
      if (valueOf(c[k]) < 0) continue;
      std::swap(c[1], c[k]);
      watches_[indexOf(c[1])].push_back(clause);
      return true;
    }
    return false;
  }

  support::Meter& meter_;
  std::vector<int> literals_;  // as in Cnf; the watched literals come first in each clause
  std::vector<int> units_;
  std::vector<std::int8_t> value_;  // by variable: 1 true, -1 false, 0 open
  std::vector<std::vector<std::size_t>> watches_;
  std::vector<int> trail_;
  bool consistent_ = true;
};

class Divider {
 public:
  Divider(const Cnf& clauses, std::span<const int> assumptions, const support::Budget& budget)
      : meter_(&budget), state_(clauses, meter_), variables_(state_.candidates(mostCandidates)) {
    open_ = state_.isConsistent() && std::ranges::all_of(assumptions, [&](int l) { return state_.assign(l); });
  }

  std::vector<Cube> cubes(int depth) {
    if (open_) divide(depth);
    return std::move(cubes_);
  }

 private:
  /// Limit for candidates. More of them improve the choice little, and each costs two propagations at each node.
  static constexpr std::size_t mostCandidates = 3000;

  void divide(int depth) {
    const std::size_t before = state_.assigned();
    bool contradiction = false;
    const int variable = depth == 0 ? 0 : decision(contradiction);
    if (!contradiction && variable == 0) cubes_.push_back(cube_);
    if (!contradiction && variable != 0)
      for (const int literal : {variable, -variable}) {
        const std::size_t here = state_.assigned();
        cube_.push_back(literal);
        if (state_.assign(literal)) divide(depth - 1);
        cube_.pop_back();
        state_.undoTo(here);
      }
    state_.undoTo(before);
  }

  /// The variable to decide next; 0 if all variables have values. If one value of a variable leads to a contradiction, the
  /// variable gets the other value.
  int decision(bool& contradiction) {
    int best = 0;
    std::uint64_t most = 0;
    for (const int variable : variables_) {
      if (state_.valueOf(variable) != 0) continue;
      const auto positive = consequences(variable), negative = consequences(-variable);
      if (positive == 0 || negative == 0) {
        contradiction = (positive == 0 && negative == 0) || !state_.assign(positive == 0 ? -variable : variable);
        if (contradiction) return 0;
        continue;
      }
      const std::uint64_t weight = 1024 * positive * negative + positive + negative;
      if (weight > most) {
        most = weight;
        best = variable;
      }
    }
    // The best variable may have got a value meanwhile, because a variable examined later had only one possible value.
    return best != 0 && state_.valueOf(best) != 0 ? decision(contradiction) : best;
  }

  /// The number of variables that get a value if the literal is true; 0 if it cannot be true.
  std::uint64_t consequences(int literal) {
    const std::size_t before = state_.assigned();
    const bool good = state_.assign(literal);
    const std::size_t count = state_.assigned() - before;
    state_.undoTo(before);
    return good ? count : 0;
  }

  support::Meter meter_;
  Propagation state_;
  const std::vector<int> variables_;
  bool open_ = false;
  Cube cube_;
  std::vector<Cube> cubes_;
};

}  // namespace

std::vector<Cube> cubesOf(const Cnf& clauses, std::span<const int> assumptions, int depth, const support::Budget& budget) {
  return Divider(clauses, assumptions, budget).cubes(depth);
}

}  // namespace aunit::solver
