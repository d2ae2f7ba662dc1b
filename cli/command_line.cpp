#include "cli/command_line.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <variant>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/options/parse.h"
#include "reporters/terminal/console.h"
#include "support/files.h"
#include "support/memory.h"
#include "support/threads.h"

namespace aunit::cli {

namespace {

int answer(int argc, char** argv) {
  const auto parsed = options::parse(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  return std::get<options::Action>(parsed)();
}

/// Runs `work` and returns its exit code; if it throws, prints a message and returns `internalError`.
template <class Work>
int guarded(const Work& work) {
  try {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      reporters::complain(fmt::format("internal error: {}", error.what()));
    } catch (...) {
      reporters::complain("internal error: an exception of an unknown kind");
    }
  } catch (const std::bad_alloc&) {
    reporters::complainOfMemory();
  }
  return internalError;
}

/// Handler for std::terminate: prints a message instead of aborting. Called if an exception leaves a destructor or a thread of a
/// library, for example because memory is exhausted. Other threads may still be running.
[[noreturn]] void endWithMessage() {
  const int code = guarded([]() -> int {
    if (std::current_exception()) throw;
    reporters::complain("internal error: std::terminate was called without an exception");
    return internalError;
  });
  const support::TemporaryCleanup noNewOnes;
  std::_Exit(code);
}

}  // namespace

int commandLine(int argc, char** argv) {
  std::set_terminate(endWithMessage);
  return guarded([&] {
    int code = internalError;
    support::memoryRanOut = false;
    {
      support::Thread thread([&] { code = guarded([&] { return answer(argc, argv); }); });
    }
    if (support::memoryRanOut) reporters::complain("out of memory: some results are missing or unknown");
    if (const int error = reporters::finishStandardOutput()) {
      reporters::complain(fmt::format("cannot write to standard output: {}", std::strerror(error)));
      code = usageOrModelError;
    }
    return code;
  });
}

}  // namespace aunit::cli
