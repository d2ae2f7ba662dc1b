#include "runner/selection/shard.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace aunit::runner {

namespace {

/// The cost in microseconds, from 1 to `most`. The cost is an integer, so that sums are equal on all machines.
std::uint64_t costOf(double milliseconds) {
  constexpr double most = 1e15;  // thirty years
  return static_cast<std::uint64_t>(std::llround(std::clamp(1000 * milliseconds, 1.0, most)));
}

}  // namespace

std::vector<std::size_t> partition(std::span<const std::uint64_t> costs, std::size_t parts) {
  std::vector<std::size_t> largestFirst(costs.size());
  std::iota(largestFirst.begin(), largestFirst.end(), std::size_t{0});
  std::ranges::stable_sort(largestFirst, std::greater(), [&](std::size_t i) { return costs[i]; });
  using Load = std::pair<std::uint64_t, std::size_t>;  // load and index of a part
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t part = 0; part < std::min(parts, costs.size()); ++part) loads.emplace(0, part);
  std::vector<std::size_t> result(costs.size());
  for (const std::size_t i : largestFirst) {
    const auto [load, part] = loads.top();
    loads.pop();
    loads.emplace(load + costs[i], part);
    result[i] = part;
  }
  return result;
}

std::optional<Shard> Shard::parse(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.total);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  if (shard.index < 1 || shard.index > shard.total) return std::nullopt;
  --shard.index;
  return shard;
}

std::vector<bool> Shard::holds(const std::vector<std::string>& ids) const {
  std::vector<std::uint64_t> known, costs;
  for (const std::string& id : ids)
    if (const auto time = times.find(id); time != times.end()) known.push_back(costOf(time->second));
  std::ranges::sort(known);
  const std::uint64_t median = known.empty() ? 1 : known[(known.size() - 1) / 2];
  for (const std::string& id : ids) {
    const auto time = times.find(id);
    costs.push_back(time == times.end() ? median : costOf(time->second));
  }
  std::vector<bool> result;
  for (const std::size_t part : partition(costs, total)) result.push_back(part == index);
  return result;
}

}  // namespace aunit::runner
