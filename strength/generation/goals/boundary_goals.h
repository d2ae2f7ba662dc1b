// Claims at the ends of what is possible: no atom, one, as many as the scope allows; no tuple, all of them.
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

/// For each signature of the user's: empty, one atom, full. For each field: empty, one tuple of some atom, everything that the
/// bound allows for each. In solutions of the facts if there are such, else in what respects the declarations.
class BoundaryGoals {
 public:
  BoundaryGoals(model::Model& model, std::span<Finder> finders, Pool& pool, const ProofOptions& options);

  /// Adds claims to the pool until each boundary is shown by one. Throws support::Exhausted, as the next one does.
  void fill(const GoalProgress& progress);
  std::vector<Goal> goals();
  /// Their state, given the state of `goals`.
  Achievement achieved(std::span<const Goal> goals, std::vector<std::string>& impossible) const;

 private:
  struct Boundary {
    std::function<model::ExprId(model::Nodes&)> formula;
    std::string title;  // "no Node"
    enum class State : std::uint8_t { open, before, found, impossible, unknown } state = State::open;
    bool facts = true;  // they hold
  };

  void addSignatures();
  void addFields();
  void add(std::string title, std::function<model::ExprId(model::Nodes&)> formula);
  /// Which of some claims show it.
  std::vector<std::uint32_t> showing(const Boundary& boundary, const std::vector<Claim>& claims) const;
  void search(Boundary& boundary);

  model::Model& model_;
  const std::span<Finder> finders_;
  Pool& pool_;
  const ProofOptions options_;
  std::vector<Boundary> boundaries_;
};

}  // namespace aunit::strength
