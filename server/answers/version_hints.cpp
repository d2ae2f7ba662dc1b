// Hints on the changes of a file since the last commit.

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "reporters/versions/versions.h"
#include "runner/files/git.h"
#include "server/answers/background_hints.h"
#include "server/answers/names.h"
#include "strength/versions/changes_of_meaning.h"
#include "support/budget.h"

namespace aunit::server {

namespace {

using strength::versions::Change;

constexpr double secondsOfVersions = 2;  // time limit for each file

/// The title of a change: "weaker than HEAD", "not compared with HEAD within the time limit"; empty if there is nothing to show.
std::string titleOfVersion(const Change& change) {
  if (change.standing != Change::Standing::changed || change.kind == Change::Kind::command) return "";
  switch (change.relation) {
    case strength::comparison::Relation::weaker: return "weaker than HEAD";
    case strength::comparison::Relation::stronger: return "stronger than HEAD";
    case strength::comparison::Relation::neither:
      return change.kind == Change::Kind::function ? "other values than HEAD" : "neither weaker nor stronger than HEAD";
    case strength::comparison::Relation::unknown:
      return change.why == strength::versions::notInTime ? "not compared with HEAD within the time limit" : "";
    case strength::comparison::Relation::same:
    case strength::comparison::Relation::sameShared: break;
  }
  return "";
}

Hints hintsOn(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  Hints hints;
  const std::string folder = std::filesystem::path(analysis.path).parent_path().generic_string();
  std::string error;
  const auto head = runner::Revision::find("HEAD", error, folder);
  const auto text = head ? head->read(analysis.path) : std::nullopt;
  if (!text || stop) return hints;
  parser::LoadOptions options;
  options.readFile = [&](const std::string& path) { return head->read(path); };
  const auto older = parser::loadText(analysis.path, *text, options.within({.stop = &stop}));
  const parser::Loaded* const newer = analysis.loaded.get();
  if (stop || !older->ok() || !newer->ok()) return hints;
  strength::versions::CompareOptions how;
  how.commands = false;  // the lenses are about paragraphs only
  how.proof.limits = {.seconds = secondsOfVersions, .stop = &stop};
  how.proof.whole = support::Budget(how.proof.limits);
  reporters::ComparedModel compared{.path = "HEAD", .older = older.get(), .newer = newer, .comparison = {}, .forbidden = {}};
  std::vector<Change> changes;
  compared.comparison = strength::versions::compare(*older, *newer, how);
  changes = std::exchange(compared.comparison.changes, {});
  for (Change& change : changes) {
    const std::string title = titleOfVersion(change);
    if (title.empty() || !change.newer.known()) continue;
    const model::Span begin{change.newer.file, change.newer.begin, change.newer.begin};
    const std::string path = pathOf(uriOf(newer->sources.file(begin.file).path()));
    const std::string name = fmt::format("{} {}", strength::versions::name(change.kind), change.name);
    compared.comparison.changes = {std::move(change)};
    compared.comparison.unchanged = 0;
    std::string shown = reporters::versionsText({compared}, false);
    shown.erase(0, shown.find('\n') + 1);  // removes the first line: the path and the scope
    if (const std::size_t last = shown.rfind("  0 paragraphs unchanged\n"); last != std::string::npos) shown.resize(last);
    hints[path].push_back(
        {{{"range", rangeOf(newer->sources, begin, encoding)}, {"message", title}, {"name", name}, {"text", std::move(shown)}},
         {}});
  }
  return hints;
}

}  // namespace

Hints versionHints(const Analysis& analysis, Encoding encoding, const std::atomic<bool>& stop) {
  try {
    return hintsOn(analysis, encoding, stop);
  } catch (const support::Exhausted&) {
    return {};
  }
}

}  // namespace aunit::server
