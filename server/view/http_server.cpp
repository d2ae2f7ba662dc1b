#include "server/view/http_server.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "server/view/sockets.h"

namespace aunit::server::view {

namespace {

constexpr std::chrono::milliseconds lookEvery(200);
constexpr std::size_t mostUnread = std::size_t{32} << 20;  // limit for the unsent bytes of one client

bool containsWord(std::string_view list, std::string_view word) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  while (!list.empty()) {
    std::string_view each = list.substr(0, list.find(','));
    list.remove_prefix(std::min(each.size() + 1, list.size()));
    while (each.starts_with(' ')) each.remove_prefix(1);
    while (each.ends_with(' ')) each.remove_suffix(1);
    if (std::ranges::equal(each, word, same)) return true;
  }
  return false;
}

}  // namespace

struct HttpServer::Connection {
  enum class Stage { reading, waiting, webSocket, ending } stage = Stage::reading;

  ConnectionId id;
  Socket socket;
  // When the server began to wait for the client (isDue()) or, if later, when the server last sent bytes.
  Clock::time_point since;
  RequestReader request;
  FrameReader frames;
  std::string unsent;
  bool broken = false;

  Connection(ConnectionId number, Socket accepted) : id(number), socket(accepted), since(Clock::now()) {}
  ~Connection() { closeSocket(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Whether the server waits for the client, which must send the rest of its request, or receive `unsent`.
  bool isDue() const { return stage == Stage::reading || !unsent.empty(); }
};

HttpServer::HttpServer(Socket listening, Socket wake, int port) : listening_(listening), wake_(wake), port_(port) {}

std::unique_ptr<HttpServer> HttpServer::listen(int port, std::string& error) {
  const Socket listening = listenOn(port, error);
  if (listening == noSocket) return nullptr;
  std::unique_ptr<HttpServer> server(new HttpServer(listening, wakingSocket(), port));
  if (server->wake_ != noSocket) return server;
  error = "the system has no free socket";
  return nullptr;
}

HttpServer::~HttpServer() {
  connections_.clear();
  closeSocket(listening_);
  if (wake_ != noSocket) closeSocket(wake_);
}

void HttpServer::serve(Site& site, const std::function<bool()>& ended) {
  while (!ended()) {
    std::vector<Interest> asked = {{.socket = listening_, .reading = Clock::now() >= acceptFrom_},
                                   {.socket = wake_, .reading = true}};
    std::vector<ConnectionId> order;
    for (const auto& [id, connection] : connections_) {
      asked.push_back({.socket = connection->socket,
                       .reading = connection->stage != Connection::Stage::ending,
                       .writing = !connection->unsent.empty()});
      order.push_back(id);
    }
    if (!awaitSockets(asked, lookEvery)) return;
    if (asked[0].readable) {
      if (connections_.size() >= mostConnections) dropOldest(site);
      accept();
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto found = connections_.find(order[i]);
      if (found == connections_.end()) continue;
      Connection& connection = *found->second;
      if (asked[i + 2].readable) read(connection, site);
      if (asked[i + 2].writable) write(connection);
      if (connection.isDue() && Clock::now() - connection.since > patience) connection.broken = true;
    }
    site.idle();
    deliver();
    for (const ConnectionId id : order) {
      const auto found = connections_.find(id);
      if (found == connections_.end()) continue;
      const Connection& connection = *found->second;
      if (connection.broken || (connection.stage == Connection::Stage::ending && connection.unsent.empty())) drop(id, site);
    }
  }
}

void HttpServer::accept() {
  const AcceptResult accepted = acceptOn(listening_);
  // If the process has no descriptor left, the next attempt must wait; otherwise the loop would spin.
  if (accepted.exhausted) acceptFrom_ = Clock::now() + lookEvery;
  if (accepted.socket == noSocket) return;
  const ConnectionId id = next_++;
  connections_.emplace(id, std::make_unique<Connection>(id, accepted.socket));
}

/// Drops the oldest connection that has not sent a complete request; if there is none, the oldest connection.
void HttpServer::dropOldest(Site& site) {
  const auto silent =
      std::ranges::find_if(connections_, [](const auto& each) { return each.second->stage == Connection::Stage::reading; });
  drop(silent == connections_.end() ? connections_.begin()->first : silent->first, site);
}

void HttpServer::drop(ConnectionId client, Site& site) {
  const auto found = connections_.find(client);
  if (found == connections_.end()) return;
  const auto stage = found->second->stage;
  connections_.erase(found);
  if (stage == Connection::Stage::waiting || stage == Connection::Stage::webSocket) site.gone(client);
}

void HttpServer::read(Connection& connection, Site& site) {
  std::array<char, 65536> bytes;
  const auto count = receive(connection.socket, bytes);
  if (count == 0) return;
  if (!count) {
    connection.broken = true;
    return;
  }
  const std::string_view received(bytes.data(), *count);
  switch (connection.stage) {
    case Connection::Stage::reading:
      switch (connection.request.feed(received)) {
        case RequestReader::State::incomplete: return;
        case RequestReader::State::refused: return say(connection, written(refusal(connection.request.status())), true);
        case RequestReader::State::complete: return begin(connection, site);
      }
      return;
    case Connection::Stage::webSocket: return readFrames(connection, site, received);
    case Connection::Stage::waiting:
    case Connection::Stage::ending: return;  // ignores bytes after the request
  }
}

/// Whether a request is addressed to this server, and comes from an allowed page or from no page.
bool HttpServer::isForUs(const HttpRequest& request) const {
  const std::string_view host = request.header("host"), origin = request.header("origin");
  const bool opening = !request.header("upgrade").empty();
  bool named = false, welcome = origin.empty();
  for (const std::string_view name : {"127.0.0.1", "localhost"}) {
    named = named || host == fmt::format("{}:{}", name, port_);
    welcome = welcome || origin == fmt::format("http://{}:{}", name, port_);
    welcome = welcome || (opening && origin.starts_with(fmt::format("http://{}:", name)));
  }
  return named && welcome;
}

void HttpServer::begin(Connection& connection, Site& site) {
  HttpRequest& request = connection.request.request();
  if (!isForUs(request)) return say(connection, written(refusal(421)), true);
  if (!request.header("upgrade").empty()) return open(connection, site);
  connection.stage = Connection::Stage::waiting;
  if (const auto response = site.answer(connection.id, request)) say(connection, written(*response), true);
}

/// Opens a WebSocket: section 4.2 of RFC 6455.
void HttpServer::open(Connection& connection, Site& site) {
  const HttpRequest& request = connection.request.request();
  const std::string_view key = request.header("sec-websocket-key");
  if (request.method != "GET" || !request.body.empty() || key.size() != 24 ||
      !containsWord(request.header("upgrade"), "websocket") || !containsWord(request.header("connection"), "upgrade"))
    return say(connection, written(refusal(400)), true);
  if (request.header("sec-websocket-version") != "13") {
    HttpResponse other = refusal(426);
    other.headers = {{"Sec-WebSocket-Version", "13"}};
    return say(connection, written(other), true);
  }
  if (!site.opens(connection.id, request)) return say(connection, written(refusal(403)), true);
  connection.stage = Connection::Stage::webSocket;
  HttpResponse accepted{
      101, {}, {}, {{"Upgrade", "websocket"}, {"Connection", "Upgrade"}, {"Sec-WebSocket-Accept", acceptedKey(key)}}};
  say(connection, written(accepted), false);
  const std::string rest = std::exchange(connection.request.rest(), {});
  readFrames(connection, site, rest);
}

void HttpServer::readFrames(Connection& connection, Site& site, std::string_view bytes) {
  connection.frames.feed(bytes);
  while (auto event = connection.frames.next()) {
    if (event->opcode == Opcode::text) site.message(connection.id, event->payload);
    if (event->opcode == Opcode::ping) say(connection, framed(Opcode::pong, event->payload), false);
    if (event->opcode != Opcode::close) continue;
    say(connection, closing(1000), true);
    return site.gone(connection.id);
  }
  if (connection.frames.violation() == 0) return;
  say(connection, closing(connection.frames.violation()), true);
  site.gone(connection.id);
}

void HttpServer::say(Connection& connection, std::string bytes, bool last) {
  if (connection.stage == Connection::Stage::ending) return;
  if (connection.unsent.empty()) connection.since = Clock::now();
  connection.unsent += bytes;
  if (connection.unsent.size() > mostUnread) connection.broken = true;
  if (last) connection.stage = Connection::Stage::ending;
  write(connection);
}

void HttpServer::write(Connection& connection) {
  while (!connection.unsent.empty()) {
    const auto count = sendSome(connection.socket, connection.unsent);
    if (count == 0) return;
    if (!count) {
      connection.broken = true;
      return;
    }
    connection.unsent.erase(0, *count);
    connection.since = Clock::now();
  }
  if (connection.stage == Connection::Stage::ending) endSending(connection.socket);
}

void HttpServer::post(QueuedBytes outgoing) {
  {
    const std::lock_guard lock(mutex_);
    outgoing_.push_back(std::move(outgoing));
  }
  wake(wake_);
}

void HttpServer::respond(ConnectionId client, const HttpResponse& response) {
  post({client, written(response), true});
}

void HttpServer::send(ConnectionId client, std::string_view message) {
  post({client, framed(Opcode::text, message), false});
}

/// Sends the responses and messages that other threads have queued.
void HttpServer::deliver() {
  rest(wake_);
  std::vector<QueuedBytes> outgoing;
  {
    const std::lock_guard lock(mutex_);
    outgoing.swap(outgoing_);
  }
  for (QueuedBytes& each : outgoing) {
    const auto found = connections_.find(each.client);
    if (found == connections_.end()) continue;
    const auto awaited = each.last ? Connection::Stage::waiting : Connection::Stage::webSocket;
    if (found->second->stage == awaited) say(*found->second, std::move(each.bytes), each.last);
  }
}

}  // namespace aunit::server::view
