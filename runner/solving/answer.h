// The answer to a command, as the engines give it.
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
#include "solver/grounding/problem.h"
#include "solver/kept/premises.h"
#include "solver/options.h"
#include "solver/reliance/reliance.h"
#include "solver/vacuity/vacuity.h"
#include "suite/outcome.h"

namespace aunit::runner {

/// A command of a request.
struct CommandQuestion {
  const SolveRequest& request;
  const SolvedFile& source;
  std::size_t file = 0;   // its number
  std::size_t index = 0;  // of the command in it, as users count
  model::CommandId id = 0;

  const model::Model& model() const { return *std::as_const(*source.loaded).model; }
  const model::Command& command() const { return model().commands()[id]; }
  /// Whether its counterexamples are shown as those of Nitpick's claims.
  bool isClaim() const { return request.claims && source.path.ends_with(".np"); }
  bool showsInstances() const { return request.instances || isClaim(); }
  /// The command, with the scope that options complete.
  solver::Problem problem() const;
  /// The options of the search, with the preference for instances that are shown.
  solver::Options options() const;
};

/// The source of an answer that was not solved: the journal or the cache.
struct KeptFrom {
  std::string why;                                 // "the same question"
  std::string key;                                 // of the question whose answer it follows from
  std::optional<model::Instance> instance{};       // of an earlier version, and still an instance of this one
  std::vector<solver::Premises> contradictions{};  // one of an earlier version, which what this asserts implies
};

/// With the members of its row that solving decides: the others are rowOf's.
struct CommandAnswer {
  CommandRow row;
  solver::Result result;                   // of the first instance, or of the failure to find one
  std::vector<model::Instance> instances;  // to show or to write
  solver::Preference preference;
  solver::Problem problem;  // the last that was asked
  std::optional<model::Instance> nearestInstance;
  std::optional<solver::Vacuity> vacuity;                           // of a "none": why it says nothing
  std::optional<solver::Reliance> reliance;                         // of a "none" that is not vacuous
  std::optional<solver::AllScopes> allScopes;                       // of a "none": the answer for larger scopes
  std::vector<model::Diagnostic> warnings = {}, warningsUsed = {};  // suite::warningsOn, suite::warningsUsedBy
  std::optional<model::Instance> first;                             // one, where answers are kept and none is shown
  std::optional<KeptFrom> kept;                                     // nothing: it was solved
  std::string unaffectedSince;  // a commit since when nothing has changed that the answer depends on; it is not asked then
};

/// The row for an answer, but for what is shown.
CommandRow rowOf(const CommandQuestion& question, const CommandAnswer& answer);

/// Why an instance is a counterexample, if that is soon known.
std::optional<suite::ReasonText> reasonFor(const CommandQuestion& question, const model::Instance& instance);

}  // namespace aunit::runner
