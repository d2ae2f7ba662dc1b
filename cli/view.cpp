// aunit view: the instances of a model in a browser, from a local address.

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/viewing/viewing.h"
#include "runner/interrupt.h"
#include "server/view/http_server.h"
#include "server/view/view_site.h"

namespace aunit::cli {

namespace {

using server::view::HttpServer;
using server::view::ViewSite;

/// Opens the address in a browser, whose output is not shown.
void openBrowser(const std::string& address) {
  posix_spawn_file_actions_t silent;
  ::posix_spawn_file_actions_init(&silent);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&silent, descriptor, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", argument = address;
  char* words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  ::posix_spawnp(&child, words[0], &silent, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&silent);
}

/// Whether the program that was told the address has gone: nobody would end this one.
bool nobodyReads() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

void tellWhere(const ViewSite& site, const ViewArguments& arguments, int port) {
  const std::string page = fmt::format("http://127.0.0.1:{}/{}", port, site.sterlingQuery());
  const std::string socket = fmt::format("ws://localhost:{}", site.sterlingQuery().substr(1));
  if (arguments.json) {
    nlohmann::ordered_json where = {{"address", site.address()}, {"sterling", socket}};
    if (!arguments.sterling.empty()) where["sterlingPage"] = page;
    reporters::writeDocument(stdout, where.dump() + "\n");
  } else {
    reporters::show(stdout, fmt::format("{}\n", site.address()));
    reporters::show(stdout, arguments.sterling.empty()
                                ? fmt::format("for Sterling: add {} to the address of its page\n", site.sterlingQuery())
                                : fmt::format("Sterling: {}\n", page));
    reporters::show(stdout, "Ctrl-C ends\n");
  }
  reporters::flush(stdout);
}

}  // namespace

int view(const ViewArguments& arguments) {
  if (!arguments.sterling.empty() && !std::filesystem::exists(std::filesystem::path(arguments.sterling) / "index.html"))
    return usageError(fmt::format("{} holds no index.html: not a built Sterling", arguments.sterling));
  const Viewing viewing = viewerOf(arguments);
  if (!viewing.viewer) return viewing.code;

  std::string error;
  const auto server = HttpServer::listen(arguments.port, error);
  if (!server) return usageError(fmt::format("port {}: {}", arguments.port, error));
  ViewSite site(*viewing.viewer, *server, server::view::randomToken(), arguments.sterling, tell);
  runner::catchInterrupts();
  tellWhere(site, arguments, server->port());
  const bool desktop = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (desktop && !arguments.noBrowser) openBrowser(site.addressForOnce());
  server->serve(site, [&] { return runner::interruptRequested || (arguments.json && nobodyReads()); });
  return allPassed;
}

}  // namespace aunit::cli
