#include "server/view/view_site.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "parser/source_text.h"
#include "reporters/assets.h"
#include "reporters/drawing/graph.h"
#include "support/files.h"

namespace aunit::server::view {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view html = "text/html; charset=utf-8", css = "text/css; charset=utf-8",
                           javaScript = "text/javascript; charset=utf-8", json = "application/json";

/// Compares tokens in constant time.
bool same(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

HttpResponse jsonResponse(const Json& answer) {
  return {200, std::string(json), answer.dump(-1, ' ', false, Json::error_handler_t::replace), {}};
}

std::string_view typeOf(const fs::path& path) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {
      {".html", html},           {".css", css},
      {".js", javaScript},       {".mjs", javaScript},
      {".json", json},           {".map", json},
      {".svg", "image/svg+xml"}, {".png", "image/png"},
      {".ico", "image/x-icon"},  {".wasm", "application/wasm"},
      {".woff", "font/woff"},    {".woff2", "font/woff2"},
      {".ttf", "font/ttf"}};
  const std::string extension = path.extension().generic_string();
  const auto found = std::ranges::find(types, extension, [](const auto& type) { return type.first; });
  return found == std::end(types) ? "application/octet-stream" : found->second;
}

}  // namespace

std::string randomToken() {
  std::random_device random;  // uses the system's random source on all supported systems
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

ViewSite::ViewSite(Viewer& viewer, HttpServer& server, std::string token, std::string sterlingFolder,
                   std::function<void(const std::string&)> told)
    : viewer_(viewer),
      server_(server),
      token_(std::move(token)),
      sterlingFolder_(std::move(sterlingFolder)),
      told_(std::move(told)) {
  watchModel();
}

std::string ViewSite::address() const {
  return fmt::format("http://127.0.0.1:{}/{}/", server_.port(), token_);
}

std::string ViewSite::addressForOnce() {
  once_ = randomToken();
  return fmt::format("http://127.0.0.1:{}/{}", server_.port(), once_);
}

std::string ViewSite::sterlingQuery() const {
  return fmt::format("?{}/{}/sterling", server_.port(), token_);
}

// Requests.

std::optional<HttpResponse> ViewSite::answer(ConnectionId client, HttpRequest& request) {
  const std::string path = request.path.substr(1);
  const std::size_t slash = path.find('/');
  const bool known = slash != std::string::npos && same(path.substr(0, slash), token_);
  if (known && path.substr(slash + 1) == "ask") return take(client, request);
  if (request.method != "GET") return refusal(405);
  if (known) return page(path.substr(slash + 1));
  if (!once_.empty() && same(path, once_)) {
    once_.clear();
    return HttpResponse{303, std::string(html), {}, {{"Location", "/" + token_ + "/"}}};
  }
  return sterlingFolder_.empty() ? refusal(403) : sterlingFile(path);
}

std::optional<HttpResponse> ViewSite::page(const std::string& name) const {
  namespace assets = reporters::assets;
  HttpResponse response;
  if (name.empty()) {
    response.type = html;
    response.body = assets::viewPage();
    response.headers = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
         "form-action 'none'"}};
  } else if (name == "report.css" || name == "view.css") {
    response.type = css;
    response.body = name == "view.css" ? assets::viewStyle() : assets::reportStyle();
    if (name == "view.css") response.body += assets::graphStyle();
  } else if (name == "view.js" || name == "view_http.js") {
    response.type = javaScript;
    response.body = name == "view.js" ? assets::viewScript() : assets::viewTransport();
  } else {
    return refusal(404);
  }
  return response;
}

/// The response with a file of the Sterling build; for a folder, with its index.html. Refuses a path if it leads to no file, or,
/// after links are resolved, to a file outside the build's folder.
HttpResponse ViewSite::sterlingFile(const std::string& path) const {
  std::error_code error;
  const fs::path root = fs::canonical(sterlingFolder_, error);
  if (error) return refusal(404);
  fs::path file = fs::canonical(root / path, error);
  if (!error && fs::is_directory(file, error)) file = fs::canonical(file / "index.html", error);
  if (error || std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first != root.end()) return refusal(404);
  std::string trouble;
  auto text = support::readFile(file.generic_string(), trouble);
  if (!text) return refusal(404);
  return {200, std::string(typeOf(file)), std::move(*text), {}};
}

