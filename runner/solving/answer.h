// The answer to a command, with the engines' data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/entailment/model_questions.h"
#include "solver/grounding/problem.h"
#include "solver/kept/premises.h"
#include "solver/options.h"
#include "solver/reliance/reliance.h"
#include "solver/vacuity/vacuity.h"
#include "suite/outcome.h"

namespace aunit::runner {

/// A command in a request.
struct CommandQuestion {
  const SolveRequest& request;
  const SolvedFile& source;
  std::size_t file = 0;   // index in SolveRequest::files
  std::size_t index = 0;  // index of the command among those for which SolvedFile::counts is true
  model::CommandId id = 0;
  solver::ModelQuestions& beside;  // solves the command and examines its answer; both share translations

  const model::Model& model() const { return *std::as_const(*source.loaded).model; }
  const model::Command& command() const { return model().commands()[id]; }
  /// Whether the command is a claim of a Nitpick file. Counterexamples to such claims are shown.
  bool isClaim() const { return request.claims && source.path.ends_with(".np"); }
  bool showsInstances() const { return request.instances || isClaim(); }
  /// Whether only the verdict is wanted, so that any instance is enough.
  bool anyInstance() const { return !showsInstances() && request.most() == 1; }
  /// The command's problem. The options in `request.scopes` complete its scope.
  solver::Problem problem() const;
  /// The options of the search. If instances are shown, the options also say which instances the search prefers.
  solver::Options options() const;
};

/// The cached answer from which the answer to a new question follows.
struct AnswerOrigin {
  std::string why;                            // "the same question"
  std::string key;                            // key of the question to which the cached answer belongs
  std::optional<model::Instance> instance{};  // an instance of the new question: a cached instance, or one near it
  /// At most one element. Its constraints contradict each other according to the cached answer, and the new question implies
  /// them.
  std::vector<solver::Premises> contradictions{};
};

/// The answer to a command. `row` has only the members that solving sets; rowOf() sets the other members.
struct CommandAnswer {
  CommandRow row;
  solver::Result result;                   // result for the first instance or, if there is none, for the whole search
  std::vector<model::Instance> instances;  // instances to show or to write
  solver::Preference preference;
  solver::Problem problem;  // the last problem that was solved
  std::optional<model::Instance> nearestInstance;
  std::optional<solver::Vacuity> vacuity;      // why the answer is vacuous; nothing if it is not, or if there is an instance
  std::optional<solver::Reliance> reliance;    // what the answer rests on, if there is no instance and the answer is not vacuous
  std::optional<solver::AllScopes> allScopes;  // if there is no instance: the answer for larger scopes
  std::vector<model::Diagnostic> warnings = {}, warningsUsed = {};  // from suite::warningsOn, suite::warningsUsedBy
  std::optional<model::Instance> first;                             // one instance for the cache, if none is shown
  std::optional<AnswerOrigin> kept;  // the cached answer that led to this one; nothing if the command was solved
  /// If the command was not solved, because nothing that it depends on has changed since a commit: this commit. Else empty.
  std::string unaffectedSince;
};

/// The row of an answer, without CommandRow::shown.
CommandRow rowOf(const CommandQuestion& question, const CommandAnswer& answer);

/// Why an instance is a counterexample. Returns nothing if no reason is found within a second.
std::optional<suite::ReasonText> reasonFor(const CommandQuestion& question, const model::Instance& instance);

}  // namespace aunit::runner
