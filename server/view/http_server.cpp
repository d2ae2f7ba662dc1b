#include "server/view/http_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace aunit::server::view {

namespace {

constexpr int lookEvery = 200;                             // milliseconds
constexpr std::size_t mostUnread = std::size_t{32} << 20;  // bytes of messages that a client does not take

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
  int socket;
  Clock::time_point since;  // of the last progress
  RequestReader request;
  FrameReader frames;
  std::string unsent;
  bool broken = false;

  Connection(ConnectionId number, int descriptor) : id(number), socket(descriptor), since(Clock::now()) {}
  ~Connection() { ::close(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Whether the client owes something: the rest of its request, or to take what it is sent.
  bool isDue() const { return stage == Stage::reading || !unsent.empty(); }
};

HttpServer::HttpServer(int listening, int wake, int port) : listening_(listening), wake_(wake), port_(port) {}

std::unique_ptr<HttpServer> HttpServer::listen(int port, std::string& error) {
  const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::unique_ptr<HttpServer> server(new HttpServer(listening, wake, port));
  const int yes = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (listening < 0 || wake < 0 || ::setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(listening, generic, size) != 0 || ::listen(listening, SOMAXCONN) != 0 ||
      ::getsockname(listening, generic, &size) != 0) {
    error = std::strerror(errno);
    return nullptr;
  }
  server->port_ = ntohs(address.sin_port);
  return server;
}

HttpServer::~HttpServer() {
  connections_.clear();
  if (listening_ >= 0) ::close(listening_);
  if (wake_ >= 0) ::close(wake_);
}

void HttpServer::serve(Site& site, const std::function<bool()>& ended) {
  while (!ended()) {
    const short arrivals = Clock::now() < acceptFrom_ ? 0 : POLLIN;
    std::vector<pollfd> asked = {{listening_, arrivals, 0}, {wake_, POLLIN, 0}};
    std::vector<ConnectionId> order;
    for (const auto& [id, connection] : connections_) {
      const int events =
          (connection->stage == Connection::Stage::ending ? 0 : POLLIN) | (connection->unsent.empty() ? 0 : POLLOUT);
      asked.push_back({connection->socket, static_cast<short>(events), 0});
      order.push_back(id);
    }
    if (::poll(asked.data(), asked.size(), lookEvery) < 0 && errno != EINTR) return;
    if (asked[0].revents != 0) {
      if (connections_.size() >= mostConnections) dropOldest(site);
      accept();
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto found = connections_.find(order[i]);
      if (found == connections_.end()) continue;
      Connection& connection = *found->second;
      const short events = asked[i + 2].revents;
      if ((events & (POLLIN | POLLHUP | POLLERR)) != 0) read(connection, site);
      if ((events & POLLOUT) != 0) write(connection);
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
  const int socket = ::accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) {
    // It stays there to be accepted: where the process has no descriptor (or memory) left, asking at once would take all of a
    // processor.
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
      acceptFrom_ = Clock::now() + std::chrono::milliseconds(lookEvery);
    return;
  }
  const ConnectionId id = next_++;
  connections_.emplace(id, std::make_unique<Connection>(id, socket));
}

/// Of those that have not asked for anything yet; else of all.
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
  const ssize_t count = ::recv(connection.socket, bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    connection.broken = true;
    return;
  }
  const std::string_view received(bytes.data(), static_cast<std::size_t>(count));
  switch (connection.stage) {
    case Connection::Stage::reading:
      switch (connection.request.feed(received)) {
        case RequestReader::Standing::incomplete: return;
        case RequestReader::Standing::refused: return say(connection, written(refusal(connection.request.status())), true);
        case RequestReader::Standing::complete: return begin(connection, site);
      }
      return;
    case Connection::Stage::webSocket: return readFrames(connection, site, received);
    case Connection::Stage::waiting:
    case Connection::Stage::ending: return;  // nobody asked
  }
}

/// Whether it is addressed to this server, and comes from a page that may, or from no page at all.
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

/// Section 4.2 of RFC 6455.
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
    const ssize_t count = ::send(connection.socket, connection.unsent.data(), connection.unsent.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      connection.broken = true;
      return;
    }
    connection.unsent.erase(0, static_cast<std::size_t>(count));
    connection.since = Clock::now();
  }
  if (connection.stage == Connection::Stage::ending) ::shutdown(connection.socket, SHUT_WR);
}

void HttpServer::post(Outgoing outgoing) {
  {
    const std::lock_guard lock(mutex_);
    outgoing_.push_back(std::move(outgoing));
  }
  ::eventfd_write(wake_, 1);
}

void HttpServer::respond(ConnectionId client, const HttpResponse& response) {
  post({client, written(response), true});
}

void HttpServer::send(ConnectionId client, std::string_view message) {
  post({client, framed(Opcode::text, message), false});
}

/// Delivers the responses and messages of other threads.
void HttpServer::deliver() {
  eventfd_t ignored = 0;
  ::eventfd_read(wake_, &ignored);
  std::vector<Outgoing> outgoing;
  {
    const std::lock_guard lock(mutex_);
    outgoing.swap(outgoing_);
  }
  for (Outgoing& each : outgoing) {
    const auto found = connections_.find(each.client);
    if (found == connections_.end()) continue;
    const auto awaited = each.last ? Connection::Stage::waiting : Connection::Stage::webSocket;
    if (found->second->stage == awaited) say(*found->second, std::move(each.bytes), each.last);
  }
}

}  // namespace aunit::server::view
