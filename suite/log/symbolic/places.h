// Places: the order of a log's records as far as it is known. Each record stands at one of the places 0, 1, 2, ...; where lines
// come from several files, their clocks leave it open at which.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

class Places {
 public:
  /// For the first `count` records. `firstFixed`: the record 0 stands before all others. Throws solver::Unsupported if they are
  /// too many, support::Exhausted.
  Places(const LogProblem& problem, Records& records, std::size_t count, bool firstFixed);

  /// The records that may stand at a place, as far as they are there: none behind the last.
  std::vector<std::size_t> at(std::size_t place) const;
  const Observation& record(std::size_t number) const { return *records_.at(number); }
  /// The first and the last place at which a record may stand.
  std::size_t first(std::size_t record) const { return open() ? first_[record] : record; }
  std::size_t last(std::size_t record) const { return open() ? last_[record] : record; }
  bool isFixed(std::size_t record) const { return first(record) == last(record); }
  /// The records that may stand on either side of the gap before a place.
  std::vector<std::size_t> around(std::size_t place) const;
  /// The direct predecessors of a record: all records before it are these and their predecessors.
  const std::vector<std::size_t>& before(std::size_t record) const { return (*records_.predecessors())[record]; }
  /// Whether some record may stand at several places.
  bool open() const { return !first_.empty(); }

 private:
  Records& records_;
  std::size_t count_;
  std::vector<std::size_t> first_, last_;           // by record; empty: each stands at the place of its number
  std::vector<std::vector<std::size_t>> atPlaces_;  // then by place
};

}  // namespace aunit::suite::log
