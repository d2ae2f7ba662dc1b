// The options of all commands: an option name has one meaning in all commands.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli {
namespace {

/// An option as one of the commands declares it.
struct Use {
  std::string command;
  std::string kind;  // "FILE"; empty for a flag
  std::string text;  // the first line of its help
  std::string details;
};

using Uses = std::map<std::string, std::vector<Use>>;  // by name, such as "--json"

void addUses(const CLI::App& app, const std::string& command, Uses& uses) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() || option->get_group() == options::old) continue;
    const std::string kind = option->get_option_text();
    const std::string name =
        option->get_lnames().empty() ? "-" + option->get_snames().front() : "--" + option->get_lnames().front();
    const std::string whole = option->get_description(), text = options::summary(whole);
    uses[name].push_back({command, kind.find_first_not_of(' ') == std::string::npos ? "" : kind, text,
                          whole.substr(std::min(text.size() + 1, whole.size()))});
  }
  for (const CLI::App* inner : app.get_subcommands(nullptr)) addUses(*inner, command + " " + inner->get_name(), uses);
}

template <class Arguments>
void addUsesOf(const std::string& command, Uses& uses) {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  options::addOptions(app, arguments);
  addUses(app, command, uses);
}

Uses usesOfAll() {
  Uses uses;
  addUsesOf<AuditArguments>("audit", uses);
  addUsesOf<CheckArguments>("check", uses);
  addUsesOf<CoverageArguments>("coverage", uses);
  addUsesOf<DiffArguments>("diff", uses);
  addUsesOf<EvalArguments>("eval", uses);
  addUsesOf<ExecArguments>("exec", uses);
  addUsesOf<FormatArguments>("format", uses);
  addUsesOf<GenerateArguments>("generate", uses);
  addUsesOf<GradeArguments>("grade", uses);
  addUsesOf<LocateArguments>("locate", uses);
  addUsesOf<McpArguments>("mcp", uses);
  addUsesOf<MergeArguments>("merge", uses);
  addUsesOf<MutateArguments>("mutate", uses);
  addUsesOf<RepairArguments>("repair", uses);
  addUsesOf<RunArguments>("run", uses);
  addUsesOf<TraceArguments>("trace", uses);
  addUsesOf<ViewArguments>("view", uses);
  return uses;
}

/// The properties that the help texts of an option share in all commands.
struct Meaning {
  std::vector<std::string_view> kinds;
  const char* text;  // a regular expression that each text matches
};

const std::map<std::string_view, Meaning> meanings = {
    {"--all-scopes", {{"[S]"}, "Prove .* for any number of atoms"}},
    {"--ask", {{""}, "Ask .*"}},
    {"--command", {{"INDEX|GLOB", "INDEX|LABEL", "LABEL"}, ".*command.*"}},
    {"--criteria", {{"SET", "MC,..."}, ".*riteria.*\\(?default.*"}},
    {"--csv", {{"FILE"}, "Write CSV: .*"}},
    {"--fail-on", {{"WHAT,..."}, "Exit with [16] on:? .*"}},
    {"--fail-under", {{"NAME=PERCENT"}, "Exit with 6 if .*"}},
    {"--html", {{"FOLDER"}, "Write HTML: .*"}},
    {"--instance", {{"FILE"}, ".* saved instance \\(XML, JSON\\) or data \\(JSON, CSV\\)"}},
    {"--jobs", {{"N"}, "Threads \\(default.*"}},
    {"--json", {{"[FILE]"}, "Write JSON: .*"}},
    {"--junit", {{"FILE"}, "Write JUnit XML.*"}},
    {"--keep", {{"FILE"}, "Add each (instance|log) to this file of tests, as a regression test"}},
    {"--limit", {{"N"}, "(Show|Find) up to N .*\\(default:? .*\\)"}},
    {"--list", {{""}, "List the .* instead of .* them"}},
    {"--markdown", {{"[FILE]"}, "Write Markdown: .*"}},
    {"--memory", {{"MB"}, "Memory limit, in megabytes"}},
    {"--out", {{"FILE", "FOLDER"}, ".*(file|folder|to write|makes).*"}},
    {"--pred", {{"NAME"}, ".* predicate .*\\(repeatable\\)"}},
    {"--proofs", {{"FOLDER"}, ".*"}},
    {"--quiet", {{""}, "Show less: .*"}},
    {"--sarif", {{"FILE"}, "Write SARIF for code scanning"}},
    {"--scope", {{"N", "N|NAME=N"}, ".*(S|s)cope.*|.* atoms of each signature"}},
    {"--since", {{"REV"}, ".* since REV.*"}},
    {"--steps", {{"N"}, "Most steps of .*"}},
    {"--time", {{"SECONDS"}, "Time limit of the command, in seconds \\(default:? (none|120)\\)"}},
    {"--timeout", {{"SECONDS"}, "Time limit per .*, in seconds \\(default:? (none|10|60)\\)"}},
    {"--times", {{"FILE"}, "With --shard: balance shards by earlier times"}},
    {"--val", {{"NAME", "NAME|FILE"}, ".*(`val`|valuation).*"}},
    {"--verbose", {{""}, "Show more: .*"}},
    {"--write", {{""}, "(Write|Add) .*"}},
};

