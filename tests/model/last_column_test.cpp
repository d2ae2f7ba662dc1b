#include "model/relations/last_column.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace aunit::model {
namespace {

RC_GTEST_PROP(LastColumn, JoinsAndRestrictsAsWithoutIndex, ()) {
  const std::uint32_t universe = *rc::gen::element(70u, 3000u, 5'000'000u);
  const auto arity = *rc::gen::inRange(2u, 6u);
  const auto atom = rc::gen::apply([=](std::uint32_t i) { return i * (universe / 10); }, rc::gen::inRange(0u, 10u));
  const auto columns = *rc::gen::container<std::vector<Atom>>(atom);
  const std::span<const Atom> whole(columns.data(), columns.size() / arity * arity);
  const TupleSet relation = TupleSet::ofTuples(universe, arity, whole);
  const LastColumn index(relation);
  for (int i = 0; i < 3; ++i) {
    const TupleSet atoms = TupleSet::ofTuples(universe, 1, *rc::gen::container<std::vector<Atom>>(atom));
    TupleSet found;
    index.join(relation, atoms, found);
    RC_ASSERT(found == relation.join(atoms));
    index.rangeRestrict(relation, atoms, found);
    RC_ASSERT(found == relation.rangeRestrict(atoms));
  }
}

}  // namespace
}  // namespace aunit::model
