#include "server/server.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "suite/trouble.h"
#include "support/cancellation.h"
#include "support/system/system_files.h"
#include "support/system/waiting.h"

namespace aunit::server {

namespace {

constexpr std::chrono::seconds grace{5};  // time for queued work after the client's last message

struct Shutdown {};  // thrown to abandon work when the server must end

}  // namespace

Server::Server(int input, int output, std::string version, bool threaded)
    : input_(input),
      output_(output),
      version_(std::move(version)),
      reading_([this](const Worker::Stop& stop) { leaveReading(stop); },
               [this](const Work& step) { guarded("reading texts", step); }, threaded),
      judging_([this](const Worker::Stop& stop) { stop ? throw StopSignal{} : endIfOver(); },
               [this](const Work& step) { guarded("judging tests", step); }, threaded),
      tasks_(threaded) {}

int Server::run() {
  const support::Thread reader([this] { readMessages(); });
  {
    const support::Cancellation cancellation([this] { endIfOver(); });
    try {
      while (!exit_ && !isOver()) {
        const auto item = next();
        if (!item || isGone()) break;
        attend(*item);
      }
    } catch (const Shutdown&) {
    }
  }
  stop_ = true;
  endWithin(std::chrono::seconds(0));
  tasks_.cancelAll();
  reading_.end();
  judging_.end();
  return shutDown_ ? 0 : 1;
}

void Server::hear(std::string_view bytes) {
  if (bytes.empty()) {
    ended_ = true;
    endWithin(grace);
  }
  heard_.add(bytes);
  while (const auto body = heard_.next()) queue_.emplace_back(parsed(*body));
  if (handling_) return;
  handleAll();
  while (!reads_ && readOn()) handleAll();
}

std::optional<double> Server::work() {
  handleAll();
  if (readOn() || judging_.step() || tasks_.step() || !queue_.empty()) return 0;
  const Clock::time_point moment = nextMoment();
  if (moment == Clock::time_point::max()) {
    if (ended_) endWithin(std::chrono::seconds(0));
    return std::nullopt;
  }
  return std::max(0.0, std::chrono::duration<double, std::milli>(moment - Clock::now()).count());
}

/// Without threads: handles all queued messages and results of tasks.
void Server::handleAll() {
  handling_ = true;
  for (doWhatIsDue(); !queue_.empty() && !exit_; doWhatIsDue()) {
    const Item item = std::move(queue_.front());
    queue_.pop_front();
    attend(item);
  }
  handling_ = false;
}

/// Without threads: does one step of reading texts, also in the middle of other work (judging tests, or a task). Returns false
/// if no text is waiting.
bool Server::readOn() {
  reads_ = true;
  const bool any = reading_.step();
  reads_ = false;
  return any;
}

std::optional<int> Server::exitCode() const {
  return exit_ || isOver() ? std::optional(shutDown_ ? 0 : 1) : std::nullopt;
}

void Server::attend(const Item& item) {
  if (const auto* work = std::get_if<Work>(&item))
    guarded("work in the background", *work);
  else
    handle(std::get<Json>(item));
}

void Server::endWithin(std::chrono::seconds time) {
  lastMoment_ = (Clock::now() + time).time_since_epoch().count();
}

bool Server::isOver() const {
  return Clock::now().time_since_epoch().count() >= lastMoment_;
}

/// Whether the client is gone: its messages have ended, and the output has no reader.
bool Server::isGone() {
  const std::lock_guard lock(mutex_);
  return ended_ && !support::isHeard(output_);
}

void Server::endIfOver() const {
  if (isOver()) throw Shutdown{};
}

/// Called repeatedly while a text is read. Throws if the server must end, if `stop` is set, or if a text has changed and reading
/// takes too long.
void Server::leaveReading(const Worker::Stop& stop) const {
  constexpr std::chrono::seconds longestLook{1};  // time limit for reading a text if some text has changed meanwhile
  endIfOver();
  if (stop) throw StopSignal{};
  if (texts_.since && revision_ != texts_.revision && Clock::now() - *texts_.since > longestLook) throw StaleText{};
}

/// Runs `work`, and logs the errors that it throws.
void Server::guarded(const std::string& what, const Work& work) {
  try {
    work();
  } catch (const StopSignal&) {
  } catch (const Shutdown&) {
  } catch (const std::exception&) {
    log(fmt::format("{}: {}", what, suite::troubleAtHand({}).message));
  }
}

void Server::log(const std::string& message) {
  notify("window/logMessage", {{"type", 1}, {"message", message}});
}

void Server::readMessages() {
  MessageReader reader;
  while (readMore(input_, stop_, reader)) {
    while (const auto body = reader.next()) {
      Json message = parsed(*body);
      const bool isLast = at(message, {"method"}) == "exit";
      const std::lock_guard lock(mutex_);
      queue_.emplace_back(std::move(message));
      arrived_.notify_one();
      if (isLast) return endWithin(grace);
    }
  }
  endWithin(support::isHeard(output_) ? grace : std::chrono::seconds(0));
  const std::lock_guard lock(mutex_);
  ended_ = true;
  arrived_.notify_one();
}

void Server::post(Work work) {
  const std::lock_guard lock(mutex_);
  queue_.emplace_back(std::move(work));
  arrived_.notify_one();
}

/// Waits for the next message, or the next result of a task. Returns nothing if the server must end.
std::optional<Server::Item> Server::next() {
  for (;;) {
    doWhatIsDue();
    const Clock::time_point moment = nextMoment();
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return !queue_.empty() || (ended_ && owed_.empty()); };
    if (moment == Clock::time_point::max() && !ended_)
      arrived_.wait(lock, [&] { return ready() || ended_; });
    else
      arrived_.wait_until(lock, std::min(moment, Clock::now() + grace), ready);
    if (!queue_.empty()) {
      Item item = std::move(queue_.front());
      queue_.pop_front();
      return item;
    }
    if (ready() || isOver()) return std::nullopt;
  }
}

