#include "cli/options/complete.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cli/options/help.h"
#include "coverage/criteria.h"

namespace aunit::cli::options {

namespace {

using Endings = std::vector<std::string_view>;
const Endings testEndings = {".aunit", ".als", ".np", ".prog", ".md"}, modelEndings = {".als", ".md", ".np"};

/// The context of the last word of a command line.
struct Place {
  const CLI::App* command;
  const CLI::Option* option = nullptr;  // the last word may be a value of this option; null if there is none
  bool must = false;                    // `option` requires a value, so the last word is not an option
  bool noOptions = false;               // the last word comes after `--`, so it is not an option
  std::map<std::string, std::vector<std::string>> given = {};  // values by option name; positional arguments under ""
};

const CLI::Option* findOption(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options())
    if (option->check_name(name)) return option;
  return nullptr;
}

const CLI::App* findSubcommand(const CLI::App& command, const std::string& name) {
  for (const CLI::App* subcommand : command.get_subcommands(nullptr))
    if (subcommand->get_name() == name) return subcommand;
  return nullptr;
}

bool looksLikeOption(const std::string& word) {
  return word.size() > 1 && word.starts_with('-');
}

/// Splits an option from its attached value: `--json=FILE`, `-j4`.
std::pair<std::string, std::string> split(const std::string& word) {
  if (!word.starts_with("--")) return {word.substr(0, 2), word.substr(2)};
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {word, ""};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

Place placeOf(const CLI::App& program, const std::vector<std::string>& words) {
  Place place{.command = &program};
  int taken = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (place.option && (taken < place.option->get_items_expected_min() || !looksLikeOption(word))) {
      place.given[place.option->get_name()].push_back(word);
      if (++taken >= place.option->get_items_expected_max()) place.option = nullptr;
    } else if (place.noOptions || !looksLikeOption(word)) {
      if (const CLI::App* subcommand = findSubcommand(*place.command, word))
        place.command = subcommand;
      else
        place.given[""].push_back(word);
    } else if (word == "--") {
      place.option = nullptr;
      place.noOptions = true;
    } else {
      const auto [name, value] = split(word);
      const CLI::Option* option = findOption(*place.command, name);
      if (option) place.given[option->get_name()];  // creates an entry for flags, too
      if (option && !value.empty()) place.given[option->get_name()].push_back(value);
      place.option = option && value.empty() && option->get_items_expected_max() > 0 ? option : nullptr;
      taken = 0;
    }
  }
  place.must = place.option && taken < place.option->get_items_expected_min();
  return place;
}

/// The positional argument to which the word with this index belongs; null if the command takes fewer words.
const CLI::Option* argumentAt(const CLI::App& command, std::size_t index) {
  std::size_t end = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    end += static_cast<std::size_t>(option->get_expected_max());
    if (index < end) return option;
  }
  return nullptr;
}

/// The values that an option accepts. They are listed in its type name: `{auto,always,never}`.
std::vector<Candidate> choicesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.rfind('}');
  std::vector<Candidate> choices;
  if (open == std::string::npos || close == std::string::npos) return choices;
  for (const std::string& choice : CLI::detail::split(type.substr(open + 1, close - open - 1), ','))
    choices.push_back({choice, ""});
  return choices;
}

std::vector<Candidate> criteria(std::string_view behind) {
  std::vector<Candidate> names;
  for (const coverage::Criterion criterion : coverage::criteria)
    names.push_back({std::string(coverage::abbreviation(criterion)) + std::string(behind), ""});
  for (const coverage::Criterion criterion : coverage::furtherCriteria)
    names.push_back({std::string(coverage::abbreviation(criterion)) + std::string(behind), ""});
  return names;
}

/// Endings of the files that an option or argument may name. Empty if any ending is allowed, as for files that aunit writes.
Endings endingsOf(const CLI::App& command, const CLI::Option& option) {
  const std::string name = option.get_name(), of = command.get_name();
  if (name == "PATH" || name == "MODEL" || of == "check" || of == "exec") return testEndings;
  if (name == "--model") return modelEndings;
  if (name == "--instance") return {".xml", ".json"};
  if (name == "--merge") return {".json"};
  if (name != "FILE") return {};
  return of == "merge" ? Endings{".json", ".xml"} : Endings{".json"};
}

class Values {
 public:
  explicit Values(const Place& place) : place_(place) {}

