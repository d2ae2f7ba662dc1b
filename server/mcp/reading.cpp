// Errors and warnings of models, and their formatting.

#include <algorithm>
#include <map>
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

constexpr std::size_t mostDiagnostics = 100;

std::string editText(const Json& edit) {
  const std::string place = placeText(edit), text = clipped(textAt(edit, {"replacement"}), 120);
  const std::string end = fmt::format("{}:{}", at(edit, {"end_line"}).dump(), at(edit, {"end_column"}).dump());
  if (place.ends_with(":" + end)) return fmt::format("insert `{}` at {}", text, place);
  if (text.empty()) return fmt::format("delete from {} up to {}", place, end);
  return fmt::format("replace from {} up to {} by `{}`", place, end, text);
}

/// Converts a diagnostic in the format of `check --json` (docs/json.md) to a piece of the answer.
Piece pieceOf(const Json& said, const std::string& source) {
  std::string text = fmt::format("{}: {}", textAt(said, {"severity"}), clipped(textAt(said, {"message"}), 300));
  Json data = {{"severity", said["severity"]}, {"code", said["code"]}, {"message", clipped(textAt(said, {"message"}), 300)}};
  if (said.contains("place")) {
    text += "\n" + excerptText(said["place"], source);
    data["place"] = placeText(said["place"]);
  }
  for (const Json& hint : at(said, {"hints"})) {
    text += "\n  hint: " + clipped(lineOf(hint), 200);
    data["hints"].push_back(clipped(lineOf(hint), 200));
  }
  for (const Json& related : at(said, {"related"}))
    text += fmt::format("\n  {}: {}", placeText(at(related, {"place"})), clipped(textAt(related, {"message"}), 200));
  if (const Json& fixes = at(said, {"fixes"}); fixes.is_array())
    for (const Json& fix : fixes) {
      Json edits = Json::array();
      std::vector<std::string> words;
      for (const Json& edit : at(fix, {"edits"})) {
        words.push_back(editText(edit));
        edits.push_back(edit);
      }
      text += fmt::format("\n  fix: {} ({})", textAt(fix, {"title"}), fmt::join(words, "; "));
      data["fixes"].push_back({{"title", at(fix, {"title"})}, {"edits", std::move(edits)}});
    }
  return {"diagnostics", std::move(data), std::move(text)};
}

}  // namespace

Diagnostics diagnosticsOf(Call& call, const std::vector<std::string>& files, bool redundant) {
  std::vector<std::string> words = {"check", "--json"};
  if (redundant) {
    words.emplace_back("--redundant");
    words.push_back(fmt::format("--timeout={}", call.seconds()));
  }
  const support::ChildAnswer answer = call.ask(words, files);
  Diagnostics found;
  std::map<std::string, std::string> texts;
  const std::vector<Json> lines = objectsOf(answer.output);
  for (const bool errors : {true, false})
    for (const Json& said : lines) {
      if ((at(said, {"severity"}) == "error") != errors) continue;
      std::size_t notes = 0;  // not counted as warnings, because notes report nothing wrong
      std::size_t& count = errors ? found.errors : at(said, {"severity"}) == "note" ? notes : found.warnings;
      ++count;
      if (found.pieces.size() >= mostDiagnostics) continue;
      const std::string file = rawAt(said, {"place", "file"});
      if (!file.empty() && !texts.contains(file)) texts[file] = call.sources().read(file).value_or("");
      Piece piece = pieceOf(said, texts[file]);
      // If several files open a module, `check` reports each error in the module several times. The error is counted only once.
      const bool isSaid = std::ranges::find(found.pieces, piece.text, &Piece::text) != found.pieces.end();
      if (isSaid) --count;
      if (!isSaid) found.pieces.push_back(std::move(piece));
    }
  if (lines.size() > mostDiagnostics)
    found.pieces.push_back({"", nullptr, fmt::format("and {} more", lines.size() - mostDiagnostics)});
  if (lines.empty() && answer.code != 0 && !call.stopped()) throw CallError{complaintOf(answer)};
  return found;
}

Answer checked(Call& call) {
  const std::vector<std::string> files = call.asked({".als", ".md", ".np", ".prog", ".aunit"}, true);
  Diagnostics found = diagnosticsOf(call, files, call.flag("redundant"));
  Answer answer;
  answer.pieces = std::move(found.pieces);
  answer.head = {{"ok", found.errors == 0 && !call.stopped()}, {"errors", found.errors}, {"warnings", found.warnings}};
  if (found.errors != 0 || found.warnings != 0)
    answer.text = fmt::format("{}, {}", support::plural(found.errors, "error"), support::plural(found.warnings, "warning"));
  else if (!call.stopped())
    answer.text = clipped(support::joined(files, ", ", support::oneLine) + ": no errors, no warnings");
  answer.text += remarkOnTime(call, answer);
  return answer;
}

Answer unread(Call& call, const std::vector<std::string>& files, const support::ChildAnswer& said) {
  Answer answer;
  Diagnostics found;
  if (said.code == 4) found = diagnosticsOf(call, files, false);
  if (found.errors == 0) {
    const std::string complaint = complaintOf(said), remark = remarkOnTime(call, answer);
    return refusal(complaint.empty() && remark.empty()
                       ? fmt::format("no answer: the child process ended with exit code {}", said.code)
                       : complaint + remark);
  }
  std::erase_if(found.pieces, [](const Piece& piece) { return at(piece.data, {"severity"}) == "warning"; });
  answer.pieces = std::move(found.pieces);
  answer.text = "the model has errors, so nothing was evaluated";
  answer.isError = true;
  return answer;
}

Answer unreadSuite(Call& call, const support::ChildAnswer& said) {
  std::vector<std::string> files = call.sources().areSent() ? call.sources().names : call.paths();
  std::erase_if(files, [](const std::string& name) {
    return !name.ends_with(".als") && !name.ends_with(".aunit") && !name.ends_with(".md");
  });
  return files.empty() ? refusal(complaintOf(said)) : unread(call, files, said);
}

std::string remarkOnTime(const Call& call, Answer& answer) {
  if (!call.stopped()) return "";
  answer.head["stopped"] = true;
  return fmt::format("\nStopped after {} s, so the answer is incomplete. Give more time with `timeout`.", call.seconds());
}

Answer laidOut(Call& call) {
  const std::vector<std::string> files = call.asked({".als", ".md", ".np", ".prog", ".aunit"}, true);
  const support::ChildAnswer said = call.ask({"format", "--diff", "--color=never"}, files);
  if (said.code == 4) return unread(call, files, said);
  Answer answer;
  answer.head = {{"changed", !said.output.empty()}};
  answer.text = said.output.empty() ? "already formatted" : "the changes (no file was written):";
  constexpr std::size_t bytesOfHunk = 800;
  for (std::size_t begin = 0; begin < said.output.size();) {
    std::size_t end = begin;
    while (end < said.output.size() && (end == begin || end - begin < bytesOfHunk))
      end = std::min(said.output.find('\n', end), said.output.size() - 1) + 1;
    std::string hunk = said.output.substr(begin, end - begin);
    if (hunk.ends_with('\n')) hunk.pop_back();
    answer.pieces.push_back({"diff", hunk, hunk});
    begin = end;
  }
  return answer;
}

}  // namespace aunit::server::mcp
