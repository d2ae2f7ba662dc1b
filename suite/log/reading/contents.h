// All records of a run, read before the search because they must be sorted or can be read only once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/log.h"
#include "suite/log/reading/documents.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/reading/orders.h"
#include "suite/log/reading/runs.h"
#include "suite/steps/state_reads.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct Contents {
  std::vector<ClockedRecord> records;
  std::map<std::size_t, std::string> broken;  // by index in `records`: why the record is not JSON
  Orders orders;
  struct Unreadable {
    std::size_t file;
    std::uint64_t line;
    std::string message;
  };
  /// If set: the line because of which the run cannot be judged; other members are then incomplete.
  std::optional<Unreadable> unreadable;
};

/// Moves the states out of `document` or, if there is no document, reads all files of the run. Throws support::Exhausted if the
/// budget is used up.
Contents contentsOf(const Run& run, const model::Log& log, std::optional<Document>& document, const support::Budget& budget);

/// What the records state about the model, in the merged order of the records.
std::vector<Observation> observationsOf(const Contents& contents, const std::optional<Document>& document, const Run& run,
                                        const model::Log& log, const RelationNumbers& numbers, Mapping& mapping);

/// If the document has a loop, returns the number, from 1, of the record with the first state of the loop. Returns nothing if the
/// document has no loop.
std::optional<std::size_t> loopOf(const Document& document);

}  // namespace aunit::suite::log
