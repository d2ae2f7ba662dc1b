#include "server/mcp/server.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "server/mcp/arguments.h"
#include "server/mcp/library.h"
#include "server/mcp/lines.h"
#include "server/mcp/tools.h"
#include "support/files.h"
#include "support/system/system_files.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

constexpr std::size_t callsAtATime = 2;
constexpr std::size_t mostWaiting = 64;
constexpr auto secondsForRoots = std::chrono::seconds(10);
constexpr std::string_view rootsId = "aunit-roots-";
constexpr std::size_t longestId = 1000;  // bytes
constexpr double secondsBetweenReports = 0.25;
constexpr auto timeBetweenLooks = std::chrono::milliseconds(20);

constexpr const char* revisions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};  // newest first
constexpr std::string_view revisionWithBatches = "2025-03-26";

constexpr const char* instructions =
    "aunit checks, solves, tests, explains and repairs Alloy 6 models. "
    "Read the resource aunit://language-card.md before writing Alloy. "
    "Send texts as `files`, or name `paths` in the workspace; later calls can name `sources` instead of sending files again. "
    "After a change: check, then exec or run_tests. "
    "When something fails: use explain, locate and repair before you edit by hand. "
    "A vacuous answer (the facts contradict each other) says nothing about the model. "
    "\"No counterexample\" holds up to the scope that the answer names. No file is ever written.";

Json failure(ErrorCode code, const std::string& message) {
  return {{"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

/// The kind of a message, from its members.
enum class Sort : std::uint8_t { malformed, response, notification, request };  // `malformed` and `request` are answered

Sort sortOf(const Json& message) {
  if (!message.is_object()) return Sort::malformed;
  if (!message.contains("method") && (message.contains("result") || message.contains("error"))) return Sort::response;
  if (at(message, {"jsonrpc"}) != "2.0" || !at(message, {"method"}).is_string()) return Sort::malformed;
  return message.contains("id") ? Sort::request : Sort::notification;
}

/// In MCP an id is a text or an integer, never null.
bool canBeId(const Json& id) {
  return (id.is_string() && id.get_ref<const std::string&>().size() <= longestId) || id.is_number_integer();
}

}  // namespace

Server::Server(int input, int output, Settings settings) : lines_(input), output_(output), settings_(std::move(settings)) {
  for (std::string& root : settings_.roots) root = support::canonicalPath(root);
  session_.program = settings_.program;
  session_.memoryBytes = settings_.memoryBytes;
  session_.roots = [this] { return roots(); };
  if (!support::hasThreads) session_.meanwhile = [this] { hearMeanwhile(); };
}

Server::~Server() {
  close();
}

int Server::run() {
  while (!unheard_ && hear()) {
    if (!support::hasThreads) workOff();
  }
  close();
  return 0;
}

/// Receives the next message. Returns false if none arrives within `wait`.
bool Server::hear(std::optional<std::chrono::milliseconds> wait) {
  const auto line = wait ? lines_.next(*wait) : lines_.next();
  if (!line || unheard_) return false;
  if (line->tooLong)
    send({{"jsonrpc", "2.0"},
          {"id", nullptr},
          {"error", failure(ErrorCode::invalidRequest, "the message is longer than 64 MB")["error"]}});
  else
    receive(line->text);
  return true;
}

/// Called while a call is being answered: handles the messages that have arrived. At the end of the input, stops all calls.
void Server::hearMeanwhile() {
  while (hear(std::chrono::milliseconds(0))) {
  }
  if (lines_.ended() || unheard_) close();
  workOff();
}

/// Stops all calls and their child processes, since the client is gone.
void Server::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& [id, call] : calls_) call->unwanted = call->stop = true;
  }
  changed_.notify_all();
  workers_.clear();
}

