// Merges a valuation with all valuations that it extends.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::model {

/// A signature or a field; can be a key of maps.
struct Relation {
  bool isField = false;
  std::uint32_t id = noId;

  auto operator<=>(const Relation&) const = default;
};
const std::string& nameOf(const Model& model, Relation relation);
Relation relationOf(const Assignment& assignment);

using Statements = std::map<Relation, const Assignment*>;

/// The assignments to each relation: for all states, and for single states. An assignment is `Kind::plus` if the valuations
/// mention its relation only with `+` and `-`. Otherwise it is `Kind::equal` or `Kind::partly`.
struct MergedValuation {
  Statements common;
  std::vector<Statements> states;
  std::optional<std::uint32_t> loop;
  Span span;
  Span loopSpan;
  bool open = false;              // true: relations without an assignment are open; false: they are empty
  std::list<Assignment> changed;  // owns the assignments that are results of `+` and `-`
};

/// Merges the assignments to each relation. The valuation's own assignment replaces or changes the assignments of the valuations
/// that it extends. If the extended valuations differ in a relation, the valuation must have an assignment to this relation.
///
/// Adds errors to `diagnostics` (code "valuation") if this assignment is missing, or if `-` removes a tuple that the relation
/// does not have. `tests` must outlive the result.
MergedValuation merge(const Model& model, const Tests& tests, std::uint32_t valuation, Diagnostics& diagnostics);

/// Whether the valuation leaves the value of some relation open, or states only bounds of it (`Kind::partly`).
bool isPartial(const MergedValuation& merged);

/// Whether two assignments have equal tuples and equal upper bounds.
bool sameTuples(const Assignment& a, const Assignment& b);

}  // namespace aunit::model
