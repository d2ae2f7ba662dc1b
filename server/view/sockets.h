// Connections on the loopback address. sockets.cpp is for POSIX systems, sockets_windows.cpp for Windows.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace aunit::server::view {

#ifdef _WIN32
using Socket = std::uintptr_t;
inline constexpr Socket noSocket = ~Socket{0};
#else
using Socket = int;
inline constexpr Socket noSocket = -1;
#endif

/// Listens on a port of 127.0.0.1; if the port is 0, chooses a free one and stores it in `port`. Returns noSocket and sets
/// `error` on failure. All sockets that the functions of this file return are non-blocking.
Socket listenOn(int& port, std::string& error);

/// A socket that becomes readable after `wake`, which any thread may call; noSocket on failure.
Socket wakingSocket();
void wake(Socket socket);
/// Makes the socket unreadable until the next `wake`.
void rest(Socket socket);

struct AcceptResult {
  Socket socket = noSocket;
  bool exhausted = false;  // a connection waits, but the process has no descriptor (or memory) left
};
AcceptResult acceptOn(Socket listening);

/// Returns the number of bytes read: 0 if none are available now; nothing if the connection has ended.
std::optional<std::size_t> receive(Socket socket, std::span<char> to);
std::optional<std::size_t> sendSome(Socket socket, std::string_view bytes);
/// Tells the peer that nothing more will be sent.
void endSending(Socket socket);
void closeSocket(Socket socket);

/// The events to wait for on a socket, and, after awaitSockets(), the events that occurred.
struct Interest {
  Socket socket = noSocket;
  bool reading = false, writing = false;
  bool readable = false, writable = false;  // a closed connection counts as readable
};
/// Returns false if waiting itself fails.
bool awaitSockets(std::span<Interest> interests, std::chrono::milliseconds most);

}  // namespace aunit::server::view
