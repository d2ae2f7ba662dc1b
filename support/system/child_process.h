// Runs another program: passes its input, reads its output, and ends it when a limit is reached.
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
  /// True: the program ended by itself; false: it was killed, because the budget was exhausted or its output was too long.
  bool ended = false;
  int code = -1;       // exit code; -1 if the program was killed or a signal ended it
  std::string output;  // standard output, cut at outputBytes
  std::string errors;  // standard error if keepErrors, cut at outputBytes
};

struct ChildLimits {
  std::size_t outputBytes = std::size_t{1} << 20;
  std::size_t memoryBytes = std::size_t{2} << 30;  // limit of the program's address space
  /// Seconds between an interrupt (Ctrl-C) and the kill when the budget is exhausted; 0: kills without an interrupt.
  double graceSeconds = 0;
  bool keepErrors = false;  // return standard error; it is discarded otherwise
};

/// Called with each new part of standard output. While there is no output, called regularly with an empty text.
using ChildHeard = std::function<void(std::string_view)>;

/// The path of a program in the folders of PATH; empty if it is in none. (In WebAssembly, the embedding JavaScript starts
/// processes, if it can.)
std::string findProgram(const std::string& name);

/// Runs a program with `input` as its standard input, and returns after the program has ended. When the budget is exhausted,
/// kills the program and all processes that it has started. If graceSeconds is set, interrupts the program first, so that it
/// can write results.
ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget,
                     const ChildLimits& limits = {}, const ChildHeard& heard = {});

/// Like ChildHeard, with the index of the child. May be called from any thread.
using ChildrenHeard = std::function<void(std::size_t child, std::string_view)>;

/// Runs several programs in parallel, each like askChild() without input. If a program has ended and `isEnough` accepts its
/// answer, kills the others. The answers are in the order of the commands.
std::vector<ChildAnswer> askChildren(std::vector<std::vector<std::string>> commands, const Budget& budget,
                                     const ChildLimits& limits = {}, const std::function<bool(const ChildAnswer&)>& isEnough = {},
                                     const ChildrenHeard& heard = {});

/// Whether there is a desktop on which a browser can open.
bool hasDesktop();
/// Opens an address in the user's default browser, whose output is discarded.
void openInBrowser(const std::string& address);

/// Makes the system kill this process when its parent ends. Only on Linux.
void endWithParent();

}  // namespace aunit::support
