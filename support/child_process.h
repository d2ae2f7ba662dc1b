// Another program, asked a question: its input, its output, and an end to both.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::support {

struct ChildAnswer {
  bool started = false;
  bool ended = false;  // by itself; else it was killed: the budget was used up, or it said too much
  int code = -1;       // with which it ended by itself; -1: it did not, or by a signal
  std::string output;  // what came on standard output, cut where it is too long
};

struct ChildLimits {
  std::size_t outputBytes = std::size_t{1} << 20;
  std::size_t memoryBytes = std::size_t{2} << 30;  // of its address space
};

/// The path of a program in the folders of PATH; empty when there is none. (In WebAssembly there are
/// processes where the JavaScript around the program starts them.)
std::string findProgram(const std::string& name);

/// Runs a program with a text as its standard input. Its standard error is dropped. It is killed with the processes that it has
/// started when the budget is used up, and has always ended when this returns.
ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget,
                     const ChildLimits& limits = {});

}  // namespace aunit::support
