#include "tests/folders.h"

namespace aunit {

std::string sourceFolder() {
  return AUNIT_SOURCE_DIR;
}
std::string sharedFolder() {
  return AUNIT_SOURCE_DIR "/../shared";
}

}  // namespace aunit
