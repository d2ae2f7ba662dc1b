#include "reporters/terminal/times.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "support/pieces.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using runner::Times;

void note(Times& times, const std::string& file, const std::string& name, double milliseconds) {
  const auto [known, isNew] = times.emplace(file + "::" + name, milliseconds);
  if (!isNew) known->second = std::max(known->second, milliseconds);
}

std::optional<Times> ofJunit(std::string_view text, std::string& error) {
  pugi::xml_document document;
  if (const auto result = document.load_buffer(text.data(), text.size()); !result) {
    error = fmt::format("the file is not a JUnit report: {} at byte {}", result.description(), result.offset);
    return std::nullopt;
  }
  Times times;
  for (const pugi::xpath_node& found : document.select_nodes("//testsuite/testcase[@time]")) {
    const pugi::xml_node test = found.node();
    note(times, test.parent().attribute("name").value(), test.attribute("name").value(),
         1000 * test.attribute("time").as_double());
  }
  if (times.empty()) error = "the file is not a JUnit report: it has no `testcase` with a `time`";
  return times.empty() ? std::nullopt : std::optional(std::move(times));
}

void noteTests(Times& times, const Json& report) {
  for (const Json& test : report.at("tests"))
    note(times, test.at("suite").get<std::string>(), test.at("name").get<std::string>(), test.at("time_ms").get<double>());
}

void noteMutants(Times& times, const Json& report) {
  for (const auto& [path, file] : report.at("files").items())
    for (const Json& mutant : file.at("mutants")) {
      const auto& id = mutant.at("id").get_ref<const std::string&>();
      if (id.starts_with(path + ":") && mutant.contains("duration"))
        note(times, path, id.substr(path.size() + 1), mutant["duration"].get<double>());
    }
}

/// Records the time of one line of `exec --json`, if it is about a command.
void noteCommand(Times& times, const Json& line) {
  if (line.value("index", 0) == -1) return;
  note(times, line.at("file").get<std::string>(), line.at("label").get<std::string>(),
       line.at("translate_ms").get<double>() + line.at("solve_ms").get<double>());
}

}  // namespace

std::optional<Times> timesOf(std::string_view text, std::string& error) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != std::string_view::npos && text[first] == '<') return ofJunit(text, error);
  try {
    Times times;
    if (const Json report = Json::parse(text, nullptr, false); report.is_object() && report.contains("tests")) {
      noteTests(times, report);
      return times;
    } else if (report.is_object() && report.contains("testFiles")) {
      noteMutants(times, report);
      return times;
    }
    for (const std::string_view line : support::lines(text))
      if (!line.empty()) noteCommand(times, Json::parse(line));
    if (!times.empty()) return times;
    error = "the file contains no times";
  } catch (const Json::exception&) {
    error = "the file is not a report of `aunit run` (--json, --junit), `aunit mutate` (--json) or `aunit exec` (--json)";
  }
  return std::nullopt;
}

}  // namespace aunit::reporters
