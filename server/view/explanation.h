// Explanations of an instance in the view, as JSON: why it is a counterexample, which constraints it violates, and on which
// constraints a tuple depends. If there is no instance, the explanation is the unsat core. Each explanation has
// marks: ranges of the model's source that the view highlights.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "server/messages.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/options.h"
#include "suite/reasons/tuple_reason.h"
#include "support/budget.h"

namespace aunit::server::view {

/// The user's files, without the library: an array of objects with `path` and `text`.
Json sourceFiles(const parser::Loaded& loaded);

/// An object with `text` (a sentence), `details` (lines below it), `state` (of a trace) and `marks`. For a counterexample, `text`
/// says why the assertion is false. For an instance without a command, it names the first constraint that is violated.
/// Returns null if there is nothing to explain, or if the explanation takes more than a second.
Json explanation(const parser::Loaded& loaded, const model::Instance& instance, std::optional<model::CommandId> command,
                 model::Semantics semantics, const support::Budget& budget);

/// Explains why a tuple is, or is not, in a relation.
Json explanation(const parser::Loaded& loaded, const suite::TupleReason& reason);
/// Explains which constraints the nearest valuation violates.
Json explanation(const suite::NearestValuation& nearest);
/// Explains the answer about all scopes. Returns an object with the members `none` (the sentence `words`), `verdict`, `details`
/// (the parts of an invariant) and `marks` (on the constraints that a proof needs).
Json explanation(const parser::Loaded& loaded, const solver::AllScopes& answer, const std::string& words);
/// Explains a formula's value.
Json explanation(const parser::Loaded& loaded, const suite::ReasonText& reason, int state);

/// The explanation for a command without an instance. Its text is `message`; if the answer is vacuous, the reason follows. Marks
/// show a minimal unsat core. There are no marks if the search for the core takes too long.
Json explanationOfNone(const parser::Loaded& loaded, model::CommandId command, std::string message, solver::Options options,
                       const std::atomic<bool>& stop);

}  // namespace aunit::server::view
