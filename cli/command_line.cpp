#include "cli/command_line.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <variant>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "model/files.h"
#include "reporters/console.h"
#include "runner/thread.h"

namespace aunit::cli {

namespace {

int answer(const RunArguments& arguments) {
  return run(arguments);
}
int answer(const CheckArguments& arguments) {
  return check(arguments);
}
int answer(const CommandsArguments& arguments) {
  return commands(arguments);
}
int answer(const CoverageArguments& arguments) {
  return coverage(arguments);
}
int answer(const EvalArguments& arguments) {
  return eval(arguments);
}
int answer(const ExecArguments& arguments) {
  return exec(arguments);
}
int answer(const ExploreArguments& arguments) {
  return explore(arguments);
}
int answer(const FormatArguments& arguments) {
  return format(arguments);
}
int answer(const GenerateArguments& arguments) {
  return generate(arguments);
}
int answer(const LocateArguments& arguments) {
  return locate(arguments);
}
int answer(const LspArguments& arguments) {
  return lsp(arguments);
}
int answer(const MergeArguments& arguments) {
  return merge(arguments);
}
int answer(const MutateArguments& arguments) {
  return mutate(arguments);
}
int answer(const RepairArguments& arguments) {
  return repair(arguments);
}

int answer(int argc, char** argv) {
  const auto parsed = parseArguments(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  return std::visit([](const auto& arguments) { return answer(arguments); }, std::get<Request>(parsed));
}

/// Its exit code, or that of what it threw, after a message.
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

/// In place of std::terminate's abort. What leaves a destructor, or a thread of a library, ends the process: not all libraries
/// expect that the memory is exhausted. Other threads may still be at work.
[[noreturn]] void endWithMessage() {
  const int code = guarded([]() -> int {
    if (std::current_exception()) throw;
    reporters::complain("internal error: ended without an exception");
    return internalError;
  });
  const model::TemporariesRemoved noNewOnes;
  std::_Exit(code);
}

}  // namespace

int commandLine(int argc, char** argv) {
  std::set_terminate(endWithMessage);
  return guarded([&] {
    int code = internalError;
    {
      runner::DeepThread thread([&] { code = guarded([&] { return answer(argc, argv); }); });
    }
    if (const int error = reporters::finishStandardOutput()) {
      reporters::complain(fmt::format("cannot write to standard output: {}", std::strerror(error)));
      code = usageOrModelError;
    }
    return code;
  });
}

}  // namespace aunit::cli
