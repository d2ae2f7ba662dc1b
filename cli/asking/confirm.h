// Confirmation of tests with the tag @proposed: edits of their file by a person's answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/asking/ask.h"
#include "cli/asking/test_file.h"
#include "model/semantics.h"
#include "parser/front_end.h"

namespace aunit::cli {

/// Numbers of answers of each kind.
struct Answered {
  std::size_t yes = 0, no = 0, removed = 0, left = 0;
  bool quit = false;
};

/// Asks about each test of the file that has the tag itself and states a valuation. Yes takes the tag out; no also turns the
/// statement round (`satisfies` and `violates`, `valid` and `invalid`, `gives F` to `gives not (F)`); both may rename the test;
/// delete takes out the test, and its valuation if nothing else uses it. Everything else in the file stays byte for byte.
/// Returns false, with `error`, when an answer could not be written.
bool confirmProposed(parser::Loaded& loaded, TestFile& file, model::Semantics semantics, Conversation& conversation,
                     Answered& answered, std::string& error);

/// A name as it is written in a test, in quotes; a number is added while `taken`, the text of the file, has the name already.
std::string quotedName(const std::string& name, const std::string& taken);

/// The title of a proposed test once a person has said that the model is wrong: "not so: " and `title`.
std::string deniedTitle(const std::string& title);

}  // namespace aunit::cli
