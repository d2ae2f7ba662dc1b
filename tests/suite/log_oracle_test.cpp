// Logs of random behaviours of generated temporal models: the verdict must be that of a search through all states, which does not
// split facts, and uses no propagation or symmetry.

#include "log_oracle.h"

namespace aunit::suite {
namespace {

using namespace log_oracle;

using LogOracle = GeneratedLogs;

TEST_F(LogOracle, GeneratedLogsComeOutAsInASearchThroughAllStates) {
  const unsigned count = seedsOr(120);
  const auto each = [&] {
    std::vector<LogLine> lines = simulated(*writer, *all, 2 + writer->choose(10));
    if (round > 0) damage(*writer, lines, writer->actions);
    const std::string text = writer->log(lines);
    const LogFile file(fmt::format("{}.ndjson", first), text);
    const std::size_t expected = all->firstUnexplained(lines);
    const bool possible = hasStart(), fits = possible && expected == 0;
    if (round == 0 && possible) {
      EXPECT_EQ(expected, 0u);
    }
    log::LogOptions options{.atoms = {{"A", {"a0", "a1"}}}, .solving = {.threads = solver::Threads::one}};
    for (const log::LogEngine engine : {log::LogEngine::both, log::LogEngine::solver}) {
      if (engine == log::LogEngine::solver && first == 1 && seed % 3 != 0) break;
      options.engine = engine;
      options.window = engine == log::LogEngine::both || seed % 2 == 0 ? 0 : 3;
      const log::LogVerdict verdict = log::judge(*loaded, log::plainLog(*loaded->model), file.run(), options);
      compare(verdict, fits, text, possible ? std::optional(expected) : std::nullopt);
      if (HasFatalFailure()) return;
    }
    ++(fits ? fitting : unfit);
  };
  forEachRound(
      count, [&] { writer->write(); }, each, 4);
  EXPECT_GT(fitting, count);
  EXPECT_GT(unfit, count / 2);
}

TEST_F(LogOracle, ModelsThatDoNotGoOnHaveNoBehaviour) {
  const unsigned count = seedsOr(150);
  const auto write = [&] {
    writer->idles = false;
    writer->write();
    writer->writeLog("");
  };
  unsigned dead = 0;
  forEachRound(count, write, [&] {
    if (!hasStart()) return;
    std::vector<LogLine> lines = simulated(*writer, *all, 1 + writer->choose(6));
    if (lines.empty()) return;
    if (round > 1) damage(*writer, lines, writer->actions);
    const std::string text = writer->log(lines);
    const LogFile file(fmt::format("{}.ndjson", first), text);
    const std::size_t expected = all->firstUnexplained(lines);
    for (const log::LogEngine engine : {log::LogEngine::both, log::LogEngine::states, log::LogEngine::solver}) {
      const log::LogVerdict verdict = verdictOn(*loaded, file.run(), {engine, seed % 2 == 0 ? 0u : 2u});
      compare(verdict, expected == 0, text, expected);
      if (HasFatalFailure()) return;
      dead += verdict.message.find("no infinite trace") != std::string::npos;
    }
    ++(expected == 0 ? fitting : unfit);
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 4);
  EXPECT_GT(dead, count / 4);
}

TEST_F(LogOracle, StepsInOneLineAreOneBehindTheOther) {
  const unsigned count = seedsOr(60);
  const auto write = [&] {
    writer->write();
    writer->writeLog("");
  };
  forEachRound(count, write, [&] {
    if (!hasStart()) return;
    std::vector<LogLine> lines;
    for (const LogLine& line : simulated(*writer, *all, 3 + writer->choose(8)))
      if (lines.empty() || writer->chance(3) || !join(lines.back(), line)) lines.push_back(line);
    if (round > 0) damage(*writer, lines, writer->actions);
    compareLines(lines, {{JudgingOptions{}}});
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 4);
}

TEST_F(LogOracle, LoopsAreJudgedWhole) {
  const unsigned count = seedsOr(60);
  const auto write = [&] {
    writer->chancesOfLiveness = 2;
    writer->write();
    writer->writeLog("  lines are states\n  loop .loop\n");
  };
  forEachRound(count, write, [&] {
    std::vector<LogLine> lines = simulated(*writer, *all, 1 + writer->choose(4));
    if (lines.empty()) return;
    for (LogLine& line : lines) line.action = line.argument = -1;
    const std::size_t loop = static_cast<std::size_t>(writer->choose(static_cast<int>(lines.size())));
    if (round > 0) lines.back() = lines[loop];  // makes a fit more likely
    std::string text = writer->log(lines);
    text.replace(text.size() - 2, 1, fmt::format("{}\"loop\": {}}}", text.ends_with("{}\n") ? "" : ", ", loop + 1));
    const LogFile file(fmt::format("{}.ndjson", first), text);
    const bool fits = all->loops(lines, loop, writer->live);
    for (const log::LogEngine engine : {log::LogEngine::both, log::LogEngine::solver})
      compare(verdictOn(*loaded, file.run(), {engine}), fits, text);
    ++(fits ? fitting : unfit);
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 6);
}

}  // namespace
}  // namespace aunit::suite
