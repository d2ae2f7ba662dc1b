#include <cstdlib>

#include "cli/command_line.h"
#include "cli/program/allocator.h"
#include "solver/sat/sat.h"
#include "support/system/terminal.h"
#include "support/system/this_program.h"

int main(int argc, char** argv) {
  aunit::cli::prepareAllocator();
  const aunit::support::Arguments arguments(argc, argv);
  aunit::support::prepareStandardStreams();
  const int code = aunit::cli::commandLine(arguments.count(), arguments.values());
  aunit::support::leaveStandardStreams();
#ifdef NDEBUG
  // All output is written, and destroying the models takes time, so this skips destructors. Sanitizer builds run them, to find
  // leaks.
  std::_Exit(code);
#else
  aunit::solver::awaitAbandoned({});
  return code;
#endif
}
