#include "reporters/terminal/notes.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

constexpr std::size_t mostNotesNamed = 4;

/// Identifies a note, without its position: if an edit moves the note, it is not shown again.
using Key = std::pair<std::string, std::string>;  // path, message

struct PendingNote {
  std::string text;   // the whole note, with its source line
  std::string brief;  // the note in short: "list.als (read as Alloy 5)"
};

struct State {
  std::mutex mutex;                                                                   // guards all members but `style`
  std::map<std::tuple<std::string, std::uint32_t, std::string>, PendingNote> unsaid;  // by path, place and message
  std::set<Key> said;
  Style style{false};
  std::size_t inFull = 0;
};

State& state() {
  static State state;
  return state;
}

void hear(const parser::Loaded& loaded) {
  State& s = state();
  for (const model::Diagnostic& d : loaded.diagnostics.all()) {
    if (d.severity != model::Severity::note || !d.span.known()) continue;
    const std::string& path = loaded.sources.file(d.span.file).path();
    const std::lock_guard lock(s.mutex);
    if (s.said.contains({path, d.message})) continue;
    s.unsaid.try_emplace(
        {path, d.span.begin, d.message},
        PendingNote{model::render(d, loaded.sources, s.style.colored()),
                    fmt::format("{} ({})", support::oneLine(path), support::oneLine(d.message.substr(0, d.message.find(": "))))});
  }
}

}  // namespace

NoteCollector::NoteCollector(ColorChoice color, std::size_t inFull) {
  state().style = Style(wantsColor(color, stderr));
  state().inFull = inFull;
  parser::listenToLoads(hear);
}

NoteCollector::~NoteCollector() {
  parser::listenToLoads(nullptr);
  sayNotes();
}

void sayNotes() {
  State& s = state();
  std::string text;
  {
    const std::lock_guard lock(s.mutex);
    std::vector<std::string> briefs;
    for (auto& [key, heard] : s.unsaid) {
      const auto& [path, begin, message] = key;
      if (!s.said.emplace(path, message).second) continue;
      if (s.inFull != 0) {
        --s.inFull;
        text += heard.text;
      } else {
        briefs.push_back(std::move(heard.brief));
      }
    }
    s.unsaid.clear();
    if (!briefs.empty())
      text += fmt::format("{} on how files were read: {}\n", support::plural(briefs.size(), text.empty() ? "note" : "more note"),
                          model::inWords(briefs, mostNotesNamed));
  }
  show(stderr, text, s.style);
}

void leaveNotesUnsaid() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  for (const auto& [key, heard] : s.unsaid) s.said.emplace(std::get<0>(key), std::get<2>(key));
  s.unsaid.clear();
}

void leaveNotesUnsaid(const model::SourceMap& sources) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  for (model::FileId id = 0; id < sources.size(); ++id)
    std::erase_if(s.unsaid, [&](const auto& heard) {
      const auto& [path, begin, message] = heard.first;
      return path == sources.file(id).path() && (s.said.emplace(path, message), true);
    });
}

bool isNewNote(const model::Diagnostic& note, const model::SourceMap& sources) {
  if (!note.span.known()) return true;
  const std::lock_guard lock(state().mutex);
  return state().said.emplace(sources.file(note.span.file).path(), note.message).second;
}

}  // namespace aunit::reporters
