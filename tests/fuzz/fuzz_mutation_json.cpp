// Any text is read as a report of mutants or refused with an error. A report that was read can be written, read again, shown in
// every format, and united with others.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "reporters/mutation/mutation.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto read = reporters::mutationFromJson(std::string_view(reinterpret_cast<const char*>(data), size), error);
  if (read.has_value() == !error.empty()) std::abort();
  if (!read) return 0;
  const std::string text = reporters::mutationJson(*read);
  const auto again = reporters::mutationFromJson(text, error);
  if (!again || reporters::mutationJson(*again) != text) std::abort();
  reporters::mutationText(*read, {});
  reporters::mutationMarkdown(*read);
  reporters::mutationMatrix(*read);
  reporters::mutationAnnotations(*read);
  const bool whole = strength::united({*read}, error).has_value();
  if (whole != (read->shards == 1)) std::abort();
  if (strength::united({*read, *again}, error).has_value() != whole) std::abort();
  return 0;
}
