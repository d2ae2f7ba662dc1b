// The algebra for updated() (updates.h) over relations in which each tuple has a condition, a literal of the circuit.
#pragma once

#include <algorithm>
#include <vector>

#include "solver/beginning/beginning.h"
#include "solver/circuit/cardinality.h"
#include "solver/unsupported.h"
#include "suite/log/reading/updates.h"

namespace aunit::suite::log {

class OpenTuples {
 public:
  OpenTuples(solver::Beginning& beginning, const model::Universe& universe) : beginning_(beginning), universe_(universe) {}

  std::uint32_t arity(const solver::MatrixRef& set) const { return set->arity; }
  solver::MatrixRef atom(model::Atom atom) const { return algebra().singleton(atom); }
  solver::MatrixRef constant(const model::TupleSet& set) const { return beginning_.constant(set); }
  solver::MatrixRef unite(const solver::MatrixRef& a, const solver::MatrixRef& b) const { return algebra().unite(a, b); }
  solver::MatrixRef subtract(const solver::MatrixRef& a, const solver::MatrixRef& b) const { return algebra().subtract(a, b); }
  solver::MatrixRef product(const solver::MatrixRef& a, const solver::MatrixRef& b) const { return algebra().product(a, b); }
  solver::MatrixRef join(const solver::MatrixRef& a, const solver::MatrixRef& b) const { return algebra().join(a, b); }
  solver::MatrixRef has(const solver::MatrixRef& all, model::Atom atom) const {
    return where(algebra().singleton(0), algebra().intersect(all, algebra().singleton(atom)));
  }
  solver::MatrixRef where(const solver::MatrixRef& tuple, const solver::MatrixRef& condition) const {
    return algebra().ifThenElse(algebra().some(*condition), tuple, algebra().empty(tuple->arity));
  }
  solver::MatrixRef append(const solver::MatrixRef& sequence, const model::TupleSet& value) const {
    std::vector<solver::Lit> members;
    for (const solver::Entry& entry : sequence->entries) members.push_back(entry.holds);
    const std::vector<solver::Lit> atLeast = solver::sortedCount(circuit(), members, members.size());
    solver::MatrixRef result = sequence;
    for (std::size_t length = 0; length <= members.size(); ++length) {
      const solver::Lit is = circuit().conjunction(length == 0 ? solver::yes : atLeast[length - 1],
                                                   length == members.size() ? solver::yes : !atLeast[length]);
      if (is == solver::no) continue;
      const bool wraps = static_cast<std::int64_t>(length) > universe_.maxInt();
      const solver::MatrixRef tuple =
          product(atom(universe_.intAtom(wraps ? universe_.minInt() : static_cast<std::int32_t>(length))), constant(value));
      result = unite(result, algebra().ifThenElse(is, tuple, algebra().empty(2)));
    }
    return result;
  }
  solver::MatrixRef plus(const solver::MatrixRef& set, const Update& update) const {
    const bool known = std::ranges::all_of(set->entries, [](const solver::Entry& entry) { return entry.holds == solver::yes; });
    if (!update.single && !(known && set->entries.size() < 2))
      throw solver::Unsupported("the SAT solver cannot change a counter that is not known to have exactly one number", {});
    const solver::Lit some = algebra().some(*set);
    solver::MatrixRef result = algebra().empty(1);
    const auto add = [&](std::int32_t number, solver::Lit condition) {
      const std::int64_t sum = std::int64_t{number} + update.amount;
      const bool zero = (condition != !some || update.amount == 0) && update.prefix.empty();
      if (sum < universe_.minInt() || sum > universe_.maxInt() || (sum == 0 && !zero)) return;
      result = unite(
          result, algebra().ifThenElse(condition, atom(universe_.intAtom(static_cast<std::int32_t>(sum))), algebra().empty(1)));
    };
    for (const solver::Entry& entry : set->entries) add(universe_.intValue(static_cast<model::Atom>(entry.tuple)), entry.holds);
    add(0, !some);
    return result;
  }

 private:
  const solver::Algebra& algebra() const { return beginning_.algebra(); }
  solver::Circuit& circuit() const { return beginning_.circuit(); }

  solver::Beginning& beginning_;
  const model::Universe& universe_;
};

}  // namespace aunit::suite::log
