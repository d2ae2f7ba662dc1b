// Claims about extreme sizes: no atom, one atom, as many atoms as the scope allows; no tuple, all tuples.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "strength/generation/options.h"
#include "strength/generation/pool.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"

namespace aunit::strength {

/// Finds claims that show boundaries. The boundaries of a signature of the user are no atom, one atom, and as many atoms as the
/// scope or the parent allows. The boundaries of a field are no tuple, one tuple for some atom, and all tuples that the bound
/// allows. The claims have instances that satisfy facts and declarations, or only the declarations if there are no such
/// instances.
class BoundaryGoals {
 public:
  BoundaryGoals(model::Model& model, std::span<Finder> finders, Pool& pool, const ProofOptions& options);

  /// Adds claims to the pool: for each boundary, one that shows it if possible. Throws support::Exhausted, and so does `goals`.
  void fill(const GoalProgress& progress);
  std::vector<Goal> goals();
  /// Counts the boundaries that are met, according to Goal::met of `goals`. Appends the titles of impossible boundaries to
  /// `impossible`.
  Achievement achieved(std::span<const Goal> goals, std::vector<std::string>& impossible) const;

 private:
  struct Boundary {
    std::function<model::ExprId(model::Nodes&)> formula;
    std::string title;  // "no Node"
    enum class State : std::uint8_t { open, before, found, impossible, unknown } state = State::open;
    bool facts = true;  // whether the facts hold in the instances that show the boundary
  };

  void addSignatures();
  void addFields();
  void add(std::string title, std::function<model::ExprId(model::Nodes&)> formula);
  /// The indices, in `claims`, of the claims that show the boundary.
  std::vector<std::uint32_t> showing(const Boundary& boundary, const std::vector<Claim>& claims) const;
  void search(Boundary& boundary);

  model::Model& model_;
  const std::span<Finder> finders_;
  Pool& pool_;
  const ProofOptions options_;
  std::vector<Boundary> boundaries_;
};

}  // namespace aunit::strength