/// Handles a POST request with a question. The questions `stop` and `wait` are handled in the calling thread, because they must
/// not wait for the worker. All others go to the worker.
std::optional<HttpResponse> ViewSite::take(ConnectionId client, const HttpRequest& request) {
  if (request.method != "POST") return refusal(405);
  if (!request.header("content-type").starts_with(json)) return refusal(415);
  Json question = shallow(request.body);
  const Json& type = at(question, {"type"});
  if (!type.is_string()) return refusal(400);
  if (type == "stop") {
    worker_.stopCurrent();
    return jsonResponse(Json::object());
  }
  if (type == "wait") {
    if (at(question, {"seen"}) != Json(event_)) return jsonResponse(eventJson());
    waiting_.insert(client);
    return std::nullopt;
  }
  worker_.post(client, [this, client, question = std::move(question)](const std::atomic<bool>& stop) {
    const Json answer = viewer_.answer(question, stop);
    const Json& asked = question["type"];
    if (asked == "reload") watchModel();
    if (asked != "evaluate")
      for (const char* trouble : {"none", "error"})
        if (answer.contains(trouble)) told_(answer[trouble].get<std::string>());
    server_.respond(client, jsonResponse(answer));
  });
  return std::nullopt;
}

bool ViewSite::opens(ConnectionId client, const HttpRequest& request) {
  const std::string path = request.path.substr(1);
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos || !same(path.substr(0, slash), token_) || path.substr(slash + 1) != "sterling") return false;
  sterlings_[client] = std::make_shared<Sterling>(viewer_);
  return true;
}

void ViewSite::message(ConnectionId client, const std::string& text) {
  if (Sterling::isPing(text)) return server_.send(client, "pong");
  worker_.post(client, [this, client, text, sterling = sterlings_.at(client)](const std::atomic<bool>& stop) {
    for (const std::string& answer : sterling->answer(text, stop)) server_.send(client, answer);
  });
}

void ViewSite::gone(ConnectionId client) {
  waiting_.erase(client);
  sterlings_.erase(client);
  worker_.forget(client);
}

// Changes of the model's files.

/// Updates the files to watch. Called by the thread that has just read the model.
void ViewSite::watchModel() {
  const model::SourceMap& sources = viewer_.loaded().sources;
  std::map<std::string, std::string> files;
  for (model::FileId id = 0; id < sources.size(); ++id) {
    std::error_code error;
    const fs::path path = fs::canonical(sources.file(id).path(), error);
    if (!error) files.emplace(path.generic_string(), sources.file(id).document());
  }
  const std::lock_guard lock(mutex_);
  files_ = std::move(files);
  watchNew_ = true;
}

Json ViewSite::eventJson() const {
  return {{"event", event_}, {"changed", event_ > 0}};
}

/// Whether a file of the model differs from the text that was read. It does not if the watcher reports a change after the model
/// was read again.
bool ViewSite::differs(const std::string& path) const {
  const auto known = files_.find(path);
  if (known == files_.end()) return false;
  std::string error;
  const auto now = support::readFile(path, error);
  return !now || parser::uniformText(*now) != known->second;
}

void ViewSite::idle() {
  std::set<std::string> changed = watcher_.changes();
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(watchNew_, false)) {
      std::set<std::string> folders;
      for (const auto& [file, text] : files_) folders.insert(fs::path(file).parent_path().generic_string());
      watcher_.watch(folders);
    }
    std::erase_if(changed, [&](const std::string& path) { return !path.empty() && !differs(path); });
  }
  if (changed.empty()) return;
  ++event_;
  for (const ConnectionId client : std::exchange(waiting_, {})) server_.respond(client, jsonResponse(eventJson()));
}

}  // namespace aunit::server::view
