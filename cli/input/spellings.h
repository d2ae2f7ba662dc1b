// Old spellings of commands and options. They still work, and a message names the new spelling.
#pragma once

#include <string>
#include <vector>

namespace aunit::cli {

/// The words behind the program's name as they are spelled today. `changes` gets a sentence for each that was spelled otherwise.
std::vector<std::string> spelledToday(std::vector<std::string> words, std::vector<std::string>& changes);

}  // namespace aunit::cli
