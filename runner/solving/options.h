// Which commands to solve, in which scopes, for which instances, and for how long: as the command line says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

struct SolveOptions {
  std::vector<std::string> files;
  std::vector<std::string> commands;            // indices, or globs over labels; empty: all
  bool defaultCommand = false;                  // of a file without commands, also if it has assertions
  std::vector<std::string> scopes;              // see scope_option.h
  int repeat = 1;                               // instances of each command; 0: all
  bool first = false;                           // whatever the solver finds
  std::optional<std::string> minimal, maximal;  // a signature; empty: tuples
  int diverse = 0;                              // so many instances that differ; 0: not asked for
  std::string solver = "portfolio";
  bool nearest = false;  // to an instance, where a run has none
  bool requireProof = false;
  std::optional<double> allScopes;   // seconds for each command without an instance
  std::optional<std::string> since;  // a git revision: what it cannot affect is not asked again
  std::optional<std::string> cache;  // folder of cached answers; empty: the default
  bool noCache = false, explainCache = false;
  std::string resume;  // journal of what is done; empty: none
  double timeout = 0;  // seconds of each command; 0: any
  int jobs = 1;
  std::string given{};  // a valuation for each command (see parser::load); empty: none
};

}  // namespace aunit::runner