  /// Candidates for the value of an option or argument. `typed` is the part of the value that the user has typed. The caller
  /// removes candidates that do not begin with `typed`.
  std::vector<Candidate> of(const CLI::Option& option, const std::string& typed) const {
    if (std::vector<Candidate> choices = choicesOf(option); !choices.empty()) return listed(option, typed, std::move(choices));
    const std::string& text = option.get_option_text();
    const std::string name = option.get_name();
    if (name == "EXPR") return {};
    if (text == "TAG") return atHand().tags();
    if (text == "ID") return atHand().testIds();
    if (text == "EXPR") return atHand().testNames();
    if (text == "LABEL" || text == "INDEX|GLOB") return atHand().commands();
    if (name == "--val") return atHand().valuations();
    if (name == "--pred") return atHand().functions();
    if (text == "N|NAME=N") return with(atHand().signatures(), "=");
    if (text == "NAME=PERCENT" && place_.command->get_name() == "mutate") return {{"MS=", "mutants killed"}};
    if (text == "NAME=PERCENT") return criteria("=");
    if (text == "MC,...") return listed(option, typed, criteria(""));
    if (text == "I/N|auto") return {{"auto", "read from Slurm, Bazel, GitLab or MPI"}};
    if (text == "FOLDER") return foldersLike(typed);
    if (const std::size_t colons = typed.find("::"); name == "PATH" && colons != std::string::npos)
      return atHand().testsIn(typed.substr(0, colons));
    if (text == "FILE" || text == "[FILE]" || text == "FILE..." || option.get_positional())
      return filesLike(typed, endingsOf(*place_.command, option));
    return {};
  }

 private:
  static std::vector<Candidate> with(std::vector<Candidate> candidates, std::string_view behind) {
    for (Candidate& candidate : candidates) candidate.text += behind;
    return candidates;
  }

  /// Candidates for the last value of a list with separators. Puts the earlier values of the list in front of each candidate.
  static std::vector<Candidate> listed(const CLI::Option& option, const std::string& typed, std::vector<Candidate> candidates) {
    const std::size_t last = option.get_delimiter() ? typed.rfind(option.get_delimiter()) : std::string::npos;
    if (last == std::string::npos) return candidates;
    for (Candidate& candidate : candidates) candidate.text.insert(0, typed.substr(0, last + 1));
    return candidates;
  }

  CandidateFinder atHand() const {
    const auto given = [&](const std::string& name) {
      const auto found = place_.given.find(name);
      return found == place_.given.end() ? std::vector<std::string>() : found->second;
    };
    std::vector<std::string> paths = given("");
    for (std::string& path : paths) path.resize(std::min(path.find("::"), path.size()));
    // `eval` takes a model and then expressions.
    if (place_.command->get_name() == "eval" && paths.size() > 1) paths.resize(1);
    const std::vector<std::string> model = given("--model");
    return CandidateFinder(paths, model.empty() ? "" : model.back(), place_.given.contains("--alloy5"));
  }

  const Place& place_;
};

std::vector<Candidate> optionsOf(const CLI::App& command) {
  std::vector<Candidate> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group() == old) continue;
    for (const std::string& name : option->get_lnames()) names.push_back({"--" + name, summary(option->get_description())});
    for (const std::string& name : option->get_snames()) names.push_back({"-" + name, summary(option->get_description())});
  }
  return names;
}

std::vector<Candidate> subcommandsOf(const CLI::App& command) {
  std::vector<Candidate> names;
  for (const CLI::App* subcommand : command.get_subcommands(nullptr))
    names.push_back({subcommand->get_name(), subcommand->get_description()});
  return names;
}

std::vector<Candidate> allThatCould(const CLI::App& program, const std::vector<std::string>& words) {
  const Place place = placeOf(program, words);
  const Values values(place);
  const std::string& typed = words.back();
  if (place.must) return values.of(*place.option, typed);
  if (!place.noOptions && typed.starts_with("--") && typed.find('=') != std::string::npos) {
    const auto [name, value] = split(typed);
    const CLI::Option* option = findOption(*place.command, name);
    std::vector<Candidate> candidates = option ? values.of(*option, value) : std::vector<Candidate>();
    for (Candidate& candidate : candidates) candidate.text.insert(0, name + "=");
    return candidates;
  }
  if (!place.noOptions && typed.starts_with('-')) return optionsOf(*place.command);
  const auto arguments = place.given.find("");
  const std::size_t argumentsGiven = arguments == place.given.end() ? 0 : arguments->second.size();
  std::vector<Candidate> candidates = subcommandsOf(*place.command);
  if (!candidates.empty())
    return argumentsGiven == 0 ? candidates : std::vector<Candidate>();  // words after an unknown subcommand cannot be completed
  if (place.option) candidates = values.of(*place.option, typed);
  if (const CLI::Option* argument = argumentAt(*place.command, argumentsGiven))
    for (Candidate& candidate : values.of(*argument, typed)) candidates.push_back(std::move(candidate));
  return candidates;
}

}  // namespace

std::vector<Candidate> continuations(const CLI::App& program, const std::vector<std::string>& words) {
  std::vector<Candidate> candidates = allThatCould(program, words);
  // Drops candidates with control characters, since shells read one candidate per line.
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool inOneLine = std::ranges::none_of(candidate.text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    return !inOneLine || !candidate.text.starts_with(words.back());
  });
  return candidates;
}

}  // namespace aunit::cli::options
