#include "runner/grading/shown_situations.h"

#include <algorithm>

#include "suite/valuation/atom_names.h"

namespace aunit::runner {

using namespace strength::grading;

namespace {

/// The situation, with atoms that are named after the handout's declarations, because students know only the handout.
ShownSituation shownOf(const model::Model& model, const model::Model& handout, const strength::grading::Situation& situation) {
  ShownSituation shown{situation.instance, {}};
  suite::namePleasantly(handout, shown.instance);
  for (const auto& [variable, value] : situation.arguments) shown.arguments.emplace_back(model.variable(variable).name, value);
  return shown;
}

/// Whether both situations look the same to students, because only hidden parts differ.
bool looksAlike(const model::Model& handout, const ShownSituation& one, const ShownSituation& other) {
  return one.arguments == other.arguments && one.instance.loop == other.instance.loop &&
         std::ranges::equal(one.instance.states, other.instance.states, [&](const model::State& a, const model::State& b) {
           for (model::SigId id = 0; id < handout.sigs().size(); ++id)
             if (!handout.sig(id).isMeta && a.sigs[id] != b.sigs[id]) return false;
           for (model::FieldId id = 0; id < handout.fields().size(); ++id)
             if (!handout.field(id).isMeta && a.fields[id] != b.fields[id]) return false;
           return true;
         });
}

}  // namespace

std::optional<ShownPair> shownOf(const model::Model& model, const model::Model& handout,
                                 const std::optional<strength::grading::Witness>& witness) {
  if (!witness) return std::nullopt;
  ShownPair pair{shownOf(model, handout, witness->wrong), {}};
  if (witness->beside) pair.beside = shownOf(model, handout, *witness->beside);
  if (pair.beside && looksAlike(handout, pair.wrong, *pair.beside)) pair.beside.reset();
  return pair;
}

}  // namespace aunit::runner
