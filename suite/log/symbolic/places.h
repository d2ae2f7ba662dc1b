// The known part of the order of a log's records. Each record is at one of the places 0, 1, 2, ... If lines come from several
// files, their clocks may allow several places for a record.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

class Places {
 public:
  /// Computes places for the first `count` records. `firstFixed`: record 0 comes before all others. Throws solver::Unsupported if
  /// there are too many records, and support::Exhausted.
  Places(const LogProblem& problem, Records& records, std::size_t count, bool firstFixed);

  /// The records that may be at a place; none if the place is after the last record.
  std::vector<std::size_t> at(std::size_t place) const;
  const Observation& record(std::size_t number) const { return *records_.at(number); }
  /// The first and the last place at which a record may be.
  std::size_t first(std::size_t record) const { return open() ? first_[record] : record; }
  std::size_t last(std::size_t record) const { return open() ? last_[record] : record; }
  bool isFixed(std::size_t record) const { return first(record) == last(record); }
  /// The records that may be before `place`, but may also be at `place` or after it.
  std::vector<std::size_t> around(std::size_t place) const;
  /// The direct predecessors of `record`. Every other record that must come before `record` comes before a direct predecessor.
  const std::vector<std::size_t>& before(std::size_t record) const { return (*records_.predecessors())[record]; }
  /// Whether some record may be at several places.
  bool open() const { return !first_.empty(); }

 private:
  Records& records_;
  std::size_t count_;
  std::vector<std::size_t> first_, last_;           // by record; empty if each record is at the place with its own number
  std::vector<std::vector<std::size_t>> atPlaces_;  // by place: the records that may be there; empty if `first_` is empty
};

}  // namespace aunit::suite::log
