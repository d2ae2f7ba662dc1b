#include "server/server.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "server/completion.h"
#include "server/diagnostics.h"
#include "server/lenses.h"
#include "server/outline.h"
#include "server/suspects.h"

namespace aunit::server {

namespace {

constexpr double shortestWait = 30, longestWait = 300;  // milliseconds until new diagnostics are shown

/// A member of an object, or of what is in it; null where it is not there.
const Json& at(const Json& json, std::initializer_list<const char*> path) {
  static const Json none;
  const Json* here = &json;
  for (const char* name : path) {
    if (!here->is_object()) return none;
    const auto found = here->find(name);
    if (found == here->end()) return none;
    here = &*found;
  }
  return *here;
}

bool isTrue(const Json& json) {
  return json.is_boolean() && json.get<bool>();
}

std::string uriIn(const Json& params) {
  return params.at("textDocument").at("uri").get<std::string>();
}

/// Whether a name can be declared.
bool isName(const std::string& name) {
  const auto loaded = parser::loadText("name.als", "sig " + name + " {}");
  return loaded->ok() && loaded->model->sigs().back().name == name;
}

}  // namespace

Server::Server(int input, int output, std::string version) : input_(input), output_(output), version_(std::move(version)) {}

// The loop.

int Server::run() {
  const runner::DeepThread reader([this] { readMessages(); });
  while (!exit_) {
    const auto item = next();
    if (!item) break;
    if (const auto* work = std::get_if<Work>(&*item)) {
      if (*work) (*work)();
    } else {
      handle(std::get<std::string>(*item));
    }
  }
  stop_ = true;
  tasks_.cancelAll();
  return shutDown_ ? 0 : 1;
}

void Server::readMessages() {
  MessageReader reader(input_, stop_);
  while (const auto body = reader.next()) {
    const Json message = Json::parse(*body, nullptr, false);
    const std::string method =
        message.is_object() && at(message, {"method"}).is_string() ? message["method"].get<std::string>() : "";
    const std::lock_guard lock(mutex_);
    if (method == "$/cancelRequest") {
      const std::string id = at(message, {"params", "id"}).dump();
      tasks_.cancel(id);
      cancelled_.insert(id);
      continue;
    }
    if (method == "textDocument/didChange") interrupt_ = true;
    queue_.emplace_back(*body);
    arrived_.notify_one();
    if (method == "exit") return;
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  arrived_.notify_one();
}

void Server::post(Work work) {
  const std::lock_guard lock(mutex_);
  queue_.emplace_back(std::move(work));
  arrived_.notify_one();
}

/// The next message or work. While none is waiting: what changed is looked at. Nothing at the end.
std::optional<std::variant<std::string, Server::Work>> Server::next() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      const auto ready = [this] { return !queue_.empty() || ended_; };
      if (!ready() && changed_.empty()) {
        if (due_.empty()) {
          arrived_.wait(lock, ready);
        } else {
          const auto first = std::ranges::min_element(due_, {}, [](const auto& each) { return each.second.first; });
          arrived_.wait_until(lock, first->second.first, ready);
        }
      }
      if (!queue_.empty()) {
        auto item = std::move(queue_.front());
        queue_.pop_front();
        return item;
      }
      if (ended_) return std::nullopt;
      interrupt_ = false;
      cancelled_.clear();  // nothing is left that could be meant
    }
    if (!changed_.empty()) workALittle();
    publishWhatIsDue();
  }
}

void Server::handle(const std::string& body) {
  Json id;
  try {
    const Json message = Json::parse(body, nullptr, false);
    if (message.is_discarded()) return fail(nullptr, {ErrorCode::parseError, "this is no JSON"});
    if (!message.is_object()) return fail(nullptr, {ErrorCode::invalidRequest, "a message is an object"});
    id = at(message, {"id"});
    const Json& method = at(message, {"method"});
    if (!method.is_string()) {
      if (message.contains("result") || message.contains("error")) return;  // an answer to a request of ours
      return fail(id, {ErrorCode::invalidRequest, "a message has a method"});
    }
    const std::string name = method.get<std::string>();
    static const Json noParameters = Json::object();
    const Json& params = message.contains("params") && !message["params"].is_null() ? message["params"] : noParameters;
    if (!message.contains("id")) return notice(name, params);
    {
      const std::lock_guard lock(mutex_);
      if (cancelled_.erase(id.dump()) > 0) return fail(id, {ErrorCode::requestCancelled, "cancelled"});
    }
    if (name == "workspace/executeCommand" && initialized_ && !shutDown_) {
      if (auto result = execute(params, id)) respond(id, std::move(*result));
      return;
    }
    respond(id, answer(name, params));
  } catch (const RequestError& error) {
    if (!id.is_null()) fail(id, error);
  } catch (const Json::exception& error) {
    if (!id.is_null()) fail(id, {ErrorCode::invalidParams, error.what()});
  } catch (const std::bad_alloc&) {
    if (!id.is_null()) fail(id, {ErrorCode::internalError, "out of memory"});
  } catch (const std::exception& error) {
    if (!id.is_null()) fail(id, {ErrorCode::internalError, error.what()});
  }
}

