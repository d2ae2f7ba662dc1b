#include "suite/log/reading/orders.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "support/plural.h"

namespace aunit::suite::log {

namespace {

using Clock = std::map<std::string, std::int64_t>;

std::optional<Clock> clockOf(const JsonValue& value) {
  Clock clock;
  const auto add = [&](const std::string& name, const JsonValue& count) {
    return count.integer && clock.emplace(name, *count.integer).second;
  };
  if (value.isObject()) {
    for (const auto& [name, count] : value.members)
      if (!add(name, count)) return std::nullopt;
    return clock;
  }
  if (!value.isArray()) return std::nullopt;
  for (const JsonValue& entry : value.elements)
    if (!entry.isArray() || entry.elements.size() != 2 || !add(entry.elements[0].written(), entry.elements[1]))
      return std::nullopt;
  return clock;
}

std::int64_t countIn(const Clock& clock, const std::string& process) {
  const auto found = clock.find(process);
  return found == clock.end() ? 0 : found->second;
}

/// Whether each entry of `other` is at most the same entry of `clock`. The record of `clock` then comes later than the record of
/// `other`, or at the same time.
bool knows(const Clock& clock, const Clock& other) {
  return std::ranges::all_of(other, [&](const auto& entry) { return countIn(clock, entry.first) >= entry.second; });
}

/// Whether `a` is less than `b`. Null comes first, then numbers in ascending order, then texts in ascending order.
bool before(const JsonValue* a, const JsonValue* b) {
  if (!a || !b) return !a && b;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->kind == JsonValue::Kind::number) return isLess(*a, *b);
  return a->text < b->text;
}

/// Finds out which process wrote each file, by the clocks of its records.
class Clocks {
 public:
  Clocks(const std::vector<Clock>& clocks, const std::vector<std::vector<std::size_t>>& byFile, support::Meter& meter)
      : clocks_(clocks), byFile_(byFile), meter_(meter) {}

  /// The process that wrote a file: the name of the clock entry that each record of the file raises by one. The clocks of other
  /// files must not contradict this choice (see isContradicted). If several entries qualify, each leads to the same order, but an
  /// entry that is no key of `others` is preferred. `others` has the files of each process found so far.
  std::string processOf(std::size_t file, const std::map<std::string, std::vector<std::size_t>>& others) {
    std::string best;
    std::optional<std::tuple<bool, std::size_t, std::size_t, bool>> least;
    for (const auto& [name, count] : clocks_[byFile_[file].front()]) {
      std::size_t notRaised = 0, skipped = 0;
      std::int64_t previous = 0;
      for (const std::size_t i : byFile_[file]) {
        meter_.step();
        const std::int64_t value = countIn(clocks_[i], name);
        notRaised += value <= previous;
        skipped += value > previous + 1;
        previous = value;
      }
      const std::tuple misfit(isContradicted(file, name), notRaised, skipped, others.contains(name));
      if (!least || misfit < *least) least = misfit, best = name;
    }
    return best;
  }

 private:
  /// Whether the clocks of another file contradict that the entry `name` counts this file's records. For example, a record of
  /// this file has the clock {p: 2, q: 1}, and a record of another file has {p: 2}. If `p` counted this file's records, the
  /// process of the other file would know the record of this file, and so also q: 1.
  bool isContradicted(std::size_t file, const std::string& name) {
    for (std::size_t other = 0; other < byFile_.size(); ++other) {
      if (other == file) continue;
      auto known = byFile_[other].begin();
      for (const std::size_t i : byFile_[file]) {
        const std::int64_t value = countIn(clocks_[i], name);
        for (; known != byFile_[other].end() && countIn(clocks_[*known], name) < value; ++known) meter_.step();
        if (known == byFile_[other].end()) break;
        meter_.step(clocks_[i].size());
        if (!knows(clocks_[*known], clocks_[i])) return true;
      }
    }
    return false;
  }

  const std::vector<Clock>& clocks_;
  const std::vector<std::vector<std::size_t>>& byFile_;
  support::Meter& meter_;
};

}  // namespace

