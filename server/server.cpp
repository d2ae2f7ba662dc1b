#include "server/server.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "server/completion.h"
#include "server/hints.h"
#include "server/lenses.h"
#include "server/outline.h"
#include "server/quick_fixes.h"
#include "suite/trouble.h"
#include "support/cancellation.h"

namespace aunit::server {

namespace {

constexpr std::chrono::seconds grace{5};        // for what is queued when the client says no more
constexpr std::chrono::seconds longestLook{1};  // at a text that has changed meanwhile

// The request that is answered, for as long as that takes.
struct AtHand {
  std::string& id;
  ~AtHand() { id.clear(); }
};

struct Over {};  // thrown out of whatever is done when all is over

}  // namespace

Server::Server(int input, int output, std::string version) : input_(input), output_(output), version_(std::move(version)) {}

// The loop.

int Server::run() {
  const support::Thread reader([this] { readMessages(); });
  const support::Cancellation patience([this] { askForLeave(); });
  try {
    while (!exit_ && !isOver()) {
      const auto item = next();
      if (!item) break;
      if (const auto* work = std::get_if<Work>(&*item)) {
        guarded("work in the background", *work);
      } else {
        handle(std::get<std::string>(*item));
      }
    }
  } catch (const Over&) {
  }
  stop_ = true;
  tasks_.cancelAll();
  return shutDown_ ? 0 : 1;
}

void Server::endWithin(std::chrono::seconds time) {
  lastMoment_ = (Clock::now() + time).time_since_epoch().count();
}

bool Server::isOver() const {
  return Clock::now().time_since_epoch().count() >= lastMoment_;
}

/// Throws where what the loop does is to end.
void Server::askForLeave() {
  if (isOver()) throw Over{};
  if (lookedSince_ && interrupt_ && Clock::now() - *lookedSince_ > longestLook) throw Superseded{};
  if (atHand_.empty()) return;
  const std::lock_guard lock(mutex_);
  if (cancelled_.erase(atHand_) > 0) throw RequestError{ErrorCode::requestCancelled, "cancelled"};
}

/// What goes wrong is told, and the loop goes on.
void Server::guarded(const std::string& what, const Work& work) {
  try {
    work();
  } catch (const std::exception&) {
    log(fmt::format("{}: {}", what, suite::troubleAtHand({}).message));
  }
}

void Server::log(const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"method", "window/logMessage"}, {"params", {{"type", 1}, {"message", message}}}});
}

