#include "reporters/graphviz/context.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "support/files.h"
#include "support/system/this_program.h"

namespace aunit::reporters {

namespace {

void usePluginsOfBundle() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = support::ownProgram();
  const fs::path plugins = program.parent_path().parent_path() / "lib" / "aunit" / "graphviz";
  if (fs::is_directory(plugins, error)) ::setenv("GVBINDIR", plugins.c_str(), 0);
}

constexpr int internalError = 3;  // as in cli/exit_code.h
thread_local bool isWithin = false;

/// A crash elsewhere is what it would be without a handler.
void onCrash(int signal) {
  std::signal(signal, SIG_DFL);
  if (!std::exchange(isWithin, false)) {
    std::raise(signal);
    return;
  }
  // Nothing that allocates, locks or throws: the crash may be in malloc() or in the loader of libraries.
  static constexpr std::string_view message = "aunit: Graphviz crashed while it drew, perhaps for want of memory\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  std::_Exit(internalError);
}

void handleCrashes() {
#ifndef __SANITIZE_ADDRESS__  // which says more of a crash
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, onCrash);
#ifdef SIGTRAP
  std::signal(SIGTRAP, onCrash);  // how GLib ends a process
#endif
#endif
}

}  // namespace

GVC_t* graphviz() {
  static GVC_t* const made = [] {
    handleCrashes();
    usePluginsOfBundle();
    agseterr(AGMAX);  // no remarks on our standard error
    return gvContext();
  }();
  return made;
}

WithinGraphviz::WithinGraphviz() {
  isWithin = true;
  graphviz();  // from now on crashes are handled
}
WithinGraphviz::~WithinGraphviz() {
  isWithin = false;
}

}  // namespace aunit::reporters
