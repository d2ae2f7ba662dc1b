// The site of `aunit view`: the page of the instance view, answers to its questions, and the WebSocket of a Sterling.
//
// /TOKEN/ the page, and beside it its style sheets and scripts /TOKEN/ask POST of a question as JSON; the response is the answer
// /TOKEN/sterling WebSocket: sterling.h /... the files of a built Sterling, if there is one; they are no secret, so the
// address has no token
//
// The token is random, so that the address cannot be guessed. A thread of its own answers the questions one after the other;
// questions of clients that have gone are dropped.
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
  /// `told` is called with messages that a person at the terminal should see too: that there is no instance, that the model is in
  /// error.
  ViewSite(Viewer& viewer, HttpServer& server, std::string token, std::string sterlingFolder,
           std::function<void(const std::string&)> told);

  /// "http://127.0.0.1:34567/TOKEN/"
  std::string address() const;
  /// An address that leads to address() once, for the command line of a browser, which others on this machine can see.
  std::string addressForOnce();
  /// The query behind the address of a Sterling's page, "?34567/TOKEN/sterling": Sterling connects to localhost with this port
  /// and path.
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
  std::string once_;  // the path that leads to the page the first time
  const std::function<void(const std::string&)> told_;

  runner::FileWatcher watcher_;
  std::mutex mutex_;
  std::map<std::string, std::string> files_;  // of the model, by canonical path: the text that was read
  bool watchNew_ = false;                     // whether files_ has changed and is not watched yet
  int event_ = 0;                             // how often the model's files have changed
  std::set<ConnectionId> waiting_;            // for the next change

  std::map<ConnectionId, std::shared_ptr<Sterling>> sterlings_;
  Worker worker_;  // last: its thread uses what stands above
};

}  // namespace aunit::server::view
