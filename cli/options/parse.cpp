#include "cli/options/parse.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/completion/shell_words.h"
#include "cli/exit_code.h"
#include "cli/input/spellings.h"
#include "cli/options/common.h"
#include "cli/options/complete.h"
#include "cli/options/help.h"
#include "cli/options/manual.h"
#include "cli/options/options.h"
#include "cli/options/settings.h"
#include "cli/parts/parts.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "model/diagnostic.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/notes.h"
#include "runner/files/settings.h"
#include "runner/selection/picks.h"
#include "support/files.h"
#include "support/system/child_process.h"
#include "support/system/terminal.h"

namespace aunit::cli::options {

namespace {

// How many notes are shown with their source lines. `grade` shows none, since students must not see lines of hidden answers.
template <class Arguments>
constexpr std::size_t notesInFull = std::is_same_v<Arguments, GradeArguments> ? 0 : 3;

/// Adds the options of a subcommand. Returns the action that runs the subcommand and shows notes on how models were read.
template <class Arguments>
Action added(CLI::App& command, int (*act)(const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  addOptions(command, *arguments);
  return [arguments, act] {
    std::optional<reporters::NoteCollector> notes;
    if constexpr (requires { arguments->language; })
      if (!ownPart())
        notes.emplace(colorChoice(std::optional<std::string>(arguments->color).value_or("auto")), notesInFull<Arguments>);
    return act(*arguments);
  };
}

template <auto act>
Action with(CLI::App& command) {
  return added(command, act);
}

Action withStdio(CLI::App& command) {
  command.add_flag("--stdio")
      ->description("Use standard input and output (always the case)")
      ->group("");  // hidden from help; editors pass this option to every language server
  return lsp;
}

struct Subcommand {
  const char* name;
  const char* description;
  Action (*addOptions)(CLI::App& command);
};

struct Group {
  const char* name;
  std::vector<Subcommand> commands;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"Write",
       {{"check", "Show errors and warnings of models", with<check>}, {"format", "Format models and tests", with<format>}}},
      {"Test",
       {{"run", "Run the tests in files and folders", with<run>},
        {"generate", "Propose tests for mistakes that no test notices yet", with<generate>},
        {"mutate", "Find small changes of the model that no test notices", with<mutate>},
        {"coverage", "Show, compare and convert coverage data", with<coverage>}}},
      {"Solve",
       {{"exec", "Solve the commands of models, and check programs (.prog)", with<exec>},
        {"view", "Show the instances of a model in a browser", with<view>},
        {"audit", "Show what answers rest on, and what no command checks", with<audit>},
        {"eval", "Evaluate expressions on an instance, or at a prompt", with<eval>}}},
      {"Change", {{"diff", "Show what a change of a model allows and forbids", with<diff>}}},
      {"Fix",
       {{"locate", "Show where the fault behind failing tests is likely to be", with<locate>},
        {"repair", "Propose edits after which failing tests pass", with<repair>}}},
      {"Programs", {{"trace", "Check logs of programs against a model", with<trace>}}},
      {"Class", {{"grade", "Grade and group the submissions of a class", with<grade>}}},
      {"Services",
       {{"lsp", "Serve an editor (Language Server Protocol)", withStdio},
        {"mcp", "Serve programs that call tools (Model Context Protocol)", with<mcp>},
        {"merge", "Merge the reports of the shards of a run", with<merge>}}},
  };
  return all;
}

/// Converts backslashes in paths to slashes on Windows.
void takeBackslashes(CLI::App& command) {
  if (std::filesystem::path::preferred_separator == '/') return;
  for (CLI::Option* option : command.get_options())
    if (namesFiles(*option))
      option->transform(CLI::Validator(
          [](std::string& word) {
            std::ranges::replace(word, '\\', '/');
            return std::string();
          },
          ""));
  for (CLI::App* inner : command.get_subcommands(nullptr)) takeBackslashes(*inner);
}

void tell(const std::vector<std::string>& changes) {
  for (const std::string& change : changes) reporters::complain(change + "; the old spelling will be removed in version 0.3");
}

class Parser {
 public:
  /// `words`: the words after the program's name, in current spelling.
  explicit Parser(std::vector<std::string> words) : words_(std::move(words)) {
    app_.set_help_flag("-h,--help", "Show this help");
    app_.set_help_all_flag("--help-all", "Show all options with details")->group(rare);
    app_.set_version_flag("--version", "aunit " + version(), "Show the version");
    app_.require_subcommand(1);
    app_.allow_windows_style_options(false);  // an argument such as "/home/model.als" is a path on Windows, too
    const std::size_t columns = support::terminalWidth(stdout);
    app_.formatter(helpFormatter(columns == 0 ? 80 : std::clamp<std::size_t>(columns, 50, 100)));
    for (const Group& group : groups())
      for (const Subcommand& subcommand : group.commands) add(subcommand, group.name);
  }

