// Requests about a place or a file, and requests about the whole workspace.

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "server/answers/completion.h"
#include "server/answers/hints.h"
#include "server/answers/lenses.h"
#include "server/answers/outline.h"
#include "server/answers/quick_fixes.h"
#include "server/server.h"
#include "suite/trouble.h"
#include "support/system/system_files.h"

namespace aunit::server {

namespace {

constexpr std::chrono::seconds longestSearch{2};
// If reading the current text takes longer, a request is answered from an earlier analysis.
constexpr std::chrono::milliseconds patience{30};

/// Whether a text is a valid name for a declaration.
bool isName(const std::string& name) {
  const auto loaded = parser::loadText("name.als", "sig " + name + " {}");
  return loaded->ok() && loaded->model->sigs().back().name == name;
}

constexpr std::uint32_t mostLines = 1'000'000'000;  // a position on this line means the end of the text

/// Whether the kinds of code actions that a request wants (`only`) include "source": actions on a whole file.
bool isForSource(const Json& only) {
  return only.is_array() && std::ranges::any_of(only, [](const Json& kind) { return kind == "source"; });
}

/// Code actions that start a search for hints about a file.
Json searches(const std::string& uri, const Analysis& analysis) {
  Json actions = Json::array();
  if (!analysis.loaded->model || parser::languageOf(analysis.path) != parser::Language::alloy) return actions;
  const auto add = [&](const char* title, const char* name) {
    actions.push_back({{"title", title},
                       {"kind", "source"},
                       {"command", {{"title", title}, {"command", name}, {"arguments", Json::array({uri})}}}});
  };
  if (!analysis.tests.empty()) add("Look for changes of the model that no test notices", command::survivors);
  if (analysis.path.ends_with(".aunit")) add("Propose tests", command::proposals);
  add("Look for edits that fix the model", command::repairs);
  return actions;
}

/// The outcomes of commands of this model; `stale` marks them as outcomes of an earlier text.
CommandOutcomes outcomesOf(const KnownFile& file, const Analysis& analysis, bool stale) {
  CommandOutcomes outcomes;
  for (const auto& [label, known] : file.commands)
    if (known.meaning == analysis.meaning)
      outcomes[label] = {known.outcome.text + (stale ? " (before the last change)" : ""), known.outcome.isOpen && !stale};
  return outcomes;
}

}  // namespace

// Texts.

const Document* Server::document(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() || !found->second.document ? nullptr : &*found->second.document;
}

const TestResults* Server::testsOf(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second.tests;
}

bool Server::isLatest(const std::string& path, const std::shared_ptr<const Analysis>& analysis) const {
  const auto found = files_.find(path);
  return found != files_.end() && found->second.current && found->second.latest.lock() == analysis;
}

/// A view of the latest analysis in memory. Its `stale` is set if the text has changed since this analysis.
std::optional<Server::View> Server::viewOf(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return std::nullopt;
  const KnownFile& file = found->second;
  if (auto latest = file.current ? file.latest.lock() : nullptr) return View{std::move(latest), file.readAt, false};
  return file.kept ? std::optional(View{file.kept.analysis, file.kept.at, true}) : std::nullopt;
}

/// Calls `use` with the analysis of the current text: immediately, or as soon as the text has been read. If `staleWillDo` is set
/// and reading takes long, calls `use` with an earlier analysis.
void Server::withAnalysis(const std::string& path, const Json& id, bool staleWillDo, const Use& use) {
  if (const auto view = viewOf(path); view && !view->stale) return use(*view);
  const auto until = staleWillDo ? std::optional(Clock::now() + patience) : std::nullopt;
  waiting_.push_back({path, id, staleWillDo, until, use});
  if (!id.is_null()) owed_.insert(id.dump());
  read(path, Urgency::asked);
}

/// Answers the requests that wait for this text. If `staleWillDo`, answers only requests that accept an earlier analysis.
void Server::answerWaiting(const std::string& path, const std::function<void(const PendingUse&)>& answer, bool staleWillDo) {
  std::list<PendingUse> ready;
  for (auto each = waiting_.begin(); each != waiting_.end();) {
    const auto next = std::next(each);
    if (each->path == path && (!staleWillDo || each->staleWillDo)) ready.splice(ready.end(), waiting_, each);
    each = next;
  }
  for (const PendingUse& each : ready) {
    if (!each.id.is_null()) owed_.erase(each.id.dump());
    answering(each.id, [&] { answer(each); });
  }
}

// Requests about one text.

bool isAboutText(const std::string& method) {
  constexpr std::string_view methods[] = {
      "textDocument/hover",          "textDocument/definition",     "textDocument/declaration",
      "textDocument/documentSymbol", "textDocument/foldingRange",   "textDocument/documentHighlight",
      "textDocument/prepareRename",  "textDocument/selectionRange", "textDocument/semanticTokens/full",
      "textDocument/completion",     "textDocument/signatureHelp",  "textDocument/formatting",
      "textDocument/codeAction",     "textDocument/codeLens",       "textDocument/inlayHint"};
  return std::ranges::find(methods, method) != std::end(methods);
}

bool staleWillDo(const std::string& method) {
  constexpr std::string_view methods[] = {
      "textDocument/hover",      "textDocument/definition",    "textDocument/declaration", "textDocument/documentHighlight",
      "textDocument/completion", "textDocument/signatureHelp", "textDocument/codeLens",    "textDocument/inlayHint"};
  return std::ranges::find(methods, method) != std::end(methods);
}

Cursor Server::cursorAt(const Json& params, const View& view) const {
  const Analysis& analysis = *view.analysis;
  const model::FileId file = analysis.fileOf(analysis.path);
  TextPosition position = positionFrom(params.at("position"));
  if (view.stale) position = files_.at(analysis.path).moves.backward(position, view.at);
  return {analysis, file, file == model::noFile ? 0 : offsetOf(analysis.loaded->sources.file(file), position, encoding_)};
}

Json Server::answerAbout(const std::string& method, const Json& params, const View& view) {
  const Analysis& analysis = *view.analysis;
  const std::string& path = analysis.path;
  /// If the answer is about an earlier text, moves its positions to where they are in the current text.
  const auto now = [&](Json answer) { return view.stale ? files_.at(path).moves.forward(std::move(answer), view.at) : answer; };
  if (method == "textDocument/hover") {
    const Cursor cursor = cursorAt(params, view);
    return now(hover(cursor, valueAt(cursor, shown_), encoding_));
  }
  if (method == "textDocument/definition" || method == "textDocument/declaration") {
    Json place = definition(cursorAt(params, view), encoding_);
    return at(place, {"uri"}) == uriOf(path) ? now(std::move(place)) : place;
  }
  if (method == "textDocument/documentHighlight") return now(highlights(cursorAt(params, view), encoding_));
  if (method == "textDocument/prepareRename") return prepareRename(params, view);
  if (method == "textDocument/documentSymbol") return documentSymbols(analysis, encoding_);
  if (method == "textDocument/foldingRange") return foldingRanges(analysis);
  if (method == "textDocument/selectionRange") return selectionRanges(analysis, params.at("positions"), encoding_);
  if (method == "textDocument/semanticTokens/full") return semanticTokens(analysis, encoding_);
  if (method == "textDocument/completion") return now(completions(cursorAt(params, view), resolved(path, view).analysis.get()));
  if (method == "textDocument/signatureHelp") return signatureHelp(cursorAt(params, view));
  if (method == "textDocument/formatting") return formatting(analysis, encoding_);
  if (method == "textDocument/codeAction") {
    if (const Json& only = at(params, {"context", "only"}); isForSource(only)) return searches(uriIn(params), analysis);
    Json actions = codeActions(analysis, uriIn(params), params.at("range"), encoding_);
    for (Json& fix : hintFixes(path, params.at("range"))) actions.push_back(std::move(fix));
    return actions;
  }
  if (method == "textDocument/codeLens") return lenses(path, view);
  return inlayHints(path, view, params.at("range"));
}

/// The quick fixes of all hints that overlap with `range` in this file, even of hints that a search about another file found.
Json Server::hintFixes(const std::string& path, const Json& range) const {
  Json actions = Json::array();
  const TextPosition begin = positionFrom(range.at("start")), end = positionFrom(range.at("end"));
  const auto editOf = [&](const HintFix::Edit& edit) -> Json {
    if (!edit.range.is_null()) return {{"range", edit.range}, {"newText", edit.text}};
    const Document* text = document(edit.path);
    const auto last = text ? positionOf(text->text, text->text.size(), encoding_) : TextPosition{mostLines, 0};
    return {{"range", {{"start", toJson(last)}, {"end", toJson(last)}}},
            {"newText", (last.character == 0 ? "" : "\n") + edit.text}};
  };
  const auto add = [&](const Hint& hint) {
    const Json& place = hint.diagnostic["range"];
    if (positionFrom(place["start"]) > end || positionFrom(place["end"]) < begin) return;
    for (const HintFix& fix : hint.fixes) {
      Json changes = Json::object();
      for (const HintFix::Edit& edit : fix.edits) changes[uriOf(edit.path)].push_back(editOf(edit));
      actions.push_back({{"title", fix.title},
                         {"kind", "quickfix"},
                         {"diagnostics", Json::array({hint.diagnostic})},
                         {"edit", {{"changes", std::move(changes)}}}});
    }
  };
  for (const auto& [root, file] : files_)
    for (const auto& [kind, hints] : file.hints)
      if (const auto found = hints.find(path); found != hints.end()) std::ranges::for_each(found->second, add);
  return actions;
}

/// If the text of `view` has errors and an earlier text without errors is known, returns the view of the latest such text.
/// Otherwise returns `view`.
Server::View Server::resolved(const std::string& path, const View& view) const {
  if (view.analysis->loaded->model) return view;
  const auto found = files_.find(path);
  if (found == files_.end() || !found->second.good) return view;
  return {found->second.good.analysis, found->second.good.at, true};
}

/// The hints about changes of a file since the last commit; null if no such hint is known.
const std::vector<Hint>* Server::versionsOf(const std::string& path) const {
  const auto file = files_.find(path);
  if (file == files_.end()) return nullptr;
  const auto hints = file->second.hints.find(sinceCommit);
  if (hints == file->second.hints.end()) return nullptr;
  const auto own = hints->second.find(path);
  return own == hints->second.end() ? nullptr : &own->second;
}

/// While a text has errors, shows the lenses of the last text without errors, at the positions to which later edits moved them.
Json Server::lenses(const std::string& path, const View& view) {
  const View shown = resolved(path, view);
  const KnownFile& file = files_[path];
  Json all = codeLenses(*shown.analysis, &file.tests, outcomesOf(file, *shown.analysis, shown.stale), encoding_);
  if (const auto* changed = versionsOf(path))
    for (Json& lens : versionLenses(path, *changed)) all.push_back(std::move(lens));
  return shown.stale ? file.moves.forward(std::move(all), shown.at) : all;
}

Json Server::inlayHints(const std::string& path, const View& view, const Json& range) {
  const View shown = resolved(path, view);
  const KnownFile& file = files_[path];
  const TextPosition first = positionFrom(range.at("start")), last = positionFrom(range.at("end"));
  const auto isAsked = [&](const Json& hint) {
    const TextPosition place = positionFrom(hint.at("position"));
    return first.line <= place.line && place.line <= last.line;
  };
  Json all = Json::array();
  const auto add = [&](Json hints, const View& of, bool atEnd) {
    if (of.stale) hints = file.moves.forward(std::move(hints), of.at);
    for (Json& hint : hints) {
      if (!isAsked(hint)) continue;
      if (atEnd && file.document)
        hint["position"] = toJson(endOfLine(file.document->text, positionFrom(hint["position"]), encoding_));
      all.push_back(std::move(hint));
    }
  };
  add(outcomeHints(*shown.analysis, &file.tests, outcomesOf(file, *shown.analysis, shown.stale), encoding_), shown, true);
  if (typeHints_) add(typeHints(*view.analysis, encoding_), view, false);
  return all;
}

Json Server::prepareRename(const Json& params, const View& view) const {
  const Cursor cursor = cursorAt(params, view);
  const auto name = cursor.name();
  if (!name) return nullptr;
  const model::SourceMap& sources = view.analysis->loaded->sources;
  const std::string text(sources.text(name->use));
  if (name->kind == parser::NameKind::module)
    throw RequestError{ErrorCode::requestFailed, "a module cannot be renamed here: rename its file"};
  if (!support::isAbsolutePath(sources.file(name->declaration.file).path()) && name->declaration.file != cursor.file)
    throw RequestError{ErrorCode::requestFailed, fmt::format("`{}` cannot be renamed: it is declared in the library", text)};
  return {{"range", rangeOf(sources, name->use, encoding_)}, {"placeholder", text}};
}

// Requests about the workspace.

/// Answers a request in the thread that reads texts: calls `step` until it returns a result.
void Server::inBackground(const Json& id, std::function<std::optional<Json>(Texts&)> step) {
  owed_.insert(id.dump());
  reading_.post(Urgency::asked, id.dump(), [this, id, step = std::move(step)](const Worker::Stop& stop) {
    const auto answer = [&](const std::function<void(const Json& id)>& say) {
      post([this, id, say] {
        owed_.erase(id.dump());
        say(id);
      });
      return false;
    };
    const auto refuse = [&](const RequestError& error) { return answer([this, error](const Json& to) { fail(to, error); }); };
    const RequestError cancelled{ErrorCode::requestCancelled, "cancelled"};
    try {
      if (stop) return refuse(cancelled);
      auto result = step(texts_);
      return result ? answer([this, json = *std::move(result)](const Json& to) { respond(to, json); }) : true;
    } catch (const StopSignal&) {
      return refuse(cancelled);
    } catch (const RequestError& error) {
      return refuse(error);
    } catch (const std::exception&) {
      return refuse({ErrorCode::internalError, suite::troubleAtHand({}).message});
    }
  });
}

/// Finds all uses, in the workspace, of the name at the cursor. Answers the request `id` with the result of `use`, which gets the
/// URIs and ranges of the uses, sorted, without duplicates.
void Server::placesEverywhere(const Json& id, const Cursor& cursor, std::function<Json(const Places&)> use) {
  const auto declared = declaredAt(cursor);
  if (!declared) return respond(id, use({}));
  struct Search {
    DeclarationId declared;
    std::string name, from;
    Places places;
    std::optional<std::vector<std::string>> paths;
  };
  const auto search = std::make_shared<Search>();
  search->declared = *declared;
  search->name = cursor.analysis.loaded->sources.text(cursor.name()->use);
  search->from = cursor.analysis.path;
  search->places = placesOf(cursor.analysis, *declared, encoding_);
  inBackground(id, [this, search, use = std::move(use), encoding = encoding_](Texts& texts) -> std::optional<Json> {
    if (!search->paths) search->paths = filesOfWorkspace(texts).paths;
    Places& places = search->places;
    while (!search->paths->empty()) {
      const std::string path = std::move(search->paths->back());
      search->paths->pop_back();
      if (path == search->from || !texts.workspace.mentions(path, search->name)) continue;
      const Places more = placesOf(*texts.workspace.analysis(path), search->declared, encoding);
      places.insert(places.end(), more.begin(), more.end());
      return std::nullopt;
    }
    const auto key = [](const std::pair<std::string, Json>& place) {
      const Json& start = place.second.at("start");
      return std::tuple(place.first, start.at("line").get<int>(), start.at("character").get<int>());
    };
    std::ranges::sort(places, {}, key);
    const auto twice = std::ranges::unique(places, {}, key);
    places.erase(twice.begin(), twice.end());
    return use(places);
  });
}

void Server::references(const Json& params, const Json& id) {
  withAnalysis(pathOf(uriIn(params)), id, false, [this, params, id](const View& view) {
    const Cursor cursor = cursorAt(params, view);
    const bool withDeclaration = isTrue(at(params, {"context", "includeDeclaration"}));
    placesEverywhere(id, cursor, [declaration = definition(cursor, encoding_), withDeclaration](const Places& places) {
      Json all = Json::array();
      for (const auto& [uri, range] : places) {
        Json location = {{"uri", uri}, {"range", range}};
        if (withDeclaration || location != declaration) all.push_back(std::move(location));
      }
      return all;
    });
  });
}

void Server::rename(const Json& params, const Json& id) {
  withAnalysis(pathOf(uriIn(params)), id, false, [this, params, id](const View& view) {
    const std::string newName = params.at("newName").get<std::string>();
    if (prepareRename(params, view).is_null()) throw RequestError{ErrorCode::requestFailed, "there is no name here"};
    if (!isName(newName)) throw RequestError{ErrorCode::requestFailed, fmt::format("`{}` cannot be a name", newName)};
    placesEverywhere(id, cursorAt(params, view), [newName](const Places& places) {
      Json changes = Json::object();
      for (const auto& [uri, range] : places) changes[uri].push_back({{"range", range}, {"newText", newName}});
      return Json{{"changes", changes}};
    });
  });
}

/// Searches for symbols. Reads files that are not in the index, for a limited time only. The next request reads further files.
void Server::workspaceSymbols(const std::string& query, const Json& id) {
  struct Search {
    std::optional<std::vector<std::string>> paths;  // paths to search, in reverse order
    Json found = Json::array();
    Clock::time_point enough = Clock::now() + longestSearch;
  };
  const auto search = std::make_shared<Search>();
  inBackground(id, [this, query, search, encoding = encoding_](Texts& texts) -> std::optional<Json> {
    if (!search->paths) {
      search->paths = filesOfWorkspace(texts).paths;
      std::ranges::reverse(*search->paths);
    }
    for (bool wasRead = false; !search->paths->empty() && !wasRead;) {
      const std::string path = std::move(search->paths->back());
      search->paths->pop_back();
      const bool isOpen = texts.workspace.document(path) != nullptr;
      const std::vector<NamedSymbol>* symbols = isOpen ? nullptr : texts.symbols.of(path);
      if (!symbols) {
        if (!isOpen && Clock::now() > search->enough) continue;
        if (!isOpen) texts.workspace.invalidate(path);  // the client may not have reported that the file on disk has changed
        symbols = &texts.symbols.take(*texts.workspace.analysis(path), encoding);
        wasRead = true;
      }
      for (const NamedSymbol& symbol : *symbols)
        if (symbol.matches(query)) search->found.push_back(symbol.json(path));
    }
    return search->paths->empty() ? std::optional(std::move(search->found)) : std::nullopt;
  });
}

}  // namespace aunit::server
