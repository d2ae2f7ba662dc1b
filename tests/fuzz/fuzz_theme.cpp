// Any theme is read or refused with a reason. A theme that was read can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "reporters/drawing/graph_theme.h"

using namespace aunit::reporters;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto theme = readTheme({reinterpret_cast<const char*>(data), size}, error);
  if (theme.has_value() != error.empty()) std::abort();
  if (!theme) return 0;
  const std::string text = writeTheme(*theme);
  const auto again = readTheme(text, error);
  if (!again || writeTheme(*again) != text) std::abort();
  return 0;
}
