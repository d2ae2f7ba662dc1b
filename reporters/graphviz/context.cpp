#include "reporters/graphviz/context.h"

#include <cstdlib>
#include <filesystem>

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

}  // namespace

GVC_t* graphviz() {
  static GVC_t* const made = [] {
    usePluginsOfBundle();
    agseterr(AGMAX);  // no remarks on our standard error
    return gvContext();
  }();
  return made;
}

}  // namespace aunit::reporters
