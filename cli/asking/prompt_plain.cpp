// In place of prompt.cpp: AUNIT_MINIMAL.

#include <iostream>

#include <unistd.h>

#include "cli/asking/prompt.h"

namespace aunit::cli {

Prompt::Prompt(std::vector<std::string>) : interactive_(::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO)) {}

std::optional<std::string> Prompt::read(const std::string& prompt) {
  if (interactive_) std::cout << prompt << std::flush;
  std::string line;
  if (std::getline(std::cin, line)) return line;
  if (interactive_) std::cout << '\n';
  return std::nullopt;
}

}  // namespace aunit::cli
