#include "cli/input/nothing_chosen.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

std::string unknownTags(const std::vector<std::string>& wanted, const std::set<std::string>& known) {
  const std::vector<std::string> tags(known.begin(), known.end());
  if (tags.empty()) return fmt::format("no test has the tag `{}`: the tests have no tags", fmt::join(wanted, "` or `"));
  return fmt::format("no test has the tag `{}`{}; the tags are {}", fmt::join(wanted, "` or `"),
                     wanted.size() == 1 ? model::orNear(wanted.front(), tags) : "", model::inWords(tags));
}

}  // namespace

std::string whyNothingIsChosen(const RunArguments& arguments, const runner::Discovery& discovery, const runner::Run& run) {
  const std::vector<runner::Candidate>& candidates = run.candidates();
  const std::string places = model::inWords(arguments.paths);
  if (discovery.files.empty())
    return fmt::format("found no file that can have tests (.aunit, .als, .np, .prog or .md) in `{}`{}",
                       fmt::join(arguments.paths, "`, `"), runner::hintOfHidden(arguments.paths));
  if (const auto predicate = candidates.empty() ? run.untestedPredicate(discovery) : std::nullopt)
    return fmt::format("no test in {0}: the predicate `{1}` states a valuation, and no command runs it; add `run {1} expect 1`",
                       places, *predicate);
  if (candidates.empty())
    return fmt::format(
        "no test in {}: write `test \"name\" {{ valuation satisfies predicate }}`, or a command with "
        "`expect`, such as `run p expect 1` for a predicate `p` that states a valuation",
        places);
  std::set<std::string> tags;
  for (const runner::Candidate& candidate : candidates) tags.insert(candidate.tags.begin(), candidate.tags.end());
  const bool tagged = std::ranges::any_of(arguments.tags, [&](const std::string& tag) { return tags.contains(tag); });
  if (!arguments.tags.empty() && !tagged) return unknownTags(arguments.tags, tags);
  const auto matches = [&](const runner::NameExpression& names) {
    return std::ranges::any_of(candidates, [&](const runner::Candidate& candidate) { return names.matches(candidate.id); });
  };
  std::string ignored;
  const auto names = runner::NameExpression::parse(arguments.names.value_or(""), ignored);
  if (names && !matches(*names))
    return fmt::format("no file name and no test name matches -k `{}`; --list without -k shows the tests", *arguments.names);
  return "no test matches all the given options at once; --list without these options shows the tests";
}

std::string whyUnchecked(const runner::SolveReport& report) {
  for (const runner::SolvedFile& file : report.files)
    if (const std::string why = file.loaded->model ? file.whyNothing() : ""; why.find(';') != std::string::npos)
      return fmt::format("{}: {} (to solve the facts alone, add --default-command)", support::oneLine(file.path), why);
  return "";
}

std::string whyNothingIsSolved(const ExecArguments& arguments, const std::vector<std::string>& named,
                               const runner::SolveReport& report) {
  if (report.files.empty()) return "found no model" + runner::hintOfHidden(named);
  const std::string none = "no command to run";
  std::vector<std::string> labels;
  for (const runner::SolvedFile& file : report.files)
    for (const model::Command& command : file.loaded->model ? file.loaded->model->commands() : std::vector<model::Command>())
      if (file.counts(command)) labels.push_back(command.label);
  if (!labels.empty()) {
    std::string near;
    for (const std::string& pattern : arguments.commands)
      if (near.empty()) near = model::orNear(pattern, labels);
    const std::string why = arguments.commands.empty()
                                ? none
                                : fmt::format("no command matches --command `{}`", fmt::join(arguments.commands, "` or `"));
    if (!near.empty()) return why + near;
    for (std::string& label : labels) label = fmt::format("`{}`", label);
    return why + (labels.size() == 1 ? ": the only command is " : ": the commands are ") + model::inWords(labels);
  }
  if (std::string why = whyUnchecked(report); !why.empty()) return why;
  const auto tests = std::ranges::find_if(named, [](const std::string& file) { return file.ends_with(".aunit"); });
  return tests == named.end() ? none : fmt::format("{0}: `aunit run {1}` runs the tests of {1}", none, support::oneLine(*tests));
}

}  // namespace aunit::cli
