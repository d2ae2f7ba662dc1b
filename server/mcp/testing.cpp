// The tools run_tests, survivors and suggest_tests: outcomes of tests, and missing tests.

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "server/mcp/saying.h"
#include "server/mcp/tools.h"
#include "support/pieces.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

std::string numberAt(const Json& json, const char* name) {
  const Json& member = at(json, {name});
  return member.is_null() ? "0" : member.dump();
}

/// The details of a test in a report (docs/json.md), as lines below its name.
std::string detailsOf(const Json& test) {
  std::string text;
  const auto add = [&](const std::string& line) {
    if (!line.empty()) text += "\n  " + line;
  };
  const Json& failure = at(test, {"failure"});
  if (failure.is_object()) {
    const Json& place = failure.contains("offender") ? failure["offender"] : at(failure, {"place"});
    std::string line = placeText(place);
    if (failure.contains("state")) line += fmt::format(", in state {}", failure["state"].dump());
    for (const char* kind : {"witness", "values"})
      if (failure.contains(kind))
        for (const auto& [name, value] : failure[kind].items())
          line += fmt::format("{}{} = {}", line.empty() ? "" : "; ", support::oneLine(name), clipped(lineOf(value), 120));
    add(line);
    if (failure.contains("parts"))
      for (const Json& part : failure["parts"]) text += "\n" + clipped(reasonText(part, 4), 300);
    for (const char* side : {"expected", "actual"})
      if (failure.contains(side))
        add(fmt::format("{}: {} = {}", side, textAt(failure[side], {"expression"}),
                        clipped(textAt(failure[side], {"value"}), 150)));
    if (failure.contains("report")) add(clipped(rawAt(failure, {"report"}), 500));
  } else if (test.contains("details")) {
    const std::string details = rawAt(test, {"details"});
    add(clipped(details.substr(0, details.find_last_not_of('\n') + 1), 400));
  }
  if (test.contains("conflict"))
    for (const Json& place : test["conflict"]) add("cannot hold together: " + placeText(place));
  if (test.contains("nearest"))
    for (const Json& one : at(test, {"nearest", "breaks"}))
      add("in the nearest completion, " + clipped(textAt(one, {"says"}), 200));
  if (failure.is_object() && at(test, {"valuation", "states"}) == 1)
    if (const std::string relations = relationsText(at(test, {"valuation", "relations"})); !relations.empty()) {
      std::string shown = clipped(relations, 300);
      for (std::size_t at = 0; (at = shown.find('\n', at)) != std::string::npos; at += 3) shown.replace(at, 1, "; ");
      add("in " + shown);
    }
  return clipped(text, 1200);
}

Piece pieceOfTest(const Json& test, std::string_view outcome) {
  const std::string place = fmt::format("{}:{}", textAt(test, {"file"}), numberAt(test, "line"));
  const std::string name = clipped(textAt(test, {"name"}), 200);
  std::string text = fmt::format("{} {} ({})", outcome, name, place);
  Json data = {{"name", name}, {"place", place}, {"outcome", outcome}};
  if (const std::string message = clipped(textAt(test, {"message"}), 300); !message.empty()) {
    data["message"] = message;
    text += ": " + message;
  }
  if (test.contains("vacuous")) text += "\n  passed vacuously: " + textAt(test, {"vacuous", "text"});
  if (test.contains("warning")) text += "\n  warning: " + clipped(textAt(test, {"warning"}), 250);
  if (const std::string on = textAt(test, {"rests_on", "text"}); !on.empty()) {
    data["rests_on"] = clipped(on, 300);
    text += "\n  " + clipped(on, 300);
  }
  if (outcome != "passed") text += detailsOf(test);
  return {"tests", std::move(data), std::move(text)};
}

}  // namespace

