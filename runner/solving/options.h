// The command line's choice of commands to solve, scopes, instances and limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

struct SolveOptions {
  std::vector<std::string> files;
  std::vector<std::string> commands;  // indices, or globs for labels; empty: all
  bool defaultCommand = false;        // solve the default command of a file without commands, even if it has assertions
  std::vector<std::string> scopes;    // see scope_option.h
  int repeat = 1;                     // number of instances of each command; 0: all
  bool first = false;                 // --first: show the instances that the solver finds first
  /// The name of a signature: show instances in which it has the fewest (`minimal`) or most atoms (`maximal`). Empty text:
  /// instances with the fewest or most tuples.
  std::optional<std::string> minimal, maximal;
  int diverse = 0;  // number of instances, which differ as much as possible; 0: not requested
  std::string solver = "portfolio";
  bool nearest = false;  // if a run has no instance: find the nearest valuation
  bool requireProof = false;
  std::optional<double> allScopes;   // seconds for the answer about all scopes, for each command without an instance
  std::optional<std::string> since;  // a git revision: solve only commands that a change since then may affect
  std::optional<std::string> cache;  // folder of cached answers; empty text: the default one
  bool noCache = false, explainCache = false;
  std::string resume;  // journal of finished work; empty: none
  double timeout = 0;  // seconds for each command; 0: no limit
  int jobs = 1;
  std::string given{};  // a valuation that is added to each command (see parser::load); empty: none
};

}  // namespace aunit::runner
