// The tools diff and trace: compare a model with an earlier version, and with logs.

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

/// The effect of a paragraph's change, in words.
std::string changeText(const Json& paragraph) {
  const std::string relation = textAt(paragraph, {"relation"}), standing = textAt(paragraph, {"standing"});
  const std::string means = relation == "same"          ? "means the same"
                            : relation == "same-shared" ? "the same for the shared declarations; the rest is not compared"
                            : relation == "stronger" ? "stronger: the new version forbids something that the old version allows"
                            : relation == "weaker"   ? "weaker: the new version allows something that the old version forbids"
                            : relation == "neither"  ? "neither weaker nor stronger: each allows something that the other forbids"
                                                     : "not known";
  std::string text =
      fmt::format("{} {}{}: {}", textAt(paragraph, {"kind"}), textAt(paragraph, {"name"}),
                  at(paragraph, {"former_name"}).is_string() ? " (was " + textAt(paragraph, {"former_name"}) + ")" : "",
                  standing == "changed" ? means : standing + (relation == "unknown" ? "" : ", " + means));
  if (const std::string scope = textAt(paragraph, {"scope"}); !scope.empty()) text += fmt::format(" (for {})", scope);
  if (const std::string why = textAt(paragraph, {"why"}); !why.empty()) text += "\n  " + clipped(why, 250);
  for (const Json& note : at(paragraph, {"notes"})) text += "\n  " + clipped(lineOf(note), 250);
  return text;
}

std::string failingPart(const Json& part) {
  std::string text = fmt::format("`{}` is false ({})", clipped(textAt(part, {"formula"}), 150), placeText(at(part, {"place"})));
  if (const Json& values = at(part, {"values"}); values.is_object())
    for (const auto& [name, value] : values.items())
      text += fmt::format("; {} = {}", support::oneLine(name), clipped(lineOf(value), 100));
  return text;
}

Piece pieceOfLog(const Json& line) {
  const std::string outcome = textAt(line, {"outcome"}), log = textAt(line, {"log"});
  Json data = {{"log", log}, {"outcome", outcome}, {"explained", at(line, {"explained"})}};
  std::string text =
      fmt::format("{}: {}, {} explained", log, outcome, support::plural(line["explained"].get<std::size_t>(), "line"));
  if (line.contains("line")) {
    const std::string place = fmt::format("{}:{}", textAt(line, {"file"}), line["line"].dump());
    data["place"] = place;
    text += fmt::format("; {} {}{}", outcome == "does not fit" ? "not explained:" : "at", place,
                        line.contains("event") ? fmt::format(" ({})", textAt(line, {"event"})) : "");
  } else if (line.contains("state")) {
    data["state"] = line["state"];
    text += fmt::format("; not explained: state {}", line["state"].dump());
  }
  if (const std::string message = clipped(textAt(line, {"message"}), 300); !message.empty()) {
    data["message"] = message;
    text += "\n  " + message;
  }
  constexpr std::size_t mostActions = 3;
  const Json& meant = at(line, {"meant"});
  for (std::size_t i = 0; meant.is_array() && i < std::min(meant.size(), mostActions); ++i) {
    text += fmt::format("\n  the line could have meant {}, but:", clipped(textAt(meant[i], {"action"}), 120));
    Json failing = Json::array();
    for (const Json& part : at(meant[i], {"failing"})) {
      failing.push_back(failingPart(part));
      text += "\n    " + failing.back().get<std::string>();
      if (failing.size() == 3) break;
    }
    data["meant"].push_back({{"action", clipped(textAt(meant[i], {"action"}), 120)}, {"failing", std::move(failing)}});
  }
  if (const Json& before = at(line, {"before"}); before.is_object())
    text += "\n  the state before: " + clipped(pairsText(before, "; "), 500);
  if (const Json& warnings = at(line, {"warnings"}); warnings.is_array())
    for (const Json& warning : warnings) text += "\n  warning: " + clipped(lineOf(warning), 200);
  return {"logs", std::move(data), std::move(text)};
}

}  // namespace

