// A valuation with everything that it extends folded in.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::model {

/// A signature or a field as key of a map.
struct Relation {
  bool isField = false;
  std::uint32_t id = noId;

  auto operator<=>(const Relation&) const = default;
};
const std::string& nameOf(const Model& model, Relation relation);
Relation relationOf(const Assignment& assignment);

using Statements = std::map<Relation, const Assignment*>;

/// What is said of each relation, outside of the states and in each: `Says::equal` or `partly`, or `Says::plus` of what goes
/// without saying.
struct MergedValuation {
  Statements common;
  std::vector<Statements> states;
  std::optional<std::uint32_t> loop;
  Span span;
  Span loopSpan;
  bool open = false;              // what is not said is open
  std::list<Assignment> changed;  // what `+` and `-` made
};

/// Relation by relation: what a valuation says itself replaces or changes what those say that it extends. Where these differ it
/// has to say which is meant.
///
/// Errors in `diagnostics`, code "valuation": valuations that differ, tuples taken away that are not there. `tests` must outlive
/// the result.
MergedValuation merge(const Model& model, const Tests& tests, std::uint32_t valuation, Diagnostics& diagnostics);

/// Whether something is left open.
bool isPartial(const MergedValuation& merged);

/// Whether two assignments list the same tuples.
bool sameTuples(const Assignment& a, const Assignment& b);

}  // namespace aunit::model