void Server::send(const Json& message) {
  const std::string bytes = framed(message);
  const std::lock_guard lock(outputMutex_);
  if (writeAll(output_, bytes)) return;
  const std::lock_guard queue(mutex_);  // nobody reads: nothing is left to do
  ended_ = true;
}

void Server::respond(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::fail(const Json& id, const RequestError& error) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(error.code)}, {"message", error.message}}}});
}

Json Server::answer(const std::string& method, const Json& params) {
  if (method == "initialize") {
    if (initialized_) throw RequestError{ErrorCode::invalidRequest, "initialized already"};
    return initialize(params);
  }
  if (!initialized_) throw RequestError{ErrorCode::notInitialized, "the first request is `initialize`"};
  if (shutDown_) throw RequestError{ErrorCode::invalidRequest, "shut down already"};
  if (method == "shutdown") {
    shutDown_ = true;
    tasks_.cancelAll();
    return nullptr;
  }
  std::shared_ptr<const Analysis> holder;
  if (method == "textDocument/hover") return hover(cursorAt(params, holder), encoding_);
  if (method == "textDocument/definition" || method == "textDocument/declaration")
    return definition(cursorAt(params, holder), encoding_);
  if (method == "textDocument/documentHighlight") return highlights(cursorAt(params, holder), encoding_);
  if (method == "textDocument/references") return references(params);
  if (method == "textDocument/prepareRename") return prepareRename(params);
  if (method == "textDocument/rename") return rename(params);
  if (method == "textDocument/documentSymbol") return documentSymbols(*analysisOf(params), encoding_);
  if (method == "workspace/symbol") return workspaceSymbols(params.at("query").get<std::string>());
  if (method == "textDocument/foldingRange") return foldingRanges(*analysisOf(params));
  if (method == "textDocument/selectionRange") return selectionRanges(*analysisOf(params), params.at("positions"), encoding_);
  if (method == "textDocument/semanticTokens/full") return semanticTokens(*analysisOf(params), encoding_);
  if (method == "textDocument/completion") {
    const Cursor cursor = cursorAt(params, holder);
    const auto earlier = lastGood_.find(holder->path);
    return completions(cursor, earlier == lastGood_.end() ? nullptr : earlier->second.get());
  }
  if (method == "textDocument/signatureHelp") return signatureHelp(cursorAt(params, holder));
  if (method == "textDocument/formatting") return formatting(*analysisOf(params), encoding_);
  if (method == "textDocument/codeAction") return codeActions(*analysisOf(params), uriIn(params), params.at("range"), encoding_);
  if (method == "textDocument/codeLens") return codeLenses(*analysisOf(params), testsOf(pathOf(uriIn(params))), encoding_);
  if (method == "textDocument/inlayHint")
    return outcomeHints(*analysisOf(params), testsOf(pathOf(uriIn(params))), params.at("range"), encoding_);
  throw RequestError{ErrorCode::methodNotFound, fmt::format("there is no method {}", method)};
}

void Server::notice(const std::string& method, const Json& params) {
  if (method == "exit") {
    exit_ = true;
  } else if (!initialized_ || shutDown_) {
    return;
  } else if (method == "initialized") {
    initialized();
  } else if (method == "textDocument/didOpen") {
    didOpen(params);
  } else if (method == "textDocument/didChange") {
    didChange(params);
  } else if (method == "textDocument/didClose") {
    didClose(params);
  } else if (method == "textDocument/didSave") {
    didSave(params);
  } else if (method == "workspace/didChangeWatchedFiles") {
    for (const Json& change : params.at("changes")) {
      const std::string path = pathOf(change.at("uri").get<std::string>());
      if (!workspace_.document(path)) changed(path);
    }
  } else if (method == "workspace/didChangeWorkspaceFolders") {
    for (const Json& folder : params.at("event").at("removed"))
      workspace_.removeFolder(pathOf(folder.at("uri").get<std::string>()));
    for (const Json& folder : params.at("event").at("added")) workspace_.addFolder(pathOf(folder.at("uri").get<std::string>()));
  }
}

