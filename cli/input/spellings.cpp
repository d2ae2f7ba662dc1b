#include "cli/input/spellings.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace aunit::cli {

namespace {

struct Change {
  std::string_view command;
  std::string_view before;  // an option
  const char* now;          // words with a blank between them, of which the first may take the value
};

// Version 0.2 accepts these old spellings; version 0.3 drops them.
constexpr Change oldSpellings[] = {
    {"exec", "--repeat", "--limit"},
    {"exec", "--require-answers", "--fail-on undecided"},
    {"exec", "--require-all-scopes", "--fail-on unproved"},
    {"exec", "--require-proof", "--fail-on unchecked"},
    {"run", "--require-all-scopes", "--fail-on unproved"},
    {"run", "--xfail-strict", "--fail-on xpass"},
    {"mutate", "--fail-on-loss", "--fail-on loss"},
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

/// Of these --json was always followed by a file.
bool takesAnyFile(std::string_view command) {
  return command == "run" || command == "mutate" || command == "coverage";
}

/// Whether the word behind --json is the file. (Any other may be the model.)
bool isDocument(std::string_view word) {
  constexpr std::string_view endings[] = {".json", ".jsonl", ".ndjson"};
  return word == "-" || word.starts_with("/dev/") ||
         std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
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
  const auto end = std::ranges::find(words, "--");
  std::vector<std::string> today;
  for (auto word = words.begin(); word != end; ++word) {
    if (*word == "--json" && words[0] != "view") {
      const bool isGiven = word + 1 != end && isDocument(word[1]);
      if (isGiven || !takesAnyFile(words[0])) {
        today.push_back("--json=" + (isGiven ? *++word : "-"));
        continue;
      }
    }
    const std::string_view option = std::string_view(*word).substr(0, word->find('='));
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
