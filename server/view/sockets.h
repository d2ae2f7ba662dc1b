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

/// Listens on a port of 127.0.0.1, 0 for any free one, which is filled in. noSocket with `error` where this fails. No socket of
/// these functions waits.
Socket listenOn(int& port, std::string& error);

/// A socket that is ready to be read after `wake`, from any thread; noSocket if there is none.
Socket wakingSocket();
void wake(Socket socket);
/// Until the next wake.
void rest(Socket socket);

struct Accepted {
  Socket socket = noSocket;
  bool exhausted = false;  // it stays there to be accepted: the process has no descriptor (or memory) left
};
Accepted acceptOn(Socket listening);

/// The number of bytes: 0 if there are none at the moment; nothing when the connection has ended.
std::optional<std::size_t> receive(Socket socket, std::span<char> to);
std::optional<std::size_t> sendSome(Socket socket, std::string_view bytes);
/// Nothing more will be sent.
void endSending(Socket socket);
void closeSocket(Socket socket);

/// The events that a socket waits for, and those that have occurred.
struct Interest {
  Socket socket = noSocket;
  bool reading = false, writing = false;
  bool readable = false, writable = false;  // readable: also when it has ended
};
/// False when waiting itself fails.
bool awaitSockets(std::span<Interest> interests, std::chrono::milliseconds most);

}  // namespace aunit::server::view
