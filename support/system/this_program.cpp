#include "support/system/this_program.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "support/system/system_files.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach/mach.h>
#elif defined(__linux__)
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <elf.h>
#include <link.h>

#include <cstring>
#include <span>
#endif

namespace aunit::support {

Arguments::Arguments(int count, char** values) : values_(values, values + count) {
  values_.push_back(nullptr);
}

#ifndef __EMSCRIPTEN__  // child_process_called.cpp has the version for WebAssembly
std::string ownProgram() {
#ifdef __APPLE__
  std::string path(4096, '\0');
  auto size = static_cast<std::uint32_t>(path.size());
  return ::_NSGetExecutablePath(path.data(), &size) == 0 ? resolvedPath(path.c_str()) : "";
#else
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
#endif
}
#endif

#if defined(__linux__) && !defined(__EMSCRIPTEN__)
namespace {

/// Appends the build id of the program (a digest that the linker made) from its ELF notes.
int addBuildId(dl_phdr_info* info, std::size_t, void* to) {
  for (const ElfW(Phdr) & header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    if (header.p_type != PT_NOTE) continue;
    const char* note = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
    for (const char* const end = note + header.p_memsz; note + sizeof(ElfW(Nhdr)) <= end;) {
      ElfW(Nhdr) head;
      std::memcpy(&head, note, sizeof head);
      const char* const name = note + sizeof head;
      const char* const content = name + ((head.n_namesz + 3u) & ~3u);
      if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        for (const char byte : std::span(content, head.n_descsz))
          *static_cast<std::string*>(to) += fmt::format("{:02x}", static_cast<unsigned char>(byte));
      note = content + ((head.n_descsz + 3u) & ~3u);
    }
  }
  return 1;  // stops the iteration, since the program itself comes first
}

}  // namespace
#endif

std::string ownBuild() {
  std::string text;
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
  ::dl_iterate_phdr(addBuildId, &text);
#else
  if (const auto status = statusOf(ownProgram()))
    text = fmt::format("{} {} {}", status->size, status->seconds, status->nanoseconds);
#endif
  return text;
}

long processNumber() {
  return ::getpid();
}

std::string machineName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::size_t residentBytes() {
#if defined(__EMSCRIPTEN__)
  return emscripten_get_heap_size();  // the heap never shrinks
#elif defined(__APPLE__)
  mach_task_basic_info info{};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  const auto result = ::task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&info), &count);
  return result == KERN_SUCCESS ? info.resident_size : 0;
#else
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
#endif
}

void returnFreedMemory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

std::string environmentVariable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string cacheFolder() {
  if (std::string caches = environmentVariable("XDG_CACHE_HOME"); !caches.empty()) return caches;
  const std::string home = environmentVariable("HOME");
  return home.empty() ? "" : (std::filesystem::path(home) / ".cache").string();
}

}  // namespace aunit::support