void Server::receive(const std::string& line) {
  const Json message = parsed(line);
  if (message.is_discarded())
    return send(
        {{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", failure(ErrorCode::parseError, "the message is not JSON")["error"]}});
  if (!message.is_array()) return receive(message, nullptr);
  if (revision_ != revisionWithBatches || message.empty())
    return send({{"jsonrpc", "2.0"},
                 {"id", nullptr},
                 {"error",
                  failure(ErrorCode::invalidRequest,
                          message.empty() ? "a batch must not be empty"
                                          : "this revision of the protocol has no batches: send messages one by one")["error"]}});
  const auto batch = std::make_shared<Batch>();
  batch->open = static_cast<std::size_t>(std::ranges::count_if(message, [](const Json& one) {
    const Sort sort = sortOf(one);
    return sort == Sort::malformed || sort == Sort::request;
  }));
  for (const Json& one : message) receive(one, batch);
}

void Server::receive(const Json& message, const std::shared_ptr<Batch>& batch) {
  const Json& id = at(message, {"id"});
  const Sort sort = sortOf(message);
  if (sort == Sort::response) return heard(message);
  const Request request{canBeId(id) ? id : Json(nullptr), batch};
  if (sort == Sort::malformed)
    return fail(request, ErrorCode::invalidRequest, "a message must be an object with \"jsonrpc\": \"2.0\" and a `method`");
  const Json& params = at(message, {"params"});
  const std::string name = message["method"].get<std::string>();
  if (sort == Sort::notification) return noted(name, params);
  if (!canBeId(id))
    return fail(request, ErrorCode::invalidRequest,
                fmt::format("`id` must be an integer, or a string of at most {} bytes", longestId));
  if (!params.is_null() && !params.is_object()) return fail(request, ErrorCode::invalidParams, "`params` must be an object");
  if (!initialized_ && name != "initialize" && name != "ping")
    return fail(request, ErrorCode::invalidRequest, "the first request must be `initialize`");
  if (name == "tools/call") return take(request, params);
  try {
    respond(request, {{"result", answered(name, params)}});
  } catch (const RequestError& error) {
    fail(request, error.code, error.message);
  } catch (const std::bad_alloc&) {
    fail(request, ErrorCode::internalError, "out of memory");
  }
}

Json Server::answered(const std::string& method, const Json& params) {
  const auto whole = [&](const char* member, Json list) {
    if (params.is_object() && params.contains("cursor"))
      throw RequestError{ErrorCode::invalidParams, "unknown cursor: the list has one page only"};
    return Json{{member, std::move(list)}};
  };
  if (method == "initialize") return initialize(params);
  if (method == "ping" || method == "logging/setLevel") return Json::object();
  if (method == "tools/list") return whole("tools", listOfTools());
  if (method == "resources/list") return whole("resources", listOfResources());
  if (method == "resources/templates/list") return whole("resourceTemplates", listOfTemplates());
  if (method == "prompts/list") return whole("prompts", listOfPrompts());
  if (method == "completion/complete") return completionOf(params);
  if (method == "prompts/get") {
    const Json& name = at(params, {"name"});
    if (!name.is_string()) throw RequestError{ErrorCode::invalidParams, "`name` is missing"};
    return promptNamed(name.get<std::string>(), at(params, {"arguments"}));
  }
  if (method == "resources/read") {
    const Json& uri = at(params, {"uri"});
    if (!uri.is_string()) throw RequestError{ErrorCode::invalidParams, "`uri` is missing"};
    if (auto resource = resourceAt(uri.get<std::string>())) return std::move(*resource);
    throw RequestError{ErrorCode::invalidParams, "Resource not found: " + clipped(uri.get<std::string>(), 200)};
  }
  throw RequestError{ErrorCode::methodNotFound, "Method not found: " + clipped(method, 100)};
}

Json Server::initialize(const Json& params) {
  if (initialized_) throw RequestError{ErrorCode::invalidRequest, "already initialized"};
  const Json& asked = at(params, {"protocolVersion"});
  const auto known = std::ranges::find_if(revisions, [&](const char* revision) { return asked == revision; });
  revision_ = known == std::end(revisions) ? revisions[0] : *known;
  initialized_ = true;
  {
    const std::lock_guard lock(mutex_);
    clientHasRoots_ = at(params, {"capabilities", "roots"}).is_object();
  }
  return {
      {"protocolVersion", revision_},
      {"capabilities",
       {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}, {"completions", Json::object()}}},
      {"serverInfo", {{"name", "aunit"}, {"title", "aunit: tests for Alloy models"}, {"version", settings_.version}}},
      {"instructions", instructions}};
}

void Server::noted(const std::string& method, const Json& params) {
  if (method == "notifications/cancelled") return cancel(at(params, {"requestId"}));
  if (method == "notifications/initialized" || method == "notifications/roots/list_changed") askForRoots();
}

void Server::heard(const Json& response) {
  const Json& id = at(response, {"id"});
  const std::lock_guard lock(mutex_);
  if (!id.is_string() || id != fmt::format("{}{}", rootsId, rootsQuestion_)) return;
  std::vector<std::string> roots;
  if (const Json& list = at(response, {"result", "roots"}); list.is_array())
    for (const Json& root : list)
      if (auto path = rootOf(root)) roots.push_back(std::move(*path));
  // If a client that announced roots answers with an error, it counts as a client without roots.
  if (response.contains("error")) clientHasRoots_ = false;
  clientRoots_ = std::move(roots);
  changed_.notify_all();
}

void Server::askForRoots() {
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!clientHasRoots_ || !settings_.roots.empty()) return;
    rootsAsked_ = true;
    clientRoots_.reset();
    number = ++rootsQuestion_;
  }
  send({{"jsonrpc", "2.0"}, {"id", fmt::format("{}{}", rootsId, number)}, {"method", "roots/list"}});
}

