// Any bytes are read as an archive of submissions or as a report of aunit grade, or refused with a reason. A report that was read
// can be written, and read again without a change.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "reporters/grading/grading.h"
#include "runner/grading/archive.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::string error;
  const auto files = runner::readArchiveText(bytes, {".als", ".md"}, {.longest = std::size_t{1} << 16}, error);
  if (!files && error.empty()) std::abort();
  if (files)
    for (const runner::ArchivedFile& file : *files) {
      if (!file.error.empty() && !file.text.empty()) std::abort();
      if (file.text.size() > (std::size_t{1} << 16)) std::abort();
      if (file.error.empty() &&
          (file.path.starts_with('/') || file.path.starts_with("../") || file.path.find("/../") != std::string::npos))
        std::abort();
    }
  error.clear();
  const auto report = reporters::gradingFromJson(bytes, nullptr, error);
  if (report.has_value() != error.empty()) std::abort();
  if (!report) return 0;
  const std::string written = reporters::gradingJson(*report);
  const auto again = reporters::gradingFromJson(written, nullptr, error);
  if (!again || reporters::gradingJson(*again) != written) std::abort();
  return 0;
}
