// Any text is resolved as Nitpick to a model or refused with an error.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "parser/front_end.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const parser::LoadOptions options{.readFile = [](const std::string&) { return std::optional<std::string>(); }};
  const auto loaded = parser::loadText("fuzz.np", std::string(reinterpret_cast<const char*>(data), size), options);
  for (const model::Diagnostic& d : loaded->diagnostics.all()) model::render(d, loaded->sources, false);
  if (!loaded->ok() && !loaded->diagnostics.hasErrors()) std::abort();
  return 0;
}
