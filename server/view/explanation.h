// Explanations of an instance in the view, as JSON: why it is a counterexample, which constraints it breaks, which ones a tuple
// depends on, what contradicts if there is no instance. Places are marks on the model's source.
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

/// The files that a person wrote: an array of objects with `path` and `text`.
Json sourceFiles(const parser::Loaded& loaded);

/// An object with `text`, a sentence, `details`, lines below it, `state` of a trace, and `marks`: of a check's counterexample
/// why the assertion is false, of an instance of no command the first constraint that it breaks. Null if there is nothing to
/// say, and where that would take more than a second.
Json explanation(const parser::Loaded& loaded, const model::Instance& instance, std::optional<model::CommandId> command,
                 model::Semantics semantics, const support::Budget& budget);

/// Explains a tuple that is there, or is not.
Json explanation(const parser::Loaded& loaded, const suite::TupleReason& reason);
/// Explains what breaks in what is nearest to an instance.
Json explanation(const suite::NearestValuation& nearest);
/// Explains the answer about all scopes, in words: an object with `none`, these words, `verdict`, `details` (of an invariant its
/// parts), and `marks` on what a proof needs.
Json explanation(const parser::Loaded& loaded, const solver::AllScopes& answer, const std::string& words);
/// Explains a formula's value.
Json explanation(const parser::Loaded& loaded, const suite::ReasonText& reason, int state);

/// If a command has no instance: `message`, with why that says nothing if it does, and the marks of a smallest set that
/// contradicts itself, none if that takes too long.
Json explanationOfNone(const parser::Loaded& loaded, model::CommandId command, std::string message, solver::Options options,
                       const std::atomic<bool>& stop);

}  // namespace aunit::server::view
