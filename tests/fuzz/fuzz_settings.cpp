// Any aunit.toml is read or refused with an error that names the file.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "runner/files/settings.h"

using namespace aunit::runner;

namespace {

/// A folder for this process, removed when the process ends.
const std::filesystem::path& folder() {
  struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("aunit-fuzz-" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::filesystem::path file = folder() / "aunit.toml";
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  Settings settings;
  std::string error;
  const bool found = findSettings(folder().string(), settings, error);
  if (found != error.empty()) std::abort();
  if (!found && error.find("aunit.toml") == std::string::npos) std::abort();
  if (found && settings.root.empty()) std::abort();
  return 0;
}
