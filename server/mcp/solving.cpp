// The tool exec: answers to commands.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "server/mcp/saying.h"
#include "server/mcp/tools.h"
#include "support/plural.h"

namespace aunit::server::mcp {

namespace {

constexpr std::size_t instancesKept = 32;                      // limit for the number of stored instances
constexpr std::size_t largestInstance = std::size_t{4} << 20;  // limit for the bytes of a stored instance

/// The outcome of a command as one word for programs.
std::string outcomeOf(const Json& line) {
  const std::string verdict = textAt(line, {"verdict"});
  const bool isCheck = textAt(line, {"kind"}) == "check";
  if (verdict == "SAT") return isCheck ? "counterexample" : "instance";
  if (verdict == "UNSAT") return isCheck ? "no counterexample" : "no instance";
  return verdict == "UNKNOWN" ? "unknown" : "error";
}

std::string keptInstance(Session& session, const Json& instance) {
  std::string document = textOf(instance);
  if (document.size() > largestInstance) return "";
  const std::lock_guard lock(session.mutex);
  std::string name = fmt::format("i{}", ++session.instancesShown);
  session.instances.emplace_back(name, std::move(document));
  if (session.instances.size() > instancesKept) session.instances.pop_front();
  return name;
}

/// Divides the result of a command into pieces: first the verdict, then its details.
class CommandPieces {
 public:
  CommandPieces(const Json& line, Session& session, bool several)
      : line_(line),
        of_(several ? fmt::format("{}#{}", textAt(line, {"label"}), line["index"].dump()) : textAt(line, {"label"})) {
    verdict(session);
    const Json& core = at(line_, {"core"}).is_array() ? line_["core"] : at(line_, {"vacuous", "core"});
    const bool rulesOut = textAt(line, {"kind"}) == "check" && !line.contains("vacuous");
    if (core.is_array()) parts("core", rulesOut ? "there is no counterexample because of" : "these contradict each other", core);
    if (const Json& why = at(line_, {"why"}); why.is_object()) {
      const std::string text = clipped(reasonText(why, 2), 900);
      details_.push_back({"reasons", {{"of", of_}, {"text", text}}, fmt::format("{}, why:\n{}", of_, text)});
    }
    if (const Json& nearest = at(line_, {"nearest"}); nearest.is_object()) near(nearest);
    if (line_.contains("nearest")) return;
    const Json& all = at(line_, {"shown"});
    std::size_t number = 0;
    for (const Json& shown : all)
      if (++number; shown.is_object()) {
        const std::string of = all.size() > 1 ? fmt::format("{}, instance {}", of_, number) : of_;
        std::ranges::move(instancePieces(shown, of), std::back_inserter(details_));
      } else if (shown.is_string()) {
        const std::string text = clipped(rawAt(shown, {}), 1500);
        details_.push_back({"states", {{"of", of_}, {"text", text}}, text});
      }
  }

  Piece first() { return std::move(first_); }
  std::vector<Piece>& details() { return details_; }

 private:
  void verdict(Session& session) {
    const std::string answer = clipped(textAt(line_, {"answer"}), 300), outcome = outcomeOf(line_);
    Json data = {{"index", line_["index"]},
                 {"label", textAt(line_, {"label"})},
                 {"kind", line_["kind"]},
                 {"outcome", outcome},
                 {"answer", answer}};
    std::string text = fmt::format("{} {}: {}", textAt(line_, {"kind"}), of_, answer);
    if (const Json& expect = at(line_, {"expect"});
        expect.is_number() && (outcome.ends_with("instance") || outcome.ends_with("counterexample"))) {
      const bool as = (expect == 1) != outcome.starts_with("no ");
      data["as_expected"] = as;
      if (!as) text += fmt::format(", although the command has `expect {}`", expect.dump());
    }
    if (const std::string error = textAt(line_, {"error"}); !error.empty()) {
      data["error"] = clipped(error);
      if (answer.find(error) == std::string::npos) text += ": " + clipped(error);
      if (line_.contains("place"))
        text += fmt::format("\n  {}: {}", placeText(line_["place"]), clipped(textAt(line_, {"text"}), 200));
    }
    if (const Json& vacuous = at(line_, {"vacuous"}); vacuous.is_object()) {
      data["empty"] = textAt(vacuous, {"text"});
      if (const std::string place = placeText(at(vacuous, {"place"})); !place.empty()) text += fmt::format(" ({})", place);
    }
    if (const std::string on = textAt(line_, {"rests_on", "text"}); !on.empty()) {
      data["rests_on"] = clipped(on, 300);
      text += "\n  " + clipped(on, 300);
    }
    if (const Json& all = at(line_, {"all_scopes"}); all.is_object()) {
      data["all_scopes"] = textAt(all, {"verdict"});
      text += "\n  all scopes: " + clipped(textAt(all, {"answer"}), 400);
      for (const Json& clause : at(all, {"invariant"})) {
        data["invariant"].push_back(clipped(lineOf(clause), 300));
        text += "\n    invariant: " + clipped(lineOf(clause), 300);
      }
    }
    if (const Json& warnings = at(line_, {"warnings"}); warnings.is_array())
      for (const Json& warning : warnings) {
        const std::string words =
            fmt::format("{}: {}", placeText(at(warning, {"place"})), clipped(textAt(warning, {"text"}), 250));
        data["warnings"].push_back(words);
        text += fmt::format("\n  warning: {}", words);
        if (warning.contains("hint")) text += " (" + clipped(textAt(warning, {"hint"}), 150) + ")";
      }
    const bool found = outcome == "instance" || outcome == "counterexample";
    if (const Json& shown = at(line_, {"shown"}); found && shown.is_array() && !shown.empty() && shown.front().is_object()) {
      if (const std::string name = keptInstance(session, shown.front()); !name.empty()) {
        data["instance"] = name;
        text += fmt::format(" [{}{}]", name, at(line_, {"reached"}).is_string() ? "; " + textAt(line_, {"reached"}) : "");
      }
    }
    first_ = {"commands", std::move(data), std::move(text)};
  }