// Beginning.

Json Server::initialize(const Json& params) {
  initialized_ = true;
  const Json& capabilities = at(params, {"capabilities"});
  const Json& encodings = at(capabilities, {"general", "positionEncodings"});
  if (encodings.is_array() && std::ranges::find(encodings, Json("utf-8")) != encodings.end()) encoding_ = Encoding::utf8;
  refreshesHints_ = isTrue(at(capabilities, {"workspace", "inlayHint", "refreshSupport"}));
  refreshesLenses_ = isTrue(at(capabilities, {"workspace", "codeLens", "refreshSupport"}));
  watchesFiles_ = isTrue(at(capabilities, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"}));
  if (const Json& folders = at(params, {"workspaceFolders"}); folders.is_array()) {
    for (const Json& folder : folders) workspace_.addFolder(pathOf(folder.at("uri").get<std::string>()));
  } else if (const Json& root = at(params, {"rootUri"}); root.is_string()) {
    workspace_.addFolder(pathOf(root.get<std::string>()));
  }
  return {{"capabilities",
           {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
            {"hoverProvider", true},
            {"definitionProvider", true},
            {"declarationProvider", true},
            {"documentHighlightProvider", true},
            {"referencesProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentSymbolProvider", true},
            {"workspaceSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"selectionRangeProvider", true},
            {"semanticTokensProvider", {{"legend", semanticLegend()}, {"full", true}}},
            {"completionProvider", {{"triggerCharacters", {".", "/"}}}},
            {"signatureHelpProvider", {{"triggerCharacters", {"[", ","}}}},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
            {"documentFormattingProvider", true},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"inlayHintProvider", true},
            {"executeCommandProvider", {{"commands", {command::run, command::test, command::testFile, command::why}}}},
            {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}}},
          {"serverInfo", {{"name", "aunit"}, {"version", version_}}}};
}

void Server::initialized() {
  if (watchesFiles_) {
    const Json watchers = Json::array({{{"globPattern", "**/*.{als,aunit,md,np,prog}"}}, {{"globPattern", "**/aunit.toml"}}});
    send({{"jsonrpc", "2.0"},
          {"id", fmt::format("aunit-{}", ++nextId_)},
          {"method", "client/registerCapability"},
          {"params",
           {{"registrations", Json::array({{{"id", "files"},
                                            {"method", "workspace/didChangeWatchedFiles"},
                                            {"registerOptions", {{"watchers", watchers}}}}})}}}});
  }
  for (const std::string& path : workspace_.files())
    if (!workspace_.document(path)) changed_.push_back(path);
}

// Texts.

void Server::didOpen(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string path = pathOf(document.at("uri").get<std::string>());
  workspace_.open(path, {document.at("text").get<std::string>(), document.value("version", std::int64_t{0})});
  changed(path);
}

void Server::didChange(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  const Document* known = workspace_.document(path);
  if (!known) throw RequestError{ErrorCode::invalidParams, "a document that is not open"};
  Document document = *known;
  document.version = params["textDocument"].value("version", document.version + 1);
  for (const Json& change : params.at("contentChanges")) {
    const std::string text = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      document.text = text;
      continue;
    }
    const std::size_t begin = offsetOf(document.text, positionFrom(change["range"].at("start")), encoding_);
    const std::size_t end = offsetOf(document.text, positionFrom(change["range"].at("end")), encoding_);
    document.text.replace(begin, std::max(begin, end) - begin, text);
  }
  workspace_.change(path, std::move(document));
  changed(path);
}

void Server::didClose(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  workspace_.close(path);
  lastGood_.erase(path);
  changed(path);
}

void Server::didSave(const Json& params) {
  const std::string path = pathOf(uriIn(params));
  changed(path);
  for (const std::string& reader : workspace_.readersOf(path)) {
    const auto tests = tests_.find(reader);
    if (tests == tests_.end()) continue;
    if (std::ranges::any_of(tests->second.tests, &TestResults::One::solved)) judgeInBackground(reader, {});
  }
}

/// The file, and those that open it, are to be looked at: itself first, then what is open.
void Server::changed(const std::string& path) {
  workspace_.invalidate(path);
  std::vector<std::string> readers = workspace_.readersOf(path);
  if (std::ranges::find(readers, path) == readers.end()) readers.push_back(path);
  std::ranges::stable_sort(readers, {}, [&](const std::string& reader) {
    return reader == path ? 0 : workspace_.document(reader) ? 1 : 2;
  });
  for (const std::string& reader : readers) {
    std::erase(changed_, reader);
    if (const auto tests = tests_.find(reader); tests != tests_.end()) tests->second.markStale();
  }
  changed_.insert(changed_.begin(), readers.begin(), readers.end());
}

/// One of the files that changed.
void Server::workALittle() {
  const std::string path = changed_.front();
  changed_.pop_front();
  try {
    lookAt(path);
  } catch (const std::exception& error) {
    send({{"jsonrpc", "2.0"},
          {"method", "window/logMessage"},
          {"params", {{"type", 1}, {"message", fmt::format("{}: internal error: {}", path, error.what())}}}});
  }
  // Not judged to the end: once more, when there is time.
  if (interrupt_ && std::ranges::find(changed_, path) == changed_.end()) changed_.push_back(path);
}

void Server::lookAt(const std::string& path) {
  const bool isOpen = workspace_.document(path) != nullptr;
  const auto analysis = workspace_.analysis(path);
  if (isOpen) lastBuild_ = analysis->milliseconds;
  if (isOpen && analysis->loaded->model) lastGood_[path] = analysis;
  TestResults& tests = tests_[path];
  const std::vector<std::string> before = [&] {
    std::vector<std::string> texts;
    for (const TestResults::One& test : tests.tests) texts.push_back(test.result.name + outcomeText(test));
    return texts;
  }();
  tests = judgeTests(*analysis, tests, Judged::evaluated, interrupt_);
  std::vector<std::string> after;
  for (const TestResults::One& test : tests.tests) after.push_back(test.result.name + outcomeText(test));
  if (isOpen && before != after) refreshOutcomes();
  if (std::ranges::any_of(tests.tests, [](const TestResults::One& test) {
        return test.known && !test.stale && test.result.outcome == suite::Outcome::failed;
      }))
    lookForSuspects(path);
  else
    setSuspects(path, {});
  show(path, *analysis);
}

/// The diagnostics of a file as it is now, sooner or later.
void Server::show(const std::string& path, const Analysis& analysis) {
  // What is mended disappears at once; what is new waits until the typing pauses.
  Json now = diagnosticsOf(analysis, testsOf(path), encoding_);
  for (const auto& [root, hints] : suspects_)
    if (const auto found = hints.find(path); found != hints.end())
      now.insert(now.end(), found->second.begin(), found->second.end());
  const auto known = published_.find(path);
  const Json shown = known == published_.end() ? Json::array() : known->second;
  Json still = Json::array();
  for (const Json& diagnostic : shown)
    if (std::ranges::find(now, diagnostic) != now.end()) still.push_back(diagnostic);
  if (still != shown) publish(path, still);
  if (still == now) {
    due_.erase(path);
    if (known == published_.end() && workspace_.document(path)) publish(path, now);  // people see that it was looked at
    return;
  }
  const double wait = std::clamp(2 * lastBuild_, shortestWait, longestWait);
  due_[path] = {Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(1000 * wait)), now};
}

