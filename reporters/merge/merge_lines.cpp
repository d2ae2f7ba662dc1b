// Union of lines of `exec --json`: one line for each command.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/merge/merge_tests.h"
#include "support/pieces.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;

/// Identifies a command. The merged lines are sorted by these values.
using Command = std::tuple<std::string, long, std::string>;  // file, index, label

std::string nameOf(const Command& command) {
  const auto& [file, index, label] = command;
  return fmt::format("command {} ({}) of {}", index, label, file);
}

/// If two reports differ about a command, the line with the greater weight is kept. Errors have more weight than answers, and
/// answers more than UNKNOWN.
int weightOf(const Json& line) {
  const std::string verdict = line.at("verdict");
  constexpr const char* verdicts[] = {"NO_COMMAND", "NOT_ALLOY", "UNKNOWN", "UNSAT", "SAT", "ERROR", "REJECTED"};
  const auto found = std::ranges::find(verdicts, verdict);
  if (found == std::end(verdicts)) throw NoReport(fmt::format("\"{}\" is not a verdict", verdict));
  return static_cast<int>(found - std::begin(verdicts));
}

bool isDecided(const Json& line) {
  return line.at("verdict") == "SAT" || line.at("verdict") == "UNSAT";
}

/// Whether the line has no answer to the whole command, but says that some of its cubes (docs/scale.md) have no instance.
bool isPart(const Json& line) {
  return line.at("verdict") == "UNKNOWN" && line.contains("cubes") && line["cubes"].contains("none_in");
}

Json timeless(Json line) {
  for (const char* member : {"parse_ms", "translate_ms", "solve_ms"}) line.erase(member);
  if (line.contains("proof")) {
    line["proof"].erase("check_ms");
    if (line["proof"].contains("bounds")) line["proof"]["bounds"].erase("check_ms");
  }
  return line;
}

void takeLongerTimes(Json& line, const Json& other) {
  for (const char* member : {"parse_ms", "translate_ms", "solve_ms"})
    if (line.contains(member) && line[member] < other.at(member)) line[member] = other[member];
}

/// Unites two lines for which isPart() holds. The lines may be about different parts of the cubes. If together they cover all
/// parts, the command is UNSAT.
Json partsUnited(const Command& command, const Json& a, const Json& b) {
  const Json &one = a.at("cubes"), &other = b.at("cubes");
  if (one.at("depth") != other.at("depth") || one.at("parts") != other.at("parts"))
    throw NoReport(fmt::format("{} was divided in two ways: with --cubes {} into {} parts, and with --cubes {} into {} parts",
                               nameOf(command), one["depth"].dump(), one["parts"].dump(), other["depth"].dump(),
                               other["parts"].dump()));
  Json line = std::max(timeless(a).dump(), timeless(b).dump()) == timeless(a).dump() ? a : b;
  auto parts = one.at("none_in").get<std::set<std::size_t>>();
  parts.merge(other.at("none_in").get<std::set<std::size_t>>());
  line["cubes"]["none_in"] = parts;
  if (parts.size() == one.at("parts").get<std::size_t>()) {
    line["cubes"] = {{"depth", one["depth"]}};
    line["verdict"] = "UNSAT";
  }
  // If `line` lacks `vacuous`, because its run had too little time, takes it from the other line.
  for (const Json& part : {a, b})
    if (part.contains("vacuous") && !line.contains("vacuous"))
      for (const char* member : {"vacuous", "answer"}) line[member] = part.at(member);
  takeLongerTimes(line, a);
  takeLongerTimes(line, b);
  return line;
}

/// If two lines are about one command, the line of greater rank is kept: the line with the greater weight; among equal weights,
/// a line that says which cubes have no instance; then a line about the undivided command; then the line with the shorter trace.
/// The last two components only make the choice independent of the order of the reports.
auto rankOf(const Json& line) {
  return std::tuple(weightOf(line), isPart(line), !line.contains("cubes"), -line.value("trace_length", 0), timeless(line).dump(),
                    line.dump());
}

Json oneOf(const Command& command, const Json& a, const Json& b) {
  if (isPart(a) && isPart(b)) return partsUnited(command, a, b);
  if (isDecided(a) && isDecided(b) && a.at("verdict") != b.at("verdict"))
    throw NoReport(fmt::format("{} is SAT in one report and UNSAT in another: the model or the options differ", nameOf(command)));
  return rankOf(a) < rankOf(b) ? b : a;
}

class UnitedLines {
 public:
  void add(const std::string& text) {
    std::size_t number = 0;
    for (const std::string_view line : support::lines(text)) {
      ++number;
      if (!line.empty()) try {
          addLine(parsedReport(line));
        } catch (const Json::exception& error) {
          std::string what = withoutCode(error.what());
          constexpr std::string_view ofPiece = "at line 1, ";  // always 1, because each line is parsed alone
          if (const std::size_t at = what.find(ofPiece); at != std::string::npos) what.replace(at, ofPiece.size(), "at ");
          throw NoReport(fmt::format("line {}: {}", number, what));
        }
    }
  }

  std::string text() const {
    std::string all;
    for (const auto& [command, line] : lines_) all += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    return all;
  }

 private:
  void addLine(const Json& line) {
    Command command{line.at("file").get<std::string>(), line.at("index").get<long>(), line.value("label", "")};
    weightOf(line);  // throws if the verdict is unknown
    const auto [known, isNew] = lines_.try_emplace(std::move(command), line);
    if (!isNew) known->second = oneOf(known->first, known->second, line);
  }

  std::map<Command, Json> lines_;
};

}  // namespace

std::string unitedLines(const std::vector<ReportFile>& reports) {
  UnitedLines all;
  for (const ReportFile& report : reports) try {
      all.add(report.text);
    } catch (const NoReport& reason) {
      throw NoReport(fmt::format("{}: {}", report.path, reason.what()));
    }
  return all.text();
}

}  // namespace aunit::reporters
