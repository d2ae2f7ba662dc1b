// The tools eval and explain: values of expressions on an instance, and why.

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "server/mcp/saying.h"
#include "server/mcp/tools.h"
#include "support/pieces.h"

namespace aunit::server::mcp {

namespace {

std::string valueText(const Json& value) {
  if (!value.is_array()) return value.dump();
  std::vector<std::string> tuples;
  for (const Json& tuple : value) {
    tuples.push_back(support::joined(tuple, "->", lineOf));
  }
  return fmt::format("{{{}}}", fmt::join(tuples, ", "));
}

std::string membershipText(const Json& tuple) {
  const bool there = isTrue(at(tuple, {"there"}));
  std::string text = textAt(tuple, {"membership"});
  if (tuple.contains("state")) text += fmt::format(", in state {}", tuple["state"].dump());
  const Json& broken = at(tuple, {"broken"});
  if (!broken.is_array() || broken.empty())
    return text + (there ? ": no constraint needs it: if it is removed, all constraints hold"
                         : ": nothing forbids it: if it is added, all constraints hold");
  text += there ? ": if it is removed, this is violated:" : ": if it is added, this is violated:";
  for (const Json& one : broken) {
    text += "\n  " + clipped(textAt(one, {"constraint"}), 200);
    if (const std::string place = placeText(at(one, {"place"})); !place.empty()) text += fmt::format(" ({})", place);
    if (one.contains("reason")) text += "\n" + clipped(reasonText(one["reason"], 4), 500);
  }
  return text;
}

Piece pieceOfValue(const Json& line) {
  const std::string expression = clipped(textAt(line, {"expr"}), 200);
  Json data = {{"expr", expression}};
  std::string text = expression;
  if (line.contains("value")) {
    constexpr std::size_t most = 900;
    const std::string value = valueText(line["value"]);
    text += " = " + clipped(value, most);
    if (value.size() <= most)
      data["value"] = line["value"];
    else
      data["count"] = line["value"].size();
  } else if (line.contains("error")) {
    data["error"] = clipped(textAt(line, {"error"}));
    text += ": " + clipped(textAt(line, {"error"}));
  } else if (line.contains("reason")) {
    if (const Json& value = at(line, {"reason", "value"}); value.is_boolean()) data["value"] = value;
    data["reason"] = clipped(reasonText(line["reason"]), 1200);
    text += ":\n" + clipped(reasonText(line["reason"], 2), 1200);
  } else if (line.contains("tuple")) {
    data["reason"] = clipped(membershipText(line["tuple"]), 1200);
    text = clipped(membershipText(line["tuple"]), 1200);
  }
  return {"values", std::move(data), std::move(text)};
}

Answer asked(Call& call, const std::vector<std::string>& expressions) {
  const std::vector<std::string> files = call.asked({".als", ".md", ".aunit"}, false);
  if (files.size() != 1) throw CallError{"`paths` must name one model"};
  if (call.has("val") + call.has("command") + call.has("instance") != 1)
    throw CallError{
        "name one instance with `val` (a name), `command` (a label or index) or `instance` (a name that `exec` gave, or a file)"};
  std::vector<std::string> words = {"eval", "--json", "--color=never"};
  std::optional<support::TemporaryFolder> folder;
  if (call.has("val")) words.push_back("--val=" + call.text("val"));
  if (call.has("command"))
    words.push_back("--command=" +
                    (call.arguments()["command"].is_string() ? call.text("command") : call.arguments()["command"].dump()));
  if (call.has("state")) words.push_back("--state=" + call.arguments()["state"].dump());
  if (call.has("instance")) {
    Session& session = call.session();
    std::unique_lock lock(session.mutex);
    const auto kept = std::ranges::find(session.instances, call.text("instance"), &std::pair<std::string, std::string>::first);
    if (kept != session.instances.end()) {
      const std::string document = kept->second;
      lock.unlock();
      std::string error;
      std::error_code unknown;
      auto made = support::TemporaryFolder::create(std::filesystem::temp_directory_path(unknown).generic_string(), error);
      if (made) folder.emplace(std::move(*made));
      const std::string path = folder ? folder->path() + "/instance.json" : "";
      if (!folder || !support::writeFile(path, document, error))
        throw CallError{fmt::format("the instance cannot be written: {}", error)};
      call.alsoReads(folder->path());
      words.push_back("--instance=" + path);
    } else {
      lock.unlock();
      words.push_back("--instance=" + call.othersNamed("instance").front());
    }
  }
  std::vector<std::string> asked = {files.front()};
  std::ranges::copy(expressions, std::back_inserter(asked));
  const support::ChildAnswer said = call.ask(words, asked);
  const std::vector<Json> lines = objectsOf(said.output);
  if (lines.empty()) return unread(call, files, said);
  Answer answer;
  answer.head["answered"] = lines.size();
  for (const Json& line : lines) answer.pieces.push_back(pieceOfValue(line));
  answer.text = remarkOnTime(call, answer);
  answer.isError = std::ranges::all_of(lines, [](const Json& line) { return line.contains("error"); });
  return answer;
}

std::vector<std::string> textsAt(const Json& json) {
  return json.get<std::vector<std::string>>();
}

}  // namespace

Answer evaluated(Call& call) {
  return asked(call, textsAt(call.arguments()["expressions"]));
}

Answer explained(Call& call) {
  std::vector<std::string> questions = textsAt(call.arguments()["questions"]);
  for (std::string& question : questions)
    if (!question.starts_with("why ") && !question.starts_with("why-not ")) question = "why " + question;
  return asked(call, questions);
}

}  // namespace aunit::server::mcp
