// aunit view: shows a model's instances in a browser, from a server on this machine.

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/viewing/viewing.h"
#include "runner/interrupt.h"
#include "server/view/http_server.h"
#include "server/view/view_site.h"
#include "support/system/child_process.h"
#include "support/system/system_files.h"
#include "support/system/waiting.h"

namespace aunit::cli {

namespace {

using server::view::HttpServer;
using server::view::ViewSite;

/// Prints the address of the page. Returns false, after a message, if it cannot be printed.
bool tellWhere(const ViewSite& site, const ViewArguments& arguments, int port, JsonOutput& json) {
  const std::string page = fmt::format("http://127.0.0.1:{}/{}", port, site.sterlingQuery());
  const std::string socket = fmt::format("ws://localhost:{}", site.sterlingQuery().substr(1));
  if (json.isWanted()) {
    nlohmann::ordered_json where = {{"address", site.address()}, {"sterling", socket}};
    if (!arguments.sterling.empty()) where["sterlingPage"] = page;
    json.add(where.dump() + "\n");
  }
  if (!json.isAlone()) {
    reporters::show(stdout, fmt::format("{}\n", site.address()));
    reporters::show(stdout, arguments.sterling.empty()
                                ? fmt::format("for Sterling: add {} to the address of its page\n", site.sterlingQuery())
                                : fmt::format("Sterling: {}\n", page));
    reporters::show(stdout, "Ctrl-C ends\n");
  }
  reporters::flush(stdout);
  return json.write();
}

}  // namespace

int view(const ViewArguments& arguments) {
  if (!arguments.sterling.empty() && !std::filesystem::exists(std::filesystem::path(arguments.sterling) / "index.html"))
    return usageError(fmt::format("--sterling {}: there is no index.html in this folder, so it is not a build of Sterling",
                                  arguments.sterling));
  const ViewerResult viewing = viewerOf(arguments);
  if (!viewing.viewer) return viewing.code;

  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  if (!outputs.open({arguments.model})) return usageOrModelError;
  std::string error;
  const auto server = HttpServer::listen(arguments.port, error);
  if (!server) return usageError(fmt::format("port {}: {}", arguments.port, error));
  ViewSite site(*viewing.viewer, *server, server::view::randomToken(), arguments.sterling, tell);
  runner::catchInterrupts();
  if (!tellWhere(site, arguments, server->port(), json)) return usageOrModelError;
  if (support::hasDesktop() && !arguments.noBrowser) support::openInBrowser(site.addressForOnce());
  server->serve(site,
                [&] { return runner::interruptRequested || (json.isAlone() && !support::isHeard(support::standardOutput)); });
  return allPassed;
}

}  // namespace aunit::cli
