// Old spellings of commands and options. They still work; a message names the new spelling.
#pragma once

#include <string>
#include <vector>

namespace aunit::cli {

/// Translates the words after the program's name to their current spelling. Adds a sentence to `changes` for each old spelling.
std::vector<std::string> spelledToday(std::vector<std::string> words, std::vector<std::string>& changes);

}  // namespace aunit::cli
