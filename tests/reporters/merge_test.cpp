// The union of reports does not depend on their order, on grouping, or on duplicates.
#include "reporters/merge/merge.h"

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reporters/mutation/mutation.h"

namespace aunit::reporters {
namespace {

using Texts = std::vector<std::string>;

std::string merged(const Texts& texts) {
  std::vector<ReportFile> files;
  for (const std::string& text : texts) files.push_back({"file", text});
  std::string error;
  const auto result = united(files, error);
  EXPECT_TRUE(result) << error;
  return result.value_or("");
}

void expectProperties(const std::string& a, const std::string& b, const std::string& c) {
  EXPECT_EQ(merged({a, b}), merged({b, a}));
  EXPECT_EQ(merged({merged({a, b}), c}), merged({a, merged({b, c})}));
  EXPECT_EQ(merged({merged({a, b}), c}), merged({c, a, b}));
  EXPECT_EQ(merged({a, a}), merged({a}));
  EXPECT_EQ(merged({merged({a, b}), b}), merged({a, b}));
}

class Merge : public testing::Test {
 protected:
  std::mt19937 random{20261123};

  unsigned below(unsigned count) { return static_cast<unsigned>(random() % count); }

  /// Commands 0 and 1 have instances, 2 to 4 have none; the latter are sometimes divided into three parts.
  std::string lines() {
    std::string text;
    for (unsigned command = 0; command < 5; ++command) {
      std::string verdict = command < 2 ? "SAT" : "UNSAT", more;
      const unsigned kind = below(4);
      if (kind == 0) continue;
      if (kind == 1) verdict = "UNKNOWN";
      if (kind == 2 && command >= 2) {
        verdict = "UNKNOWN";
        more = fmt::format(",\"cubes\":{{\"depth\":4,\"parts\":3,\"none_in\":[{}]}}", 1 + below(3));
      }
      text += fmt::format(
          "{{\"file\":\"f.als\",\"index\":{},\"label\":\"c\",\"verdict\":\"{}\",\"solve_ms\":{},\"trace_length\":{}{}}}\n",
          command, verdict, below(9), verdict == "SAT" ? below(4) : 4, more);
    }
    return text.empty() ? lines() : text;
  }

  std::string tests() {
    constexpr const char* outcomes[] = {"passed", "failed", "skipped", "xfailed"};
    std::string all;
    for (unsigned test = 0; test < 6; ++test)
      if (below(2) == 0)
        all += fmt::format("{}{{\"file\":\"f\",\"line\":{},\"name\":\"t{}\",\"suite\":\"f\",\"outcome\":\"{}\",\"time_ms\":{}}}",
                           all.empty() ? "" : ",", 1 + test / 2, test, outcomes[below(4)], below(9));
    return fmt::format(
        "{{\"version\":1,\"tests\":[{}],\"summary\":{{\"not_run\":0,\"deselected\":0,\"time_ms\":{},\"started_at\":{},"
        "\"interrupted\":false}}}}",
        all, below(9), below(9));
  }
};

TEST_F(Merge, OfCommandsIsCommutativeAssociativeIdempotent) {
  for (int round = 0; round < 300; ++round) expectProperties(lines(), lines(), lines());
}

TEST_F(Merge, OfTestsIsCommutativeAssociativeIdempotent) {
  for (int round = 0; round < 300; ++round) expectProperties(tests(), tests(), tests());
}

TEST_F(Merge, OfMutantsIsCommutativeAssociativeIdempotent) {
  using strength::Fate;
  // A run on a folder, whole or as a shard. The test file of each folder kills some of four mutants of one model.
  const auto report = [](const std::string& folder, std::size_t shard, std::size_t shards) {
    strength::Report all;
    all.shard = shard;
    all.shards = shards;
    all.tests = {{folder + "/t.aunit", "one", {}, true, ""}, {folder + "/t.aunit", "two", {}, false, "it does not pass"}};
    all.tests[1].place.line = all.tests[0].place.line + 1;
    strength::MutatedFile file{"list.als", "sig A { f: set A }", {}};
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (i % shards != shard - 1) continue;
      strength::MutantResult mutant;
      mutant.name = fmt::format("A_MOR_{}", i);
      mutant.paragraph = "sig A";
      mutant.begin = i;
      mutant.end = i + 1;
      mutant.fate = (i < 2) == (folder == "a") ? Fate::killed : i == 3 ? Fate::equivalent : Fate::survived;
      if (mutant.fate == Fate::killed) mutant.killedBy = {0};
      file.mutants.push_back(mutant);
    }
    all.files.push_back(file);
    return mutationJson(all);
  };
  const std::string a = report("a", 1, 1), b = report("b", 1, 1);
  expectProperties(a, b, a);
  expectProperties(b, a, b);
  const Texts shards = {report("b", 1, 3), report("b", 2, 3), report("b", 3, 3)};
  EXPECT_EQ(merged(shards), merged({b}));
  EXPECT_EQ(merged({shards[2], a, shards[0], shards[0], shards[1]}), merged({a, b}));
  std::string error;
  const auto both = mutationFromJson(merged({a, b}), error);
  ASSERT_TRUE(both) << error;
  EXPECT_EQ(both->counts().killed, 4u);
  EXPECT_EQ(both->tests.size(), 4u);
  EXPECT_FALSE(united({{"1", shards[0]}, {"2", a}}, error));
  EXPECT_EQ(error, "shards 2/3 and 3/3 are missing");
}

TEST_F(Merge, LeavesMutantsOfOneNameInTheirOrder) {
  strength::Report all;
  strength::MutatedFile file{"list.als", "sig A { f: set A }", {}};
  for (int i = 0; i < 40; ++i) {
    strength::MutantResult& mutant = file.mutants.emplace_back();
    mutant.name = "A_MOR_1";
    mutant.fate = strength::Fate::survived;
    mutant.replacement = std::to_string(i);
  }
  all.files.push_back(file);
  std::string error;
  const auto read = mutationFromJson(mutationJson(all), error);
  ASSERT_TRUE(read) << error;
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(read->files[0].mutants[i].replacement, std::to_string(i));
}

}  // namespace
}  // namespace aunit::reporters