std::vector<std::string> Server::roots() {
  if (!settings_.roots.empty()) return settings_.roots;
  std::unique_lock lock(mutex_);
  if (clientHasRoots_ && !rootsAsked_) {
    lock.unlock();
    askForRoots();
    lock.lock();
  }
  if (clientHasRoots_) {
    const auto isKnown = [this] { return clientRoots_.has_value() || closing_; };
    const auto until = std::chrono::steady_clock::now() + secondsForRoots;
    if (support::hasThreads) changed_.wait_until(lock, until, isKnown);
    while (!isKnown() && std::chrono::steady_clock::now() < until) {
      lock.unlock();
      if (!hear(timeBetweenLooks)) hearMeanwhile();
      lock.lock();
    }
    if (!clientRoots_) throw CallError{"the client has not answered which folders may be read: send the texts as `files`"};
    if (clientHasRoots_) return *clientRoots_;
  }
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::current_path(unknown);
  // Desktop programs may start servers in the root of the file system; the whole file system must not become readable.
  if (!here.has_relative_path()) return {};
  return {support::canonicalPath(here.generic_string())};
}

void Server::take(const Request& request, const Json& params) {
  const Json& name = at(params, {"name"});
  if (!name.is_string()) return fail(request, ErrorCode::invalidParams, "`name` is missing");
  const std::string tool = name.get<std::string>();
  if (tool != "more" && toolNamed(tool) == nullptr) {
    std::vector<std::string> known = {"more"};
    for (const Tool& one : tools()) known.emplace_back(one.name);
    return fail(request, ErrorCode::invalidParams,
                fmt::format("Unknown tool: {}{}", clipped(tool, 100), model::orNear(tool, known)));
  }
  auto call = std::make_shared<PendingCall>();
  call->request = request;
  call->params = params;
  bool taken = false, known = false;
  {
    const std::lock_guard lock(mutex_);
    known = calls_.contains(request.id.dump());
    if (!known && waiting_.size() < mostWaiting) {
      taken = calls_.emplace(request.id.dump(), call).second;
      waiting_.push_back(call);
      if (support::hasThreads && workers_.size() < callsAtATime && calls_.size() > workers_.size())
        workers_.emplace_back([this] { work(); }, support::Stack::usual);
    }
  }
  if (!taken)
    return fail(request, ErrorCode::invalidRequest,
                known ? "a request with this id is still being answered: use another id"
                      : "too many calls are waiting: wait for an answer first");
  changed_.notify_all();
}

void Server::cancel(const Json& id) {
  const std::lock_guard lock(mutex_);
  if (const auto call = calls_.find(id.dump(-1, ' ', false, Json::error_handler_t::replace)); call != calls_.end())
    call->second->unwanted = call->second->stop = true;
}

void Server::work() {
  for (;;) {
    std::shared_ptr<PendingCall> call;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
      if (closing_) return;
      call = waiting_.front();
      waiting_.pop_front();
    }
    answer(*call);
  }
}