  std::variant<Action, int> parse() {
    try {
      parseWords();
    } catch (const CLI::RequiredError& error) {
      if (!isComplete_) return completed();
      const std::string usual = usualArgument();
      if (usual.empty()) return explain(error);
      words_.push_back(usual);
      return parse();
    } catch (const CLI::Success& help) {  // --help, --version
      if (&current() == &app_ && !words_.empty() && !words_.front().starts_with('-'))
        return explain(CLI::ExtrasError(app_.remaining(true)));
      std::ostringstream text;
      text.exceptions(std::ios::badbit);  // if memory is exhausted, throws instead of printing half of the help
      app_.exit(help, text, text);
      reporters::writeDocument(stdout, text.str());
      return static_cast<int>(allPassed);
    } catch (const CLI::ParseError& error) {
      return explain(error);
    }
    if (!isComplete_) return completed();
    return asked_;
  }

  CLI::App& program() { return app_; }

 private:
  void parseWords() { app_.parse(std::vector<std::string>(words_.rbegin(), words_.rend())); }  // CLI11 expects reverse order

  /// The default value of the missing positional argument; empty if it has no default.
  std::string usualArgument() {
    for (const CLI::Option* option : current().get_options())
      if (option->get_positional() && option->get_required() && option->count() == 0) return option->get_default_str();
    return "";
  }

  std::variant<Action, int> completed() {
    const int code = completeFromSettings();
    return code == allPassed ? parse() : std::variant<Action, int>(code);
  }

  /// The file or folder that the command is about; its aunit.toml applies. `grade` ignores an aunit.toml beside submissions.
  std::string subject(const CLI::App& command) const {
    if (app_.got_subcommand("grade")) return ".";
    for (const CLI::Option* option : command.get_options())
      if (option->get_positional() && option->count() > 0 && namesFiles(*option))
        return runner::Picks({option->results().front()}).paths().front();
    return ".";
  }

  /// Adds words for the settings of aunit.toml to the command line. If aunit.toml has mistakes, writes messages and returns an
  /// exit code other than allPassed.
  int completeFromSettings() {
    CLI::App& command = current();
    isComplete_ = true;
    if (&command == &app_ || command.get_name() == "lsp" || command.get_name() == "mcp")
      return allPassed;  // a server is not about one file, so no aunit.toml applies
    runner::Settings settings;
    std::string error;
    if (!runner::findSettings(subject(command), settings, error)) return usageError(error);
    if (settings.file.empty()) return allPassed;
    std::vector<std::string> tables;
    for (const auto& [name, ignored] : settings.tables) tables.push_back(name.substr(0, name.find(' ')));
    Parser all(std::move(tables));
    const std::vector<std::string> mistakes = mistakesIn(settings, all.app_);
    for (const std::string& mistake : mistakes) usageError(mistake);
    if (!mistakes.empty()) return usageOrModelError;
    std::vector<std::string> changes;
    const std::vector<std::string> more = wordsFrom(settings, command, changes);
    tell(changes);
    const std::ptrdiff_t depth = command.get_parent() == &app_ ? 1 : 2;
    words_.insert(words_.begin() + depth, more.begin(), more.end());
    return allPassed;
  }

  /// Adds a subcommand, but adds its options only if the command line names it. In the shortest runs, adding the options of all
  /// subcommands would take a tenth of the time.
  void add(const Subcommand& subcommand, const char* group) {
    CLI::App& command = *app_.add_subcommand(subcommand.name, subcommand.description);
    command.group(group);
    if (std::ranges::find(words_, subcommand.name) == words_.end()) return;
    command.parse_complete_callback([this, action = subcommand.addOptions(command)] { asked_ = action; });
    takeBackslashes(command);
  }

  /// The innermost command that was given, for example `coverage report`.
  CLI::App& current() {
    CLI::App* command = &app_;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    return *command;
  }

