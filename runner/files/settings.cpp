#include "runner/files/settings.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "runner/files/toml_reader.h"
#include "support/failure.h"
#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

class SettingsReader : TomlReader {
 public:
  SettingsReader(const std::string& path, Settings& into, std::string& error)
      : TomlReader(path, error), settings_(into), error_(error) {}

  bool readAll() {
    const auto all = read();
    if (!all) return false;
    for (const auto& [key, node] : *all) {
      const toml::table* table = node.as_table();
      if (!table)
        return fail(
            key.source(),
            fmt::format("the key `{}` is outside of a table: put it into the table of a command, such as [run]", key.str()));
      if (!readTable(std::string(key.str()), *table)) return false;
    }
    return takeShared();
  }

 private:
  bool readTable(const std::string& name, const toml::table& table) {
    std::vector<Setting>& read = settings_.tables[name];
    for (const auto& [key, node] : table) {
      if (const toml::table* inner = node.as_table()) {
        if (!readTable(fmt::format("{} {}", name, key.str()), *inner)) return false;
        continue;
      }
      const auto value = valueOf(node);
      if (!value)
        return fail(node.source(), fmt::format("`{}` must be a text, a number, true, false, or a list of texts", key.str()));
      read.push_back({std::string(key.str()), *value, place(key.source()), place(node.source())});
    }
    std::ranges::sort(read, {}, [&](const Setting& each) {
      const toml::source_position at = table.find(each.key)->first.source().begin;
      return std::pair(at.line, at.column);
    });
    return true;
  }

  static std::optional<std::string> textOf(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return text;
    if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
    if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
    return std::nullopt;
  }

  static std::optional<decltype(Setting::value)> valueOf(const toml::node& node) {
    if (const auto flag = node.value_exact<bool>()) return *flag;
    if (auto text = textOf(node)) return std::move(*text);
    const toml::array* array = node.as_array();
    if (!array) return std::nullopt;
    std::vector<std::string> texts;
    for (const toml::node& item : *array) {
      auto text = textOf(item);
      if (!text) return std::nullopt;
      texts.push_back(std::move(*text));
    }
    return texts;
  }

  /// Sets Settings::paths and the members after it, for code that does not read the settings through the command line.
  bool takeShared() {
    for (const Setting& each : tableOf("run")) {
      const auto* text = std::get_if<std::string>(&each.value);
      const auto* flag = std::get_if<bool>(&each.value);
      const auto* texts = std::get_if<std::vector<std::string>>(&each.value);
      if (each.key == "paths") {
        if (!texts) return wrong(each, "a list of texts");
        for (const std::string& path : *texts) settings_.paths.push_back(settings_.resolved(path));
      } else if (each.key == "model") {
        if (!text) return wrong(each, "a text");
        settings_.model = settings_.resolved(*text);
      } else if (each.key == "jobs") {
        int jobs = 0;
        if (!text || std::from_chars(text->data(), text->data() + text->size(), jobs).ptr != text->data() + text->size() ||
            jobs < 1 || jobs > 1024)
          return wrong(each, "a whole number from 1 to 1024");
        settings_.jobs = jobs;
      } else if (each.key == "alloy5" || each.key == "no-overflow") {
        if (!flag) return wrong(each, "true or false");
        (each.key == "alloy5" ? settings_.alloy5 : settings_.noOverflow) = *flag;
      }
    }
    for (const auto& [table, setting] : {std::pair("exec", &settings_.restsOn), std::pair("run", &settings_.testsRestOn)})
      for (const Setting& each : tableOf(table)) {
        if (each.key != "rests-on") continue;
        const auto* flag = std::get_if<bool>(&each.value);
        if (!flag) return wrong(each, "true or false");
        *setting = *flag;
      }
    for (const Setting& each : tableOf("check")) {
      if (each.key != "allow") continue;
      const auto* texts = std::get_if<std::vector<std::string>>(&each.value);
      if (!texts) return wrong(each, "a list of texts");
      settings_.allowed = *texts;
    }
    return true;
  }

  std::span<const Setting> tableOf(const char* command) const {
    const auto found = settings_.tables.find(command);
    return found == settings_.tables.end() ? std::span<const Setting>() : std::span(found->second);
  }

  std::string place(const toml::source_region& at) const {
    return fmt::format("{}:{}:{}", settings_.file, at.begin.line, at.begin.column);
  }

  bool wrong(const Setting& setting, const char* kind) {
    return support::failure(error_, fmt::format("{}: `{}` must be {}", setting.valueAt, setting.key, kind));
  }

  Settings& settings_;
  std::string& error_;
};

bool readSettings(const fs::path& file, Settings& settings, std::string& error) {
  settings.file = file.lexically_normal().generic_string();
  settings.root = file.parent_path().empty() ? "." : file.parent_path().generic_string();
  return SettingsReader(settings.file, settings, error).readAll();
}

}  // namespace

std::string Settings::resolved(const std::string& path) const {
  if (path == "-" || fs::path(path).is_absolute()) return path;
  return (fs::path(file).parent_path() / path).lexically_normal().generic_string();
}

bool findSettings(const std::string& start, Settings& settings, std::string& error) {
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  fs::path folder = fs::weakly_canonical(start.empty() ? "." : start, ignored);
  if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
  for (; support::mayRead(folder.generic_string()); folder = folder.parent_path()) {
    const fs::path file = folder / "aunit.toml";
    // Any entry with this name ends the search. If it is a folder or a broken link, an error is reported.
    if (fs::exists(fs::symlink_status(file, ignored))) return readSettings(file.lexically_proximate(here), settings, error);
    if (!folder.has_relative_path()) break;
  }
  return true;
}

}  // namespace aunit::runner
