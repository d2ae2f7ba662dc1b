#include "cli/options/manual.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/options/help.h"

namespace aunit::cli::options {

namespace {

struct Example {
  const char* command;  // empty for the program itself
  const char* line;
  const char* says;
};

constexpr Example examples[] = {
    {"", "aunit run tests/", "Run the tests in a folder."},
    {"", "aunit run list.aunit --coverage", "Show which parts of the model the tests do not cover."},
    {"", "aunit exec list.als", "Answer the run and check commands of a model."},
    {"run", "aunit run tests/ -k \"queue and not slow\"", "Run the tests whose file or name matches."},
    {"run", "aunit run tests/list.aunit::\"a list\"", "Run one test."},
    {"run", "aunit run --junit report.xml --html report", "Run all tests beneath the current folder, and write reports."},
    {"run", "aunit run --coverage-out run.json --fail-under FC=80", "Write coverage data; fail if FC is below 80 %."},
    {"audit", "aunit audit", "Show what the answers of all models below the current folder rest on."},
    {"audit", "aunit audit models/ --fail-on empty,untested,repeated", "Fail if a check is vacuous, untested or repeated."},
    {"check", "aunit check src/*.als", "Show errors and warnings of models."},
    {"coverage", "aunit coverage report all.json --cobertura cobertura.xml", "Write coverage data as Cobertura XML."},
    {"diff", "aunit diff main", "Compare the meaning of the models with their meaning on the branch main."},
    {"eval", "aunit eval list.aunit --val beta \"Node.link\"", "Evaluate an expression on a valuation."},
    {"exec", "aunit exec list.als --command show --show table", "Solve one command, and show its instance."},
    {"exec", "aunit exec --list list.als", "List the commands of a model with their indices."},
    {"exec", "aunit exec peterson.prog", "Check the properties of a parallel program."},
    {"format", "aunit format --write", "Format all files beneath the current folder."},
    {"format", "aunit format --check", "Fail if a file beneath the current folder is not formatted."},
    {"generate", "aunit generate list.als -o list.aunit", "Write tests for mistakes that no test detects yet."},
    {"grade", "aunit grade init list.als -o course", "Begin an assignment from a model."},
    {"grade", "aunit grade course answers.zip --html report",
     "Grade the submissions of a class, with pages for teacher and students."},
    {"grade", "aunit grade --right list.als --pred acyclic answers/", "Judge a folder of answers to one exercise."},
    {"locate", "aunit locate list.aunit", "Show the likely places of the fault behind failing tests."},
    {"merge", "aunit merge part-*.xml -o report.xml", "Merge the JUnit files of the shards of a run."},
    {"merge", "aunit merge part-*.json -o all.json", "Merge coverage data, or other reports in JSON."},
    {"mutate", "aunit mutate tests/ --since main", "Judge the tests on mutants of the lines that a branch has changed."},
    {"repair", "aunit repair list.aunit", "Propose edits after which the tests pass."},
    {"trace", "aunit trace lock.aunit run.ndjson",
     "Check whether the log of a program fits the model; if not, show at which line."},
    {"view", "aunit view list.als", "Step through the instances of a model in the browser."},
};

/// The text escaped for roff. Text in backquotes becomes bold.
std::string roff(std::string_view text) {
  std::string out;
  bool bold = false;
  for (const char c : text) {
    if (c == '`') {
      bold = !bold;
      out += bold ? "\\fB" : "\\fP";
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'' || (c == '.' && (out.empty() || out.back() == '\n'))) {
      out += c == '\'' ? "\\(aq" : "\\&.";
    } else {
      out += c;
    }
  }
  return out;
}

std::string trimmed(const std::string& text) {
  return text.find_first_not_of(' ') == std::string::npos ? "" : text;
}

bool isMany(const CLI::Option& argument) {
  return argument.get_expected_max() > 1;
}

/// The argument as a synopsis shows it: `[PATH...]`, `FILE`, `OLD NEW`.
std::string synopsisOf(const CLI::Option& argument) {
  const std::string text = trimmed(argument.get_option_text());
  const bool named = !text.empty() && text != "...";
  const std::string name =
      fmt::format("\\fI{}\\fP{}", named ? text : argument.get_name(true), isMany(argument) && !named ? "..." : "");
  return argument.get_required() ? name : "[" + name + "]";
}

/// The names of a command and of its parents: `aunit coverage report`.
std::string fullName(const CLI::App& command) {
  return command.get_parent() ? fullName(*command.get_parent()) + " " + command.get_name() : command.get_name();
}

std::string pageName(const CLI::App& command) {
  std::string name = fullName(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string synopsis(const CLI::App& command) {
  std::string line = fmt::format("\\fB{}\\fP [\\fIoptions\\fP]", roff(fullName(command)));
  if (!command.get_subcommands(nullptr).empty()) line += " \\fIcommand\\fP ...";
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) line += " " + synopsisOf(*option);
  return line + "\n";
}

/// The names of an option and of its value: `-j, --jobs N`.
std::string tagOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("\\fB" + roff("-" + name) + "\\fP");
  for (const std::string& name : option.get_lnames()) names.push_back("\\fB" + roff("--" + name) + "\\fP");
  const std::string text = trimmed(option.get_option_text());
  return fmt::format("{}{}{}", fmt::join(names, ", "), text.empty() || text.starts_with("[=") ? "" : " ",
                     text.empty() ? "" : "\\fI" + roff(text) + "\\fP");
}

std::string optionSections(const CLI::App& command) {
  std::string arguments, options;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group() == old) continue;
    const std::string description = roff(wholeText(option->get_description())) + ".\n";
    if (option->get_positional())
      arguments += ".TP\n" + synopsisOf(*option) + "\n" + description;
    else
      options += ".TP\n" + tagOf(*option) + "\n" + description;
  }
  return (arguments.empty() ? "" : ".SH ARGUMENTS\n" + arguments) + ".SH OPTIONS\n" + options;
}

