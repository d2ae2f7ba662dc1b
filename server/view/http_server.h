// An HTTP/1.1 and WebSocket server for browsers on this machine: on the loopback address, one thread, many connections.
//
// The server accepts only requests whose Host header is its own address. This defends against DNS rebinding, in which the host
// name of a foreign page resolves to this address. An Origin header names the requesting page: only pages of this address may
// send requests, and only pages of this machine may open a WebSocket (section 10.2 of RFC 6455). Slow or silent clients are
// disconnected; if there are too many clients, the oldest is disconnected.
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
#include "server/view/sockets.h"
#include "server/view/websocket.h"

namespace aunit::server::view {

/// The number of a connection. Numbers are never reused, so a late response cannot reach another client.
using ConnectionId = std::uint64_t;

/// The site that a server serves. The server's only thread calls the site's functions, so they must return quickly.
class Site {
 public:
  virtual ~Site() = default;
  /// The response to a request; nothing if HttpServer::respond will send it later.
  virtual std::optional<HttpResponse> answer(ConnectionId client, HttpRequest& request) = 0;
  /// Whether the client may open a WebSocket with this request.
  virtual bool opens(ConnectionId client, const HttpRequest& request) = 0;
  virtual void message(ConnectionId client, const std::string& text) = 0;
  /// Called when a client disconnects while it waits for a response or has an open WebSocket.
  virtual void gone(ConnectionId client) = 0;
  /// Called several times a second.
  virtual void idle() = 0;
};

class HttpServer {
 public:
  static constexpr std::size_t mostConnections = 128;
  /// The server disconnects a client that is silent for this time while the server waits for it.
  static constexpr std::chrono::seconds patience{10};

  /// Binds a port of 127.0.0.1; 0 stands for any free port. Returns null and sets `error` on failure.
  static std::unique_ptr<HttpServer> listen(int port, std::string& error);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Serves until `ended` returns true; calls `ended` several times a second.
  void serve(Site& site, const std::function<bool()>& ended);

  /// Sends a response to a request, or a message to a WebSocket. Thread-safe. Does nothing if the client is gone.
  void respond(ConnectionId client, const HttpResponse& response);
  void send(ConnectionId client, std::string_view message);

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection;
  struct QueuedBytes {
    ConnectionId client;
    std::string bytes;
    bool last;  // whether to close the connection afterwards
  };

  HttpServer(Socket listening, Socket wake, int port);
  void post(QueuedBytes outgoing);
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

  Socket listening_, wake_;
  int port_;
  Clock::time_point acceptFrom_{};  // after descriptors ran out: no connection is accepted before this time
  ConnectionId next_ = 1;
  std::map<ConnectionId, std::unique_ptr<Connection>> connections_;
  std::mutex mutex_;
  std::vector<QueuedBytes> outgoing_;
};

}  // namespace aunit::server::view
