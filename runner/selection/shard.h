// Divides work among machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

/// By ID, how many milliseconds a piece of work took in an earlier run. IDs: path::name of a test or mutant, path::label of a
/// command.
using Times = std::map<std::string, double>;

/// Returns, for each piece of work, the number of its part, from 0. The rule is "longest processing time first": the largest
/// remaining piece goes to the part with the smallest load, or to the first of such parts. No part exceeds 4/3 - 1/(3 * parts)
/// times the largest part of an optimal division (Graham, SIAM J. Appl. Math. 17, 1969). Pieces of equal cost go to the parts in
/// turn. Deterministic, so that all machines compute the same division.
std::vector<std::size_t> partition(std::span<const std::uint64_t> costs, std::size_t parts);

/// One part of work that is divided among machines.
struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t total = 1;
  Times times = {};  // must be equal on all machines

  /// Parses "I/N": "2/3" has index 1 and total 3. Returns nothing unless 1 <= I <= N.
  static std::optional<Shard> parse(std::string_view text);

  /// For each piece of work: whether it is in this part. The parts take about the same time; a piece without a time counts with
  /// the median time of the other pieces. If no piece has a time, this part has the pieces `index`, `index + total`, ...
  std::vector<bool> holds(const std::vector<std::string>& ids) const;
};

}  // namespace aunit::runner
