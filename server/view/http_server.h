// A server for browsers on this machine: HTTP/1.1 and WebSockets on the loopback address, one thread, many connections.
//
// It serves only requests whose Host header is its own address: pages elsewhere whose name was made to lead here send another one
// (DNS rebinding). An Origin header names the page that asks: only pages of this address may, and pages of this machine may open
// a WebSocket (section 10.2 of RFC 6455). Clients that are slow or silent lose their connections, and so does the oldest client
// when there are too many.
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

/// The number of a connection. No number is used twice, so that a late response reaches no other client.
using ConnectionId = std::uint64_t;

/// The site that a server serves. Its functions are called by the serving thread, so they must not take long.
class Site {
 public:
  virtual ~Site() = default;
  /// The response to a request; nothing when HttpServer::respond will bring it later.
  virtual std::optional<HttpResponse> answer(ConnectionId client, HttpRequest& request) = 0;
  /// Whether the client may open a WebSocket with this request.
  virtual bool opens(ConnectionId client, const HttpRequest& request) = 0;
  virtual void message(ConnectionId client, const std::string& text) = 0;
  /// Called when a client has gone that waited for a response, or whose WebSocket was open.
  virtual void gone(ConnectionId client) = 0;
  /// Called between the others, several times a second.
  virtual void idle() = 0;
};

class HttpServer {
 public:
  static constexpr std::size_t mostConnections = 128;
  static constexpr std::chrono::seconds patience{10};  // with a client that neither sends nor takes the bytes that are due

  /// Binds a port of 127.0.0.1; 0 stands for any free one. Returns null with `error` where this fails.
  static std::unique_ptr<HttpServer> listen(int port, std::string& error);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Serves until `ended` returns true; it is asked several times a second.
  void serve(Site& site, const std::function<bool()>& ended);

  /// Sends a response to a request, or a message to a WebSocket, from any thread. A client that no longer waits for it gets
  /// nothing.
  void respond(ConnectionId client, const HttpResponse& response);
  void send(ConnectionId client, std::string_view message);

 private:
  using Clock = std::chrono::steady_clock;
  struct Connection;
  struct Outgoing {
    ConnectionId client;
    std::string bytes;
    bool last;  // whether the connection ends behind it
  };

  HttpServer(Socket listening, Socket wake, int port);
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

  Socket listening_, wake_;
  int port_;
  Clock::time_point acceptFrom_{};  // connections; before that there were no descriptors for them
  ConnectionId next_ = 1;
  std::map<ConnectionId, std::unique_ptr<Connection>> connections_;
  std::mutex mutex_;
  std::vector<Outgoing> outgoing_;
};

}  // namespace aunit::server::view
