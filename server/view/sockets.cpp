#include "server/view/sockets.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace aunit::server::view {

namespace {

// Makes the socket non-blocking, and keeps child processes from inheriting it.
Socket prepared(Socket socket) {
  if (socket < 0) return noSocket;
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  ::fcntl(socket, F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  return socket;
}

#ifdef MSG_NOSIGNAL
constexpr int noSignal = MSG_NOSIGNAL;
#else
constexpr int noSignal = 0;
#endif

std::optional<std::size_t> counted(ssize_t count) {
  if (count >= 0) return static_cast<std::size_t>(count);
  return errno == EAGAIN || errno == EINTR ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace

Socket listenOn(int& port, std::string& error) {
  const Socket listening = prepared(::socket(AF_INET, SOCK_STREAM, 0));
  const int yes = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (listening == noSocket || ::setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(listening, generic, size) != 0 || ::listen(listening, SOMAXCONN) != 0 ||
      ::getsockname(listening, generic, &size) != 0) {
    error = std::strerror(errno);
    if (listening != noSocket) ::close(listening);
    return noSocket;
  }
  port = ntohs(address.sin_port);
  return listening;
}

// A datagram socket that is connected to itself: it needs only one descriptor and works on all systems.
Socket wakingSocket() {
  const Socket socket = prepared(::socket(AF_INET, SOCK_DGRAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (socket != noSocket && ::bind(socket, generic, size) == 0 && ::getsockname(socket, generic, &size) == 0 &&
      ::connect(socket, generic, size) == 0)
    return socket;
  if (socket != noSocket) ::close(socket);
  return noSocket;
}

void wake(Socket socket) {
  const char one = 1;
  ::send(socket, &one, 1, noSignal);
}

void rest(Socket socket) {
  char some[64];
  while (::recv(socket, some, sizeof some, 0) > 0) continue;
}

AcceptResult acceptOn(Socket listening) {
  const Socket socket = prepared(::accept(listening, nullptr, nullptr));
  return {socket, socket == noSocket && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED};
}

std::optional<std::size_t> receive(Socket socket, std::span<char> to) {
  const ssize_t count = ::recv(socket, to.data(), to.size(), 0);
  return count == 0 ? std::nullopt : counted(count);
}

std::optional<std::size_t> sendSome(Socket socket, std::string_view bytes) {
  return counted(::send(socket, bytes.data(), bytes.size(), noSignal));
}

void endSending(Socket socket) {
  ::shutdown(socket, SHUT_WR);
}

void closeSocket(Socket socket) {
  ::close(socket);
}

bool awaitSockets(std::span<Interest> interests, std::chrono::milliseconds most) {
  std::vector<pollfd> asked;
  for (const Interest& each : interests)
    asked.push_back({each.socket, static_cast<short>((each.reading ? POLLIN : 0) | (each.writing ? POLLOUT : 0)), 0});
  if (::poll(asked.data(), static_cast<nfds_t>(asked.size()), static_cast<int>(most.count())) < 0) return errno == EINTR;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    interests[i].readable = (asked[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    interests[i].writable = (asked[i].revents & POLLOUT) != 0;
  }
  return true;
}

}  // namespace aunit::server::view
