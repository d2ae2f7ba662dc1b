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

/// A drawing, then tables, which serve readers who cannot see the drawing, without the bookkeeping of library modules. A trace
/// is a strip of states whose differences to the state before are marked. If a page shows several valuations, `of` tells their
/// accessible names apart. `names` are those of the states of a stretch of a behaviour, which has no loop; none: they are
/// numbered.
std::string valuation(const model::Model& model, const model::Instance& instance, std::string_view of = "",
                      std::span<const std::string> names = {});

/// The tables alone, with some tuples marked. Without `library` the bookkeeping of library modules (reporters/drawing/graph.h) is
/// left out.
std::string tables(const model::Model& model, const model::Instance& instance, std::string_view of = "", bool library = true,
                   std::span<const std::string> names = {}, const std::vector<suite::MarkedTuple>& marked = {});

}  // namespace aunit::reporters::html
