#include "server/view/sockets.h"

#include <algorithm>
#include <vector>

#include <winsock2.h>
#include <ws2tcpip.h>

#include "support/system/text_windows.h"

namespace aunit::server::view {

namespace {

/// Initialises Winsock once. Returns false on failure.
bool begun() {
  static const bool good = [] {
    WSADATA about{};
    return ::WSAStartup(MAKEWORD(2, 2), &about) == 0;
  }();
  return good;
}

Socket made(SOCKET socket) {
  if (socket == INVALID_SOCKET) return noSocket;
  u_long yes = 1;
  ::ioctlsocket(socket, FIONBIO, &yes);
  ::SetHandleInformation(reinterpret_cast<HANDLE>(socket), HANDLE_FLAG_INHERIT, 0);
  return socket;
}

std::string lastError() {
  wchar_t* text = nullptr;
  const DWORD size =
      ::FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                       static_cast<DWORD>(::WSAGetLastError()), 0, reinterpret_cast<LPWSTR>(&text), 0, nullptr);
  std::string said = support::narrow({text, size});
  ::LocalFree(text);
  while (said.ends_with('\n') || said.ends_with('\r') || said.ends_with('.')) said.pop_back();
  return said.empty() ? "the port cannot be opened" : said;
}

std::optional<std::size_t> counted(int count) {
  if (count >= 0) return static_cast<std::size_t>(count);
  return ::WSAGetLastError() == WSAEWOULDBLOCK ? std::optional<std::size_t>(0) : std::nullopt;
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<u_short>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

Socket listenOn(int& port, std::string& error) {
  const Socket listening = begun() ? made(::socket(AF_INET, SOCK_STREAM, 0)) : noSocket;
  const BOOL yes = TRUE;  // prevents other programs from binding the same port
  sockaddr_in address = loopback(port);
  int size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (listening == noSocket ||
      ::setsockopt(listening, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, reinterpret_cast<const char*>(&yes), sizeof yes) != 0 ||
      ::bind(listening, generic, size) != 0 || ::listen(listening, SOMAXCONN) != 0 ||
      ::getsockname(listening, generic, &size) != 0) {
    error = lastError();
    if (listening != noSocket) ::closesocket(listening);
    return noSocket;
  }
  port = ntohs(address.sin_port);
  return listening;
}

Socket wakingSocket() {
  const Socket socket = begun() ? made(::socket(AF_INET, SOCK_DGRAM, 0)) : noSocket;
  sockaddr_in address = loopback(0);
  int size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (socket != noSocket && ::bind(socket, generic, size) == 0 && ::getsockname(socket, generic, &size) == 0 &&
      ::connect(socket, generic, size) == 0)
    return socket;
  if (socket != noSocket) ::closesocket(socket);
  return noSocket;
}

void wake(Socket socket) {
  const char one = 1;
  ::send(socket, &one, 1, 0);
}

void rest(Socket socket) {
  char some[64];
  while (::recv(socket, some, sizeof some, 0) > 0) continue;
}

AcceptResult acceptOn(Socket listening) {
  const Socket socket = made(::accept(listening, nullptr, nullptr));
  const int error = ::WSAGetLastError();
  return {socket, socket == noSocket && error != WSAEWOULDBLOCK && error != WSAECONNRESET};
}

std::optional<std::size_t> receive(Socket socket, std::span<char> to) {
  const int count = ::recv(socket, to.data(), static_cast<int>(to.size()), 0);
  return count == 0 ? std::nullopt : counted(count);
}

std::optional<std::size_t> sendSome(Socket socket, std::string_view bytes) {
  return counted(::send(socket, bytes.data(), static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20)), 0));
}

void endSending(Socket socket) {
  ::shutdown(socket, SD_SEND);
}

void closeSocket(Socket socket) {
  ::closesocket(socket);
}

bool awaitSockets(std::span<Interest> interests, std::chrono::milliseconds most) {
  std::vector<WSAPOLLFD> asked;
  for (const Interest& each : interests)
    asked.push_back({each.socket, static_cast<SHORT>((each.reading ? POLLRDNORM : 0) | (each.writing ? POLLWRNORM : 0)), 0});
  if (::WSAPoll(asked.data(), static_cast<ULONG>(asked.size()), static_cast<INT>(most.count())) < 0) return false;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    interests[i].readable = (asked[i].revents & (POLLRDNORM | POLLHUP | POLLERR)) != 0;
    interests[i].writable = (asked[i].revents & POLLWRNORM) != 0;
  }
  return true;
}

}  // namespace aunit::server::view
