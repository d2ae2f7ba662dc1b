// Reports on a log: a behaviour that explains the whole log or, if there is none, the log's longest beginning that fits. If some
// line is not explained, also reports the actions that the first unexplained line may stand for, and the state before that line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/log.h"
#include "suite/log/behaviour.h"
#include "suite/log/facts.h"
#include "suite/log/judge.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/search.h"
#include "suite/log/subject.h"

namespace aunit::suite::log {

/// The point that a search has reached, and the inputs of the search.
struct SearchPoint {
  const SearchResult& found;
  Records& records;
  const std::vector<std::string>& files;
  const Mapping& mapping;
  const model::Instance& frame;
  const Facts& facts;
  const std::vector<Values>& first;             // possible first states
  const std::vector<PossibleAction>& notFirst;  // why the state of the first line is no first state of the model
  Paths& paths;
  std::optional<std::size_t> loop;
};

class FaultReport {
 public:
  /// The arguments must outlive this object. `isDocument`: the log is a document with states (reading/documents.h).
  FaultReport(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, StateReadsOf& looks,
              const LogOptions& options, bool isDocument);

  Fault operator()(const SearchPoint& reached) const;

 private:
  std::string messageOn(const Observation& line, const SearchResult& found) const;
  void findMeant(Fault& fault, const SearchPoint& reached, const Observation& line) const;
  Observation stepOf(const Observation& line, std::size_t part) const;
  std::vector<Change> stateBefore(const SearchResult& found, const model::Instance& frame) const;

  const Subject subject_;
  const model::Log& log_;
  const RelationNumbers& numbers_;
  StateReadsOf& looks_;
  const LogOptions& options_;
  bool isDocument_;
};

/// The text of a line of a file, cut after 200 bytes. Throws the same exceptions as Lines.
std::string lineIn(const std::string& file, std::uint64_t line);

}  // namespace aunit::suite::log