  static std::vector<std::string> subcommandNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* subcommand : command.get_subcommands(nullptr)) names.push_back(subcommand->get_name());
    return names;
  }

  static std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
  }

  /// CLI11's message in plain words: "--compare: At least 2 required but received 1" becomes "--compare: expected at least 2
  /// values, but received 1".
  static std::string plainly(std::string message) {
    const auto replace = [&](const std::string& old, const char* now) {
      if (const std::size_t at = message.find(old); at != std::string::npos) message.replace(at, old.size(), now);
    };
    constexpr std::string_view excludes = " excludes ";
    if (const std::size_t at = message.find(excludes);
        at != std::string::npos && message.find(' ', at + excludes.size()) == std::string::npos)
      return fmt::format("{} and {} cannot be used together", message.substr(0, at), message.substr(at + excludes.size()));
    if (message.find(" required but received ") == std::string::npos) return message;
    replace(": At least ", ": expected at least ");
    replace(": At Most ", ": expected at most ");
    replace(" 1 required but received ", " 1 value, but received ");
    replace(" required but received ", " values, but received ");
    return message;
  }

  // If one word is unknown and another one is missing, reports only the unknown word. A typing error usually caused both errors.
  int explain(const CLI::ParseError& error) {
    const CLI::App& command = current();
    const std::vector<std::string> extras = app_.remaining(true), names = subcommandNames(command);
    if (extras.empty() && !names.empty() && command.get_subcommands().empty())
      return fail(fmt::format("a command is missing; choose one of {}", fmt::join(names, ", ")));
    if (extras.empty()) return fail(plainly(error.what()));
    if (&command == &app_ && (extras.front() == "test" || extras.front() == "tests"))
      return fail(fmt::format("unknown command `{}`: `aunit run` runs tests", extras.front()));
    if (&command == &app_ && std::filesystem::path(extras.front()).has_extension())
      return fail(fmt::format("unknown command `{0}`: `aunit {1} {0}` {2}", extras.front(),
                              extras.front().ends_with(".als") ? "exec" : "run",
                              extras.front().ends_with(".als") ? "solves its commands" : "runs its tests"));
    if (!names.empty() && !extras.front().starts_with('-'))
      return unknown("command", extras.front(), names, fmt::format(" (expected one of {})", fmt::join(names, ", ")));
    const auto option = std::ranges::find_if(extras, [](const std::string& extra) { return extra.starts_with('-'); });
    if (option != extras.end()) return unknown("option", option->substr(0, option->find('=')), optionNames(command), "");
    return fail(fmt::format("unexpected argument `{}`", extras.front()));
  }

  /// The shortest name in `known` that begins with `name` or is a prefix of `name`: `--coverage` for `--cov`. Empty if there is
  /// none.
  static std::string alike(const std::string& name, const std::vector<std::string>& known) {
    constexpr std::size_t least = 3;  // least length of the common prefix, in letters
    const std::size_t dashes = std::min(name.find_first_not_of('-'), name.size());
    std::string found;
    for (const std::string& each : known) {
      const std::size_t shared = std::min(each.size(), name.size());
      if (shared < dashes + least || each.compare(0, shared, name, 0, shared) != 0) continue;
      if (found.empty() || each.size() < found.size()) found = each;
    }
    return found;
  }

  int unknown(std::string_view what, const std::string& name, const std::vector<std::string>& known,
              const std::string& otherwise) {
    std::string near = model::orNear(name, known);
    if (const std::string other = alike(name, known); near.empty() && !other.empty())
      near = fmt::format(" (did you mean `{}`?)", other);
    return fail(fmt::format("unknown {} `{}`{}", what, name, near.empty() ? otherwise : near));
  }

  int fail(const std::string& message) {
    std::string words;
    for (const CLI::App* command = &current(); command != nullptr; command = command->get_parent())
      words = command->get_name() + " " + words;
    usageError(message);
    reporters::show(stderr, fmt::format("See `{}--help`.\n", words));
    return usageOrModelError;
  }

  std::vector<std::string> words_;
  CLI::App app_{"aunit tests declarative models: it judges valuations and traces of Alloy 6 models by evaluation.", "aunit"};
  Action asked_;
  bool isComplete_ = false;  // whether words_ has the settings of aunit.toml
};

std::vector<Candidate> continuationsOf(const std::vector<std::string>& words) {
  return continuations(Parser(words).program(), words);
}

/// aunit __complete WORD...: the words after `aunit`, the last of which is being typed. Prints one candidate per line, followed
/// by a tab and its description.
int complete(const std::vector<std::string>& words) {
  for (const Candidate& candidate : continuationsOf(words))
    reporters::writeDocument(stdout, fmt::format("{}\t{}\n", candidate.text, candidate.description));
  return allPassed;
}