Answer tested(Call& call) {
  std::vector<std::string> words = {"run", "-v", "--json-lines", "--color=never", fmt::format("--timeout={}", call.seconds())};
  if (call.has("filter")) words.push_back("-k=" + call.text("filter"));
  for (const Json& tag : at(call.arguments(), {"tags"})) words.push_back("--tag=" + tag.get<std::string>());
  std::size_t tests = 0, ended = 0;
  const support::ChildAnswer said = call.ask(words, call.suites(), [&](const std::string& line) {
    const Json event = shallow(line);
    if (event.contains("tests")) tests = event["tests"].get<std::size_t>();
    if (textAt(event, {"event"}) == "test_finished") call.say(fmt::format("{} of {} tests", ++ended, tests));
  });
  Answer answer;
  Json summary;
  const bool all = call.flag("all");
  std::size_t doubtful = 0;
  std::vector<Piece> others;
  for (const Json& event : objectsOf(said.output)) {
    if (textAt(event, {"event"}) == "run_finished") summary = event["summary"];
    if (textAt(event, {"event"}) != "test_finished") continue;
    const std::string outcome = textAt(event, {"outcome"});
    const bool bad = outcome == "failed" || outcome == "error" || outcome == "xpassed";
    const bool doubt = event.contains("warning") || event.contains("vacuous");
    doubtful += doubt && !bad;
    if (bad)
      answer.pieces.push_back(pieceOfTest(event, outcome));
    else if (doubt || all)
      others.push_back(pieceOfTest(event, outcome));
  }
  std::ranges::move(others, std::back_inserter(answer.pieces));
  if (summary.is_null() && answer.pieces.empty() && !call.stopped()) return unreadSuite(call, said);
  std::vector<std::string> counts;
  for (const char* kind : {"passed", "failed", "errors", "skipped", "xfailed", "xpassed", "not_run", "deselected"}) {
    answer.head[kind] = summary.is_null() ? Json(0) : at(summary, {kind});
    if (std::string(kind) == "passed" || answer.head[kind] != 0)
      counts.push_back(fmt::format("{} {}", answer.head[kind].dump(),
                                   answer.head[kind] == 1 && kind == std::string("errors") ? "error" : kind));
  }
  answer.text =
      summary.is_null() ? fmt::format("{} of {} tests ended", ended, tests) : fmt::format("{}", fmt::join(counts, ", "));
  if (doubtful != 0) answer.text += fmt::format("; {} passed with a warning", doubtful);
  answer.text += remarkOnTime(call, answer);
  return answer;
}

