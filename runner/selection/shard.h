// Division of work among machines.
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

/// How many milliseconds pieces of work took in an earlier run, by id: path::name of a test, path::label of a command, path::name
/// of a mutant.
using Times = std::map<std::string, double>;

/// The part, from 0, of each piece of work. The largest piece left always goes to the part that has least so far, of equal parts
/// to the first. No part becomes larger than 4/3 - 1/(3 parts) times the largest part of the best division (longest processing
/// time first: Graham, SIAM J. Appl. Math. 17, 1969). Pieces of one size go round in their order. Each machine computes the same
/// division.
std::vector<std::size_t> partition(std::span<const std::uint64_t> costs, std::size_t parts);

/// One part of work that is divided among several machines.
struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t total = 1;
  Times times = {};  // must be equal on all machines

  /// "2/3" is index 1 of 3. Nothing unless 1 <= I <= N.
  static std::optional<Shard> parse(std::string_view text);

  /// Whether each piece of work is in this part. Parts take about the same time; a piece whose time is not known counts as the
  /// median of the others. Without any times the parts have the same number of pieces, and this one has the pieces index, index +
  /// total, ...
  std::vector<bool> holds(const std::vector<std::string>& ids) const;
};

}  // namespace aunit::runner
