#include "reporters/terminal/terminal.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/terminal/explanation.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using runner::RunResult;
using suite::Engine;
using suite::Outcome;
using suite::TestResult;
using support::oneLine;

struct Mark {
  const char* letter;
  const char* word;
  Color color;
};

Mark markOf(const TestResult& test) {
  switch (test.outcome) {
    case Outcome::failed: return {"F", "FAILED", Color::boldRed};
    case Outcome::error: return {"E", "ERROR", Color::boldRed};
    case Outcome::skipped: return {"-", "skipped", Color::yellow};
    case Outcome::xfailed: return {"x", "xfailed", Color::yellow};
    case Outcome::xpassed: return {"X", "xpassed", Color::yellow};
    case Outcome::passed: break;
  }
  const char* letter = test.engine == Engine::solved ? "*" : test.engine == Engine::completedBySolving ? "+" : ".";
  return {letter, "passed", Color::green};
}

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What the answer of a test rests on, and its answer in all scopes. If the test has several statements, the text has these two
/// parts for each statement. Empty if the user requested none of these parts.
std::string remarksText(const TestResult& test) {
  std::string text;
  for (const TestResult& statement : test.statements)
    if (const std::string own = remarksText(statement); !own.empty())
      text += fmt::format("{}\n{}", oneLine(statement.name), indented(own));
  if (!test.statements.empty()) return text;
  if (test.restsOn) text += oneLine(test.restsOn->sentence()) + "\n";
  if (!test.allScopes) return text;
  text += fmt::format("all scopes: {}\n", oneLine(test.allScopes->answer));
  for (const std::string& part : test.allScopes->invariant) text += fmt::format("  invariant: {}\n", oneLine(part));
  return text;
}

}  // namespace

Terminal::Terminal(std::FILE* out, TerminalOptions options) : out_(out), options_(options), style_(options.color) {
  if (options_.failures) return;
  options_.failures = options_.verbosity == Verbosity::quiet     ? FailureDetail::line
                      : options_.verbosity == Verbosity::verbose ? FailureDetail::whole
                                                                 : FailureDetail::brief;
}

void Terminal::print(const std::string& text) {
  show(out_, text, style_);
  flush(out_);
}

void Terminal::started(std::size_t tests, std::size_t files) {
  total_ = tests;
  if (options_.verbosity == Verbosity::quiet || tests == 0) return;
  print(style_(Color::dim, fmt::format("running {} in {}", support::plural(tests, "test"), support::plural(files, "file"))) +
        "\n\n");
}

void Terminal::running(const std::string& file, const std::string& name, std::size_t done) {
  if (!options_.progress) return;
  const double now = secondsNow();
  if (now - lastProgress_ < 0.1) return;
  lastProgress_ = now;
  progressShown_ = true;
  const std::string text = fmt::format("[{}/{}] {}: {}", done, total_, oneLine(file), oneLine(name));
  clearLine(out_);
  print(style_(Color::dim, shortened(text, options_.width - 1)));
}

void Terminal::clearProgress() {
  if (progressShown_) clearLine(out_);
  progressShown_ = false;
}

void Terminal::finished(const TestResult& test) {
  if (test.file != file_) {
    flushFile();
    file_ = test.file;
    if (options_.verbosity == Verbosity::verbose) {
      clearProgress();
      print(fmt::format("{}{}\n", done_ == 0 ? "" : "\n", style_(Color::bold, oneLine(file_))));
    }
  }
  ++done_;
  const Mark mark = markOf(test);
  if (options_.verbosity == Verbosity::verbose)
    printTest(test);
  else if (options_.verbosity == Verbosity::normal)
    marks_.push_back(style_(mark.color, mark.letter));
}

void Terminal::printTest(const TestResult& test) {
  clearProgress();
  const Mark mark = markOf(test);
  const std::string how = isMarked(test.outcome) ? oneLine(test.message) : engineInWords(test.engine);
  const std::string decider = test.decidedBy.empty() ? "" : "  decided by: " + oneLine(test.decidedBy);
  print(fmt::format("  {}{}  {}\n", style_(mark.color, padded(mark.word, 8)),
                    padded(fmt::format("\"{}\"", oneLine(test.name)), 48),
                    style_(Color::dim, fmt::format("{}  {}{}", padded(how, 9), duration(test.milliseconds), decider))));
  if (const std::string remarks = remarksText(test); !remarks.empty()) print(indented(indented(remarks)));
  if (const std::string table = completion(test, style_); !table.empty()) print(indented(indented(table)));
}

