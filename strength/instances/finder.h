// Instances in which a formula holds, as tests state them: small ones, and one that fills the scope.
#pragma once

#include <atomic>
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "evaluator/judge.h"
#include "model/changes/nodes.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::strength {

struct ProofOptions {
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of one question to the solver, and of making smaller what it finds
  double allScopes = 0;                   // seconds for larger scopes if a scope has no instance; 0: they are not searched
  support::Budget whole{};                // of all questions together: none goes on beyond its end
  bool afresh = false;  // results do not depend on earlier questions: the smallest instance has its own translation
};

/// Which instance is wanted: what the solver finds, or one that is as small as everywhere (solver/smallest).
enum class Wanted : std::uint8_t { any, small };

/// How the solver is asked here.
solver::Options solverOptions(const ProofOptions& options, Wanted wanted = Wanted::any);

/// What there is of a problem, which has no instance in its scope, for any number of atoms; nothing unless that is asked for.
std::optional<solver::AllScopes> beyond(const model::Model& model, const solver::Problem& problem, const ProofOptions& options);

/// An instance in which something shows, with the values of the variables that it is said of.
struct Witness {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments;
  bool ofFacts = false;  // for a changed predicate or function: facts or declarations that call it show it, for no arguments
};

/// A condition on an instance, decided by evaluation.
struct Condition {
  std::vector<evaluator::Constraint> constraints;
  std::vector<model::VarId> variables;  // that are free in it
};

struct Found {
  solver::Verdict verdict = solver::Verdict::unknown;
  std::optional<Witness> smallest;  // as few atoms as possible, and nothing in it that could be left out
  std::optional<Witness> large;     // as the solver gave it, within the whole scope
};

/// Asks within the whole scope first, then with one atom, two, ... of each signature for a small one. `ask` answers for at most
/// so many atoms and this width of integers; `askAgain`, unless it is empty, again for the fewest.
using Ask = std::function<solver::Result(int atoms, int bitwidth, Wanted wanted)>;
Found findWith(const Ask& ask, const Ask& askAgain, const model::Model& model, const model::Scope& scope,
               const Condition& condition, const ProofOptions& options);

/// The problem that asks for such an instance within the part of a scope that has at most so many atoms of each signature.
solver::Problem problemWithin(const model::Model& model, model::ExprId formula, const model::Scope& scope, int atoms,
                              int bitwidth);

/// Finds instances of one model. One translation for each number of atoms serves all questions.
class Finder {
 public:
  Finder(const model::Model& model, model::Scope scope, ProofOptions options)
      : model_(model), scope_(std::move(scope)), options_(options) {}

  struct Question {
    model::ExprId formula = model::noId;                   // over the parameters of `function`
    model::FuncId function = model::noId;                  // noId: the formula is closed
    bool facts = true;                                     // must hold beside it
    bool signatureFacts = true;                            // and so must facts behind the user's own signatures
    std::optional<support::Budget> within = std::nullopt;  // of all questions about one goal; nothing: the time for one question
  };
  /// Makes a quantifier where the question has parameters: the model may have grown, see `forget`.
  Found find(const Question& question, model::Nodes& make);
  /// The question within the whole scope, as a problem.
  solver::Problem whole(const Question& question, model::Nodes& make) const;
  /// Whether there is one within the whole scope.
  solver::Verdict verdict(const Question& question, model::Nodes& make);

  /// The model was rolled back to so many expressions.
  void forget(model::ExprId first);

  /// Finds it in one of several scopes, the first where it is. Unsatisfiable: in none, which is proved.
  static Found findInOne(std::span<Finder> finders, const Question& question, model::Nodes& make);

  const model::Scope& scope() const { return scope_; }

 private:
  struct Key {
    bool facts, signatureFacts, temporal;
    int atoms, bitwidth;
    Wanted wanted;
    auto operator<=>(const Key&) const = default;
  };
  model::ExprId closed(const Question& question, model::Nodes& make) const;
  solver::Problem problemOf(model::ExprId formula, const Question& question, int atoms, int bitwidth) const;

  const model::Model& model_;
  model::Scope scope_;
  const ProofOptions options_;
  std::map<Key, std::unique_ptr<solver::Session>> sessions_;
};

}  // namespace aunit::strength
