// Any text is read as an instance (XML) or refused with an error. An instance that was read can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "model/instances/instance_xml.h"
#include "tests/fuzz/instance_model.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const model::Model& subject = fuzz::instanceModel();
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const auto read = [&](std::string text) {
    return model::readInstanceXml(subject, "fuzz.xml", std::move(text), sources, diagnostics);
  };
  const auto instance = read(std::string(reinterpret_cast<const char*>(data), size));
  for (const model::Diagnostic& d : diagnostics.all()) model::render(d, sources, false);
  if (instance.has_value() == diagnostics.hasErrors()) std::abort();
  if (instance && !read(model::writeInstanceXml(subject, *instance))) std::abort();
  return 0;
}
