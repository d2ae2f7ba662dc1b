#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <variant>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "reporters/console.h"
#include "runner/thread.h"
#include "solver/sat.h"

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
int answer(const MutateArguments& arguments) {
  return mutate(arguments);
}

int guarded(int argc, char** argv) {
  try {
    const auto parsed = parseArguments(argc, argv);
    if (const int* code = std::get_if<int>(&parsed)) return *code;
    return std::visit([](const auto& arguments) { return answer(arguments); }, std::get<Request>(parsed));
  } catch (const std::bad_alloc&) {
    reporters::complain("out of memory");
  } catch (const std::exception& error) {
    reporters::complain(fmt::format("internal error: {}", error.what()));
  }
  return internalError;
}

}  // namespace

}  // namespace aunit::cli

int main(int argc, char** argv) {
  aunit::reporters::prepareStandardStreams();
  int code = aunit::cli::internalError;
  {
    aunit::runner::DeepThread thread([&] { code = aunit::cli::guarded(argc, argv); });
  }
  if (const int error = aunit::reporters::finishStandardOutput()) {
    aunit::reporters::complain(fmt::format("cannot write to standard output: {}", std::strerror(error)));
    code = aunit::cli::usageOrModelError;
  }
#ifdef NDEBUG
  // Everything is written: taking the models apart piece by piece would only cost time. Sanitizer builds want to see it.
  std::_Exit(code);
#else
  aunit::solver::awaitAbandoned(nullptr);
  return code;
#endif
}