/// Prints one candidate per line, in the form that bash's line editor inserts.
int completeBash(const std::string& line, const std::string& breaks) {
  const ShellLine typed = splitShellLine(line, breaks);
  for (const Candidate& candidate : continuationsOf(typed.words))
    reporters::writeDocument(stdout, shellQuoted(candidate.text.substr(typed.kept), typed.quote) + "\n");
  return allPassed;
}

std::vector<std::string> allNames() {
  std::vector<std::string> names;
  for (const Group& group : groups())
    for (const Subcommand& subcommand : group.commands) names.push_back(subcommand.name);
  return names;
}

int written(const std::string& path, const std::string& text) {
  std::string error;
  if (!support::writeFile(path, text, error)) return usageError(fmt::format("cannot write `{}`: {}", path, error));
  return allPassed;
}

int writeSchema(const std::string& path) {
  Parser parser(allNames());
  return written(path, settingsSchema(parser.program()));
}

int writeManual(const std::string& folder) {
  for (const auto& [name, text] : manualPages(Parser(allNames()).program(), version())) {
    if (const int code = written(folder + "/" + name, text); code != allPassed) return code;
  }
  return allPassed;
}

int answer(const std::vector<std::string>& words) {
  const auto parsed = Parser(words).parse();
  const int* code = std::get_if<int>(&parsed);
  return code != nullptr ? *code : std::get<Action>(parsed)();
}

int within(const std::vector<std::string>& places, const std::vector<std::string>& words) {
  support::endWithParent();
  std::error_code failed;
  std::filesystem::current_path(places.front(), failed);
  if (failed) return usageError(fmt::format("{}: {}", places.front(), failed.message()));
  support::confine(places);
  return answer(words);
}

/// Runs one shard of a command, or the whole command with one solver. `words[0]` is the shard (I/N) or the name of the solver,
/// and `words[1]` the file for the results. The rest is the command line.
int part(const std::vector<std::string>& words) {
  support::endWithParent();
  const std::vector<std::string> asked(words.begin() + 2, words.end());
  const bool isShard = words[0].find('/') != std::string::npos;
  setCommandLine(asked, Part{.shard = isShard ? words[0] : "1/1", .solver = isShard ? "" : words[0], .report = words[1]});
  return answer(asked);
}

/// Subcommands that shells and packages call; help does not show them:
/// - __complete WORD...: completes the last of the words, which follow the program's name
/// - __complete-line LINE: completes the last word of the line, which ends at the cursor
/// - __complete-bash LINE BREAKS: like __complete-line, with bash's COMP_WORDBREAKS
/// - __manual FOLDER: writes the manual pages
/// - __within FOLDER... -- WORD...: runs a command in the first folder. The command can read only files in these folders, writes
/// no files, and ends when its parent process ends
/// - __part I/N FILE WORD...: does one shard of a command, or the whole command with one solver, and writes the result to FILE.
/// Ends when its parent process ends
/// - __settings FILE: writes the JSON schema of aunit.toml
std::optional<Action> behindTheScenes(const std::vector<std::string>& words) {
  const std::string question = words.empty() ? "" : words.front();
  if (question == "__complete" && words.size() > 1) return [=] { return complete({words.begin() + 1, words.end()}); };
  if (question == "__complete-line" && words.size() == 2) return [=] { return complete(splitShellLine(words[1], "").words); };
  if (question == "__complete-bash" && words.size() == 3) return [=] { return completeBash(words[1], words[2]); };
  if (const auto dashes = std::ranges::find(words, "--");
      question == "__within" && dashes > words.begin() + 1 && dashes != words.end())
    return [places = std::vector(words.begin() + 1, dashes), asked = std::vector(dashes + 1, words.end())] {
      return within(places, asked);
    };
  if (question == "__part" && words.size() > 3)
    return [asked = std::vector(words.begin() + 1, words.end())] { return part(asked); };
  if (question == "__settings" && words.size() == 2) return [=] { return writeSchema(words[1]); };
  if (question == "__manual" && words.size() == 2) return [=] { return writeManual(words[1]); };
  return std::nullopt;
}

}  // namespace

std::variant<Action, int> parse(int argc, char** argv) {
  const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  if (auto action = behindTheScenes(given)) return *action;
  std::vector<std::string> changes;
  const std::vector<std::string> words = spelledToday(given, changes);
  tell(changes);
  setCommandLine(words);
  return Parser(words).parse();
}

}  // namespace aunit::cli::options
