// Vector clocks of simulated processes: records must be in the happened-before order, even if some are lost, and for any names
// and any number of the files.

#include "suite/log/reading/orders.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/seeds.h"

namespace aunit::suite::log {
namespace {

using Clock = std::map<std::string, std::int64_t>;

JsonValue textOf(const std::string& text) {
  return {.kind = JsonValue::Kind::text, .text = text};
}

JsonValue numberOf(std::int64_t number) {
  return {.kind = JsonValue::Kind::number, .integer = number, .text = std::to_string(number)};
}

model::LogPath pathTo(const std::string& name) {
  return {{name}, {}};
}

ClockedRecord recordOf(const Clock& clock, const std::string& from) {
  ClockedRecord record;
  record.value.kind = JsonValue::Kind::object;
  record.value.members.emplace_back("from", textOf(from));
  JsonValue& entries = record.value.members.emplace_back("clock", JsonValue{.kind = JsonValue::Kind::object}).second;
  for (const auto& [name, count] : clock) entries.members.emplace_back(name, numberOf(count));
  return record;
}

bool knows(const Clock& clock, const Clock& other) {
  return std::ranges::all_of(other, [&](const auto& entry) {
    const auto found = clock.find(entry.first);
    return found != clock.end() && found->second >= entry.second;
  });
}

/// The transitive closure of the edges: for each record, which records come before it.
std::vector<std::vector<bool>> closed(const Orders& orders, std::size_t count) {
  std::vector<std::vector<bool>> before(count, std::vector<bool>(count, false));
  for (std::size_t k = 0; k < count; ++k)  // predecessors have smaller numbers
    for (const std::size_t p : orders.predecessors[k]) {
      before[orders.merged[k]][orders.merged[p]] = true;
      for (std::size_t i = 0; i < count; ++i)
        if (before[orders.merged[p]][i]) before[orders.merged[k]][i] = true;
    }
  return before;
}

TEST(LogOrders, RecordsComeInTheOrderInWhichTheyKnowOfEachOther) {
  const unsigned seeds = tests::seedsOr(400);
  std::size_t ordered = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](std::size_t below) { return random() % below; };
    const std::size_t processes = 1 + pick(4);
    const auto nameOf = [](std::size_t p) { return fmt::format("p{}", p); };
    std::vector<Clock> now(processes);
    std::vector<std::vector<Clock>> sent(processes);  // by receiver
    std::vector<std::vector<ClockedRecord>> files;
    std::vector<std::vector<Clock>> clocks;
    std::vector<std::size_t> fileOf(processes);
    for (std::size_t p = 0; p < processes; ++p) {
      fileOf[p] = files.size();
      files.emplace_back(), clocks.emplace_back();
    }
    for (std::size_t event = 0; event < 3 + pick(15); ++event) {
      const std::size_t p = pick(processes);
      if (!sent[p].empty() && pick(2) == 0) {
        const Clock& heard = sent[p][pick(sent[p].size())];
        for (const auto& [name, count] : heard) now[p][name] = std::max(now[p][name], count);
      }
      ++now[p][nameOf(p)];
      if (pick(2) == 0) sent[pick(processes)].push_back(now[p]);
      if (pick(12) == 0) {  // the process continues in another file
        fileOf[p] = files.size();
        files.emplace_back(), clocks.emplace_back();
      }
      if (seed % 3 == 0 && pick(5) == 0) continue;  // the record is lost
      files[fileOf[p]].push_back(recordOf(now[p], nameOf(pick(processes))));
      clocks[fileOf[p]].push_back(now[p]);
    }
    std::vector<std::size_t> order(files.size());
    for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
    std::ranges::shuffle(order, random);
    std::vector<ClockedRecord> records;
    std::vector<Clock> all;
    for (std::size_t f = 0; f < order.size(); ++f)
      for (std::size_t i = 0; i < files[order[f]].size(); ++i) {
        ClockedRecord& record = records.emplace_back(files[order[f]][i]);
        record.file = f;
        record.line = i + 1;
        all.push_back(clocks[order[f]][i]);
      }
    model::Log log;
    log.clock = pathTo("clock");
    const Orders orders = ordersOf(log, records, order.size(), {});
    ASSERT_EQ(orders.error, "") << "seed " << seed;
    ASSERT_EQ(orders.merged.size(), records.size());
    const auto before = closed(orders, records.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < all.size(); ++k) {
        const bool expected = i != k && knows(all[k], all[i]);
        ordered += expected;
        ASSERT_EQ(before[k][i], expected) << "seed " << seed << ": records " << i << " and " << k;
      }
  }
  EXPECT_GT(ordered, seeds);
}

TEST(LogOrders, NumbersAreComparedAsSuch) {
  const auto timed = [](const std::string& text, std::size_t file, std::uint64_t line) {
    ClockedRecord record{{.kind = JsonValue::Kind::object}, file, line};
    if (!text.empty()) {
      JsonValue& value = record.value.members.emplace_back("at", JsonValue()).second;
      readJson(text, value, {});
    }
    return record;
  };
  model::Log log;
  log.order = pathTo("at");
  const auto mergedOf = [&](const std::vector<std::string>& texts) {
    std::vector<ClockedRecord> records;
    for (const std::string& text : texts) records.push_back(timed(text, 0, records.size() + 1));
    return ordersOf(log, records, 1, {}).merged;
  };
  using Numbers = std::vector<std::size_t>;
  EXPECT_EQ(mergedOf({"1.75", "1.5", "1e0"}), (Numbers{2, 1, 0}));
  EXPECT_EQ(mergedOf({"18446744073709551615", "9223372036854775807", "-1", "0.5"}), (Numbers{2, 3, 1, 0}));
  EXPECT_EQ(mergedOf({"\"b\"", "3", "\"a\""}), (Numbers{1, 2, 0}));
  EXPECT_EQ(mergedOf({"3", "", "1", ""}), (Numbers{2, 3, 0, 1}));  // a line without a value follows the line before it
  EXPECT_EQ(mergedOf({"", "3", "1"}), (Numbers{2, 0, 1}));         // or precedes the first one
}

/// Lines with equal values may be in any order; a line without a value follows the line that precedes it.
TEST(LogOrders, LinesWithoutAValueStayWithTheirOwn) {
  model::Log log;
  log.order = pathTo("at");
  std::vector<ClockedRecord> records(3, {{.kind = JsonValue::Kind::object}, 0, 1});
  records[0].value.members.emplace_back("at", numberOf(1));
  records[2].value.members.emplace_back("at", numberOf(1));
  records[2].file = 1;
  const Orders orders = ordersOf(log, records, 2, {});
  const auto before = closed(orders, 3);
  EXPECT_TRUE(before[1][0]);
  EXPECT_FALSE(before[2][0] || before[2][1] || before[0][2] || before[1][2]);
}

}  // namespace
}  // namespace aunit::suite::log