void Server::publish(const std::string& path, const Json& diagnostics) {
  published_[path] = diagnostics;
  Json params = {{"uri", uriOf(path)}};
  if (const Document* document = workspace_.document(path)) params["version"] = document->version;
  params["diagnostics"] = diagnostics;
  send({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", params}});
}

void Server::publishWhatIsDue() {
  for (auto each = due_.begin(); each != due_.end();) {
    const auto next = std::next(each);
    if (each->second.first <= Clock::now()) {
      const auto [path, what] = std::pair(each->first, each->second.second);
      due_.erase(each);
      publish(path, what);
    }
    each = next;
  }
}

/// Outcomes of tests have changed: editors that can ask again.
void Server::refreshOutcomes() {
  for (const auto& [can, method] :
       {std::pair(refreshesHints_, "workspace/inlayHint/refresh"), std::pair(refreshesLenses_, "workspace/codeLens/refresh")})
    if (can) send({{"jsonrpc", "2.0"}, {"id", fmt::format("aunit-{}", ++nextId_)}, {"method", method}});
}

void Server::lookForSuspects(const std::string& path) {
  const std::string name = "suspects of " + path;
  tasks_.cancel(name);
  const std::shared_ptr<const Analysis> analysis = workspace_.analysis(path);
  const std::shared_ptr<parser::Loaded> loaded = workspace_.loadAgain(path);
  if (!loaded->model) return;
  tasks_.start(name, [this, path, analysis, loaded, encoding = encoding_](const std::atomic<bool>& stop) {
    std::map<std::string, Json> hints;
    try {
      hints = suspectHints(*loaded, encoding, stop);
    } catch (const std::exception&) {
      return;
    }
    if (stop) return;
    post([this, path, analysis, hints] {
      if (workspace_.analysis(path) == analysis) setSuspects(path, hints);
    });
  });
}

void Server::setSuspects(const std::string& root, std::map<std::string, Json> hints) {
  std::map<std::string, Json> before = std::exchange(suspects_[root], std::move(hints));
  std::set<std::string> files;
  for (const auto* each : {&before, &suspects_[root]})
    for (const auto& [file, list] : *each) files.insert(file);
  if (suspects_[root].empty()) suspects_.erase(root);
  for (const std::string& file : files) show(file, *workspace_.analysis(file));
}

/// All tests of a file, those that need the solver too.
void Server::judgeInBackground(const std::string& path, Work then) {
  const std::string name = "tests of " + path;
  tasks_.cancel(name);
  const auto analysis = workspace_.analysis(path);
  tasks_.start(name, [this, analysis, path, before = tests_[path], then = std::move(then)](const std::atomic<bool>& stop) {
    auto results = std::make_shared<TestResults>();
    try {
      *results = judgeTests(*analysis, before, Judged::all, stop);
    } catch (const std::exception&) {
      *results = before;
    }
    if (stop && !then) return;
    post([this, analysis, path, results, then, whole = !stop] {
      if (whole && workspace_.analysis(path) == analysis) {
        tests_[path] = *results;
        refreshOutcomes();
        show(path, *analysis);
      }
      if (then) then();
    });
  });
}

// Requests about a place or a file.

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
  for (const std::string& path : workspace_.files()) {
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

Json Server::workspaceSymbols(const std::string& query) {
  Json all = Json::array();
  for (const std::string& path : workspace_.files()) addWorkspaceSymbols(*workspace_.analysis(path), query, encoding_, all);
  return all;
}

std::optional<Json> Server::execute(const Json& params, const Json& id) {
  const std::string name = params.at("command").get<std::string>();
  static const Json none = Json::array();
  const Json& arguments = params.contains("arguments") ? params["arguments"] : none;
  const auto isOneOf = [&](std::initializer_list<const char*> names) { return std::ranges::find(names, name) != names.end(); };
  if (!isOneOf({command::run, command::test, command::testFile, command::why}))
    throw RequestError{ErrorCode::invalidParams, fmt::format("there is no command {}", name)};
  const std::string path = pathOf(arguments.at(0).get<std::string>());
  const auto analysis = workspace_.analysis(path);
  const auto show = [this](int type, const std::string& message) {
    send({{"jsonrpc", "2.0"}, {"method", "window/showMessage"}, {"params", {{"type", type}, {"message", message}}}});
  };
  if (name == command::run) {
    tasks_.start(id.dump(), [this, analysis, which = arguments.at(1), id, show](const std::atomic<bool>& stop) {
      try {
        const Json result = runCommand(*analysis, which, stop);
        show(3, result["message"].get<std::string>() +
                    (result.contains("instance") ? "\n" + result["instance"].get<std::string>() : ""));
        respond(id, result);
      } catch (const RequestError& error) {
        fail(id, error);
      } catch (const std::exception& error) {
        fail(id, {ErrorCode::internalError, error.what()});
      }
    });
    return std::nullopt;
  }
  if (name == command::testFile) {
    judgeInBackground(path, [this, path, id] {
      Json all = Json::array();
      for (const TestResults::One& test : tests_[path].tests) {
        Json one = describeTest(tests_[path], test.result.name);
        one["name"] = test.result.name;
        all.push_back(std::move(one));
      }
      respond(id, std::move(all));
    });
    return std::nullopt;
  }
  const std::string test = arguments.at(1).get<std::string>();
  const auto answerTest = [this, path, test, id, show, name] {
    try {
      const Json result = describeTest(tests_[path], test);
      if (name == command::why) show(3, result["text"].get<std::string>());
      respond(id, result);
    } catch (const RequestError& error) {
      fail(id, error);
    }
  };
  lookAt(path);
  const auto known = std::ranges::find(tests_[path].tests, test, [](const TestResults::One& one) { return one.result.name; });
  if (known != tests_[path].tests.end() && (!known->known || known->stale))
    judgeInBackground(path, answerTest);
  else
    answerTest();
  return std::nullopt;
}

}  // namespace aunit::server
