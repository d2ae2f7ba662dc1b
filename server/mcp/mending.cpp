// The tools `locate`, which finds places that may be at fault, and `repair`, which finds edits that fix failing tests and
// commands.

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "server/mcp/saying.h"
#include "server/mcp/tools.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

support::ChildAnswer askForFaults(Call& call, const char* command) {
  std::vector<std::string> words = {command, "--json", "--color=never", fmt::format("--timeout={}", call.seconds())};
  if (call.has("model")) words.push_back("--model=" + call.othersNamed("model").front());
  return call.ask(words, call.suites());
}

/// The first words of an answer: how many tests and commands fail, and how many are undecided (these may fail, too).
std::string standingText(const Call& call, const Json& report) {
  const std::size_t failing = report["failing"].size(), undecided = report["undecided"].size();
  if (failing == 0 && undecided == 0) return call.stopped() ? "no failure found before the search was stopped" : "nothing fails";
  if (undecided == 0) return fmt::format("{} fail", failing);
  return failing == 0 ? fmt::format("not known whether anything fails: {} undecided", undecided)
                      : fmt::format("{} fail, {} undecided", failing, undecided);
}

/// Adds the names of failing and undecided tests and commands.
void addStanding(const Json& report, Answer& answer) {
  for (const char* kind : {"failing", "undecided"})
    for (const Json& one : at(report, {kind})) {
      const std::string place =
          one.contains("place") ? textAt(one, {"place"}) : fmt::format("{}:{}", textAt(one, {"file"}), at(one, {"line"}).dump());
      const std::string why = clipped(one.contains("why") ? textAt(one, {"why"}) : textAt(one, {"message"}), 200);
      Json data = {{"name", clipped(textAt(one, {"name"}), 150)}, {"place", place}};
      if (!why.empty()) data["message"] = why;
      answer.pieces.push_back(
          {kind, std::move(data),
           fmt::format("{}: {} ({}){}", kind, clipped(textAt(one, {"name"}), 150), place, why.empty() ? "" : ": " + why)});
    }
}

Piece suspectPiece(const Json& suspect, const char* list) {
  const std::string place = placeText(suspect), text = clipped(textAt(suspect, {"text"}), 200);
  const std::string because = clipped(textAt(suspect, {"because"}), 300), paragraph = textAt(suspect, {"paragraph"});
  Json data = {
      {"place", place}, {"paragraph", paragraph}, {"text", text}, {"score", at(suspect, {"score"})}, {"because", because}};
  return {list, std::move(data),
          fmt::format("{} {}: {}{}", place, paragraph, text.empty() ? "a constraint may be missing here" : "`" + text + "`",
                      because.empty() ? "" : "\n  because " + because)};
}

/// The lines that edits change: before and after the edits.
struct LinesOfEdits {
  std::string before, after;
  std::size_t line;
};

LinesOfEdits linesOf(const std::string& text, std::vector<Json> edits) {
  std::ranges::sort(edits, {}, [](const Json& edit) { return edit["begin"].get<std::size_t>(); });
  const std::size_t first = std::min(edits.front()["begin"].get<std::size_t>(), text.size());
  const std::size_t last = std::min(edits.back()["end"].get<std::size_t>(), text.size());
  const std::size_t begin = first == 0 ? 0 : text.rfind('\n', first - 1) + 1;
  const std::size_t end = std::min(text.find('\n', last), text.size());
  std::string after;
  std::size_t from = begin;
  for (const Json& edit : edits) {
    const std::size_t at = std::clamp(edit["begin"].get<std::size_t>(), from, end);
    after += text.substr(from, at - from) + edit["replacement"].get<std::string>();
    from = std::clamp(edit["end"].get<std::size_t>(), at, end);
  }
  after += text.substr(from, end - from);
  return {text.substr(begin, end - begin), std::move(after),
          static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')) + 1};
}

std::string marked(std::string lines, const char* mark) {
  lines = mark + clipped(lines, 500);
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; ++at) lines.insert(at + 1, mark);
  return lines;
}