/// Writes the line of a file after its tests: the file's name, the marks of the tests (on several lines if there are many), and
/// the percentage of the run that is done.
void Terminal::flushFile() {
  if (marks_.empty()) return;
  clearProgress();
  const std::string file = oneLine(file_);
  const std::size_t nameWidth = std::max<std::size_t>(displayWidth(file), 32);
  const std::size_t room = std::max<std::size_t>(options_.width > nameWidth + 9 ? options_.width - nameWidth - 9 : 0, 16);
  std::string text = padded(file, nameWidth) + ' ';
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (i != 0 && i % room == 0) text += fmt::format("\n{:{}}", "", nameWidth + 1);
    text += marks_[i];
  }
  const std::size_t used = marks_.size() % room == 0 ? room : marks_.size() % room;
  text += std::string(room - used, ' ') +
          style_(Color::dim, fmt::format(" [{:>3.0f}%]", 100 * coverage::roundedShare({done_, total_}, 2)));
  print(text + '\n');
  marks_.clear();
}

/// The heading of a test: `FAILED  "its name"  list.aunit:3`.
std::string Terminal::headingOf(const TestResult& test, const std::string& word) const {
  std::string where = oneLine(test.place.known() ? test.place.path : test.file);
  if (test.place.line != 0) where += fmt::format(":{}", test.place.line);
  return fmt::format("{}  {}  {}", word, style_(Color::bold, fmt::format("\"{}\"", oneLine(test.name))),
                     style_(Color::dim, where));
}

/// Prints each error of a model only once, even if several files open the model.
void Terminal::printProblems(const RunResult& run) {
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;
  struct Group {
    std::vector<std::string> files;  // the files that do not load because of the error, or whose tests have it
    std::string shownFor = {};       // the file whose test shows the error
  };
  std::map<Key, Group> groups;
  const auto groupOf = [&](const TestResult& test) -> Group& {
    return groups[Key(test.place.path, test.place.line, test.place.column, test.message + test.details)];
  };
  const auto isPlacedError = [](const TestResult& test) { return test.outcome == Outcome::error && test.place.known(); };
  for (const TestResult& test : run.tests) {
    if (!isPlacedError(test)) continue;
    std::vector<std::string>& files = groupOf(test).files;
    if (std::ranges::find(files, test.file) == files.end()) files.push_back(test.file);
  }
  for (const TestResult& test : run.tests) {
    if (!isProblem(test.outcome)) continue;
    std::string openers;
    if (isPlacedError(test)) {
      Group& group = groupOf(test);
      if (!group.shownFor.empty() && group.shownFor != test.file) continue;
      if (group.shownFor.empty()) {
        const bool own = std::erase(group.files, test.place.path) != 0;
        if (own ? !group.files.empty() : group.files.size() > 1) openers = openedBy(group.files, own);
      }
      group.shownFor = test.file;
    }
    const std::string heading = headingOf(test, style_(Color::boldRed, markOf(test).word));
    if (options_.failures == FailureDetail::line)
      print(fmt::format("{}  {}{}\n", heading, oneLine(test.message), openers.empty() ? "" : "  (" + openers + ")"));
    else
      print(fmt::format("\n{}\n{}{}", heading, indented(explain(test, style_, options_.failures == FailureDetail::whole)),
                        openers.empty() ? "" : "  " + openers + "\n"));
  }
}

void Terminal::printWarnings(const RunResult& run) {
  constexpr std::size_t mostShown = 10;
  std::size_t shown = 0;
  for (const TestResult& test : run.tests) {
    if (test.warning.empty() || (++shown > mostShown && options_.verbosity != Verbosity::verbose)) continue;
    print(fmt::format("\n{}\n  {}\n", headingOf(test, style_(Color::yellow, "warning")), oneLine(test.warning)));
  }
  if (shown > mostShown && options_.verbosity != Verbosity::verbose)
    print(fmt::format("\n{}\n", style_(Color::dim, fmt::format("{} like these: -v shows them",
                                                               support::plural(shown - mostShown, "more warning")))));
}

