// Any text is resolved to a model or refused with an error.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "parser/front_end.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const parser::LoadOptions options{.alloy5 = (data[0] & 1) != 0,
                                    .readFile = [](const std::string&) { return std::optional<std::string>(); }};
  const char* const path = (data[0] & 2) != 0 ? "fuzz.aunit" : "fuzz.als";
  const auto loaded = parser::loadText(path, std::string(reinterpret_cast<const char*>(data) + 1, size - 1), options);
  for (const model::Diagnostic& d : loaded->diagnostics.all()) model::render(d, loaded->sources, false);
  if (!loaded->ok() && !loaded->diagnostics.hasErrors()) std::abort();
  return 0;
}
