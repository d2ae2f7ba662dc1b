#include "cli/parts/parts.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "runner/interrupt.h"
#include "support/system/child_process.h"
#include "support/system/this_program.h"
#include "support/threads.h"

namespace aunit::cli {

namespace {

struct CommandLine {
  std::vector<std::string> words;
  std::optional<Part> part;
};

CommandLine& commandLineAtHand() {
  static CommandLine line;
  return line;
}

constexpr double graceSeconds = 10;  // time limit for parts to write their results after an interrupt
constexpr std::size_t bytesOfOutput = std::size_t{64} << 20;

}  // namespace

void setCommandLine(std::vector<std::string> words, std::optional<Part> part) {
  commandLineAtHand() = {std::move(words), std::move(part)};
}

const std::optional<Part>& ownPart() {
  return commandLineAtHand().part;
}

int handOver(const std::string& report) {
  std::string error;
  if (support::writeFile(ownPart()->report, report, error)) return allPassed;
  return usageError(fmt::format("cannot write `{}`: {}", ownPart()->report, error));
}

namespace {

constexpr std::int64_t millisecondsBetweenSteps = 100;  // least time between two progress lines
constexpr std::string_view progressMark = "\x1e";       // first byte of a progress line: "record separator" (ECMA-48, IS2)

}  // namespace

void tellOfPart(std::size_t done, std::size_t all, std::string_view what) {
  static std::atomic<std::int64_t> last = 0;  // in milliseconds
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (done < all && now < last + millisecondsBetweenSteps) return;
  last = now;
  reporters::writeDocument(stdout, fmt::format("{}{} {} {}\n", progressMark, done, all, what));
  reporters::flush(stdout);
}

void TotalProgress::hear(std::size_t part, std::string_view text) {
  const std::lock_guard lock(mutex_);
  PartProgress& said = parts_[part];
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    said.line += text.substr(0, end);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
    const std::string line = std::exchange(said.line, "");
    std::istringstream words(line);
    std::size_t done = 0, all = 0;
    std::string what;
    if (!line.starts_with(progressMark) || !words.ignore(progressMark.size()) || !(words >> done >> all >> std::ws) ||
        !std::getline(words, what))
      continue;
    said.done = done;
    said.all = all;
    said.what = what;
    done = all = 0;
    for (const PartProgress& each : parts_) {
      if (each.what != what) continue;
      done += each.done;
      all += each.all;
    }
    if (tell_) tell_(done, all, what);
  }
}

namespace {

std::optional<PartResults> done(const std::vector<std::string>& parts, bool race, AllDone progress) {
  if (support::hasThreads || parts.size() <= 1 || ownPart()) return std::nullopt;
  const std::string program = support::ownProgram();
  std::error_code unknown;
  const std::string place = std::filesystem::temp_directory_path(unknown).string();
  std::string error;
  auto folder = program.empty() || unknown ? std::nullopt : support::TemporaryFolder::create(place, error);
  if (!folder) return std::nullopt;
  PartResults done{.folder = std::move(*folder)};
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> reports;
  for (const std::string& part : parts) {
    reports.push_back(fmt::format("{}/{}", done.folder.path(), reports.size()));
    std::vector<std::string>& command = commands.emplace_back();
    command = {program, "__part", part, reports.back()};
    command.insert(command.end(), commandLineAtHand().words.begin(), commandLineAtHand().words.end());
  }
  const support::Budget budget(support::Limits{.stop = &runner::interruptRequested});
  const auto isEnough = [&](const support::ChildAnswer& answer) { return race && answer.code != internalError; };
  TotalProgress heard(parts.size(), std::move(progress));
  const std::vector<support::ChildAnswer> answers = support::askChildren(
      std::move(commands), budget, {.outputBytes = bytesOfOutput, .graceSeconds = graceSeconds, .keepErrors = true}, isEnough,
      [&](std::size_t part, std::string_view text) { heard.hear(part, text); });
  for (std::size_t part = 0; part < answers.size(); ++part) {
    const support::ChildAnswer& answer = answers[part];
    if (done.said.empty()) done.said = answer.errors;
    if (std::filesystem::exists(reports[part], unknown))
      done.reports.push_back(reports[part]);
    else if (done.code == 0 && answer.code != nothingToRun && !runner::interruptRequested)
      done.code = answer.code > 0 ? answer.code : static_cast<int>(internalError);
  }
  if (done.reports.empty() && done.code == 0) done.code = runner::interruptRequested ? interrupted : nothingToRun;
  return done;
}

}  // namespace

std::optional<PartResults> doneInParts(int jobs, AllDone progress) {
  std::vector<std::string> parts;
  for (int part = 1; part <= jobs; ++part) parts.push_back(fmt::format("{}/{}", part, jobs));
  return done(parts, false, std::move(progress));
}

std::optional<PartResults> doneInRace(const std::vector<std::string>& solvers) {
  return done(solvers, true, {});
}

}  // namespace aunit::cli
