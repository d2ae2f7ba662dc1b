// The orders in which the records of several files, or records of one clock, may have come.
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
  /// By number in `merged`: the records that must come before.
  std::vector<std::vector<std::size_t>> predecessors;
  /// The records as they are shown and counted: one possible order.
  std::vector<std::size_t> merged;
  std::string error;  // not empty: clocks that contradict each other, at record `culprit`
  std::size_t culprit = 0;
  std::vector<std::string> warnings;
};

/// By `log.clock` (vector clocks: `{"p": 3}` or `[["p", 3], ...]`) or `log.order` (a number or a text); if both are there, the
/// order chooses among what the clocks allow. Within a file with vector clocks the lines' order counts. A file belongs to the
/// process whose clock entry its records raise, unless the clocks of other records contradict that. Throws support::Exhausted if
/// the budget ends.
Orders ordersOf(const model::Log& log, const std::vector<ClockedRecord>& records, std::size_t files,
                const support::Budget& budget);

}  // namespace aunit::suite::log
