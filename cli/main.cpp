#include <cstdlib>

#include "cli/command_line.h"
#include "reporters/terminal/console.h"
#include "solver/sat/sat.h"

int main(int argc, char** argv) {
  aunit::reporters::prepareStandardStreams();
  const int code = aunit::cli::commandLine(argc, argv);
#ifdef NDEBUG
  // Everything is written: taking the models apart piece by piece would only cost time. Sanitizer builds want to see it.
  std::_Exit(code);
#else
  aunit::solver::awaitAbandoned({});
  return code;
#endif
}