Orders ordersOf(const model::Log& log, const std::vector<ClockedRecord>& records, std::size_t files,
                const support::Budget& budget) {
  Orders orders;
  support::Meter meter(&budget);
  const std::size_t count = records.size();
  std::vector<std::vector<std::size_t>> predecessors(count), byFile(files);
  for (std::size_t i = 0; i < count; ++i) byFile[records[i].file].push_back(i);
  const auto wrong = [&](std::string error, std::size_t culprit) {
    orders.error = std::move(error);
    orders.culprit = culprit;
    return orders;
  };
  // By record: the value by which `log.order` sorts it. A record without a value takes the value of the nearest earlier record in
  // its file that has a value or, if there is no such record, the value of the nearest later record.
  std::vector<const JsonValue*> own(count, nullptr), placed(count, nullptr);
  for (std::size_t i = 0; i < count && log.order; ++i) own[i] = records[i].value.at(*log.order);
  for (const std::vector<std::size_t>& list : byFile) {
    const JsonValue* last = nullptr;
    for (const std::size_t i : list) placed[i] = last = own[i] ? own[i] : last;
    for (auto i = list.rbegin(); i != list.rend(); ++i) placed[*i] = last = placed[*i] ? placed[*i] : last;
  }
  if (log.clock) {
    std::vector<Clock> clocks(count);
    for (std::size_t i = 0; i < count; ++i) {
      const JsonValue* value = records[i].value.at(*log.clock);
      auto clock = value ? clockOf(*value) : std::nullopt;
      if (!clock)
        return wrong(value ? fmt::format("{}: {} is not a vector clock", log.clock->text(), value->shown())
                           : fmt::format("{}: the record has no clock", log.clock->text()),
                     i);
      clocks[i] = std::move(*clock);
    }
    Clocks found(clocks, byFile, meter);
    std::map<std::string, std::vector<std::size_t>> filesOf;  // files by process
    std::vector<std::string> process(files);
    for (std::size_t f = 0; f < files; ++f) {
      if (byFile[f].empty()) continue;
      process[f] = found.processOf(f, filesOf);
      filesOf[process[f]].push_back(f);
      if (filesOf[process[f]].size() == 2)
        orders.warnings.push_back(fmt::format(
            "two files seem to be from one process: the records of both files raise the clock of process `{}`", process[f]));
      std::int64_t previous = 0;
      for (const std::size_t i : byFile[f]) {
        const std::int64_t value = countIn(clocks[i], process[f]);
        if (value < previous)
          return wrong(fmt::format("{}: the clock of process `{}` goes back from {} to {} within this file", log.clock->text(),
                                   process[f], previous, value),
                       i);
        previous = value;
      }
    }
    // By process: its records in order, each with the value of the process's clock entry.
    std::map<std::string, std::vector<std::pair<std::int64_t, std::size_t>>> recordsOf;
    for (const auto& [name, list] : filesOf) {
      auto& all = recordsOf[name];
      for (const std::size_t f : list)
        for (const std::size_t i : byFile[f]) all.emplace_back(countIn(clocks[i], name), i);
      std::ranges::stable_sort(all, {}, &std::pair<std::int64_t, std::size_t>::first);
      for (std::size_t k = 0; k < all.size(); ++k) {
        const auto [value, i] = all[k];
        const std::int64_t previous = k == 0 ? 0 : all[k - 1].first;
        if (k > 0 && value == previous && records[i].file != records[all[k - 1].second].file)
          return wrong(
              fmt::format("{}: two files have a record of process `{}` with the clock {}", log.clock->text(), name, value), i);
        if (value == previous)
          orders.warnings.push_back(
              fmt::format("two records of `{}` have the same clock, the second in line {}", name, records[i].line));
        if (value > previous + 1)
          orders.warnings.push_back(fmt::format("{} of {} {} missing before line {}",
                                                support::plural(static_cast<std::size_t>(value - previous - 1), "record"), name,
                                                value == previous + 2 ? "is" : "are", records[i].line));
        if (k > 0) predecessors[i].push_back(all[k - 1].second);
      }
    }
    for (std::size_t i = 0; i < count; ++i)
      for (const auto& [name, known] : clocks[i]) {
        const auto theirs = recordsOf.find(name);
        if (theirs == recordsOf.end() || name == process[records[i].file]) continue;
        meter.step();
        const auto behind = std::ranges::upper_bound(theirs->second, known, {}, &std::pair<std::int64_t, std::size_t>::first);
        if (behind != theirs->second.begin()) predecessors[i].push_back(std::prev(behind)->second);
      }
  } else if (log.order) {
    // Records with smaller values come first. Records with equal values may have any order, except that a record without a value
    // stays between its neighbours in its file.
    std::vector<std::size_t> sorted;
    for (std::size_t i = 0; i < count; ++i)
      if (placed[i]) sorted.push_back(i);
    std::ranges::stable_sort(sorted, [&](std::size_t a, std::size_t b) { return before(placed[a], placed[b]); });
    std::vector<std::size_t> group, last;
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      if (k > 0 && before(placed[sorted[k - 1]], placed[sorted[k]])) last = std::move(group), group.clear();
      meter.step(last.size());
      predecessors[sorted[k]] = last;
      group.push_back(sorted[k]);
    }
    for (const std::vector<std::size_t>& list : byFile)
      for (std::size_t k = 1; k < list.size(); ++k)
        if (std::vector<std::size_t>& behind = predecessors[list[k]]; (!own[list[k]] || !own[list[k - 1]]) &&
                                                                      std::ranges::find(behind, list[k - 1]) == behind.end() &&
                                                                      !before(placed[list[k]], placed[list[k - 1]]))
          behind.push_back(list[k - 1]);
  } else {
    for (const auto& list : byFile)
      for (std::size_t k = 1; k < list.size(); ++k) predecessors[list[k]].push_back(list[k - 1]);
  }
  // Finds an order in which each record comes after its predecessors. The next record is one whose predecessors are all
  // placed, with the smallest value of `log.order`; if values are equal, the one that was read first.
  std::vector<std::size_t> open(count);
  std::vector<std::vector<std::size_t>> successors(count);
  for (std::size_t i = 0; i < count; ++i) {
    open[i] = predecessors[i].size();
    for (const std::size_t p : predecessors[i]) successors[p].push_back(i);
  }
  const auto earlier = [&](std::size_t a, std::size_t b) {
    if (before(placed[a], placed[b])) return true;
    if (before(placed[b], placed[a])) return false;
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
    orders.error = "the clocks contradict each other: no order of the records agrees with all clocks";
    for (std::size_t i = count; i-- > 0;)
      if (number[i] == count) orders.culprit = i;
  }
  orders.predecessors.resize(orders.merged.size());
  for (std::size_t k = 0; k < orders.merged.size(); ++k)
    for (const std::size_t p : predecessors[orders.merged[k]]) orders.predecessors[k].push_back(number[p]);
  return orders;
}

}  // namespace aunit::suite::log