  void parts(const char* list, const char* words, const Json& core) {
    std::string text = fmt::format("{}: {}:", of_, words);
    Json parts = Json::array();
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < std::min(core.size(), most); ++i) {
      const std::string part = fmt::format("{}: {}", placeText(at(core[i], {"place"})), clipped(textAt(core[i], {"text"}), 100));
      parts.push_back(part);
      text += "\n  " + part;
    }
    if (core.size() > most) text += fmt::format("\n  and {} more", core.size() - most);
    details_.push_back({list, {{"of", of_}, {"parts", std::move(parts)}}, std::move(text)});
  }

  void near(const Json& nearest) {
    if (nearest.contains("error")) return;
    std::string text = of_ + ": the nearest valuation violates";
    Json breaks = Json::array();
    for (const Json& one : at(nearest, {"breaks"})) {
      breaks.push_back(clipped(textAt(one, {"says"}), 250));
      text += "\n  " + clipped(textAt(one, {"says"}), 250);
    }
    if (const std::string relations = relationsText(at(nearest, {"relations"})); !relations.empty())
      text += (at(nearest, {"states"}) == 1 ? "\nthe valuation:\n" : "\nthe valuation (states separated by |):\n") +
              clipped(relations, 700);
    std::string intruders;
    for (const Json& one : at(nearest, {"intruders"}))
      intruders += fmt::format("{}{} {}", intruders.empty() ? "" : ", ", textAt(one, {"relation"}), textAt(one, {"tuple"}));
    if (!intruders.empty())
      text += "\nif one of these tuples is removed, a violated constraint holds: " + clipped(intruders, 250);
    details_.push_back(
        {"nearest", {{"of", of_}, {"breaks", std::move(breaks)}, {"states", at(nearest, {"states"})}}, std::move(text)});
  }

  const Json& line_;
  std::string of_;
  Piece first_;
  std::vector<Piece> details_;
};

}  // namespace

Answer executed(Call& call) {
  const std::vector<std::string> files = call.asked({".als", ".md", ".np"}, false);
  std::vector<std::string> words = {"exec",       "--json",        "--show=json",
                                    "--no-cache", "--color=never", fmt::format("--timeout={}", call.seconds())};
  const auto add = [&](const char* name, const char* option) {
    for (const Json& one : at(call.arguments(), {name}))
      words.push_back(fmt::format("{}={}", option, one.is_string() ? one.get<std::string>() : one.dump()));
  };
  add("commands", "--command");
  add("scope", "--scope");
  if (call.flag("core")) words.emplace_back("--core");
  if (!call.has("nearest") || call.flag("nearest")) words.emplace_back("--nearest");
  if (call.flag("no_overflow")) words.emplace_back("--no-overflow");
  if (call.has("instances")) words.push_back(fmt::format("--limit={}", call.arguments()["instances"].dump()));
  if (call.has("all_scopes")) words.push_back(fmt::format("--all-scopes={}", call.arguments()["all_scopes"].dump()));
  std::size_t done = 0;
  const support::ChildAnswer said = call.ask(words, files, [&](const std::string& line) {
    const Json command = shallow(line);
    call.say(fmt::format("{}: {} ({} done)", textAt(command, {"label"}), textAt(command, {"answer"}), ++done));
  });
  std::vector<Json> lines = objectsOf(said.output);
  if (lines.empty() || std::ranges::any_of(lines, [](const Json& line) { return at(line, {"verdict"}) == "REJECTED"; }))
    return unread(call, files, said);
  Answer answer;
  std::vector<Piece> details;
  for (const Json& line : lines) {
    const auto sameLabel = [&](const Json& other) { return at(other, {"label"}) == at(line, {"label"}); };
    CommandPieces command(line, call.session(), std::ranges::count_if(lines, sameLabel) > 1);
    answer.pieces.push_back(command.first());
    std::ranges::move(command.details(), std::back_inserter(details));
  }
  const auto has = [&](std::string_view outcome) {
    return static_cast<std::size_t>(
        std::ranges::count_if(answer.pieces, [&](const Piece& piece) { return piece.data["outcome"] == outcome; }));
  };
  const std::size_t counterexamples = has("counterexample"), unknown = has("unknown") + has("error");
  answer.head = {{"answered", lines.size()}, {"counterexamples", counterexamples}};
  if (lines.size() > 1)
    answer.text =
        fmt::format("{}: {}{}", support::plural(lines.size(), "command"), support::plural(counterexamples, "counterexample"),
                    unknown == 0 ? "" : fmt::format(", {} not decided", unknown));
  answer.text += remarkOnTime(call, answer);
  std::ranges::move(details, std::back_inserter(answer.pieces));
  if (const std::string complaint = complaintOf(said); !complaint.empty() && said.code == 4) answer.text += "\n" + complaint;
  return answer;
}

}  // namespace aunit::server::mcp