Answer survivors(Call& call) {
  std::vector<std::string> words = {"mutate", "--json=-", "--color=never",
                                    fmt::format("--timeout={}", std::min(10.0, call.seconds()))};
  if (call.has("model")) words.push_back("--model=" + call.othersNamed("model").front());
  const support::ChildAnswer said = call.ask(words, call.suites());
  const Json report = shallow(said.output);
  if (!report.is_object() || !report.contains("files")) {
    if (call.stopped())
      return refusal(fmt::format("not done within {} s: give more time with `timeout`, or fewer `paths`", call.seconds()));
    return unreadSuite(call, said);
  }
  std::size_t killed = 0, equivalent = 0, all = 0;
  Answer answer;
  for (const auto& [file, of] : report["files"].items()) {
    const std::string source = rawAt(of, {"source"});
    for (const Json& mutant : of["mutants"]) {
      const std::string status = textAt(mutant, {"status"});
      ++all;
      killed += status == "Killed" || status == "Timeout";
      equivalent += status == "Ignored";
      if (status != "Survived" && status != "NoCoverage") continue;
      const Json& where = at(mutant, {"aunit"});
      const std::size_t begin = where["begin"].get<std::size_t>(), end = where["end"].get<std::size_t>();
      const std::string was = end <= source.size() && begin <= end ? source.substr(begin, end - begin) : "";
      const std::string place = fmt::format("{}:{}:{}", support::oneLine(file), at(mutant, {"location", "start", "line"}).dump(),
                                            at(mutant, {"location", "start", "column"}).dump());
      const std::string now = clipped(rawAt(mutant, {"replacement"}), 200);
      Json data = {{"place", place}, {"paragraph", textAt(where, {"paragraph"})}, {"was", clipped(was, 200)}, {"now", now}};
      std::string text = fmt::format("{} {}: ", place, textAt(where, {"paragraph"}));
      text += was.empty()   ? fmt::format("insert `{}`", now)
              : now.empty() ? fmt::format("remove `{}`", clipped(was, 200))
                            : fmt::format("replace `{}` by `{}`", clipped(was, 200), now);
      if (const std::string test = rawAt(where, {"test"}); !test.empty() && test.size() < 900) {
        data["test"] = test;
        text += fmt::format("\n  this test notices the change:\n{}", test.substr(0, test.find_last_not_of('\n') + 1));
      }
      answer.pieces.push_back({"survivors", std::move(data), std::move(text)});
    }
  }
  const std::size_t survived = answer.pieces.size();
  answer.head = {{"mutants", all}, {"killed", killed}, {"survived", survived}, {"equivalent", equivalent}};
  const std::size_t undecided = all - killed - equivalent - survived;
  const std::string ofAll =
      fmt::format("of {}, the tests notice {}, and {} are equivalent{}", support::plural(all, "small change"), killed, equivalent,
                  undecided == 0 ? "" : fmt::format(", {} not decided", undecided));
  answer.text = survived == 0 ? (undecided == 0 ? "no survivors: " : "no survivors so far: ") + ofAll
                              : fmt::format("{}; no test notices {}:", ofAll, survived);
  answer.text += remarkOnTime(call, answer);
  return answer;
}

Answer suggestedTests(Call& call) {
  const std::vector<std::string> files = call.asked({".aunit", ".als", ".md"}, false);
  const Json& limit = at(call.arguments(), {"limit"});
  std::vector<std::string> words = {"generate", "--color=never", fmt::format("--timeout={}", std::min(10.0, call.seconds())),
                                    fmt::format("--limit={}", limit.is_number() ? limit.get<int>() : 5)};
  for (const Json& one : at(call.arguments(), {"preds"})) words.push_back("--pred=" + one.get<std::string>());
  if (call.has("for")) words.push_back("--for=" + call.text("for"));
  if (call.has("scope")) words.push_back("--scope=" + call.arguments()["scope"].dump());
  const support::ChildAnswer said = call.ask(words, files);
  if (said.output.empty() && said.code != 0 && !call.stopped()) return unread(call, files, said);
  Answer answer;
  std::string text;
  const auto flush = [&] {
    while (text.ends_with('\n')) text.pop_back();
    const std::string test = text.substr(std::min(text.find_first_not_of('\n'), text.size()));
    text.clear();
    if (!test.empty()) answer.pieces.push_back({"tests", clipped(test, 1800), clipped(test, 1800)});
  };
  for (const std::string_view line : support::lines(said.output)) {
    if (line.empty()) flush();
    text += std::string(line) + "\n";
  }
  flush();
  answer.head["proposed"] = answer.pieces.size();
  std::string notes = complaintOf(said);
  if (const std::size_t impossible = notes.find("\n  no test can meet the goal "); impossible != std::string::npos)
    notes.erase(impossible);
  answer.text = answer.pieces.empty() && notes.empty() ? "no missing test was found"
                                                       : clipped(notes, 500) +
                                                             "\nPut them into a .aunit file, but check first that each states "
                                                             "what is intended, not only what the model does now:";
  if (answer.pieces.empty() && !notes.empty()) answer.text = clipped(notes, 500);
  if (answer.pieces.empty() && call.stopped()) answer.text = "no test was proposed yet";
  answer.text += remarkOnTime(call, answer);
  return answer;
}

}  // namespace aunit::server::mcp
