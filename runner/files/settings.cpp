#include "runner/files/settings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runner/files/toml_reader.h"
#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

class SettingsReader : TomlReader {
 public:
  SettingsReader(const std::string& path, const fs::path& parent, Settings& into, std::string& error)
      : TomlReader(path, error), folder(parent), settings(into) {}

  bool readAll() {
    const auto all = read();
    if (!all) return false;
    for (const auto& [key, node] : *all) {
      const toml::table* table = node.as_table();
      if (!table || (key.str() != "run" && key.str() != "exec" && key.str() != "check"))
        return fail(key.source(), fmt::format("unknown {} {}: settings stand in the tables [run], [exec] and [check]",
                                              table ? "table" : "key", key.str()));
      const bool good = key.str() == "run"    ? readRun(*table)
                        : key.str() == "exec" ? readExec(*table)
                                              : take(*table, {{"allow", texts(settings.allowed)}});
      if (!good) return false;
    }
    return true;
  }

 private:
  bool number(std::string_view key, const toml::node& node, std::optional<int>& into, int least, int most) {
    const auto found = node.value_exact<std::int64_t>();
    if (!found || *found < least || *found > most)
      return fail(node.source(), fmt::format("{} must be a whole number from {} to {}", key, least, most));
    into = static_cast<int>(*found);
    return true;
  }

  bool seconds(std::string_view key, const toml::node& node, std::optional<double>& into) {
    const auto found = node.value<double>();
    into = found;
    return (found && *found > 0 && std::isfinite(*found)) ||
           fail(node.source(), fmt::format("{} must be a number of seconds above 0", key));
  }
  Take seconds(std::optional<double>& into) {
    return [this, &into](std::string_view key, const toml::node& node) { return seconds(key, node, into); };
  }

  bool colorChoice(std::string_view key, const toml::node& node, std::optional<std::string>& into) {
    static constexpr const char* choices = R"("auto", "always" or "never")";
    if (!value(key, node, into, choices)) return false;
    return into == "auto" || into == "always" || into == "never" ||
           fail(node.source(), fmt::format("{} must be {}", key, choices));
  }

  bool filePath(std::string_view key, const toml::node& node, std::optional<std::string>& into) {
    if (!value(key, node, into, "text in quotes")) return false;
    into = resolve(*into);
    return true;
  }

  std::string resolve(const std::string& text) const {
    if (text == "-" || fs::path(text).is_absolute()) return text;
    return (folder / text).lexically_normal().generic_string();
  }

  Take failOn(std::span<const std::string_view> kinds, std::vector<std::string>& into) {
    return [this, kinds, &into](std::string_view key, const toml::node& node) {
      if (!texts(key, node, into)) return false;
      return std::ranges::all_of(into, [&](const std::string& what) { return std::ranges::find(kinds, what) != kinds.end(); }) ||
             fail(node.source(), fmt::format("{} must be a list of \"{}\"", key, fmt::join(kinds, "\", \"")));
    };
  }

  bool readRun(const toml::table& run) {
    const auto file = [this](std::optional<std::string>& into) -> Take {
      return [this, &into](std::string_view key, const toml::node& node) { return filePath(key, node, into); };
    };
    const auto wholeNumber = [this](std::optional<int>& into, int least, int most) -> Take {
      return [this, &into, least, most](std::string_view key, const toml::node& node) {
        return number(key, node, into, least, most);
      };
    };
    const Keys keys = {
        {"paths",
         [this](std::string_view key, const toml::node& node) {
           if (!texts(key, node, settings.paths)) return false;
           for (std::string& entry : settings.paths) entry = resolve(entry);
           return true;
         }},
        {"tags", texts(settings.tags)},
        {"names", text(settings.names)},
        {"color", [this](std::string_view key, const toml::node& node) { return colorChoice(key, node, settings.color); }},
        {"model", file(settings.model)},
        {"junit", file(settings.junit)},
        {"html", file(settings.html)},
        {"json", file(settings.json)},
        {"jobs", wholeNumber(settings.jobs, 1, 1024)},
        {"maxfail", wholeNumber(settings.maxfail, 1, 1'000'000)},
        {"durations", wholeNumber(settings.durations, 0, 1'000'000)},
        {"timeout", wholeNumber(settings.timeout, 0, 1'000'000)},
        {"coverage", flag(settings.coverage)},
        {"coverage-out", file(settings.coverageOut)},
        {"cover-libraries", flag(settings.coverLibraries)},
        {"infeasible", flag(settings.infeasible)},
        {"fail-under", texts(settings.failUnder)},
        {"fail-on", failOn(runFailsOn, settings.failOn)},
        {"alloy5", flag(settings.alloy5)},
        {"no-overflow", flag(settings.noOverflow)},
        {"xfail-strict", flag(settings.xfailStrict)},
        {"all-scopes", seconds(settings.allScopes)},
        {"require-all-scopes", flag(settings.requireAllScopes)},
    };
    return take(run, keys);
  }

  bool readExec(const toml::table& exec) {
    const Keys keys = {
        {"exit",
         [this](std::string_view key, const toml::node& node) {
           std::optional<std::string> exit;
           static constexpr const char* choices = R"("verdict" or "zero")";
           if (!value(key, node, exit, choices)) return false;
           settings.exitZero = exit == "zero";
           return exit == "verdict" || exit == "zero" || fail(node.source(), fmt::format("{} must be {}", key, choices));
         }},
        {"require-answers", flag(settings.requireAnswers)},
        {"fail-on", failOn(execFailsOn, settings.execFailOn)},
        {"all-scopes", seconds(settings.execAllScopes)},
        {"require-all-scopes", flag(settings.execRequireAllScopes)},
    };
    return take(exec, keys);
  }

  const fs::path folder;
  Settings& settings;
};

bool readSettings(const fs::path& file, Settings& settings, std::string& error) {
  const std::string path = file.lexically_normal().generic_string();
  if (!SettingsReader(path, file.parent_path(), settings, error).readAll()) return false;
  settings.file = path;
  settings.root = file.parent_path().empty() ? "." : file.parent_path().generic_string();
  return true;
}

}  // namespace

bool findSettings(const std::string& start, Settings& settings, std::string& error) {
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  fs::path folder = fs::weakly_canonical(start.empty() ? "." : start, ignored);
  if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
  for (; support::mayRead(folder.generic_string()); folder = folder.parent_path()) {
    const fs::path file = folder / "aunit.toml";
    // Whatever has the name: a folder, or a link that leads nowhere, is told rather than passed over.
    if (fs::exists(fs::symlink_status(file, ignored))) return readSettings(file.lexically_proximate(here), settings, error);
    if (!folder.has_relative_path()) break;
  }
  return true;
}

}  // namespace aunit::runner
