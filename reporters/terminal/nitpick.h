// Counterexamples to Nitpick's claims in the form in which Ladybug prints them.
#pragma once

#include <string>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::reporters {

/// The text of a claim's counterexample. For each variable, it has the type and the value before the operations; then, under the
/// primed name, the value after the operations. Variables and the claim's parameters are in alphabetical order. Then come the
/// states between consecutive operations. The name of an element is the first letters of its type, in lower case, and a number.
///
///     Found counterexample to claim InvB_preserved:
///     Called : Ph<->Num =
///       { }
///     Called' : Ph<->Num =
///       { p0 -> {n0 } }
///
/// `command` checks a claim; `instance` is one of its counterexamples.
std::string nitpickCounterexample(const model::Model& model, const model::Command& command, const model::Instance& instance);

}  // namespace aunit::reporters
