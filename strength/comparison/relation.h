// How two formulas over one model relate, within a scope: which instances satisfy the one alone, and which the other.
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

/// How the second formula stands to the first: `stronger` accepts less, `weaker` more. `sameShared`: the same as far as both can
/// be compared, which is not all that they speak of.
enum class Relation : std::uint8_t { same, sameShared, stronger, weaker, neither, unknown };
/// "same", "stronger" ...
const char* name(Relation relation);

/// Two formulas; `params` are declared for both and may be free in them.
struct Formulas {
  model::ExprId first = model::noId, second = model::noId;
  std::vector<model::Decl> params{};
  /// They are compared in every state of each trace, as predicates are, which are called anywhere; else in the first.
  bool everyState = false;
  /// The directions that are asked about; of another nothing is found, nor shown not to be.
  bool byFirst = true, bySecond = true;
  /// What is to hold beside the first, the second formula in what is shown as accepted by it alone, if there is such an instance;
  /// noId: nothing. The relation does not depend on it.
  model::ExprId besideFirst = model::noId, besideSecond = model::noId;
};

/// An instance in which one of two formulas holds and the other does not.
struct Separating {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments{};  // the values of the parameters
  unsigned state = 0;                           // of a trace: where they differ
  /// None has fewer states, nor as many and fewer atoms, nor as many of these and fewer tuples (solver/preference.h).
  bool fewest = false;
  bool isWhole = true;  // what is to hold beside the formula holds (Formulas::besideFirst)
};

struct Related {
  Relation relation = Relation::unknown;
  /// Accepted by the first formula alone, by the second alone. Nothing of those can be left out, and mostly none is smaller; the
  /// evaluator has confirmed them.
  std::optional<Separating> byFirst, bySecond;
  /// Whether the solver has shown that no instance of the scope is accepted by the first alone, by the second alone.
  bool noneByFirst = false, noneBySecond = false;
  /// Among these, if it was asked for (RelationOptions::refute): the solver's steps, which were checked.
  std::optional<solver::Refutation> refutedByFirst{}, refutedBySecond{};
  std::string unchecked{};  // why one of them is missing
  std::string why{};        // of `unknown`
  /// For `same`, if it is asked for (ProofOptions::allScopes): whether it is so for any number of atoms.
  std::optional<solver::AllScopes> allScopes{};
};

/// `relation` by what was found, and what was shown not to be.
Relation relationOf(const Related& related);

struct RelationOptions {
  model::Scope scope{};
  ProofOptions proof{};
  bool facts = true;                  // only instances in which the facts hold are looked at
  std::vector<model::ExprId> also{};  // what else holds in them
  bool refute = false;                // what the solver shows not to be is shown step by step
  std::size_t tries = 96;             // valuations by chance that are looked at where the solver does not decide; 0: none
};

/// Relates formulas of one model, which may be newer than this.
class Relations {
 public:
  /// The extension must outlive it.
  Relations(model::Extension& extension, RelationOptions options);
  ~Relations();

  /// Throws support::Exhausted where no memory, or a request to stop, ends it; where the time of a question is up, the relation
  /// is unknown.
  Related relate(const Formulas& formulas);
  /// An instance one tuple away in which both formulas hold for the same arguments, in the same state; nothing if there is
  /// none.
  std::optional<model::Instance> nearest(const Formulas& formulas, const Separating& found,
                                         const std::function<bool(const model::Instance&)>& isWanted = {});
  /// Whether the solver finds any instance at all.
  bool hasInstance();

 private:
  struct Side;
  void fill();
  bool isWithin(const model::Instance& instance);
  bool differs(const Side& side, const model::Instance& instance);
  std::optional<Separating> separating(const Side& side, model::Instance instance);
  void bindArguments(const Side& side, Separating& found);
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
  std::vector<evaluator::Constraint> context_;  // declarations, and facts if they hold
  std::vector<evaluator::Constraint> sizes_;
  bool filled_ = false;
  std::vector<model::Instance> pool_;                           // within scope and context
  std::array<std::unique_ptr<solver::Session>, 2> sessions_{};  // without traces, with them
};

}  // namespace aunit::strength::comparison
