#include "solver/session/bounds_refutation.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "solver/translation/translation.h"

namespace aunit::solver {

namespace {

constexpr std::uint64_t mostPossibleTuples = std::uint64_t{1} << 20;  // of one relation

/// Throws Exhausted if a relation has too many possible tuples.
void refuseLargeProducts(const model::Model& model, const Bounds& bounds) {
  if (!bounds.hasProducts(mostPossibleTuples)) return;
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    std::uint64_t tuples = 1;
    for (const auto& column : bounds.field(id).columns) tuples = std::min(tuples * column.size(), std::uint64_t{1} << 40);
    if (tuples > mostPossibleTuples)
      throw support::Exhausted(
          fmt::format("`{}` may have {} tuples, too many to check that its bounds follow from the facts (at most {})",
                      model.field(id).name, tuples, mostPossibleTuples));
  }
}

}  // namespace

std::optional<Refutation> refuteOutsideOfBounds(const Grounding& grounding, int states, Keep keep,
                                                const support::Budget& budget) {
  if (grounding.read.empty()) return std::nullopt;
  support::Meter meter(&budget);
  std::shared_ptr<Bounds> declared = grounding.declaredBounds(grounding.literals, meter);
  refuseLargeProducts(grounding.model, *declared);
  declared->list(grounding.model, meter);
  const Grounding premises(grounding, std::move(declared));
  Translation translation(premises, states, budget);
  translation.requireOutside(*grounding.bounds);
  try {
    Refutation refutation = refute(translation.cnf(), {}, keep, budget);
    if (keep == Keep::texts) refutation.cnf.insert(0, translation.legend());
    return refutation;
  } catch (const NotRefuted& e) {
    throw NotRefuted(fmt::format("the facts do not imply the bounds that were read from them: {}", e.what()));
  }
}

}  // namespace aunit::solver
