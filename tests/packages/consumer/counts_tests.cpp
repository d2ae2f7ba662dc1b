// Runs the tests of a folder with the library and shows the report.
#include <cstdio>

#include "reporters/terminal/terminal.h"
#include "runner/files/discovery.h"
#include "runner/runner.h"

int main() {
  aunit::runner::Run run({});
  run.load(aunit::runner::discover({"tests"}));
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < run.candidates().size(); ++i) all.push_back(i);
  aunit::reporters::Terminal terminal(stdout, {});
  const aunit::runner::RunResult result = run.judge(all, terminal);
  terminal.summarize(result, {});
  return result.count(aunit::suite::Outcome::passed) == 6 ? 0 : 1;
}
