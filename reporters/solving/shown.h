// The instances of an answer as text, in the form that a user asks for.
#pragma once

#include <cstddef>
#include <string>

#include "reporters/terminal/instance_text.h"
#include "runner/solving/answer.h"

namespace aunit::reporters {

/// With why it is a counterexample, in a table.
std::string shownInstance(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, std::size_t instance,
                          InstanceForm form);

/// The nearest to an instance, which the answer has: as a table unless another form is asked for.
std::string shownNearest(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, InstanceForm form);

}  // namespace aunit::reporters