/// The section for a subcommand of a subcommand, which has no page of its own.
std::string commandSection(const CLI::App& command) {
  std::string text;
  for (const CLI::App* subcommand : command.get_subcommands(nullptr)) {
    if (!command.get_parent()) {
      text += fmt::format(".TP\n\\fB{}\\fP(1)\n{}.\n", roff(pageName(*subcommand)), roff(subcommand->get_description()));
      continue;
    }
    text += fmt::format(".SS {}\n{}.\n.PP\n{}", roff(subcommand->get_name()), roff(subcommand->get_description()),
                        synopsis(*subcommand));
    for (const CLI::Option* option : subcommand->get_options())
      text += fmt::format(".TP\n{}\n{}.\n", option->get_positional() ? synopsisOf(*option) : tagOf(*option),
                          roff(wholeText(option->get_description())));
  }
  return text.empty() ? "" : ".SH COMMANDS\n" + text;
}

std::string exampleSection(const CLI::App& command) {
  std::string text;
  for (const Example& example : examples)
    if (command.get_name() == example.command || (!command.get_parent() && *example.command == 0))
      text += fmt::format(".TP\n\\fB{}\\fP\n{}\n", roff(example.line), roff(example.says));
  return text.empty() ? "" : ".SH EXAMPLES\n" + text;
}

constexpr std::string_view surroundings = R"(.SH EXIT STATUS
.TP
0
Everything passed.
.TP
1
A test failed, a command did not have the expected answer, or \fBformat \-\-check\fP would change a file.
.TP
2
Interrupted: the results until then are reported.
.TP
3
An internal error: please report it.
.TP
4
The command line or a model has an error.
.TP
5
There was nothing to run.
.TP
6
A threshold was missed.
.TP
7
A limit ended the work before it was decided whether anything fails (grade, locate, repair, trace).
.SH FILES
.TP
.I aunit.toml
Defaults of options, in the folder of the tests or in one above it.
.TP
.I .aunit/
Beside aunit.toml: the tests that failed last, for \fB\-\-lf\fP, \fB\-\-ff\fP and \fB\-\-sw\fP.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colours, unless \fB\-\-color\fP says otherwise.
.TP
.BR GITHUB_ACTIONS ", " GITHUB_STEP_SUMMARY
Set by GitHub Actions: aunit then writes annotations and a summary.
.TP
.BR GITHUB_SERVER_URL ", " GITHUB_REPOSITORY ", " GITHUB_SHA ", " GITHUB_WORKSPACE
Set by GitHub Actions: links in Markdown reports lead to lines of this commit.
.TP
.BR TEST_SHARD_INDEX ", " TEST_TOTAL_SHARDS ", " XML_OUTPUT_FILE ", " TESTBRIDGE_TEST_ONLY
Set by Bazel: the shard, the JUnit file, and the selected tests.
)";

std::string seeAlso(const CLI::App& command, const CLI::App& program) {
  std::vector<std::string> names;
  if (command.get_parent()) names.push_back(".BR aunit (1)");
  for (const CLI::App* other : program.get_subcommands(nullptr))
    if (other != &command) names.push_back(fmt::format(".BR {} (1)", roff(pageName(*other))));
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(names, ",\n"));
}

std::string page(const CLI::App& command, const CLI::App& program, const std::string& version) {
  const std::string name = pageName(command);
  std::string title = name, description = command.get_description();
  std::ranges::transform(name, title.begin(), [](unsigned char c) { return std::toupper(c); });
  if (command.get_parent()) description[0] = static_cast<char>(std::tolower(description[0]));
  std::string text =
      fmt::format(".TH {} 1 \"\" \"aunit {}\" \"aunit manual\"\n.nh\n.ad l\n.SH NAME\n{} \\- ", roff(title), version, roff(name));
  if (command.get_parent())
    text += roff(description) + "\n";
  else
    text += "unit tests and coverage for declarative models\n";
  text += ".SH SYNOPSIS\n" + synopsis(command);
  if (!command.get_parent()) text += ".SH DESCRIPTION\n" + roff(description) + "\n";
  text += commandSection(command) + optionSections(command) + exampleSection(command);
  text += command.get_parent() ? ".SH EXIT STATUS\nSee \\fBaunit\\fP(1).\n" : surroundings;
  return text + seeAlso(command, program);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& program, const std::string& version) {
  std::vector<std::pair<std::string, std::string>> pages = {{pageName(program) + ".1", page(program, program, version)}};
  for (const CLI::App* command : program.get_subcommands(nullptr))
    pages.emplace_back(pageName(*command) + ".1", page(*command, program, version));
  return pages;
}

}  // namespace aunit::cli::options
