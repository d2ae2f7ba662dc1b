// Searches for a behaviour that explains a log and begins in one of several first states with the same static relations. Searches
// state by state and with the SAT solver.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/log.h"
#include "suite/log/behaviour.h"
#include "suite/log/continuation.h"
#include "suite/log/facts.h"
#include "suite/log/judge.h"
#include "suite/log/reading/atoms.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/reading/records.h"
#include "suite/log/search.h"
#include "suite/log/subject.h"
#include "suite/log/successors.h"
#include "suite/steps/state_reads.h"

namespace aunit::suite::log {

/// What all searches of a log share.
struct AttemptInputs {
  const Subject& subject;
  const model::Log& log;
  const LogOptions& options;
  const RelationNumbers& numbers;
  StateReadsOf& looks;
  const Run* readAgain;        // the run whose file the SAT solver reads again; null if all records are in memory
  const std::uint64_t& lines;  // number of lines of the file
  bool isStartOpen;            // the first states are unknown: only their static relations were enumerated
  std::string& notBySolver;    // why the SAT solver cannot search; empty if it can
};

/// The parts of a search. They refer to each other, so they have one owner.
struct Attempt {
  Attempt(const AttemptInputs& inputs, const model::Instance& frame, Facts facts, std::vector<Values> first, LogAtoms atoms);

  /// Searches for a behaviour that explains `records`. Requires that `records` is set.
  SearchResult explain();

  const AttemptInputs inputs;
  const model::Instance& frame;
  Facts facts;
  std::vector<Values> first;
  LogAtoms atoms;
  Mapping mapping;
  Successors successors;
  LogSearch search;
  Continuation continuation;
  Paths paths;
  std::unique_ptr<Records> records;
  std::size_t count = PathStep::none;  // number of records, if known
  std::optional<std::size_t> loop;
  std::unique_ptr<Records> again;       // the records, read again for the SAT solver
  std::optional<SearchResult> reached;  // the SAT solver's result, if this result leaves open whether the log fits

 private:
  SearchResult undecidedBy(SearchResult states);
  std::vector<StepFormula> ofFirstStep() const;
  std::optional<SearchResult> bySolver(const PathStep* front, std::size_t most, bool last, const LogSearch::GoesOn& goesOnBehind);
  bool goesOn(const SearchResult& found);
};

}  // namespace aunit::suite::log
