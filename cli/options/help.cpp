#include "cli/options/help.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"

namespace aunit::cli::options {

namespace {

constexpr std::size_t widestName = 24;

/// Wraps `text` into columns indent .. columns-1. The caller has already indented the first line.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column != indent && column + 1 + word.size() > columns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column != indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "\n";
}

/// A name and its description in two columns. A name that is too wide for its column gets a line of its own, unless name and
/// description fit on one line.
std::string row(const std::string& name, std::size_t indent, const std::string& text, std::size_t columns) {
  if (name.size() + 2 > indent && name.size() + 2 + text.size() <= columns) return name + "  " + text + "\n";
  const bool isWide = name.size() + 2 > indent;
  return name + (isWide ? "\n" + std::string(indent, ' ') : std::string(indent - name.size(), ' ')) +
         wrapped(text, indent, columns);
}

class Help : public CLI::Formatter {
 public:
  explicit Help(std::size_t columns) : columns_(columns) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = wrapped(sentence(*app, mode), 0, columns_) + "\n" + usage(*app, name);
    text += arguments(*app, mode) + commands(*app) + groups(*app, mode);
    if (app->get_parent() == nullptr)
      text += programFooter;
    else if (mode != CLI::AppFormatMode::All && hasRare(*app))
      text += fmt::format("\nMore options: {} --help-all\n", fullName(*app));
    return text;
  }

 private:
  static constexpr std::string_view programFooter =
      "\nHelp for one command: aunit COMMAND --help, or man aunit-COMMAND\n"
      "Exit codes: 0 all passed, 1 a test failed, 2 interrupted, 3 internal error,\n"
      "4 usage or model error, 5 nothing to run, 6 a threshold was missed,\n"
      "7 a limit was reached before an answer (grade, locate, repair, trace).\n";

  static std::string sentence(const CLI::App& app, CLI::AppFormatMode mode) {
    const std::string text = app.get_description();
    return (mode == CLI::AppFormatMode::All ? wholeText(text) : summary(text)) +
           (text.ends_with('.') || text.ends_with('?') ? "" : ".");
  }

  static std::string textOf(const CLI::Option& option, CLI::AppFormatMode mode) {
    return mode == CLI::AppFormatMode::All ? wholeText(option.get_description()) : summary(option.get_description());
  }

  static std::string fullName(const CLI::App& app) {
    return app.get_parent() ? fullName(*app.get_parent()) + " " + app.get_name() : app.get_name();
  }

  static bool isHelp(const CLI::Option& option) { return option.check_name("--help") || option.check_name("--help-all"); }

  static bool hasRare(const CLI::App& app) {
    return std::ranges::any_of(app.get_options(), [](const CLI::Option* option) { return option->get_group() == rare; });
  }

  static std::string trimmed(const std::string& text) { return text.find_first_not_of(' ') == std::string::npos ? "" : text; }

  /// The argument as usage lines show it: `[PATH...]`, `FILE`, `OLD NEW`.
  static std::string argumentName(const CLI::Option& argument) {
    const std::string text = trimmed(argument.get_option_text());
    return text.empty() ? argument.get_name(true) : text == "..." ? argument.get_name(true) + "..." : text;
  }

  /// The names of an option and of its value: `-j, --jobs N`.
  static std::string nameOf(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    const std::string value = trimmed(option.get_option_text());
    return fmt::format("{}{}{}", fmt::join(names, ", "), value.empty() || value.starts_with("[=") ? "" : " ", value);
  }

  std::string groups(const CLI::App& app, CLI::AppFormatMode mode) const {
    std::string text;
    for (const std::string_view heading : headings) {
      if (heading == rare && mode != CLI::AppFormatMode::All) continue;
      std::string rows;
      for (const CLI::Option* option : app.get_options())
        if (!option->get_positional() && option->get_group() == heading && !(app.get_parent() && isHelp(*option)))
          rows += row("  " + nameOf(*option), widestName, textOf(*option, mode), columns_);
      if (!rows.empty()) text += fmt::format("{}{}:\n{}", text.empty() ? "\n" : "", heading, rows);
    }
    return text;
  }

  std::string usage(const CLI::App& app, const std::string& name) const {
    std::string line = fmt::format("Usage: {} {}", name, app.get_parent() ? "[OPTIONS]" : "COMMAND");
    if (app.get_parent() && !app.get_subcommands(nullptr).empty()) line += " COMMAND";
    for (const CLI::Option* argument : app.get_options())
      if (argument->get_positional())
        line += argument->get_required() && argument->get_default_str().empty() ? " " + argumentName(*argument)
                                                                                : fmt::format(" [{}]", argumentName(*argument));
    return wrapped(line, 0, columns_);
  }

  std::string arguments(const CLI::App& app, CLI::AppFormatMode mode) const {
    std::string rows;
    for (const CLI::Option* argument : app.get_options())
      if (argument->get_positional()) rows += row("  " + argumentName(*argument), widestName, textOf(*argument, mode), columns_);
    return rows.empty() ? "" : "\n" + rows;
  }

  /// All commands, in groups with a heading.
  std::string commands(const CLI::App& app) const {
    const std::vector<const CLI::App*> all = app.get_subcommands(nullptr);
    std::vector<std::string> names;
    for (const CLI::App* command : all)
      if (std::ranges::find(names, command->get_group()) == names.end()) names.push_back(command->get_group());
    std::string text = all.empty() ? "" : "\n";
    for (const std::string& group : names) {
      std::string heading = app.get_parent() ? "" : group;
      for (const CLI::App* command : all)
        if (command->get_group() == group && !group.empty()) {
          text += row(fmt::format("  {:<{}}{}", heading, app.get_parent() ? 0 : 10, command->get_name()),
                      app.get_parent() ? 14 : 22, summary(command->get_description()), columns_);
          heading.clear();
        }
    }
    return text;
  }

  std::size_t columns_;
};

}  // namespace

void inGroup(CLI::App& command, const char* heading, std::initializer_list<const char*> options) {
  for (const char* option : options) command.get_option(option)->group(heading);
}

std::string summary(const std::string& description) {
  return description.substr(0, description.find('\n'));
}

std::string wholeText(const std::string& description) {
  std::string text = description;
  if (const std::size_t end = text.find('\n'); end != std::string::npos)
    text.replace(end, 1, end != 0 && text[end - 1] == '.' ? " " : ". ");
  return text;
}

std::shared_ptr<CLI::FormatterBase> helpFormatter(std::size_t columns) {
  return std::make_shared<Help>(columns);
}

}  // namespace aunit::cli::options
