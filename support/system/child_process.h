// Runs another program: passes its input, reads its output, and ends it in time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/budget.h"

namespace aunit::support {

struct ChildAnswer {
  bool started = false;
  bool ended = false;  // by itself; false: killed, because the budget was exhausted or the output was too long
  int code = -1;       // its exit code; -1 if it was killed or a signal ended it
  std::string output;  // standard output, cut at outputBytes
  std::string errors;  // standard error if keepErrors, cut at outputBytes
};

struct ChildLimits {
  std::size_t outputBytes = std::size_t{1} << 20;
  std::size_t memoryBytes = std::size_t{2} << 30;  // limit of its address space
  double graceSeconds = 0;  // time between an interrupt (Ctrl-C) and the kill, when the budget is exhausted
  bool keepErrors = false;  // keep its standard error, which is dropped otherwise
};

/// Called with each new piece of standard output, and with an empty text now and then while there is none.
using ChildHeard = std::function<void(std::string_view)>;

/// The path of a program in the folders of PATH; empty if there is none. (In WebAssembly the embedding JavaScript starts
/// processes, if it can.)
std::string findProgram(const std::string& name);

/// Runs a program with `input` as its standard input. When the budget is exhausted the program and the processes that it started
/// are killed; with a grace it is interrupted first, and may still write results. The program has always ended when this returns.
ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget,
                     const ChildLimits& limits = {}, const ChildHeard& heard = {});

/// Like ChildHeard, with the index of the child. Called from any thread.
using ChildrenHeard = std::function<void(std::size_t child, std::string_view)>;

/// Runs several programs at the same time, as askChild does, without input. When one has ended and `isEnough` accepts its answer,
/// the others are killed. The answers are in the order of the commands.
std::vector<ChildAnswer> askChildren(std::vector<std::vector<std::string>> commands, const Budget& budget,
                                     const ChildLimits& limits = {}, const std::function<bool(const ChildAnswer&)>& isEnough = {},
                                     const ChildrenHeard& heard = {});

/// Whether there is a desktop on which a browser can open.
bool hasDesktop();
/// Opens an address in the user's default browser, whose output is dropped.
void openInBrowser(const std::string& address);

/// Asks the system to kill this process when its parent ends. Only on Linux.
void endWithParent();

}  // namespace aunit::support
