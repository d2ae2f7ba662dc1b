#include "support/system/this_program.h"

#include <array>

#include <fmt/format.h>
#include <windows.h>

#include <psapi.h>  // needs the types of windows.h
#include <shellapi.h>

#include "support/system/system_files.h"
#include "support/system/text_windows.h"

namespace aunit::support {

Arguments::Arguments(int, char**) {
  int count = 0;
  wchar_t** const given = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  for (int i = 0; i < count; ++i) words_.push_back(narrow(given[i]));
  ::LocalFree(given);
  for (std::string& word : words_) values_.push_back(word.data());
  values_.push_back(nullptr);
}

std::string ownProgram() {
  std::array<wchar_t, 32768> path{};
  const DWORD size = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return size == 0 || size == path.size() ? "" : resolvedPath(narrow({path.data(), size}));
}

std::string ownBuild() {
  const auto status = statusOf(ownProgram());
  return status ? fmt::format("{} {} {}", status->size, status->seconds, status->nanoseconds) : "";
}

long processNumber() {
  return static_cast<long>(::GetCurrentProcessId());
}

std::string machineName() {
  std::array<wchar_t, 256> name{};
  DWORD size = name.size();
  return ::GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size) ? narrow({name.data(), size}) : "";
}

std::size_t residentBytes() {
  PROCESS_MEMORY_COUNTERS counters{};
  return ::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters) ? counters.WorkingSetSize : 0;
}

void returnFreedMemory() {}

std::string environmentVariable(const char* name) {
  std::wstring value(::GetEnvironmentVariableW(wide(name).c_str(), nullptr, 0), L'\0');
  if (value.empty()) return "";
  value.resize(::GetEnvironmentVariableW(wide(name).c_str(), value.data(), static_cast<DWORD>(value.size())));
  return narrow(value);
}

std::string cacheFolder() {
  std::string caches = environmentVariable("XDG_CACHE_HOME");
  return caches.empty() ? environmentVariable("LOCALAPPDATA") : caches;
}

}  // namespace aunit::support
