#include "cli/options/settings.h"

#include <algorithm>
#include <cstdlib>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/input/spellings.h"
#include "cli/options/common.h"
#include "cli/options/help.h"
#include "model/diagnostic.h"
#include "support/files.h"

namespace aunit::cli::options {

namespace {

using runner::Setting;
using Texts = std::vector<std::string>;
using Json = nlohmann::ordered_json;

/// A key of aunit.toml whose name differs from the name of its option.
struct Alias {
  const char* key;
  const char* option;
};
constexpr Alias aliases[] = {{"names", "-k"}, {"tags", "--tag"}};

/// Keys that have no option, each with its table. Other code reads them.
constexpr std::pair<const char*, const char*> keysAlone[] = {{"check", "allow"}, {"exec", "rests-on"}, {"run", "rests-on"}};

bool standsAlone(const std::string& command, const std::string& key) {
  return std::ranges::any_of(keysAlone, [&](const auto& each) { return command == each.first && key == each.second; });
}

/// The full name of a command without the name of the program: "coverage report".
std::string tableName(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr                 ? ""
         : parent->get_parent() == nullptr ? command.get_name()
                                           : tableName(*parent) + " " + command.get_name();
}

bool isFlag(const CLI::Option& option) {
  return option.get_expected_max() == 0;
}
bool takesSeveral(const CLI::Option& option) {
  return option.get_items_expected_max() > 1;
}

/// The positional argument for several paths; null if the command has none.
CLI::Option* pathsOf(CLI::App& command) {
  for (CLI::Option* option : command.get_options({}))
    if (option->get_positional() && takesSeveral(*option) && namesFiles(*option)) return option;
  return nullptr;
}

CLI::Option* optionOf(CLI::App& command, const std::string& key) {
  if (key == "paths") return pathsOf(command);
  for (const Alias& alias : aliases)
    if (key == alias.key) return command.get_option_no_throw(alias.option);
  if (key == "help" || key == "help-all" || key == "write") return nullptr;
  return command.get_option_no_throw("--" + key);
}

/// Translates a setting to current spelling. Adds a sentence to `changes` if its key is from an older version of aunit.
Setting today(CLI::App& command, const Setting& setting, Texts& changes) {
  if (optionOf(command, setting.key) != nullptr) return setting;
  Setting result = setting;
  if (tableName(command) == "exec" && setting.key == "exit" && std::holds_alternative<std::string>(setting.value)) {
    const auto& exit = std::get<std::string>(setting.value);
    changes.push_back(setting.keyAt + R"(: `exit = "zero"` is now `exit-zero = true`)");
    result.key = "exit-zero";
    if (exit == "zero" || exit == "verdict") result.value = exit == "zero";
    return result;
  }
  Texts changed;
  const std::string name = tableName(command);
  const Texts words = spelledToday({name.substr(0, name.find(' ')), "--" + setting.key}, changed);
  if (changed.empty()) return setting;
  result.key = words[1].substr(2);
  if (words.size() > 2) {
    if (const bool* flag = std::get_if<bool>(&setting.value); flag != nullptr && !*flag)
      return {result.key, false, setting.keyAt, setting.valueAt};
    result.value = words[2];
  }
  changes.push_back(fmt::format("{}: `{}` is now `{}`", setting.keyAt, setting.key,
                                words.size() > 2 ? fmt::format("{} = [\"{}\"]", result.key, words[2]) : result.key));
  return result;
}

/// The values of a setting; empty for a flag. Returns nothing if the setting is `false`, which means the same as no setting.
std::optional<Texts> textsOf(const runner::Settings& settings, const CLI::Option& option, const Setting& setting) {
  if (const bool* flag = std::get_if<bool>(&setting.value)) {
    if (!*flag) return std::nullopt;
    return isFlag(option) ? Texts{} : Texts{option.get_default_str()};
  }
  Texts texts;
  if (const auto* text = std::get_if<std::string>(&setting.value))
    texts = {*text};
  else
    texts = std::get<Texts>(setting.value);
  if (namesFiles(option))
    for (std::string& text : texts) text = settings.resolved(text);
  return texts;
}

std::string wordFor(const CLI::Option& option, const std::string& text) {
  return option.get_lnames().empty() ? "-" + option.get_snames().front() + text : "--" + option.get_lnames().front() + "=" + text;
}

bool isGiven(const CLI::Option* option) {
  return option->count() > 0;
}

/// The line number in the text of a mistake such as "aunit.toml:12:1: ..."; 0 if the text has none.
int lineOf(const std::string& mistake) {
  const std::size_t colon = mistake.find(".toml:");
  return colon == std::string::npos ? 0 : std::atoi(mistake.c_str() + colon + 6);
}

/// Whether the file that an option names may lie outside the folder of aunit.toml. True for files that are only read: an
/// aunit.toml from another author must not make aunit write elsewhere.
bool mayLeadOut(const CLI::Option& option) {
  return option.get_positional() || option.check_lname("model");
}

std::string mistakeOf(const runner::Settings& settings, CLI::App& command, const Setting& setting) {
  if (setting.key == "write")
    return fmt::format("{}: `write` can be given only on the command line, because it changes your files", setting.keyAt);
  CLI::Option* known = optionOf(command, setting.key);
  if (known == nullptr) {
    Texts keys;
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) keys.push_back(name);
    for (const Alias& alias : aliases)
      if (command.get_option_no_throw(alias.option) != nullptr) keys.emplace_back(alias.key);
    if (pathsOf(command) != nullptr) keys.emplace_back("paths");
    return fmt::format("{}: unknown key `{}`{}", setting.keyAt, setting.key, model::orNear(setting.key, keys));
  }
  const bool* flag = std::get_if<bool>(&setting.value);
  if (isFlag(*known) && known->get_option_text().empty() && flag == nullptr)
    return fmt::format("{}: `{}` must be true or false", setting.valueAt, setting.key);
  if (!isFlag(*known) && flag != nullptr && *flag && known->get_expected_min() > 0)
    return fmt::format("{}: `{}` must be {}", setting.valueAt, setting.key,
                       takesSeveral(*known) ? "a list of texts" : "a text or a number");
  CLI::Option& option = *known;
  const auto texts = textsOf(settings, option, setting);
  if (!texts) return "";
  if (namesFiles(option) && !mayLeadOut(option))
    for (const std::string& path : *texts)
      if (path != "-" && !support::isWithin(support::canonicalPath(path), {support::canonicalPath(settings.root)}))
        return fmt::format("{}: the path of `{}` leads outside the folder of aunit.toml", setting.valueAt, setting.key);
  if (texts->size() > 1 && !takesSeveral(option))
    return fmt::format("{}: `{}` takes only one value, not a list of several", setting.valueAt, setting.key);
  try {
    option.clear();
    for (const std::string& text : *texts) option.add_result(text);
    if (!texts->empty()) option.run_callback();
  } catch (const CLI::Error& error) {
    std::string what = error.what();
    if (const std::size_t colon = what.find(": "); what.starts_with('-') && colon != std::string::npos) what.erase(0, colon + 2);
    return fmt::format("{}: {}: {}", setting.valueAt, setting.key, what);
  }
  return "";
}

/// The JSON type of a key, from its option.
Json kindOf(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  const bool isNumber = text == "N" || text == "SECONDS" || text == "MB" || text == "[S]";
  Json kind = Json::object();
  if (takesSeveral(option))
    kind = {{"type", Json::array({"array", "string"})}, {"items", {{"type", "string"}}}};
  else if (isFlag(option) && text.empty())
    kind["type"] = "boolean";
  else if (isFlag(option) || option.get_expected_min() == 0)
    kind["type"] = Json::array({"boolean", isNumber ? "number" : "string"});
  else
    kind["type"] = isNumber ? "number" : "string";
  kind["description"] = summary(option.get_description());
  return kind;
}

Json schemaOf(CLI::App& command) {
  Json properties = Json::object();
  for (CLI::App* inner : command.get_subcommands({})) {
    properties[inner->get_name()] = schemaOf(*inner);
    properties[inner->get_name()]["description"] = summary(inner->get_description());
  }
  if (command.get_parent() != nullptr) {
    for (const CLI::Option* option : command.get_options({}))
      for (const std::string& name : option->get_lnames())
        if (option->get_group() != old && optionOf(command, name) != nullptr) properties[name] = kindOf(*option);
    for (const Alias& alias : aliases)
      if (const CLI::Option* option = optionOf(command, alias.key)) properties[alias.key] = kindOf(*option);
    if (const CLI::Option* paths = pathsOf(command)) properties["paths"] = kindOf(*paths);
  }
  for (const auto& [table, key] : keysAlone)
    if (tableName(command) == table) {
      if (std::string_view(key) == "allow")
        properties[key] = {{"type", "array"}, {"items", {{"type", "string"}}}};
      else
        properties[key] = {{"type", "boolean"}};
    }
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

}  // namespace

std::vector<std::string> wordsFrom(const runner::Settings& settings, CLI::App& command, std::vector<std::string>& changes) {
  const auto table = settings.tables.find(tableName(command));
  if (table == settings.tables.end()) return {};
  const auto isSet = [&](const CLI::Option* option) {
    return isGiven(option) || std::ranges::any_of(table->second, [&](const Setting& each) {
             Texts ignored;
             const Setting now = today(command, each, ignored);
             const bool* flag = std::get_if<bool>(&now.value);
             return optionOf(command, now.key) == option && (flag == nullptr || *flag);
           });
  };
  const CLI::Option* list = command.get_option_no_throw("--list");
  const bool lists = list != nullptr && isGiven(list);
  Texts words, paths;
  for (const Setting& each : table->second) {
    const Setting setting = today(command, each, changes);
    const CLI::Option* option = optionOf(command, setting.key);
    if (option == nullptr || isGiven(option) || (lists && option->get_group() == "Output")) continue;
    if (std::ranges::any_of(option->get_excludes(), isGiven) || !std::ranges::all_of(option->get_needs(), isSet)) continue;
    const auto texts = textsOf(settings, *option, setting);
    if (!texts) continue;
    if (option->get_positional()) {
      paths = *texts;
      continue;
    }
    if (texts->empty()) words.push_back("--" + option->get_lnames().front());
    for (const std::string& text : *texts) words.push_back(wordFor(*option, text));
  }
  words.insert(words.end(), paths.begin(), paths.end());
  return words;
}

std::vector<std::string> mistakesIn(const runner::Settings& settings, CLI::App& program) {
  Texts mistakes;
  for (const auto& [name, keys] : settings.tables) {
    CLI::App* command = &program;
    for (const std::string& word : CLI::detail::split(name, ' '))
      command = command == nullptr ? nullptr : subcommandOf(*command, word);
    if (command == nullptr) {
      Texts commands;
      for (const CLI::App* each : program.get_subcommands(nullptr)) commands.push_back(each->get_name());
      std::string table = name;
      std::ranges::replace(table, ' ', '.');
      mistakes.push_back(
          fmt::format("{}: [{}]: there is no such command{}", settings.file, table, model::orNear(name, commands)));
      continue;
    }
    for (const Setting& each : keys) {
      if (standsAlone(name, each.key)) continue;
      Texts ignored;
      const Setting setting = today(*command, each, ignored);
      if (std::string mistake = mistakeOf(settings, *command, setting); !mistake.empty()) mistakes.push_back(std::move(mistake));
    }
  }
  std::ranges::stable_sort(mistakes, {}, lineOf);
  return mistakes;
}

std::string settingsSchema(CLI::App& program) {
  Json document = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", "aunit.toml"},
                   {"description", "Each table has the name of a command; its keys are options of that command."}};
  document.update(schemaOf(program));
  return document.dump(1) + '\n';
}

}  // namespace aunit::cli::options
