#include "strength/versions/changed_constraints.h"

#include <algorithm>
#include <iterator>

namespace aunit::strength::versions {

using namespace model;

namespace {

bool isSame(const Pair& fact, const Versions& versions, Frame& frame) {
  return fact.older != noId && fact.newer != noId &&
         frame.alike().expressions(versions.older.facts()[fact.older].body, versions.newer.facts()[fact.newer].body);
}

}  // namespace

ChangedConstraints changedConstraintsOf(const Versions& versions, Frame& frame, const std::vector<Pair>& facts) {
  ChangedConstraints changed;
  // The facts and declarations that differ, as the older and the newer version state them: formulas over the frame.
  std::vector<ExprId> saidByOlder, saidByNewer;
  for (const Pair& pair : facts) {
    std::optional<FramedFact>& said = changed.facts.emplace_back();
    if (isSame(pair, versions, frame)) continue;
    const ExprId before = pair.older == noId ? noId : versions.older.facts()[pair.older].body;
    const ExprId after = pair.newer == noId ? noId : versions.newer.facts()[pair.newer].body;
    const auto copied = before != noId ? frame.copier().expression(before) : std::optional(frame.extension().nodes().truth(true));
    if (!copied) {
      changed.missing = frame.copier().missing() + " has changed";
      said = FramedFact{.why = changed.missing};
      continue;
    }
    said = FramedFact{.older = *copied, .newer = after != noId ? after : frame.extension().nodes().truth(true)};
    saidByOlder.push_back(said->older);
    saidByNewer.push_back(said->newer);
  }
  for (const Frame::Declaration& declaration : frame.declarations()) {
    std::ranges::copy(declaration.said.older, std::back_inserter(saidByOlder));
    std::ranges::copy(declaration.said.newer, std::back_inserter(saidByNewer));
    if (!declaration.said.missing.empty()) changed.missing = declaration.said.missing + " has changed";
  }
  changed.older = frame.all(saidByOlder);
  changed.newer = frame.all(saidByNewer);
  changed.any = !saidByOlder.empty() || !saidByNewer.empty() || !changed.missing.empty() || !frame.onlyNewer().empty();
  return changed;
}

}  // namespace aunit::strength::versions
