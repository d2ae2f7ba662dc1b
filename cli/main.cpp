#include <cstdlib>

#ifdef AUNIT_MIMALLOC
#include <fstream>
#include <string>

#include <mimalloc.h>
#endif

#include "cli/command_line.h"
#include "solver/sat/sat.h"
#include "support/system/terminal.h"
#include "support/system/this_program.h"

namespace {

#ifdef AUNIT_MIMALLOC
/// Whether the machine has a pool of large pages. mimalloc would take pages from it; in a container that may not use the pool,
/// access to such a page ends the program (SIGBUS).
bool hasPoolOfLargePages() {
  const std::string pools = "/sys/kernel/mm/hugepages/hugepages-";
  for (const char* const size : {"2048kB", "1048576kB"})
    for (const char* const limit : {"/nr_hugepages", "/nr_overcommit_hugepages"}) {
      long pages = 0;
      if (std::ifstream(pools + size + limit) >> pages && pages > 0) return true;
    }
  return false;
}
#endif

/// Asks the system for pages of 2 MB. A command touches much new memory, and would cause a page fault for each 4 kB of it.
void prepareAllocator() {
#ifdef AUNIT_MIMALLOC
  if (hasPoolOfLargePages()) return;
  mi_option_enable(mi_option_large_os_pages);
  mi_option_set(mi_option_eager_commit_delay, 0);  // otherwise the first segments of a thread have small pages
#endif
}

}  // namespace

int main(int argc, char** argv) {
  prepareAllocator();
  const aunit::support::Arguments arguments(argc, argv);
  aunit::support::prepareStandardStreams();
  const int code = aunit::cli::commandLine(arguments.count(), arguments.values());
  aunit::support::leaveStandardStreams();
#ifdef NDEBUG
  // All output is written, and destroying the models takes time, so this skips destructors. Sanitizer builds run them, to find
  // leaks.
  std::_Exit(code);
#else
  aunit::solver::awaitAbandoned({});
  return code;
#endif
}
