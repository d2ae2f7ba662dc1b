#include "cli/input/nothing_chosen.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::cli {

namespace {

std::string unknownTags(const std::vector<std::string>& wanted, const std::set<std::string>& known) {
  const std::vector<std::string> tags(known.begin(), known.end());
  if (tags.empty()) return fmt::format("no test has the tag {}: the tests have no tags", fmt::join(wanted, " or "));
  return fmt::format("no test has the tag {}{}; the tags are {}", fmt::join(wanted, " or "),
                     wanted.size() == 1 ? model::orNear(wanted.front(), tags) : "", model::inWords(tags));
}

}  // namespace

std::string whyNothingIsChosen(const RunArguments& arguments, const runner::Discovery& discovery, const runner::Run& run) {
  const std::vector<runner::Candidate>& candidates = run.candidates();
  const std::string places = model::inWords(arguments.paths);
  if (discovery.files.empty())
    return fmt::format("{} holds no file that may have tests: their names end in .aunit, .als, .np, .prog or .md", places);
  if (const auto predicate = candidates.empty() ? run.untestedPredicate(discovery) : std::nullopt)
    return fmt::format("no test in {0}: the predicate {1} states a valuation, and no command runs it; `run {1} expect 1` does",
                       places, *predicate);
  if (candidates.empty())
    return fmt::format(
        "no test in {}: one is written `test \"name\" {{ valuation satisfies predicate }}`, or is a command with "
        "`expect`, such as `run p expect 1` for a predicate p that states a valuation",
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
    return fmt::format("no test's file or name matches -k {}; --list shows what there is", *arguments.names);
  return "no test is all that was asked for at once; --list shows what there is";
}

}  // namespace aunit::cli
