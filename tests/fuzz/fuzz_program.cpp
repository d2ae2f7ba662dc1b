// Any text is resolved as a parallel program, with its model, or refused with an error. If a program resolves, its first states
// are visited.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "parser/front_end.h"
#include "parser/program/translation.h"
#include "solver/reachability/reachability.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto loaded = parser::loadText("fuzz.prog", std::string(reinterpret_cast<const char*>(data), size));
  for (const model::Diagnostic& d : loaded->diagnostics.all()) model::render(d, loaded->sources, false);
  if (loaded->ok() == loaded->diagnostics.hasErrors()) std::abort();
  if (!loaded->ok()) return 0;
  const model::program::Program& program = loaded->program->program;
  reachability::Options options;
  options.states = 200;
  options.bytes = std::size_t{64} << 20;
  const reachability::Report report = reachability::explore(program, options);
  if (report.verdicts.size() != program.properties.size()) std::abort();
  for (const reachability::Verdict& verdict : report.verdicts)
    if (verdict.path && verdict.outcome != reachability::Outcome::violated) std::abort();
  return 0;
}
