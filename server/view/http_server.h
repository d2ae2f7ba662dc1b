// A server for browsers on this machine: HTTP/1.1 and WebSockets on the loopback address, one thread, many connections.
//
// It serves only whoever addresses it by its own name: a Host header other than this address is what a page elsewhere sends whose
// name was made to lead here (DNS rebinding). An Origin header names the page that asks: only pages of this address may, and
// pages of this machine may open a WebSocket (section 10.2 of RFC 6455). Slow, silent and too many clients lose their
// connections.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/view/http_message.h"
#include "server/view/websocket.h"

namespace aunit::server::view {

/// Grows with each connection, so that what comes too late for one reaches no other.
using ConnectionId = std::uint64_t;

/// What is served. Called by the thread that serves: nothing here may take long.
class Site {
 public:
  virtual ~Site() = default;
  /// The response to a request; nothing: HttpServer::respond will bring it.
  virtual std::optional<HttpResponse> answer(ConnectionId client, HttpRequest& request) = 0;
  /// May whoever asks for it open a WebSocket at this path?
  virtual bool opens(ConnectionId client, const HttpRequest& request) = 0;
  virtual void message(ConnectionId client, const std::string& text) = 0;
  /// A client has gone that was to get a response, or whose WebSocket was open.
  virtual void gone(ConnectionId client) = 0;
  /// Called between all that, several times a second.
  virtual void idle() = 0;
};

class HttpServer {
 public:
  static constexpr std::size_t mostConnections = 128;
  static constexpr std::chrono::seconds patience{10};  // with a client that neither sends nor takes what is due

  /// Binds 127.0.0.1; port 0: any that is free. Null with `error` where that fails.
  static std::unique_ptr<HttpServer> listen(int port, std::string& error);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Until `ended` says so, which is asked several times a second.
  void serve(Site& site, const std::function<bool()>& ended);

  /// From any thread: the response to a request, a message to a WebSocket. What no longer waits for it gets nothing.
  void respond(ConnectionId client, const HttpResponse& response);
  void send(ConnectionId client, std::string_view message);

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection;
  struct Outgoing {
    ConnectionId client;
    std::string bytes;
    bool last;  // the connection ends behind it
  };

  HttpServer(int listening, int wake, int port);
  void post(Outgoing outgoing);
  void deliver();
  void accept();
  void dropOldest(Site& site);
  void read(Connection& connection, Site& site);
  void begin(Connection& connection, Site& site);
  void open(Connection& connection, Site& site);
  void readFrames(Connection& connection, Site& site, std::string_view bytes);
  void say(Connection& connection, std::string bytes, bool last);
  void write(Connection& connection);
  void drop(ConnectionId client, Site& site);
  bool isForUs(const HttpRequest& request) const;

  int listening_, wake_, port_;
  ConnectionId next_ = 1;
  std::map<ConnectionId, std::unique_ptr<Connection>> connections_;
  std::mutex mutex_;
  std::vector<Outgoing> outgoing_;
};

}  // namespace aunit::server::view