Piece repairPiece(const Json& repair, const Sources& sources) {
  std::vector<std::string> files;
  for (const Json& edit : repair["edits"])
    if (const std::string file = rawAt(edit, {"file"}); std::ranges::find(files, file) == files.end()) files.push_back(file);
  std::string text;
  Json edits = Json::array();
  for (const std::string& file : files) {
    std::vector<Json> mine;
    std::ranges::copy_if(repair["edits"], std::back_inserter(mine),
                         [&](const Json& edit) { return rawAt(edit, {"file"}) == file; });
    const std::string source = sources.read(file).value_or("");
    const LinesOfEdits lines = linesOf(source, mine);
    text += fmt::format("{}{}:{}\n{}\n{}", text.empty() ? "" : "\n", support::oneLine(file), lines.line,
                        marked(lines.before, "- "), marked(lines.after, "+ "));
    for (const Json& edit : mine) {
      Json one = edit;
      const std::size_t begin = std::min(edit["begin"].get<std::size_t>(), source.size());
      one["old"] = clipped(source.substr(begin, edit["end"].get<std::size_t>() - begin), 500);
      edits.push_back(std::move(one));
    }
  }
  const std::string held =
      textAt(repair, {"verified"}) == "commands"
          ? "the commands" + (at(repair, {"scope"}).is_string() ? " (" + textAt(repair, {"scope"}) + ")" : "")
          : "the tests";
  std::vector<std::string> mends;
  for (const Json& one : at(repair, {"mends"})) mends.push_back(lineOf(one));
  text += fmt::format("\n  checked against {}; fixes {}", held, clipped(fmt::format("{}", fmt::join(mends, ", ")), 300));
  Json data = {{"edits", std::move(edits)}, {"verified", at(repair, {"verified"})}, {"mends", mends.size()}};
  for (const Json& remark : at(repair, {"remarks"})) {
    text += "\n  remark: " + clipped(lineOf(remark), 200);
    data["remarks"].push_back(clipped(lineOf(remark), 200));
  }
  return {"repairs", std::move(data), std::move(text)};
}

}  // namespace

Answer located(Call& call) {
  const support::ChildAnswer said = askForFaults(call, "locate");
  const Json report = shallow(said.output);
  if (!report.is_object() || !report.contains("suspects")) return unreadSuite(call, said);
  Answer answer;
  const std::size_t failing = report["failing"].size(),
                    limit = call.has("limit") ? call.arguments()["limit"].get<std::size_t>() : 5;
  answer.head = {{"failing_count", failing}, {"undecided_count", report["undecided"].size()}};
  answer.text = standingText(call, report);
  if (failing != 0)
    answer.text += "; the most suspicious places first:";
  else if (!report["suspects"].empty())
    answer.text += "; suspects with low scores:";
  if (const Json& missing = at(report, {"missing"}); missing.is_object())
    answer.pieces.push_back(suspectPiece(missing, "missing"));
  for (std::size_t i = 0; i < std::min(limit, report["suspects"].size()); ++i)
    answer.pieces.push_back(suspectPiece(report["suspects"][i], "suspects"));
  for (const Json& pair : at(report, {"contradictions"})) {
    std::vector<std::string> names;
    for (const Json& name : pair) names.push_back(lineOf(name));
    answer.pieces.push_back(
        {"contradictions", names,
         fmt::format("these tests contradict each other, so no model passes both: {}", fmt::join(names, " and "))});
  }
  addStanding(report, answer);
  answer.text += remarkOnTime(call, answer);
  return answer;
}

Answer repaired(Call& call) {
  const support::ChildAnswer said = askForFaults(call, "repair");
  const Json report = shallow(said.output);
  if (!report.is_object() || !report.contains("repairs")) return unreadSuite(call, said);
  Answer answer;
  const std::size_t failing = report["failing"].size(), found = report["repairs"].size();
  answer.head = {{"failing_count", failing}, {"undecided_count", report["undecided"].size()}, {"proposals", found}};
  answer.text = standingText(call, report);
  if (failing != 0)
    answer.text += "; " + (found == 0 ? std::string("no repair was found")
                                      : support::plural(found, "repair") + ", the best first (nothing was written):");
  for (const Json& repair : report["repairs"]) answer.pieces.push_back(repairPiece(repair, call.sources()));
  addStanding(report, answer);
  answer.text += remarkOnTime(call, answer);
  return answer;
}

}  // namespace aunit::server::mcp
