// The report on a log: the behaviour that explains it or its longest beginning. For the line that nothing explains: the actions
// that it could have meant, and the state before it.
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

/// The point that a search has reached, and its inputs.
struct Reached {
  const Found& found;
  Records& records;
  const std::vector<std::string>& files;
  const Mapping& mapping;
  const model::Instance& frame;
  const Facts& facts;
  const std::vector<Values>& first;             // states
  const std::vector<PossibleAction>& notFirst;  // why the first line's state is not a first state
  Paths& paths;
  std::optional<std::size_t> loop;
};

class FaultReport {
 public:
  /// All must outlive this. `isDocument`: the log is a document of states.
  FaultReport(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, LooksOf& looks,
              const LogOptions& options, bool isDocument);

  Fault operator()(const Reached& reached) const;

 private:
  std::string messageOn(const Observation& line, const Found& found) const;
  void findMeant(Fault& fault, const Reached& reached, const Observation& line) const;
  Observation stepOf(const Observation& line, std::size_t part) const;
  std::vector<Change> stateBefore(const Found& found, const model::Instance& frame) const;

  const Subject subject_;
  const model::Log& log_;
  const RelationNumbers& numbers_;
  LooksOf& looks_;
  const LogOptions& options_;
  bool isDocument_;
};

/// A line as it stands in its file, cut where it is long. Throws as Lines does.
std::string lineIn(const std::string& file, std::uint64_t line);

}  // namespace aunit::suite::log