Answer compared(Call& call) {
  const std::string before = call.othersNamed("old").front(), after = call.othersNamed("new").front();
  std::vector<std::string> words = {"diff", "--json", "--color=never",
                                    fmt::format("--timeout={}", std::max(1.0, call.seconds() / 4))};
  if (call.has("scope")) words.push_back("--scope=" + call.arguments()["scope"].dump());
  const bool suggests = !call.has("suggest") || call.flag("suggest");
  if (suggests) words.emplace_back("--suggest");
  for (const std::string& tests : call.has("tests") ? call.othersNamed("tests") : std::vector<std::string>())
    words.push_back("--tests=" + tests);
  const support::ChildAnswer said = call.ask(words, {before, after});
  const Json report = shallow(said.output);
  if (!report.is_object() || !report.contains("paragraphs")) {
    if (call.stopped())
      return refusal(fmt::format("not done within {} s: give more time with `timeout`, or a smaller `scope`", call.seconds()));
    return unread(call, {before, after}, said);
  }
  Answer answer;
  std::size_t different = 0, unknown = 0;
  std::vector<Piece> details;
  for (const Json& paragraph : report["paragraphs"]) {
    const std::string relation = textAt(paragraph, {"relation"}),
                      name = textAt(paragraph, {"kind"}) + " " + textAt(paragraph, {"name"});
    unknown += relation == "unknown";
    different += relation != "same" && relation != "unknown";
    answer.pieces.push_back(
        {"changes",
         {{"paragraph", name}, {"standing", paragraph["standing"]}, {"relation", relation}, {"scope", paragraph["scope"]}},
         changeText(paragraph)});
    for (const Json& witness : at(paragraph, {"witnesses"})) {
      const std::string by = textAt(witness, {"accepted_by"});
      const std::string what =
          by.empty() ? name + ", values differ" : fmt::format("{}, accepted only by the {} version", name, by);
      if (const std::string test = rawAt(witness, {"test"}); suggests && !test.empty()) {
        const std::string text = clipped(test.substr(0, test.find_last_not_of('\n') + 1), 1200);
        details.push_back({"tests",
                           {{"paragraph", name}, {"accepted_by", at(witness, {"accepted_by"})}, {"test", text}},
                           what + ", as a test that passes only with the new version:\n" + text});
      } else {
        std::ranges::move(instancePieces(at(witness, {"instance"}), what), std::back_inserter(details));
      }
    }
  }
  for (const Json& test : at(report, {"tests"}))
    details.push_back({"telling",
                       {{"name", at(test, {"name"})}, {"file", at(test, {"file"})}, {"passes", at(test, {"passes"})}},
                       fmt::format("{} ({}) passes only with the {} version", clipped(textAt(test, {"name"}), 150),
                                   textAt(test, {"file"}), textAt(test, {"passes"}))});
  answer.head = {{"changed", report["paragraphs"].size()}, {"different", different}, {"unchanged", at(report, {"unchanged"})}};
  answer.text = report["paragraphs"].empty()
                    ? "no paragraph differs"
                    : fmt::format("{} changed, {} in meaning{}; {} unchanged",
                                  support::plural(report["paragraphs"].size(), "paragraph"), different,
                                  unknown == 0 ? "" : fmt::format(", {} not decided", unknown), at(report, {"unchanged"}).dump());
  answer.text += remarkOnTime(call, answer);
  std::ranges::move(details, std::back_inserter(answer.pieces));
  return answer;
}

Answer traced(Call& call) {
  const std::vector<std::string> files = call.asked({".aunit", ".als", ".md"}, false);
  if (files.size() != 1) throw CallError{"`paths` must name one model, or one file with a `log` paragraph"};
  const std::vector<std::string> logs = call.othersNamed("logs");
  std::vector<std::string> words = {"trace", "--json", "--color=never", fmt::format("--timeout={}", call.seconds())};
  if (call.has("log")) words.push_back("--paragraph=" + call.text("log"));
  if (call.has("atoms")) words.push_back("--atoms=" + call.othersNamed("atoms").front());
  std::vector<std::string> read = {files.front()};
  std::ranges::copy(logs, std::back_inserter(read));
  std::size_t done = 0;
  const support::ChildAnswer said =
      call.ask(words, read, [&](const std::string&) { call.say(fmt::format("{} of {} logs", ++done, logs.size())); });
  const std::vector<Json> lines = objectsOf(said.output);
  if (lines.empty()) return unread(call, files, said);
  Answer answer;
  std::size_t fits = 0, undecided = 0;
  std::vector<Piece> good;
  for (const Json& line : lines) {
    const bool fit = at(line, {"outcome"}) == "fits";
    fits += fit;
    undecided += at(line, {"outcome"}) == "undecided";
    (fit ? good : answer.pieces).push_back(pieceOfLog(line));
  }
  std::ranges::move(good, std::back_inserter(answer.pieces));
  answer.head = {{"judged", lines.size()}, {"fit", fits}};
  answer.text = fits == lines.size() ? (fits == 1 ? "the log fits: a behaviour of the model explains it"
                                                  : fmt::format("all {} logs are explained", fits))
                                     : fmt::format("{} of {} explained{}", fits, support::plural(lines.size(), "log"),
                                                   undecided == 0 ? "" : fmt::format(", {} undecided", undecided));
  answer.text += remarkOnTime(call, answer);
  return answer;
}

}  // namespace aunit::server::mcp
