// Old spellings of commands and options. They still work; a message names the new spelling.
#pragma once

#include <string>
#include <vector>

namespace aunit::cli {

/// The words behind the program's name in their current spelling. `changes` gets a sentence for each old spelling.
std::vector<std::string> spelledToday(std::vector<std::string> words, std::vector<std::string>& changes);

}  // namespace aunit::cli
