#include "cli/program/allocator.h"

#ifdef AUNIT_MIMALLOC

#include <cstdlib>
#include <string>

#include <mimalloc.h>

#include "support/files.h"

namespace aunit::cli {
namespace {

/// Whether the machine has a pool of large pages. mimalloc would take pages from it; in a container that may not use the pool,
/// access to such a page ends the program (SIGBUS).
bool hasPoolOfLargePages() {
  const std::string pools = "/sys/kernel/mm/hugepages/hugepages-";
  for (const char* const size : {"2048kB", "1048576kB"})
    for (const char* const limit : {"/nr_hugepages", "/nr_overcommit_hugepages"}) {
      std::string error;
      const auto pages = support::readFile(pools + size + limit, error);
      if (pages && std::atol(pages->c_str()) > 0) return true;
    }
  return false;
}

}  // namespace

void prepareAllocator() {
  if (hasPoolOfLargePages()) return;
  mi_option_enable(mi_option_large_os_pages);
  mi_option_set(mi_option_eager_commit_delay, 0);  // otherwise the first segments of a thread have small pages
}

}  // namespace aunit::cli

#else

void aunit::cli::prepareAllocator() {}

#endif
