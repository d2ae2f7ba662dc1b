// The site of `aunit view`: the instance view's page, answers to its questions, and the WebSocket for Sterling.
//
// - /TOKEN/: the page; its style sheets and scripts are below it
// - /TOKEN/ask: POST of a question as JSON; the response is the answer
// - /TOKEN/sterling: WebSocket, see sterling.h
// - /...: the files of a Sterling build, if there is one; they are public, so their addresses have no token
//
// The token is random, so that the address cannot be guessed. A worker thread answers the questions one after the other;
// questions of disconnected clients are dropped.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "runner/files/file_watcher.h"
#include "server/view/http_server.h"
#include "server/view/sterling.h"
#include "server/view/viewer.h"
#include "server/view/worker.h"

namespace aunit::server::view {

/// 128 bits from the system's source of randomness, as letters and digits.
std::string randomToken();

class ViewSite final : public Site {
 public:
  /// `told` is called with messages that the terminal should also show, for example that there is no instance or that the model
  /// has errors.
  ViewSite(Viewer& viewer, HttpServer& server, std::string token, std::string sterlingFolder,
           std::function<void(const std::string&)> told);

  /// The address of the page: "http://127.0.0.1:34567/TOKEN/".
  std::string address() const;
  /// An address that redirects to address(), one time only. It is for the command line that starts the browser, because other
  /// users of this machine can see this command line.
  std::string addressForOnce();
  /// The query of the address of Sterling's page, "?34567/TOKEN/sterling": Sterling connects to localhost with this port and
  /// path.
  std::string sterlingQuery() const;

  std::optional<HttpResponse> answer(ConnectionId client, HttpRequest& request) override;
  bool opens(ConnectionId client, const HttpRequest& request) override;
  void message(ConnectionId client, const std::string& text) override;
  void gone(ConnectionId client) override;
  void idle() override;

 private:
  std::optional<HttpResponse> page(const std::string& name) const;
  HttpResponse sterlingFile(const std::string& path) const;
  std::optional<HttpResponse> take(ConnectionId client, const HttpRequest& request);
  Json eventJson() const;
  bool differs(const std::string& path) const;
  void watchModel();

  Viewer& viewer_;
  HttpServer& server_;
  const std::string token_, sterlingFolder_;
  std::string once_;  // the path of addressForOnce()
  const std::function<void(const std::string&)> told_;

  runner::FileWatcher watcher_;
  std::mutex mutex_;
  std::map<std::string, std::string> files_;  // by canonical path of a file of the model: the text that was read
  bool watchNew_ = false;                     // whether `files_` was replaced and `watcher_` still watches the old files
  int event_ = 0;                             // number of changes of the model's files
  std::set<ConnectionId> waiting_;            // clients that wait for the next change

  std::map<ConnectionId, std::shared_ptr<Sterling>> sterlings_;
  Worker worker_;  // last, because its thread uses the members above
};

}  // namespace aunit::server::view
