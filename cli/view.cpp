// aunit view: the instances of a model in a browser, from a local address.

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/named.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "parser/front_end.h"
#include "runner/interrupt.h"
#include "server/view/http_server.h"
#include "server/view/view_site.h"
#include "server/view/viewer.h"

namespace aunit::cli {

namespace {

using server::view::HttpServer;
using server::view::Viewer;
using server::view::ViewSite;
using Kind = Viewer::Source::Kind;

/// Beside the model.
std::string themeFileOf(const std::string& model) {
  return std::filesystem::path(model).replace_extension(".theme.json").string();
}

/// The number of what is to be shown first; nothing after a message.
std::optional<std::size_t> startOf(const Viewer& viewer, const ViewArguments& arguments) {
  std::optional<std::uint32_t> id = 0;
  Kind kind = Kind::file;
  std::string error;
  if (!arguments.command.empty()) {
    const auto command = findCommand(*viewer.loaded().model, arguments.command, error);
    if (command) kind = viewer.loaded().model->commands()[*command].check ? Kind::check : Kind::run;
    id = command;
  } else if (!arguments.valuation.empty()) {
    id = findValuation(viewer.loaded(), arguments.valuation, error);
    kind = Kind::valuation;
  } else if (arguments.instance.empty()) {
    return 0;
  }
  if (!id) {
    usageError(error);
    return std::nullopt;
  }
  for (std::size_t i = 0; i < viewer.sources().size(); ++i)
    if (viewer.sources()[i].kind == kind && viewer.sources()[i].id == *id) return i;
  return 0;
}

/// What the browser says is not shown.
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

/// A sentence, or diagnostics with their source lines.
void tell(const std::string& text) {
  reporters::show(stderr, text.ends_with('\n') ? text : text + "\n");
  reporters::flush(stderr);
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

int view(const ViewArguments& given) {
  ViewArguments arguments = given;
  if (parser::languageOf(arguments.model) == parser::Language::program)
    return usageError("a program has no instances: `aunit explore` shows its paths");
  if (!arguments.sterling.empty() && !std::filesystem::exists(std::filesystem::path(arguments.sterling) / "index.html"))
    return usageError(fmt::format("{} holds no index.html: not a built Sterling", arguments.sterling));
  const auto options = loadOptions(arguments.model, arguments.language);
  if (!options) return usageOrModelError;
  server::view::ViewOptions viewing;
  viewing.name = arguments.model;
  viewing.themeFile = themeFileOf(arguments.model);
  viewing.instanceFile = arguments.instance;
  viewing.load = [&] { return parser::load(arguments.model, *options); };
  viewing.solver.solver = arguments.solver;
  viewing.solver.timeout = arguments.timeout;
  viewing.solver.noOverflow = arguments.language.noOverflow;
  Viewer viewer(std::move(viewing));
  const bool good = viewer.load();
  reporters::showDiagnostics(viewer.loaded().diagnostics.all(), viewer.loaded().sources, colorChoice(arguments.color));
  if (!good) return usageOrModelError;
  if (viewer.sources().empty()) {
    reporters::complain("there is nothing to see: the file has no command and no val");
    return nothingToRun;
  }
  const auto start = startOf(viewer, arguments);
  if (!start) return usageOrModelError;
  viewer.startWith(*start);
  if (!arguments.valuation.empty() || !arguments.instance.empty()) {
    const server::view::Outcome stated = viewer.first(*start, runner::interruptRequested);
    if (!stated.index) {
      tell(stated.message);
      return usageOrModelError;
    }
  }
  if (!viewer.themeTrouble().empty()) reporters::complain(viewer.themeTrouble());

  std::string error;
  const auto server = HttpServer::listen(arguments.port, error);
  if (!server) return usageError(fmt::format("port {}: {}", arguments.port, error));
  ViewSite site(viewer, *server, server::view::randomToken(), arguments.sterling, tell);
  runner::catchInterrupts();
  tellWhere(site, arguments, server->port());
  const bool desktop = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (desktop && !arguments.noBrowser) openBrowser(site.addressForOnce());
  server->serve(site, [&] { return runner::interruptRequested || (arguments.json && nobodyReads()); });
  return allPassed;
}

}  // namespace aunit::cli
