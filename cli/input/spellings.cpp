#include "cli/input/spellings.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "runner/files/discovery.h"

namespace aunit::cli {

namespace {

struct Change {
  std::string_view command;
  std::string_view before;  // the old option
  const char* now;          // the new words, separated by blanks; `=VALUE` of the old option is appended to the first word
};

// Spellings of version 0.2 that still work and that version 0.3 will drop.
constexpr Change oldSpellings[] = {
    {"exec", "--repeat", "--limit"},
    {"exec", "--require-answers", "--fail-on undecided"},
    {"exec", "--require-all-scopes", "--fail-on unproved"},
    {"exec", "--require-proof", "--fail-on unchecked"},
    {"run", "--require-all-scopes", "--fail-on unproved"},
    {"run", "--xfail-strict", "--fail-on xpass"},
    {"mutate", "--fail-on-loss", "--fail-on loss"},
    {"mutate", "--diff", "--compare"},
    {"coverage", "--unmet", "--limit"},
    {"trace", "--log", "--paragraph"},
    {"coverage", "--fail-on-loss", "--fail-on loss"},
    {"diff", "--forbid", "--fail-on"},
    {"repair", "--apply", "--write"},
    {"locate", "--suspects", "--limit"},
    {"grade", "--clusters", "--limit"},
    {"grade", "--output", "--out"},
    {"merge", "--output", "--out"},
};

std::vector<std::string> wordsOf(const char* text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// An option whose file may be omitted.
struct Document {
  std::string_view option;
  std::vector<std::string_view> endings;  // endings of the option's file; a word with another ending may be the model
  std::vector<std::string_view> before;   // commands that, in older versions, took any next word as the file
};
const Document documents[] = {{"--json", {".json", ".jsonl", ".ndjson"}, {"run", "mutate", "coverage"}},
                              {"--markdown", {".md", ".markdown"}, {"mutate", "coverage"}}};

/// Whether a word is a file or folder that commands read.
bool isInput(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::is_directory(word, ignored) ||
         (std::filesystem::is_regular_file(word, ignored) && runner::mayHoldTests(word));
}

/// Whether `word`, which follows the option, is the option's file. If it is, but only by the rule of older versions of `aunit`,
/// adds a sentence to `changes`.
bool takesAsFile(const Document& document, const std::string& command, const std::string& word,
                 std::vector<std::string>& changes) {
  if (word == "-" || word.starts_with("/dev/")) return true;
  if (std::ranges::any_of(document.endings, [&](std::string_view ending) { return word.ends_with(ending); }))
    return !isInput(word);  // a .md file may be a model
  if (word.starts_with('-') || isInput(word) || std::ranges::find(document.before, command) == document.before.end())
    return false;
  changes.push_back(fmt::format("`{0} {1}` is now `{0}={1}`", document.option, word));
  return true;
}

}  // namespace

std::vector<std::string> spelledToday(std::vector<std::string> words, std::vector<std::string>& changes) {
  if (words.empty()) return words;
  if (words[0] == "version" && words.size() == 1) return {"--version"};
  if (words[0] == "help") {
    words.erase(words.begin());
    words.push_back("--help");
    return words;
  }
  if (words[0] == "commands") {
    changes.push_back("`aunit commands` is now `aunit exec --list`");
    words[0] = "exec";
    words.insert(words.begin() + 1, "--list");
  }
  if (words[0] == "explore") {
    changes.push_back("`aunit explore` is now `aunit exec`");
    words[0] = "exec";
  }
  if (words.size() > 1 && words[0] == "coverage" && words[1] == "merge") {
    changes.push_back("`aunit coverage merge` is now `aunit merge`");
    words.erase(words.begin());
  }
  if (words[0] == "generate" && std::ranges::find(words, "--from-log") != words.end()) {
    changes.push_back("`aunit generate MODEL --from-log LOG -o FILE` is now `aunit trace MODEL LOG --keep FILE`");
    words[0] = "trace";
    std::erase(words, "--from-log");
    std::ranges::replace(words, "-o", "--keep");
    std::ranges::replace(words, "--out", "--keep");
  }
  const auto end = std::ranges::find(words, "--");
  if (words[0] == "check" && std::find(words.begin(), end, "--redundant") != end)
    changes.emplace_back("`aunit check --redundant` is now a part of `aunit audit`");
  if (words[0] == "run" && std::find(words.begin(), end, "--suggest") != end)
    changes.emplace_back("`aunit run --suggest` is now `aunit generate --for coverage`");
  std::vector<std::string> today;
  for (auto word = words.begin(); word != end; ++word) {
    if (const auto* document = std::ranges::find(documents, *word, &Document::option); document != std::end(documents)) {
      const bool isGiven = word + 1 != end && takesAsFile(*document, words[0], word[1], changes);
      today.push_back(fmt::format("{}={}", *word, isGiven ? word[1] : "-"));
      if (isGiven) ++word;
      continue;
    }
    const std::string_view option = std::string_view(*word).substr(0, word->find('='));
    if (words[0] == "repair" && *word == "--dry-run") {
      changes.emplace_back("`aunit repair --dry-run` is now `aunit repair`, which writes nothing without `--write`");
      continue;
    }
    const auto change =
        std::ranges::find_if(oldSpellings, [&](const Change& each) { return each.command == words[0] && each.before == option; });
    if (change == std::end(oldSpellings)) {
      today.push_back(*word);
      continue;
    }
    changes.push_back(fmt::format("`{}` is now `{}`", option, change->now));
    std::vector<std::string> now = wordsOf(change->now);
    now.front() += word->substr(option.size());
    today.insert(today.end(), now.begin(), now.end());
  }
  today.insert(today.end(), end, words.end());
  return today;
}

}  // namespace aunit::cli
