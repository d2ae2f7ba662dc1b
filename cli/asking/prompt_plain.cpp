// Replaces prompt.cpp in builds with AUNIT_MINIMAL.

#include <iostream>

#include "cli/asking/prompt.h"
#include "support/system/terminal.h"

namespace aunit::cli {

Prompt::Prompt(std::vector<std::string>) : interactive_(support::isTerminal(stdin) && support::isTerminal(stdout)) {}

std::optional<std::string> Prompt::read(const std::string& prompt) {
  if (interactive_) std::cout << prompt << std::flush;
  std::string line;
  if (std::getline(std::cin, line)) {
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }
  if (interactive_) std::cout << '\n';
  return std::nullopt;
}

}  // namespace aunit::cli