/// The time at which the next diagnostics or waiting requests are due; time_point::max() if nothing waits.
Server::Clock::time_point Server::nextMoment() const {
  Clock::time_point moment = Clock::time_point::max();
  for (const std::string& path : due_) moment = std::min(moment, files_.at(path).due->at);
  for (const PendingUse& each : waiting_)
    if (each.until) moment = std::min(moment, *each.until);
  return moment;
}

void Server::handle(const Json& message) {
  Json id;
  answering(id, [&] {
    if (message.is_discarded()) return fail(nullptr, {ErrorCode::parseError, "the message is not JSON"});
    if (!message.is_object()) return fail(nullptr, {ErrorCode::invalidRequest, "a message must be an object"});
    if (isId(at(message, {"id"}))) id = message["id"];
    const Json& method = at(message, {"method"});
    if (!method.is_string()) {
      if (message.contains("result") || message.contains("error")) return answered(message);
      return fail(id, {ErrorCode::invalidRequest, "a message must have a method"});
    }
    const std::string name = method.get<std::string>();
    static const Json noParameters = Json::object();
    const Json& params = message.contains("params") && !message["params"].is_null() ? message["params"] : noParameters;
    if (!message.contains("id")) return notice(name, params);
    if (id.is_null()) return fail(id, {ErrorCode::invalidRequest, "the ID of a request must be a number or a string"});
    answer(name, params, id);
  });
}

/// Runs `work`, which answers the request `id` (null: there is no request). If it throws, answers with the error.
void Server::answering(const Json& id, const Work& work) {
  try {
    work();
  } catch (const StopSignal&) {
    if (!id.is_null()) fail(id, {ErrorCode::requestCancelled, "cancelled"});
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
  if (support::writeAll(output_, bytes)) return;
  endWithin(std::chrono::seconds(0));  // the client is gone, so no work is left
  const std::lock_guard queue(mutex_);
  ended_ = true;
}

void Server::notify(const char* method, Json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

/// Sends a request to the editor. Returns its id, which the answer will have.
std::string Server::askEditor(const char* method, Json params) {
  const std::string id = fmt::format("aunit-{}", ++nextId_);
  Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  send(message);
  return id;
}

void Server::respond(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::fail(const Json& id, const RequestError& error) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(error.code)}, {"message", error.message}}}});
}

void Server::answer(const std::string& method, const Json& params, const Json& id) {
  if (method == "initialize") {
    if (initialized_) throw RequestError{ErrorCode::invalidRequest, "already initialized"};
    return respond(id, initialize(params));
  }
  if (!initialized_) throw RequestError{ErrorCode::notInitialized, "the first request must be `initialize`"};
  if (shutDown_) throw RequestError{ErrorCode::invalidRequest, "already shut down"};
  if (method == "shutdown") {
    shutDown_ = true;
    tasks_.cancelAll();
    return respond(id, nullptr);
  }
  if (method == "workspace/executeCommand") return execute(params, id);
  if (method == "workspace/symbol") return workspaceSymbols(params.at("query").get<std::string>(), id);
  if (method == "textDocument/references") return references(params, id);
  if (method == "textDocument/rename") return rename(params, id);
  if (!isAboutText(method)) throw RequestError{ErrorCode::methodNotFound, fmt::format("there is no method {}", method)};
  withAnalysis(pathOf(uriIn(params)), id, staleWillDo(method),
               [this, method, params, id](const View& view) { respond(id, answerAbout(method, params, view)); });
}

/// Cancels the request `id` of the client. If the request waits for the reading of a text, answers it with an error.
void Server::cancel(const Json& id) {
  if (!isId(id)) return;
  tasks_.cancel(id.dump());
  reading_.cancel(id.dump());
  if (std::erase_if(waiting_, [&](const PendingUse& each) { return each.id == id; }) == 0) return;
  owed_.erase(id.dump());
  fail(id, {ErrorCode::requestCancelled, "cancelled"});
}

void Server::notice(const std::string& method, const Json& params) {
  if (method == "exit") {
    exit_ = true;
  } else if (!initialized_ || shutDown_) {
    return;
  } else if (method == "$/cancelRequest") {
    cancel(at(params, {"id"}));
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
    askToRefresh();
  } else if (method == "window/workDoneProgress/cancel") {
    const Json& token = params.at("token");
    if (isId(token)) tasks_.cancel(token.dump());
    if (token.is_string()) tasks_.cancel(token.get<std::string>());
  } else if (method == "workspace/didChangeWatchedFiles") {
    for (const Json& change : params.at("changes")) {
      const std::string path = pathOf(change.at("uri").get<std::string>());
      if (!document(path)) changed(path);
    }
  } else if (method == "workspace/didChangeWorkspaceFolders") {
    const auto pathsOf = [&](const char* kind) {
      std::vector<std::string> paths;
      for (const Json& folder : params.at("event").at(kind)) paths.push_back(pathOf(folder.at("uri").get<std::string>()));
      return paths;
    };
    tell([removed = pathsOf("removed"), added = pathsOf("added")](Texts& texts) {
      for (const std::string& path : removed) texts.workspace.removeFolder(path);
      for (const std::string& path : added) texts.workspace.addFolder(path);
    });
    saidIncomplete_ = false;
  }
}

}  // namespace aunit::server