/// For tests that passed: what the answers rest on, and the answers in all scopes. (For a failing test, its report has them.)
void Terminal::printRemarks(const RunResult& run) {
  for (const TestResult& test : run.tests)
    if (const std::string remarks = isProblem(test.outcome) ? "" : remarksText(test); !remarks.empty())
      print(fmt::format("\n{}\n{}", headingOf(test, markOf(test).word), indented(remarks)));
}

/// The number of tests that were skipped or expected to fail, for each outcome and reason.
void Terminal::printMarked(const RunResult& run) {
  std::map<std::pair<Outcome, std::string>, std::size_t> reasons;
  for (const TestResult& test : run.tests)
    if (isMarked(test.outcome)) ++reasons[{test.outcome, test.message}];
  if (!reasons.empty()) print("\n");
  for (const auto& [why, count] : reasons)
    print(fmt::format("{} {}\n", style_(Color::yellow, fmt::format("{} {}:", count, name(why.first))), oneLine(why.second)));
}

void Terminal::printDurations(const RunResult& run) {
  if (options_.durations <= 0 || run.tests.empty()) return;
  std::vector<const TestResult*> slowest;
  for (const TestResult& test : run.tests) slowest.push_back(&test);
  std::ranges::stable_sort(slowest, std::ranges::greater(), &TestResult::milliseconds);
  if (slowest.size() > static_cast<std::size_t>(options_.durations)) slowest.resize(static_cast<std::size_t>(options_.durations));
  print(fmt::format("\n{}\n", style_(Color::bold, "slowest tests")));
  for (const TestResult* test : slowest)
    print(fmt::format("  {:>9}  {}  {}\n", duration(test->milliseconds), oneLine(test->name),
                      style_(Color::dim, oneLine(test->file))));
}

/// How many checks without `expect` the files have; a run does not solve these.
static std::string checksAside(const RunResult& run) {
  std::size_t checks = 0;
  for (const auto& [file, count] : run.checksAside) checks += count;
  const std::size_t files = run.checksAside.size();
  return fmt::format("{} without `expect`{} {} not run: `aunit exec{}` runs {}", support::plural(checks, "check"),
                     files == 1 ? "" : fmt::format(" in {} files", files), checks == 1 ? "was" : "were",
                     files == 1 ? " " + oneLine(run.checksAside.begin()->first) : "", checks == 1 ? "it" : "them");
}

void Terminal::summarize(const RunResult& run, const std::vector<std::string>& written) {
  flushFile();
  clearProgress();
  if (options_.verbosity == Verbosity::verbose)
    for (const std::string& warning : run.warnings) print(fmt::format("\n{}", warning));
  if (options_.failures != FailureDetail::no) printProblems(run);
  if (options_.verbosity != Verbosity::quiet) printWarnings(run);
  if (options_.verbosity == Verbosity::normal) printRemarks(run);
  if (options_.verbosity == Verbosity::normal) printMarked(run);
  printDurations(run);
  if (options_.verbosity != Verbosity::quiet && !run.tests.empty()) print("\n");
  if (run.interrupted) print(style_(Color::boldYellow, "interrupted") + '\n');
  const bool bad = run.count(Outcome::failed) + run.count(Outcome::error) != 0;
  const Color color = bad                                                   ? Color::boldRed
                      : run.count(Outcome::passed) != 0 && !run.interrupted ? Color::boldGreen
                                                                            : Color::boldYellow;
  const std::string how = engines(run);
  print(fmt::format("{} in {}{}\n", style_(color, counts(run)), duration(run.seconds * 1000),
                    how.empty() ? "" : style_(Color::dim, fmt::format(" ({})", how))));
  if (options_.verbosity == Verbosity::quiet) return;
  if (options_.verbosity == Verbosity::normal && !run.warnings.empty())
    print(fmt::format("{}\n", style_(Color::dim, fmt::format("{} about the models: add -v or call `aunit check` to see {}",
                                                             support::plural(run.warnings.size(), "warning"),
                                                             run.warnings.size() == 1 ? "it" : "them"))));
  if (!run.checksAside.empty()) print(fmt::format("{}\n", style_(Color::dim, checksAside(run))));
  for (const std::string& path : written) print(fmt::format("{}\n", style_(Color::dim, fmt::format("wrote {}", oneLine(path)))));
}

}  // namespace aunit::reporters
