// Compares two formulas over one model within a scope: finds instances that only the first formula accepts, and instances that
// only the second formula accepts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/judge.h"
#include "model/changes/extension.h"
#include "solver/entailment/logic.h"
#include "solver/session/session.h"
#include "strength/instances/finder.h"

namespace aunit::strength::comparison {

/// How the second formula relates to the first: `stronger` accepts fewer instances, `weaker` more. `sameShared`: the comparable
/// parts of both are the same, but some parts cannot be compared.
enum class Relation : std::uint8_t { same, sameShared, stronger, weaker, neither, unknown };
/// "same", "stronger" ...
const char* name(Relation relation);

/// Two formulas. `params` are the parameters of both, and may be free in them.
struct Formulas {
  model::ExprId first = model::noId, second = model::noId;
  std::vector<model::Decl> params{};
  /// If true, the formulas are compared in every state of each trace, as for a predicate, which may be called in any state. If
  /// false, they are compared in the first state only.
  bool everyState = false;
  /// Whether to search for instances that only the first formula accepts (`byFirst`), and for those that only the second accepts
  /// (`bySecond`). If false, the result has no such instance and no proof that there is none.
  bool byFirst = true, bySecond = true;
  /// A formula that the returned instance should also satisfy, if possible: `besideFirst` for the instance that only the first
  /// formula accepts, `besideSecond` for the one that only the second accepts. noId: none. The relation does not depend on these
  /// formulas.
  model::ExprId besideFirst = model::noId, besideSecond = model::noId;
};

/// An instance in which one of two formulas holds and the other does not.
struct DistinguishingInstance {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments{};  // of the parameters
  unsigned state = 0;                           // the state of the trace in which the formulas differ
  /// Whether the instance is proved to be smallest: by states, then by atoms, then by tuples (solver/preference.h).
  bool fewest = false;
  // False if this instance violates the formula that it should also satisfy (Formulas::besideFirst or besideSecond).
  bool isWhole = true;
};

struct RelationResult {
  Relation relation = Relation::unknown;
  /// Instances that only the first or only the second formula accepts. Irrelevant atoms and tuples are removed from them, and
  /// most of them are smallest instances. The evaluator has confirmed them.
  std::optional<DistinguishingInstance> byFirst, bySecond;
  /// Whether the solver has proved that no instance in the scope is accepted by the first formula only (`noneByFirst`), or by the
  /// second formula only (`noneBySecond`).
  bool noneByFirst = false, noneBySecond = false;
  /// The solver's checked proofs of `noneByFirst` and `noneBySecond`, if RelationOptions::refute asks for them.
  std::optional<solver::Refutation> refutedByFirst{}, refutedBySecond{};
  std::string unchecked{};  // why the proof of `noneByFirst` or of `noneBySecond` is missing
  std::string why{};        // why the relation is `unknown`
  /// For `same`, with ProofOptions::allScopes: whether the formulas are the same for any number of atoms.
  std::optional<solver::AllScopes> allScopes{};
};

/// Derives `relation` from the other members.
Relation relationOf(const RelationResult& related);

struct RelationOptions {
  model::Scope scope{};
  ProofOptions proof{};
  bool facts = true;                  // only instances that satisfy the facts are compared
  std::vector<model::ExprId> also{};  // further formulas that the compared instances must satisfy
  bool refute = false;                // the solver writes proofs, which are checked
  std::size_t tries = 96;             // number of random valuations that are tried if the solver does not decide
};

/// Relates formulas of one model. The model may gain formulas after this object was made.
class Relations {
 public:
  /// `extension` must outlive this object.
  Relations(model::Extension& extension, RelationOptions options);
  ~Relations();

  /// Returns Relation::unknown if the time limit ends the search. Throws support::Exhausted if memory runs out, or if a request
  /// to stop ends the search.
  RelationResult relate(const Formulas& formulas);
  /// Returns an instance that differs from `found` in one tuple, satisfies both formulas for the arguments and in the state of
  /// `found`, and is accepted by `isWanted`. Returns nothing if there is none.
  std::optional<model::Instance> nearest(const Formulas& formulas, const DistinguishingInstance& found,
                                         const std::function<bool(const model::Instance&)>& isWanted = {});
  /// Whether the solver finds an instance in the scope that satisfies the facts and declarations.
  bool hasInstance();

 private:
  struct Side;
  void fill();
  bool isWithin(const model::Instance& instance);
  bool differs(const Side& side, const model::Instance& instance);
  std::optional<DistinguishingInstance> separating(const Side& side, model::Instance instance);
  void bindArguments(const Side& side, DistinguishingInstance& found);
  void lookByChance(Side& side);
  void look(Side& side);
  void solve(Side& side);
  solver::Logic logic() const;
  solver::Session& session(bool temporal);
  solver::Problem problem(bool temporal) const;
  std::optional<solver::AllScopes> askBeyond(const Side& first, const Side& second);

  model::Extension& extension_;
  const model::Model& model_;
  const RelationOptions options_;
  support::Budget budget_;
  evaluator::Evaluator evaluator_;
  std::vector<evaluator::Constraint> context_;  // declarations, and facts if `options_.facts`
  std::vector<evaluator::Constraint> sizes_;
  bool filled_ = false;
  std::vector<model::Instance> pool_;                           // instances in the scope that satisfy `context_`
  std::array<std::unique_ptr<solver::Session>, 2> sessions_{};  // [0] without traces, [1] with traces
};

}  // namespace aunit::strength::comparison
