// Any text is read as coverage data or refused with an error. Data that were read can be written and read again, and each
// function that takes such data accepts them.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "coverage/data_file.h"
#include "coverage/sentences.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  auto read = coverage::fromJson(std::string_view(reinterpret_cast<const char*>(data), size), error);
  if (read.has_value() == !error.empty()) std::abort();
  if (!read) return 0;
  const std::string text = coverage::toJson(*read);
  if (!coverage::fromJson(text, error)) std::abort();
  for (const coverage::ModelCoverage& model : read->models) {
    coverage::gaps(model.requirements, model.met());
    coverage::minimise(model);
  }
  const coverage::Data copy = *read;
  if (!coverage::merge(*read, copy, error) || coverage::toJson(*read) != text) std::abort();
  return 0;
}
