#include "suite/log/orders.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace aunit::suite::log {

namespace {

using Clock = std::map<std::string, std::int64_t>;

std::optional<Clock> clockOf(const JsonValue& value) {
  Clock clock;
  if (value.isObject()) {
    for (const auto& [name, count] : value.members) {
      if (count.kind != JsonValue::Kind::number) return std::nullopt;
      clock[name] = count.number;
    }
    return clock;
  }
  if (!value.isArray()) return std::nullopt;
  for (const JsonValue& entry : value.elements) {
    if (!entry.isArray() || entry.elements.size() != 2 || entry.elements[1].kind != JsonValue::Kind::number) return std::nullopt;
    clock[entry.elements[0].shown()] = entry.elements[1].number;
  }
  return clock;
}

/// Sorts by the value at a place: numbers before texts, each in their order; lines without one stay behind those before them.
bool before(const JsonValue* a, const JsonValue* b) {
  if (!a || !b) return false;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->kind == JsonValue::Kind::number) return a->number < b->number;
  return a->text < b->text;
}

/// The process of a file: the entry of the clock that its own records raise one by one; of equals one that no other file has.
std::string processOf(const std::vector<const Clock*>& clocks, const JsonValue& first,
                      const std::map<std::string, std::size_t>& owners) {
  std::string best;
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const auto& [name, count] : *clocks.front()) {
    std::int64_t score = 0, previous = 0;
    for (const Clock* clock : clocks) {
      const auto found = clock->find(name);
      const std::int64_t value = found == clock->end() ? 0 : found->second;
      score += value == previous + 1;
      if (value <= previous) score -= 2;
      previous = value;
    }
    // Its name is that of the process, or made of fields of the record.
    bool named = true;
    for (std::size_t at = name.find('"'), end = 0; at != std::string::npos; at = name.find('"', end + 1)) {
      end = name.find('"', at + 1);
      if (end == std::string::npos) break;
      const std::string part = name.substr(at + 1, end - at - 1);
      named = named && std::ranges::any_of(first.members, [&part](const auto& each) { return each.second.text == part; });
    }
    if (name.find('"') == std::string::npos)
      named = std::ranges::any_of(first.members, [&name = name](const auto& each) { return each.second.text == name; });
    if (named) score += 1'000'000;
    if (score > most || (score == most && owners.contains(best) && !owners.contains(name))) most = score, best = name;
  }
  return best;
}

}  // namespace