TEST(Surface, OptionsOfOneNameHaveOneMeaning) {
  for (const auto& [name, uses] : usesOfAll()) {
    const auto meaning = meanings.find(name);
    for (const Use& use : uses) {
      if (meaning == meanings.end()) {
        EXPECT_EQ(use.text, uses.front().text) << name << " of " << use.command << " and of " << uses.front().command;
        EXPECT_EQ(use.kind, uses.front().kind) << name << " of " << use.command << " and of " << uses.front().command;
      } else {
        EXPECT_THAT(use.text, testing::MatchesRegex(meaning->second.text)) << name << " of " << use.command;
        EXPECT_TRUE(std::ranges::find(meaning->second.kinds, use.kind) != meaning->second.kinds.end())
            << name << " of " << use.command << ": " << use.kind;
      }
    }
  }
}

TEST(Surface, MeaningsAreOfOptionsThatSeveralCommandsHave) {
  const Uses uses = usesOfAll();
  for (const auto& [name, meaning] : meanings) {
    const auto found = uses.find(std::string(name));
    ASSERT_TRUE(found != uses.end()) << name;
    EXPECT_GT(found->second.size(), 1u) << name;
  }
}

// A server has no --time, because it runs until the user ends it.
TEST(Surface, WhatLimitsOneQuestionLimitsTheWholeCommandToo) {
  const Uses uses = usesOfAll();
  std::vector<std::string> one, whole = {"view"};
  for (const Use& use : uses.at("--timeout")) one.push_back(use.command);
  for (const Use& use : uses.at("--time")) whole.push_back(use.command);
  EXPECT_THAT(one, testing::UnorderedElementsAreArray(whole));
}

TEST(Surface, LimitsOfNoneAreNoLimits) {
  const Uses uses = usesOfAll();
  for (const Use& use : uses.at("--limit")) EXPECT_THAT(use.details, testing::StartsWith("0: all")) << use.command;
}

TEST(Surface, HelpFitsItsLines) {
  for (const auto& [name, uses] : usesOfAll())
    for (const Use& use : uses) EXPECT_LE(use.text.size(), 70u) << name << " of " << use.command << ": " << use.text;
}

/// Raise the number only if a command gets a feature that no existing option can express.
TEST(Surface, IsNoLargerThanItWas) {
  const Uses uses = usesOfAll();
  std::size_t options = 0;
  for (const auto& [name, each] : uses) options += each.size();
  EXPECT_LE(uses.size(), 136u);
  EXPECT_LE(options, 287u);
}

}  // namespace
}  // namespace aunit::cli
