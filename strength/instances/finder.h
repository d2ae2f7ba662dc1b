// Finds instances in which a formula holds and which a test can state: a small instance, and one within the whole scope.
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
  support::Limits limits{.seconds = 10};  // limits of one question to the solver, and of one reduction of an instance
  double allScopes = 0;     // seconds for the search in larger scopes if the scope has no instance; 0: no such search
  support::Budget whole{};  // budget of all questions together
  bool afresh = false;  // whether each search for a smallest instance makes a new translation, so that earlier questions do not
                        // influence the results
};

/// `any`: the first instance that the solver finds. `small`: a smallest instance (see solver/smallest), which is the same on
/// every machine.
enum class InstanceSize : std::uint8_t { any, small };

/// Returns the solver's options for questions of a Finder.
solver::Options solverOptions(const ProofOptions& options, InstanceSize wanted = InstanceSize::any);

/// Requires that the problem has no instance in its scope. Returns the answer for any number of atoms; nothing if
/// `options.allScopes` is 0.
std::optional<solver::AllScopes> beyond(const model::Model& model, const solver::Problem& problem, const ProofOptions& options);

/// An instance that satisfies a condition, with the values of the condition's variables.
struct Witness {
  model::Instance instance;
  std::vector<evaluator::Binding> arguments;
  /// True if the instance shows a difference in a fact or declaration that calls the changed predicate or function, and not in
  /// the predicate or function itself. In this case, there are no arguments.
  bool ofFacts = false;
};

/// A condition on an instance, decided by evaluation.
struct Condition {
  std::vector<evaluator::Constraint> constraints;
  std::vector<model::VarId> variables;  // free variables of the constraints
};

struct FinderResult {
  solver::Verdict verdict = solver::Verdict::unknown;
  std::optional<Witness> smallest;  // the smallest instance that was found, without irrelevant atoms and tuples
  std::optional<Witness> large;     // an instance within the whole scope, as the solver found it
};

/// First asks for an instance within the whole scope. If there is one, searches for the smallest number n = 1, 2, ... such that
/// there is an instance with at most n atoms of each signature. Then asks again with this smallest n, to find
/// FinderResult::smallest. `ask(n, w, size)` asks the solver with at most n atoms of each signature and bit width w. If
/// `askAgain` is not empty, it is called instead of `ask` after the smallest n is known.
using Ask = std::function<solver::Result(int atoms, int bitwidth, InstanceSize wanted)>;
FinderResult findWith(const Ask& ask, const Ask& askAgain, const model::Model& model, const model::Scope& scope,
                      const Condition& condition, const ProofOptions& options);

/// The problem that asks for an instance of `formula` in the scope, restricted to at most `atoms` atoms of each signature.
solver::Problem problemWithin(const model::Model& model, model::ExprId formula, const model::Scope& scope, int atoms,
                              int bitwidth);

/// Finds instances of one model. Questions with the same number of atoms share a translation.
class Finder {
 public:
  Finder(const model::Model& model, model::Scope scope, ProofOptions options)
      : model_(model), scope_(std::move(scope)), options_(options) {}

  struct Question {
    model::ExprId formula = model::noId;   // a formula over the parameters of `function`
    model::FuncId function = model::noId;  // noId if the formula has no free variables
    bool facts = true;                     // whether the facts must hold
    bool signatureFacts = true;            // whether the user's signature facts must hold
    /// Budget of all calls of the solver for one goal. If not set, each call has the limits of ProofOptions.
    std::optional<support::Budget> within = std::nullopt;
  };
  /// Finds instances for a question. Adds a quantifier to the model if the question has parameters; see `forget`.
  FinderResult find(const Question& question, model::Nodes& make);
  /// The problem that the question asks, within the whole scope.
  solver::Problem whole(const Question& question, model::Nodes& make) const;
  /// Whether the whole scope has an instance.
  solver::Verdict verdict(const Question& question, model::Nodes& make);

  /// Discards what the finder knows about expressions with the number `first` or a higher one. Must be called after a rollback
  /// has removed these expressions from the model.
  void forget(model::ExprId first);

  /// Tries the finders in order, and returns the first instance. The verdict is `unsatisfiable` only if every finder
  /// proves that there is no instance in the finder's scope.
  static FinderResult findInOne(std::span<Finder> finders, const Question& question, model::Nodes& make);

  const model::Scope& scope() const { return scope_; }

 private:
  struct Key {
    bool facts, signatureFacts, temporal;
    int atoms, bitwidth;
    InstanceSize wanted;
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
