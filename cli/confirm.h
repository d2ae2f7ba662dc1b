// Tests that are in a file with the tag @proposed, and what becomes of one when a person says what is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/ask.h"
#include "cli/test_file.h"
#include "parser/front_end.h"

namespace aunit::cli {

/// How the questions were answered.
struct Answered {
  std::size_t yes = 0, no = 0, removed = 0, left = 0;
  bool quit = false;
};

/// Asks about each test of the file that has the tag itself and states a valuation. Yes takes the tag out; no also turns the
/// statement round (`satisfies` and `violates`, `valid` and `invalid`, `gives F` to `gives not (F)`); both may rename the test;
/// delete takes out the test, and its valuation where nothing else uses it. Everything else in the file stays byte for byte.
/// False, with `error`, when an answer could not be written.
bool confirmProposed(parser::Loaded& loaded, TestFile& file, bool noOverflow, Conversation& conversation, Answered& answered,
                     std::string& error);

/// A test's name, quotes and all, as a person writes it; `taken` is the text that may not have it already.
std::string quotedName(const std::string& name, const std::string& taken);

/// What a test is called of which a person says that the model is wrong.
std::string deniedTitle(const std::string& title);

}  // namespace aunit::cli