/// Answers the waiting calls in a program without threads. While a call is being answered, hearMeanwhile() may call this function
/// again.
void Server::workOff() {
  while (!closing_ && !waiting_.empty() && answering_ < callsAtATime) {
    const std::shared_ptr<PendingCall> call = waiting_.front();
    waiting_.pop_front();
    ++answering_;
    answer(*call);
    --answering_;
  }
}

void Server::answer(PendingCall& call) {
  Json response;
  if (!call.unwanted) response = resultOf(call);
  {
    const std::lock_guard lock(mutex_);
    calls_.erase(call.request.id.dump());
  }
  if (call.unwanted)
    leaveOut(call.request);
  else
    respond(call.request, response);
}

Json Server::resultOf(PendingCall& call) {
  try {
    return {{"result", called(call)}};
  } catch (const CallError& error) {
    return {{"result",
             {{"content", Json::array({{{"type", "text"}, {"text", support::visible(clipped(error.message, 2000), false)}}})},
              {"isError", true}}}};
  } catch (const std::bad_alloc&) {
    return failure(ErrorCode::internalError, "out of memory");
  } catch (const std::exception& error) {
    return failure(ErrorCode::internalError, fmt::format("internal error: {}", error.what()));
  }
}

Json Server::called(PendingCall& call) {
  const std::string name = call.params["name"].get<std::string>();
  const Json none = Json::object();
  const Json& arguments =
      call.params.contains("arguments") && !call.params["arguments"].is_null() ? call.params["arguments"] : none;
  const Tool* tool = toolNamed(name);
  if (const std::string wrong = wrongWith(arguments, tool ? inputSchema(*tool) : inputSchemaOfMore()); !wrong.empty())
    throw CallError{fmt::format("{}: {}", name, wrong)};
  const std::size_t tokens = arguments.contains("max_tokens") ? arguments["max_tokens"].get<std::size_t>() : Pages::usualTokens;
  if (tool == nullptr) {
    if (auto page = pages_.next(arguments["cursor"].get<std::string>(), tokens)) return std::move(*page);
    throw CallError{"more: the cursor is unknown, or its answer is no longer stored. Repeat the call that gave the answer"};
  }
  const Json& token = at(call.params, {"_meta", "progressToken"});
  double last = 0;
  const auto report = [&](double seconds, double of, const std::string& done) {
    if (seconds < last + secondsBetweenReports || call.stop) return;
    last = seconds;
    Json params = {{"progressToken", token}, {"progress", seconds}, {"total", std::max(of, seconds)}};
    if (!done.empty()) params["message"] = done;
    send({{"jsonrpc", "2.0"}, {"method", "notifications/progress"}, {"params", std::move(params)}});
  };
  Answer answer;
  try {
    Call asked(session_, arguments, call.stop, isId(token) ? Call::Progress(report) : Call::Progress());
    answer = tool->answer(asked);
    if (arguments.contains("files")) {
      answer.head["sources"] = asked.sources().handle;
      answer.pieces.push_back({"", nullptr, fmt::format("[sources \"{}\"]", asked.sources().handle)});
    }
  } catch (const CallError& error) {
    answer = refusal(clipped(error.message, 2000));
  }
  return pages_.first(std::move(answer), tokens);
}

void Server::respond(const Request& request, const Json& response) {
  Json message = {{"jsonrpc", "2.0"}, {"id", request.id}};
  message.update(response);
  if (!request.batch) return send(message);
  Json answers;
  {
    const std::lock_guard lock(request.batch->mutex);
    request.batch->answers.push_back(std::move(message));
    if (--request.batch->open != 0) return;
    answers = std::move(request.batch->answers);
  }
  send(answers);
}

void Server::fail(const Request& request, ErrorCode code, const std::string& message) {
  respond(request, failure(code, message));
}

void Server::leaveOut(const Request& request) {
  if (!request.batch) return;
  Json answers;
  {
    const std::lock_guard lock(request.batch->mutex);
    if (--request.batch->open != 0 || request.batch->answers.empty()) return;
    answers = std::move(request.batch->answers);
  }
  send(answers);
}

void Server::send(const Json& message) {
  const std::string line = textOf(message) + "\n";
  const std::lock_guard lock(outputMutex_);
  if (!unheard_ && !support::writeAll(output_, line)) unheard_ = true;
}

}  // namespace aunit::server::mcp
