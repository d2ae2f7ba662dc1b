// The two engines that explain logs (state by state, and with a SAT solver), compared with a search through all states: with
// hidden steps, files without a common clock, and relations that are not logged.

#include <random>

#include "log_oracle.h"
#include "suite/log/reading/paragraph.h"
#include "suite/log/subject.h"

namespace aunit::suite {
namespace {

using namespace log_oracle;

using LogEngines = GeneratedLogs;

constexpr JudgingOptions ways[] = {
    {log::LogEngine::both}, {log::LogEngine::solver}, {log::LogEngine::solver, 1}, {log::LogEngine::solver, 2}};

TEST_F(LogEngines, StepsThatAreNotLogged) {
  const unsigned count = seedsOr(40);
  int hidden = 0;
  const auto write = [&] {
    writer->write();
    hidden = 1 + writer->choose(2);
    writer->writeLog(fmt::format("  up to {} hidden steps\n", hidden));
  };
  forEachRound(count, write, [&] {
    if (!hasStart()) return;
    std::vector<LogLine> lines;
    for (const LogLine& line : simulated(*writer, *all, 3 + writer->choose(8)))
      if (!writer->chance(hidden + 2)) lines.push_back(line);
    if (round > 0) damage(*writer, lines, writer->actions);
    compareLines(lines, ways, hidden);
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 8);
}

TEST_F(LogEngines, FilesWithoutACommonClock) {
  const unsigned count = seedsOr(40);
  unsigned joined = 0;
  const auto write = [&] {
    writer->write();
    writer->writeLog("  clock .clock\n");
  };
  forEachRound(count, write, [&] {
    if (!hasStart()) return;
    std::array<std::vector<LogLine>, 2> lines;
    std::array<std::vector<std::size_t>, 2> knows;
    std::size_t lastOf = 2;
    for (const LogLine& line : simulated(*writer, *all, 3 + writer->choose(5))) {
      const std::size_t of = static_cast<std::size_t>(writer->choose(2));
      if (std::exchange(lastOf, of) == of && join(lines[of].back(), line)) {
        ++joined;
        continue;
      }
      const std::size_t before = knows[of].empty() ? 0 : knows[of].back();
      lines[of].push_back(line);
      knows[of].push_back(writer->chance(3) ? lines[1 - of].size() : before);
    }
    if (lines[0].empty() || lines[1].empty()) return;
    if (round > 0) damage(*writer, lines[static_cast<std::size_t>(writer->choose(2))], writer->actions);
    std::array<std::string, 2> texts;
    for (const std::size_t of : {0u, 1u})
      for (std::size_t i = 0; i < lines[of].size(); ++i) {
        std::string text = writer->log({lines[of][i]});
        text.replace(text.size() - 2, 1,
                     fmt::format("{}\"clock\": {{\"{}\": {}, \"{}\": {}}}}}", text == "{}\n" ? "" : ", ", of == 0 ? "a" : "b",
                                 i + 1, of == 0 ? "b" : "a", knows[of][i]));
        texts[of] += text;
      }
    const LogFile a(fmt::format("a-{}.ndjson", first), texts[0]), b(fmt::format("b-{}.ndjson", first), texts[1]);
    const bool fits = all->fitTogether(lines, knows);
    for (const JudgingOptions& way : ways)
      compare(verdictOn(*loaded, {.name = "both", .files = {a.path(), b.path()}}, way), fits, texts[0] + "\n" + texts[1]);
    ++(fits ? fitting : unfit);
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 8);
  EXPECT_GT(joined, count / 4);
}

/// The reported line is the first one in the merged order, even if another line is explained in part.
TEST_F(LogEngines, OfSeveralFilesTheFirstLineMayBeLeft) {
  loaded = tests::loaded("two.als", R"(
    sig A {}
    var sig S in A {}
    pred add [x: A] { x not in S and S' = S + x }
    pred drop [x: A] { x in S and S' = S - x }
    fact { no S and always some x: A | add[x] or drop[x] }
    log runs {
      event .event with .event_args
      on {event: "both", x: x: A, y: y: A} is add[x]; add[y]
      clock .clock
    }
  )");
  const LogFile a("left-a.ndjson", "{\"event\": \"drop\", \"event_args\": [\"a0\"], \"clock\": {\"a\": 1}}\n"),
      b("left-b.ndjson", "{\"event\": \"both\", \"x\": \"a1\", \"y\": \"a1\", \"clock\": {\"b\": 1}}\n");
  for (const JudgingOptions& way : ways) {
    const log::LogVerdict verdict = verdictOn(*loaded, {.name = "both", .files = {a.path(), b.path()}}, way);
    ASSERT_STREQ(log::name(verdict.outcome), "does not fit") << verdict.message;
    EXPECT_EQ(verdict.file, a.path());
    EXPECT_EQ(verdict.line, 1u);
    EXPECT_EQ(verdict.explained, 0u);
    ASSERT_EQ(verdict.before.size(), 1u);
    EXPECT_EQ(verdict.before.front().value, "{}");
  }
}

TEST_F(LogEngines, EventsAloneComeOutAsTheyDoInACommand) {
  const unsigned count = seedsOr(40);
  for (seed = first; seed != first + count; ++seed) {
    writer = std::make_unique<TemporalModelWriter>(seed);
    writer->chancesOfLiveness = 1 << 30;  // no liveness: any prefix can be continued
    writer->write();
    writer->writeLog("");
    std::vector<LogLine> lines(static_cast<std::size_t>(2 + writer->choose(4)));
    std::string steps;
    for (LogLine& line : lines) {
      line.action = writer->choose(writer->actions);
      steps += fmt::format("{}some x: A {{ p{}[x] }}", steps.empty() ? "" : "; ", line.action);
    }
    writer->text += fmt::format("run {{ {} }} for exactly 2 A, 1..{} steps\n", steps, lines.size() + 1);
    loaded = tests::loaded("generated.als", writer->text);
    const bool fits = testing_::isSatisfiable(*loaded->model, 0, false);
    const LogFile file(fmt::format("events-{}.ndjson", first), writer->log(lines));
    for (const JudgingOptions& way : ways) compare(verdictOn(*loaded, file.run(), way), fits, "");
    if (HasFatalFailure()) return;
    ++(fits ? fitting : unfit);
  }
  EXPECT_GT(fitting, count / 4);
  EXPECT_GT(unfit, count / 8);
}

// If everything is logged, other threads check steps ahead of the search.
TEST_F(LogEngines, EverythingLoggedIsCheckedByThreads) {
  const unsigned count = seedsOr(12);
  const JudgingOptions numbers[] = {{}, {.threads = solver::Threads::race}};
  const auto write = [&] {
    writer->write();
    writer->writeLog("");
  };
  forEachRound(count, write, [&] {
    if (!hasStart()) return;
    std::vector<LogLine> lines = simulated(*writer, *all, 300 + writer->choose(300), true);
    if (round > 0) damage(*writer, lines, writer->actions);
    compareLines(lines, numbers);
  });
  EXPECT_GT(fitting, count / 2);
  EXPECT_GT(unfit, count / 4);
}

// A choice in the first step shows its effect only many lines later. When the search finds it, it must go back through all lines
// between.
TEST_F(LogEngines, AHiddenChoiceThatShowsMuchLater) {
  const std::string text =
      "sig A {}\nvar lone sig Chosen in A {}\nvar sig Seen in A {}\n"
      "pred choose { no Chosen and one Chosen' and Seen' = Seen }\n"
      "pred work [a: A] { Chosen' = Chosen and Seen' = Seen + a }\n"
      "pred show [a: A] { a = Chosen and Chosen' = Chosen and Seen' = Seen }\n"
      "fact { no Chosen + Seen and always (choose or some a: A | work[a] or show[a]) }\n"
      "log runs {\n  event .event with .event_args\n}\n";
  loaded = tests::loaded("chosen.als", text);
  for (const bool contradicts : {false, true}) {
    std::string lines = "{\"event\": \"choose\"}\n";
    for (int i = 0; i < 150; ++i) lines += fmt::format("{{\"event\": \"work\", \"event_args\": [\"a{}\"]}}\n", i % 2);
    lines += "{\"event\": \"show\", \"event_args\": [\"a1\"]}\n";
    for (int i = 0; i < 100; ++i) lines += "{\"event\": \"work\"}\n";
    lines += fmt::format("{{\"event\": \"show\", \"event_args\": [\"a{}\"]}}\n", contradicts ? 0 : 1);
    const LogFile file(fmt::format("later-{}.ndjson", contradicts), lines);
    for (const JudgingOptions& way : ways) {
      const log::LogVerdict verdict = verdictOn(*loaded, file.run(), way);
      SCOPED_TRACE(verdict.message);
      ASSERT_STREQ(log::name(verdict.outcome), contradicts ? "does not fit" : "fits");
      ASSERT_EQ(verdict.line, contradicts ? 253u : 0u);
    }
  }
}

// Six hidden choices among twelve distinguishable atoms. Only some choices explain the last line. The search checks whether a
// subset of the relations refutes the log. Formulas about the other relations must not count as violated.
TEST_F(LogEngines, APartOfTheRelationsRefutesByWhatIsSaidOfItAlone) {
  const std::string text =
      "enum A { e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11 }\nvar sig H, S, T in A {}\n"
      "pred pick [a: A] { a not in H and H' = H + a and S' = S and T' = A - T }\n"
      "pred show [a: A] { a in H and H = e3 + e5 + e7 + e8 + e10 + e11 and H' = H and S' = A - S and T' = A - T }\n"
      "fact { no H + S + T and always some a: A | show[a] or pick[a] }\n"
      "log runs {\n  event .event with .event_args\n}\n";
  loaded = tests::loaded("parts.als", text);
  std::string lines;
  for (int i = 0; i < 6; ++i) lines += "{\"event\": \"pick\"}\n";
  const log::LogVerdict verdict = judged(lines + "{\"event\": \"show\"}\n", {.engine = log::LogEngine::states});
  EXPECT_STREQ(log::name(verdict.outcome), "fits") << verdict.message;
}

// A relation of 24 tuples that is not logged: state-by-state search cannot try all its values.
TEST_F(LogEngines, HiddenRelationsWithManyTuples) {
  const std::string text =
      "sig Node {}\nsig Message {}\nvar sig Sent in Message {}\none sig Net { var carries: Message -> Node }\n"
      "pred send [m: Message] { m not in Sent and Sent' = Sent + m and some n: Node | carries' = carries + Net->m->n }\n"
      "pred read [n: Node] { some Net.carries.n and Sent' = Sent and carries' in carries - Net->Message->n }\n"
      "fact { no Sent and no carries and always ((some m: Message | send[m]) or some n: Node | read[n]) }\n"
      "log runs {\n  event .event with .event_args\n}\n";
  loaded = tests::loaded("net.als", text);
  std::string lines;
  for (int i = 0; i < 3; ++i) lines += fmt::format("{{\"event\": \"send\", \"event_args\": [\"m{}\"]}}\n", i);
  for (int i = 0; i < 4; ++i) lines += fmt::format("{{\"event\": \"read\", \"event_args\": [\"n{}\"]}}\n", i);
  for (int i = 3; i < 6; ++i) lines += fmt::format("{{\"event\": \"send\", \"event_args\": [\"m{}\"]}}\n", i);
  EXPECT_STREQ(log::name(judged(lines, {.engine = log::LogEngine::states}).outcome), "undecided");
  const log::LogVerdict verdict = judged(lines);
  EXPECT_STREQ(log::name(verdict.outcome), "does not fit") << verdict.message;
  EXPECT_EQ(verdict.line, 7u);  // three messages can be read only three times
}

// The report shows the other values that a hidden relation may have.
TEST_F(LogEngines, OtherStatesOfAHiddenRelation) {
  const std::string text =
      "sig Node {}\nsig Message {}\nvar sig Sent in Message {}\none sig Net { var carries: Message -> Node }\n"
      "pred send [m: Message] { m not in Sent and Sent' = Sent + m and some n: Node | carries' = carries + Net->m->n }\n"
      "fact { no Sent and no carries and always some m: Message | send[m] }\n"
      "log runs {\n  event .event with .event_args\n}\n";
  loaded = tests::loaded("net.als", text);
  const std::string line = "{\"event\": \"send\", \"event_args\": [\"m\"]}\n";
  const log::LogVerdict verdict =
      judged(line + line, {.atoms = {{"Message", {"m"}}, {"Node", {"a", "b", "c"}}}, .engine = log::LogEngine::solver});
  EXPECT_STREQ(log::name(verdict.outcome), "does not fit") << verdict.message;
  EXPECT_EQ(verdict.line, 2u);
  EXPECT_EQ(verdict.otherStates, 2u);
  for (const log::Change& change : verdict.before)
    if (change.relation == "carries") {
      EXPECT_EQ(change.others.size(), 2u);
    }
}

// An argument that is a set, and is not logged.
TEST_F(LogEngines, SetsThatAreLeftOut) {
  const std::string text =
      "sig A {}\nvar sig S in A {}\npred take [x: set A] { S' = S + x and #x > 1 }\npred keep { S' = S }\n"
      "fact { no S and always (keep or some x: set A | take[x]) }\n"
      "log runs {\n  event .event with .event_args\n  S from .S\n}\n";
  loaded = tests::loaded("sets.als", text);
  for (const bool two : {false, true}) {
    const log::LogVerdict verdict = judged(fmt::format("{{\"event\": \"take\", \"S\": [\"a\"{}]}}\n", two ? ", \"b\"" : ""),
                                           {.atoms = {{"A", {"a", "b", "c"}}}});
    EXPECT_STREQ(log::name(verdict.outcome), two ? "fits" : "does not fit") << verdict.message;
  }
}

/// No line mentions a relation that never changes. The search tries each of its values, or all values at once.
TEST_F(LogEngines, WhatNeverChangesIsLookedForLikeWhatIsHidden) {
  const std::string text = R"(
    sig A { links: set A, home: lone A }
    var sig Token in A {}
    pred pass [a, b: A] { Token = a and b in a.links and Token' = b }
    pred rest [a: A] { Token = a and a in home.a and Token' = Token }
    fact { all a: A | lone a.links or a.home = a }
    fact { one Token and always some a, b: A | pass[a, b] or rest[a] }
  )";
  loaded = tests::loaded("net.als", text);
  const auto varying = tests::loaded("net.als", text);
  model::Extension extension(*loaded->model);
  log::vary(extension, {0, 1});
  varying->model = std::make_unique<model::Model>(extension.model());
  const unsigned count = seedsOr(60);
  for (seed = first; seed != first + count; ++seed) {
    std::minstd_rand random(seed + 1);
    const auto draw = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
    std::string lines;
    unsigned at = draw(2);
    for (unsigned length = 2 + draw(6); length > 0; --length) {
      const unsigned to = draw(2), from = draw(12) == 0 ? 1 - at : at;
      lines += draw(3) == 0 ? fmt::format("{{\"event\": \"rest\", \"event_args\": [\"a{}\"]}}\n", from)
                            : fmt::format("{{\"event\": \"pass\", \"event_args\": [\"a{}\", \"a{}\"]}}\n", from, to);
      at = lines.ends_with(fmt::format("\"a{}\"]}}\n", at)) ? at : to;
    }
    const LogFile file(fmt::format("net-{}.ndjson", first), lines);
    SCOPED_TRACE(lines);
    log::LogOptions options{.atoms = {{"A", {"a0", "a1"}}}, .solving = {.threads = solver::Threads::one}};
    const log::Run run = file.run();
    const log::LogVerdict each = log::judge(*loaded, log::plainLog(*loaded->model), run, options);
    options.engine = log::LogEngine::solver;
    const log::LogVerdict together = log::judge(*varying, log::plainLog(*loaded->model), run, options);
    ASSERT_STREQ(log::name(together.outcome), log::name(each.outcome)) << together.message;
    ASSERT_EQ(together.line, each.line);
    ++(each.outcome == log::LogVerdict::Outcome::fits ? fitting : unfit);
  }
  EXPECT_GT(fitting, count / 8);
  EXPECT_GT(unfit, count / 8);
}

/// Five atoms can be linked in 33 million ways.
TEST_F(LogEngines, WhatNeverChangesMayBeManyThings) {
  loaded = tests::loaded("net.als", R"(
    sig Node { links: set Node }
    var sig Token in Node {}
    pred pass [a, b: Node] { Token = a and b in a.links and Token' = b }
    fact { all n: Node | lone n.links }
    fact { one Token and always some a, b: Node | pass[a, b] }
  )");
  const auto verdict = [&](const std::string& path) {
    std::string lines;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
      lines += fmt::format("{{\"event\": \"pass\", \"event_args\": [\"{}\", \"{}\"]}}\n", path[i], path[i + 1]);
    log::LogOptions options{.states = 10};
    unsigned seen = 0;
    options.watch = [&](const log::WatchedStep& step) {
      ++seen;
      for (const log::Condition& each : step.conditions) EXPECT_LT(each.formula, loaded->model->exprCount());
    };
    log::LogVerdict result = judged(lines, options);
    EXPECT_GT(seen, 0u);
    return result;
  };
  const log::LogVerdict fits = verdict("abcdeabcde");
  ASSERT_STREQ(log::name(fits.outcome), "fits") << fits.message;
  ASSERT_TRUE(fits.behaviour.instance);
  EXPECT_EQ(fits.behaviour.instance->states.front().fields[0].size(), 5u);
  const log::LogVerdict torn = verdict("abcdeabd");
  EXPECT_STREQ(log::name(torn.outcome), "does not fit") << torn.message;
  EXPECT_EQ(torn.line, 7u);
}

/// If links are not logged, facts that depend on their number are still checked.
TEST_F(LogEngines, FactsThatDependOnWhatIsNotLoggedAreNotPassedOver) {
  loaded = tests::loaded("net.als", R"(
    sig Node { links: set Node }
    var sig Token in Node {}
    pred pass [a, b: Node] { Token = a and b in a.links and Token' = b }
    fact { one Token and always some a, b: Node | pass[a, b] }
    fact { all a: Node, b: a.links | always (a in Token implies b not in Token') }
  )");
  std::string lines;
  for (const char* step : {"\"a\", \"b\"", "\"b\", \"c\"", "\"c\", \"d\"", "\"d\", \"e\""})
    lines += fmt::format("{{\"event\": \"pass\", \"event_args\": [{}]}}\n", step);
  EXPECT_STRNE(log::name(judged(lines).outcome), "fits");
}

/// Facts about the first step only.
TEST_F(LogEngines, FactsAboutTheFirstStep) {
  const std::string text =
      "sig A {}\nvar sig S in A {}\npred add [x: A] { S' = S + x }\n"
      "fact { no S and S' = A and always some x: A | add[x] }\n"
      "log runs {\n  event .event with .event_args\n}\n";
  loaded = tests::loaded("first.als", text);
  const std::string one = "{\"event\": \"add\", \"event_args\": [\"a\"]}\n";
  EXPECT_STREQ(log::name(judged(one).outcome), "fits");
  EXPECT_STREQ(log::name(judged(one + "{\"event\": \"add\", \"event_args\": [\"b\"]}\n").outcome), "does not fit");
}

}  // namespace
}  // namespace aunit::suite