void Server::readMessages() {
  MessageReader reader(input_, stop_);
  while (const auto body = reader.next()) {
    const Json message = parsed(*body);
    const std::string method =
        message.is_object() && at(message, {"method"}).is_string() ? message["method"].get<std::string>() : "";
    const std::lock_guard lock(mutex_);
    if (method == "$/cancelRequest") {
      const Json& id = at(message, {"params", "id"});
      if (!isId(id)) continue;
      tasks_.cancel(id.dump());
      cancelled_.insert(id.dump());
      continue;
    }
    if (method == "textDocument/didChange") interrupt_ = true;
    queue_.emplace_back(*body);
    arrived_.notify_one();
    if (method == "exit") return endWithin(grace);
  }
  endWithin(isHeard(output_) ? grace : std::chrono::seconds(0));
  const std::lock_guard lock(mutex_);
  ended_ = interrupt_ = true;
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

bool Server::isCancelled(const Json& id) {
  const std::lock_guard lock(mutex_);
  return cancelled_.erase(id.dump()) > 0;
}

void Server::handle(const std::string& body) {
  Json id;
  try {
    const Json message = parsed(body);
    if (message.is_discarded()) return fail(nullptr, {ErrorCode::parseError, "this is no JSON"});
    if (!message.is_object()) return fail(nullptr, {ErrorCode::invalidRequest, "a message is an object"});
    if (isId(at(message, {"id"}))) id = message["id"];
    const Json& method = at(message, {"method"});
    if (!method.is_string()) {
      if (message.contains("result") || message.contains("error")) return answered(message);
      return fail(id, {ErrorCode::invalidRequest, "a message has a method"});
    }
    const std::string name = method.get<std::string>();
    static const Json noParameters = Json::object();
    const Json& params = message.contains("params") && !message["params"].is_null() ? message["params"] : noParameters;
    if (!message.contains("id")) return notice(name, params);
    if (id.is_null()) return fail(id, {ErrorCode::invalidRequest, "what names a request is a number or a string"});
    if (isCancelled(id)) return fail(id, {ErrorCode::requestCancelled, "cancelled"});
    const AtHand request{atHand_ = id.dump()};
    if (name == "workspace/executeCommand" && initialized_ && !shutDown_) {
      if (auto result = execute(params, id)) respond(id, std::move(*result));
      return;
    }
    respond(id, answer(name, params));
  } catch (const RequestError& error) {
    if (!id.is_null()) fail(id, error);
  } catch (const Json::exception& error) {
    if (!id.is_null()) fail(id, {ErrorCode::invalidParams, error.what()});
  } catch (const std::exception&) {
    const std::string trouble = suite::troubleAtHand({}).message;
    id.is_null() ? log(trouble) : fail(id, {ErrorCode::internalError, trouble});
  }
}

void Server::sendText(const std::string& body) {
  const std::string bytes = framed(body);
  const std::lock_guard lock(outputMutex_);
  if (writeAll(output_, bytes)) return;
  endWithin(std::chrono::seconds(0));  // nobody reads: nothing is left to do
  const std::lock_guard queue(mutex_);
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
  if (method == "textDocument/hover") {
    const Cursor cursor = cursorAt(params, holder);
    return hover(cursor, valueAt(cursor, shown_), encoding_);
  }
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
  if (method == "textDocument/inlayHint") {
    Json hints = outcomeHints(*analysisOf(params), testsOf(pathOf(uriIn(params))), params.at("range"), encoding_);
    if (typeHints_)
      for (Json& hint : typeHints(*analysisOf(params), params.at("range"), encoding_)) hints.push_back(std::move(hint));
    return hints;
  }
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
  } else if (method == "workspace/didChangeConfiguration") {
    configure(at(params, {"settings", "aunit"}));
    refreshOutcomes();
  } else if (method == "window/workDoneProgress/cancel") {
    const Json& token = params.at("token");
    if (isId(token)) tasks_.cancel(token.dump());
    if (token.is_string()) tasks_.cancel(token.get<std::string>());
  } else if (method == "workspace/didChangeWatchedFiles") {
    for (const Json& change : params.at("changes")) {
      const std::string path = pathOf(change.at("uri").get<std::string>());
      if (!workspace_.document(path)) changed(path);
    }
  } else if (method == "workspace/didChangeWorkspaceFolders") {
    for (const Json& folder : params.at("event").at("removed"))
      workspace_.removeFolder(pathOf(folder.at("uri").get<std::string>()));
    for (const Json& folder : params.at("event").at("added")) workspace_.addFolder(pathOf(folder.at("uri").get<std::string>()));
    saidIncomplete_ = false;
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
  showsProgress_ = isTrue(at(capabilities, {"window", "workDoneProgress"}));
  showsDocuments_ = isTrue(at(capabilities, {"window", "showDocument", "support"}));
  watchesFiles_ = isTrue(at(capabilities, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"}));
  configure(at(params, {"initializationOptions"}));
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
            {"executeCommandProvider",
             {{"workDoneProgress", true}, {"commands", {command::run, command::test, command::testFile, command::why}}}},
            {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}}},
          {"serverInfo", {{"name", "aunit"}, {"version", version_}}}};
}

/// What people have set, at the beginning and later.
void Server::configure(const Json& settings) {
  for (const auto& [name, setting] : {std::pair("showsResults", &showsResults_), std::pair("typeHints", &typeHints_)})
    if (const Json& value = at(settings, {name}); value.is_boolean()) *setting = value.get<bool>();
  if (const Json& entries = at(settings, {"searchedEntries"}); entries.is_number_unsigned()) {
    workspace_.setSearchedEntries(entries.get<std::size_t>());
    saidIncomplete_ = false;
  }
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
  const Workspace::Files files = filesOfWorkspace();
  if (!files.complete) return;  // most of it is not what people work on
  for (const std::string& path : files.paths)
    if (!workspace_.document(path)) changed_.push_back(path);
}

}  // namespace aunit::server
