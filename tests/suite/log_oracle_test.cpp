// Logs of random behaviours of generated temporal models: what is found must equal a search through all states, which knows
// neither facts taken apart nor propagation nor symmetry.

#include "log_oracle.h"
#include "tests/loaded.h"

namespace aunit::suite {
namespace {

using namespace log_oracle;

TEST(LogOracle, GeneratedLogsComeOutAsInASearchThroughAllStates) {
  const unsigned first = firstSeed(), count = seedsOr(120);
  unsigned fitting = 0, unfit = 0;
  for (unsigned seed = first; seed != first + count; ++seed) {
    TemporalModelWriter writer(seed);
    writer.write();
    const auto loaded = tests::loaded("generated.als", writer.text);
    const AllSteps all(*loaded, writer.actions);
    for (int round = 0; round < 4; ++round) {
      std::vector<LogLine> lines = simulated(writer, all, 2 + writer.choose(10));
      if (round > 0) damage(writer, lines, writer.actions);
      const std::string text = writer.log(lines);
      const LogFile file(fmt::format("{}.ndjson", first), text);
      log::LogOptions options;
      options.atoms = {{"A", {"a0", "a1"}}};
      options.solving.threads = solver::Threads::one;
      const log::LogVerdict verdict = log::judge(*loaded, log::plainLog(*loaded->model), file.run(), options);
      log::LogVerdict bySolver = verdict;
      if (first != 1 || seed % 3 == 0) {
        options.engine = log::LogEngine::solver;
        options.window = seed % 2 == 0 ? 0 : 3;
        bySolver = log::judge(*loaded, log::plainLog(*loaded->model), file.run(), options);
      }
      const std::size_t expected = all.firstUnexplained(lines);
      const bool possible = std::ranges::find(all.starts, true) != all.starts.end();
      SCOPED_TRACE(fmt::format("seed {} round {}\n{}\n{}{}", seed, round, writer.text, text, verdict.message));
      if (round == 0 && possible) {
        EXPECT_EQ(expected, 0u);
      }
      const bool fits = possible && expected == 0;
      ASSERT_STREQ(log::name(verdict.outcome), fits ? "fits" : "does not fit");
      ASSERT_STREQ(log::name(bySolver.outcome), log::name(verdict.outcome)) << bySolver.message;
      if (possible) {
        ASSERT_EQ(verdict.line, expected);
        ASSERT_EQ(bySolver.line, expected);
      }
      ++(fits ? fitting : unfit);
    }
  }
  EXPECT_GT(fitting, count);
  EXPECT_GT(unfit, count / 2);
}

TEST(LogOracle, StepsInOneLineAreOneBehindTheOther) {
  const unsigned first = firstSeed(), count = seedsOr(60);
  unsigned fitting = 0, unfit = 0;
  for (unsigned seed = first; seed != first + count; ++seed) {
    TemporalModelWriter writer(seed);
    writer.write();
    writer.writeLog("");
    const auto loaded = tests::loaded("generated.als", writer.text);
    const AllSteps all(*loaded, writer.actions);
    if (std::ranges::find(all.starts, true) == all.starts.end()) continue;
    for (int round = 0; round < 3; ++round) {
      std::vector<LogLine> lines;
      for (const LogLine& line : simulated(writer, all, 3 + writer.choose(8))) {
        if (lines.empty() || writer.chance(3) || !join(lines.back(), line)) lines.push_back(line);
      }
      if (round > 0) damage(writer, lines, writer.actions);
      const std::string text = writer.log(lines);
      const LogFile file(fmt::format("{}.ndjson", first), text);
      const log::LogVerdict verdict = verdictOn(*loaded, file.run());
      const std::size_t expected = all.firstUnexplained(lines);
      SCOPED_TRACE(fmt::format("seed {} round {}\n{}\n{}{}", seed, round, writer.text, text, verdict.message));
      ASSERT_STREQ(log::name(verdict.outcome), expected == 0 ? "fits" : "does not fit");
      ASSERT_EQ(verdict.line, expected);
      ++(expected == 0 ? fitting : unfit);
    }
  }
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 4);
}

TEST(LogOracle, LoopsAreJudgedWhole) {
  const unsigned first = firstSeed(), count = seedsOr(60);
  unsigned fitting = 0, unfit = 0;
  for (unsigned seed = first; seed != first + count; ++seed) {
    TemporalModelWriter writer(seed);
    writer.chancesOfLiveness = 2;
    writer.write();
    writer.writeLog("  lines are states\n  loop .loop\n");
    const auto loaded = tests::loaded("generated.als", writer.text);
    const AllSteps all(*loaded, writer.actions);
    for (int round = 0; round < 3; ++round) {
      std::vector<LogLine> lines = simulated(writer, all, 1 + writer.choose(4));
      if (lines.empty()) continue;
      for (LogLine& line : lines) line.action = line.argument = -1;
      const std::size_t loop = static_cast<std::size_t>(writer.choose(static_cast<int>(lines.size())));
      if (round > 0) lines.back() = lines[loop];  // so that more fit
      std::string text = writer.log(lines);
      text.replace(text.size() - 2, 1, fmt::format("{}\"loop\": {}}}", text.ends_with("{}\n") ? "" : ", ", loop + 1));
      const LogFile file(fmt::format("{}.ndjson", first), text);
      const bool fits = all.loops(lines, loop, writer.live);
      for (const log::LogEngine engine : {log::LogEngine::both, log::LogEngine::solver}) {
        const log::LogVerdict verdict = verdictOn(*loaded, file.run(), engine);
        SCOPED_TRACE(fmt::format("seed {} round {}\n{}\n{}{}", seed, round, writer.text, text, verdict.message));
        ASSERT_STREQ(log::name(verdict.outcome), fits ? "fits" : "does not fit");
      }
      ++(fits ? fitting : unfit);
    }
  }
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 6);
}

}  // namespace
}  // namespace aunit::suite
