// A valuation as markup, for the page of a test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::reporters::html {

/// A drawing, then tables for readers who cannot see the drawing. Both omit the bookkeeping of library modules
/// (reporters/drawing/graph.h). A trace is a row of states in which the differences to the previous state are marked. `of`
/// is the name of the valuation. Accessible names contain it, so that they differ if a page shows several valuations. If `names`
/// is empty, states are numbered. Else `names` has the names of the states, and the states are a part of a behaviour without a
/// loop.
std::string valuation(const model::Model& model, const model::Instance& instance, std::string_view of = "",
                      std::span<const std::string> names = {});

/// The tables without the drawing. Marks the tuples in `marked`. Shows the bookkeeping of library modules only if `library` is
/// true.
std::string tables(const model::Model& model, const model::Instance& instance, std::string_view of = "", bool library = true,
                   std::span<const std::string> names = {}, const std::vector<suite::MarkedTuple>& marked = {});

}  // namespace aunit::reporters::html
