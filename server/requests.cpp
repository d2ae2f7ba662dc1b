// Requests about a place or a file that take more than one analysis.

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "server/outline.h"
#include "server/server.h"

namespace aunit::server {

namespace {

constexpr std::chrono::seconds longestSearch{2};

/// Whether a name can be declared.
bool isName(const std::string& name) {
  const auto loaded = parser::loadText("name.als", "sig " + name + " {}");
  return loaded->ok() && loaded->model->sigs().back().name == name;
}

}  // namespace

std::shared_ptr<const Analysis> Server::analysisOf(const Json& params) {
  return workspace_.analysis(pathOf(uriIn(params)));
}

Cursor Server::cursorAt(const Json& params, std::shared_ptr<const Analysis>& holder) {
  holder = analysisOf(params);
  const model::FileId file = holder->fileOf(holder->path);
  const TextPosition position = positionFrom(params.at("position"));
  return {*holder, file, file == model::noFile ? 0 : offsetOf(holder->loaded->sources.file(file), position, encoding_)};
}

const TestResults* Server::testsOf(const std::string& path) const {
  const auto found = tests_.find(path);
  return found == tests_.end() ? nullptr : &found->second;
}

/// Where the name at the cursor is used in the whole workspace: URIs and ranges, each once, in order.
std::vector<std::pair<std::string, Json>> Server::placesEverywhere(const Cursor& cursor) {
  const auto declared = declaredAt(cursor);
  if (!declared) return {};
  const std::string name(cursor.analysis.loaded->sources.text(cursor.name()->use));
  std::vector<std::pair<std::string, Json>> places = placesOf(cursor.analysis, *declared, encoding_);
  for (const std::string& path : filesOfWorkspace().paths) {
    if (path == cursor.analysis.path || !workspace_.mentions(path, name)) continue;
    const auto more = placesOf(*workspace_.analysis(path), *declared, encoding_);
    places.insert(places.end(), more.begin(), more.end());
  }
  const auto key = [](const std::pair<std::string, Json>& place) {
    const Json& start = place.second.at("start");
    return std::tuple(place.first, start.at("line").get<int>(), start.at("character").get<int>());
  };
  std::ranges::sort(places, {}, key);
  const auto twice = std::ranges::unique(places, {}, key);
  places.erase(twice.begin(), twice.end());
  return places;
}

Json Server::references(const Json& params) {
  std::shared_ptr<const Analysis> holder;
  const Cursor cursor = cursorAt(params, holder);
  Json all = Json::array();
  const Json declaration = definition(cursor, encoding_);
  const bool withDeclaration = isTrue(at(params, {"context", "includeDeclaration"}));
  for (auto& [uri, range] : placesEverywhere(cursor)) {
    Json location = {{"uri", uri}, {"range", std::move(range)}};
    if (withDeclaration || location != declaration) all.push_back(std::move(location));
  }
  return all;
}

Json Server::prepareRename(const Json& params) {
  std::shared_ptr<const Analysis> holder;
  const Cursor cursor = cursorAt(params, holder);
  const auto name = cursor.name();
  if (!name) return nullptr;
  const model::SourceMap& sources = holder->loaded->sources;
  const std::string text(sources.text(name->use));
  if (name->kind == parser::NameKind::module)
    throw RequestError{ErrorCode::requestFailed, "a module is named like its file: rename the file"};
  if (!sources.file(name->declaration.file).path().starts_with('/') && name->declaration.file != cursor.file)
    throw RequestError{ErrorCode::requestFailed, fmt::format("`{}` belongs to the library", text)};
  return {{"range", rangeOf(sources, name->use, encoding_)}, {"placeholder", text}};
}

Json Server::rename(const Json& params) {
  const std::string newName = params.at("newName").get<std::string>();
  if (prepareRename(params).is_null()) throw RequestError{ErrorCode::requestFailed, "there is no name here"};
  if (!isName(newName)) throw RequestError{ErrorCode::requestFailed, fmt::format("`{}` cannot be a name", newName)};
  std::shared_ptr<const Analysis> holder;
  Json changes = Json::object();
  for (const auto& [uri, range] : placesEverywhere(cursorAt(params, holder)))
    changes[uri].push_back({{"range", range}, {"newText", newName}});
  return {{"changes", changes}};
}

/// Of files that nobody has looked at yet as many as the time allows: the next request finds more.
Json Server::workspaceSymbols(const std::string& query) {
  const Clock::time_point enough = Clock::now() + longestSearch;
  Json all = Json::array();
  for (const std::string& path : filesOfWorkspace().paths) {
    const bool isOpen = workspace_.document(path) != nullptr;
    const std::vector<NamedSymbol>* symbols = isOpen ? nullptr : symbols_.of(path);
    if (!symbols) {
      if (!isOpen && Clock::now() > enough) continue;
      if (!isOpen) workspace_.invalidate(path);  // nobody may have said that it was written
      symbols = &symbols_.take(*workspace_.analysis(path), encoding_);
    }
    for (const NamedSymbol& symbol : *symbols)
      if (symbol.matches(query)) all.push_back(symbol.json(path));
  }
  return all;
}

/// Where the folders hold too much, people are told once.
Workspace::Files Server::filesOfWorkspace() {
  Workspace::Files files = workspace_.files();
  if (!files.complete && !saidIncomplete_) {
    saidIncomplete_ = true;
    const std::string message = fmt::format(
        "The workspace holds more than {} files and folders: names are looked for in what is nearest to its top and in what is "
        "open, and only what is open is judged. Open a smaller folder, or set `searchedEntries`.",
        workspace_.searchedEntries());
    send({{"jsonrpc", "2.0"}, {"method", "window/showMessage"}, {"params", {{"type", 2}, {"message", message}}}});
  }
  return files;
}

}  // namespace aunit::server
