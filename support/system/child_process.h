// Another program, asked a question: its input, its output, and an end to both.
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
  bool ended = false;  // by itself; else it was killed: the budget was used up, or it said too much
  int code = -1;       // with which it ended by itself; -1: it did not, or by a signal
  std::string output;  // what came on standard output, cut where it is too long
  std::string errors;  // what came on standard error, where it is kept, cut as well
};

struct ChildLimits {
  std::size_t outputBytes = std::size_t{1} << 20;
  std::size_t memoryBytes = std::size_t{2} << 30;  // of its address space
  double graceSeconds = 0;                         // between an interrupt (Ctrl-C) and the end, when the budget is used up
  bool keepErrors = false;                         // else its standard error is dropped
};

/// Is told what came on standard output, as it comes; nothing, now and then, while nothing comes.
using ChildHeard = std::function<void(std::string_view)>;

/// The path of a program in the folders of PATH; empty when there is none. (In WebAssembly there are processes where the
/// JavaScript around the program starts them.)
std::string findProgram(const std::string& name);

/// Runs a program with a text as its standard input. When the budget is used up it is killed with the processes that it has
/// started: after the grace, in which it may still say what it has found, if there is one. It has always ended when this
/// returns.
ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget,
                     const ChildLimits& limits = {}, const ChildHeard& heard = {});

/// As ChildHeard, of one of several children, from any thread.
using ChildrenHeard = std::function<void(std::size_t child, std::string_view)>;

/// Runs several programs at the same time, as askChild does, without an input; when one has ended with an answer that is enough,
/// if that is asked, the others are ended. The answers are in the order of the commands.
std::vector<ChildAnswer> askChildren(std::vector<std::vector<std::string>> commands, const Budget& budget,
                                     const ChildLimits& limits = {}, const std::function<bool(const ChildAnswer&)>& isEnough = {},
                                     const ChildrenHeard& heard = {});

/// Whether there is a desktop on which a browser can open.
bool hasDesktop();
/// Opens an address in the browser that people have chosen, whose output is not shown.
void openInBrowser(const std::string& address);

/// Has the system kill this process when the one that started it ends, where it can.
void endWithParent();

}  // namespace aunit::support