Orders ordersOf(const model::Log& log, const std::vector<ClockedRecord>& records, std::size_t files) {
  Orders orders;
  const std::size_t count = records.size();
  std::vector<std::vector<std::size_t>> predecessors(count);
  const auto placed = [&](std::size_t i) { return log.order ? records[i].value.at(*log.order) : nullptr; };
  std::vector<Clock> clocks(count);
  bool clocked = log.clock.has_value();
  for (std::size_t i = 0; i < count && clocked; ++i) {
    const JsonValue* value = records[i].value.at(*log.clock);
    const auto clock = value ? clockOf(*value) : std::nullopt;
    if (!clock) {
      orders.error = value ? fmt::format("{}: {} is no vector clock", log.clock->text(), value->shown())
                           : fmt::format("{}: there is no clock", log.clock->text());
      orders.culprit = i;
      orders.merged.resize(count);
      std::iota(orders.merged.begin(), orders.merged.end(), std::size_t{0});
      orders.predecessors.resize(count);
      return orders;
    }
    clocks[i] = *clock;
  }
  std::vector<std::vector<std::size_t>> byFile(files);
  for (std::size_t i = 0; i < count; ++i) byFile[records[i].file].push_back(i);
  if (clocked) {
    std::map<std::string, std::size_t> owners;
    std::vector<std::string> own(files);
    for (std::size_t f = 0; f < files; ++f) {
      if (byFile[f].empty()) continue;
      std::vector<const Clock*> of;
      for (const std::size_t i : byFile[f]) of.push_back(&clocks[i]);
      own[f] = processOf(of, records[byFile[f].front()].value, owners);
      if (!owners.emplace(own[f], f).second) orders.warnings.push_back(fmt::format("two files have the clock of {}", own[f]));
      std::int64_t previous = 0;
      for (const std::size_t i : byFile[f]) {
        const std::int64_t value = clocks[i].contains(own[f]) ? clocks[i].at(own[f]) : 0;
        if (value == previous)
          orders.warnings.push_back(
              fmt::format("two records of {} have the same clock, the second in line {}", own[f], records[i].line));
        if (value < previous && orders.error.empty()) {
          orders.error =
              fmt::format("{}: the clock of {} goes from {} to {} within its file", log.clock->text(), own[f], previous, value);
          orders.culprit = i;
        }
        if (value > previous + 1)
          orders.warnings.push_back(
              fmt::format("{} records of {} are missing before line {}", value - previous - 1, own[f], records[i].line));
        previous = value;
      }
    }
    for (std::size_t f = 0; f < files; ++f)
      for (std::size_t k = 0; k < byFile[f].size(); ++k) {
        const std::size_t i = byFile[f][k];
        if (k > 0) predecessors[i].push_back(byFile[f][k - 1]);
        for (const auto& [process, known] : clocks[i]) {
          const auto owner = owners.find(process);
          if (owner == owners.end() || owner->second == f) continue;
          const std::vector<std::size_t>& theirs = byFile[owner->second];
          for (auto each = theirs.rbegin(); each != theirs.rend(); ++each) {
            if (clocks[*each].at(process) > known) continue;
            predecessors[i].push_back(*each);
            break;
          }
        }
      }
  } else if (log.order) {
    // Earlier values come before later ones; equal ones in any order. A line without a value stays where it is.
    std::vector<std::size_t> sorted(count);
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::ranges::stable_sort(sorted, [&](std::size_t a, std::size_t b) { return before(placed(a), placed(b)); });
    std::vector<std::size_t> group, last;
    for (std::size_t k = 0; k < count; ++k) {
      const bool joins = k > 0 && placed(sorted[k]) && placed(sorted[k - 1]) &&
                         !before(placed(sorted[k - 1]), placed(sorted[k])) && !before(placed(sorted[k]), placed(sorted[k - 1]));
      if (!joins) last = std::move(group), group.clear();
      predecessors[sorted[k]] = last;
      group.push_back(sorted[k]);
    }
  } else {
    for (const auto& list : byFile)
      for (std::size_t k = 1; k < list.size(); ++k) predecessors[list[k]].push_back(list[k - 1]);
  }
  // One order that respects all: the earliest first of those that may come.
  std::vector<std::size_t> open(count);
  std::vector<std::vector<std::size_t>> successors(count);
  for (std::size_t i = 0; i < count; ++i) {
    open[i] = predecessors[i].size();
    for (const std::size_t p : predecessors[i]) successors[p].push_back(i);
  }
  const auto earlier = [&](std::size_t a, std::size_t b) {
    if (before(placed(a), placed(b))) return true;
    if (before(placed(b), placed(a))) return false;
    return a < b;
  };
  std::set<std::size_t, decltype(earlier)> ready(earlier);
  for (std::size_t i = 0; i < count; ++i)
    if (open[i] == 0) ready.insert(i);
  std::vector<std::size_t> number(count, count);
  while (!ready.empty()) {
    const std::size_t i = *ready.begin();
    ready.erase(ready.begin());
    number[i] = orders.merged.size();
    orders.merged.push_back(i);
    for (const std::size_t s : successors[i])
      if (--open[s] == 0) ready.insert(s);
  }
  if (orders.merged.size() < count && orders.error.empty()) {
    orders.error = "the clocks contradict each other: each of two records would come before the other";
    for (std::size_t i = count; i-- > 0;)
      if (number[i] == count) orders.culprit = i;
  }
  orders.predecessors.resize(orders.merged.size());
  for (std::size_t k = 0; k < orders.merged.size(); ++k)
    for (const std::size_t p : predecessors[orders.merged[k]]) orders.predecessors[k].push_back(number[p]);
  return orders;
}

}  // namespace aunit::suite::log
