#include "cli/version.h"

#ifndef AUNIT_VERSION
#error "the build defines AUNIT_VERSION"
#endif

namespace aunit::cli {

std::string version() {
  return AUNIT_VERSION;
}

}  // namespace aunit::cli
