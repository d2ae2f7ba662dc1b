// A valuation as the page of a test shows it.
#pragma once

#include <string>
#include <string_view>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::reporters::html {

/// Drawing, then the same as tables: what a person who does not see the drawing reads, and where relations of more than two
/// columns are. A trace is a strip of states whose differences to the state before are marked.
/// Where a page shows several, `of` tells their accessible names apart.
std::string valuation(const model::Model& model, const model::Instance& instance, std::string_view of = "");

/// The tables alone.
std::string tables(const model::Model& model, const model::Instance& instance, std::string_view of = "");

}  // namespace aunit::reporters::html
