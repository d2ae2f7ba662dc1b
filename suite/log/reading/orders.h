// Determines in which orders the records of a run may have occurred.
#pragma once

#include <string>
#include <vector>

#include "model/log.h"
#include "suite/log/reading/json_value.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct ClockedRecord {
  JsonValue value;
  std::size_t file = 0;
  std::uint64_t line = 0;
};

struct Orders {
  /// `predecessors[k]`: the records that must come before record `merged[k]`, as indices into `merged`.
  std::vector<std::vector<std::size_t>> predecessors;
  /// One possible order, as indices into the records. A report that says how many records are explained counts in this order.
  std::vector<std::size_t> merged;
  std::string error;  // if not empty: why the clocks contradict each other, found at record `culprit`
  std::size_t culprit = 0;
  std::vector<std::string> warnings;
};

/// Orders records by `log.clock` (vector clocks: `{"p": 3}` or `[["p", 3], ...]`) or by `log.order` (number or text). If the
/// paragraph has both, clocks decide, and `merged` is sorted by `log.order` if they allow several orders. With vector clocks, the
/// lines of one file stay in their order. A file belongs to the process whose clock entry increases by one with each of its
/// records, unless the clocks of other files contradict that. Throws support::Exhausted if the budget is used up.
Orders ordersOf(const model::Log& log, const std::vector<ClockedRecord>& records, std::size_t files,
                const support::Budget& budget);

}  // namespace aunit::suite::log
