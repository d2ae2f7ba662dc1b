// What commands and options were called before: an old spelling works on, and says the new one.
#pragma once

#include <string>
#include <vector>

namespace aunit::cli {

/// The words behind the program's name as they are spelled today. `changes` gets a sentence for each that was spelled otherwise.
std::vector<std::string> spelledToday(std::vector<std::string> words, std::vector<std::string>& changes);

}  // namespace aunit::cli
