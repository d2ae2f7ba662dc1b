// A valuation as the page of a test shows it.
#pragma once

#include <string>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::reporters::html {

/// Drawing, then the same as tables: what a person who does not see the drawing reads, and where relations of more than two
/// columns are. A trace is a strip of states whose differences to the state before are marked.
std::string valuation(const model::Model& model, const model::Instance& instance);

}  // namespace aunit::reporters::html
