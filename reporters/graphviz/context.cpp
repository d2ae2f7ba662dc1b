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

constexpr int internalError = 3;  // the value of internal errors in cli/exit_code.h
thread_local bool isWithin = false;

/// Handles a signal of a crash. If this thread has no GraphvizScope, the signal takes its default action.
void onCrash(int signal) {
  std::signal(signal, SIG_DFL);
  if (!std::exchange(isWithin, false)) {
    std::raise(signal);
    return;
  }
  // This code must not allocate, lock or throw: the crash may be in malloc() or in the dynamic loader.
  static constexpr std::string_view message = "aunit: Graphviz crashed while it drew, perhaps because memory is exhausted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  std::_Exit(internalError);
}

void handleCrashes() {
#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer itself reports crashes, in more detail
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, onCrash);
#ifdef SIGTRAP
  std::signal(SIGTRAP, onCrash);  // GLib aborts with SIGTRAP
#endif
#endif
}

}  // namespace

GVC_t* graphviz() {
  static GVC_t* const made = [] {
    handleCrashes();
    usePluginsOfBundle();
    agseterr(AGMAX);  // silences Graphviz's messages on standard error
    return gvContext();
  }();
  return made;
}

GraphvizScope::GraphvizScope() {
  isWithin = true;
  graphviz();  // installs the crash handlers before Graphviz is used
}
GraphvizScope::~GraphvizScope() {
  isWithin = false;
}

}  // namespace aunit::reporters
