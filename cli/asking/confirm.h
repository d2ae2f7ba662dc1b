// Asks the user to confirm tests with the tag @proposed, and edits their file according to the answers.
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

/// The number of answers of each kind.
struct AnswerCounts {
  std::size_t yes = 0, no = 0, removed = 0, left = 0;
  bool quit = false;
};

/// Asks about each test of the file that has the tag @proposed, a valuation and one statement. The answer "yes" removes the tag.
/// The answer "no" removes the tag, too, and negates the statement: `satisfies` becomes `violates`, `valid` becomes `invalid`
/// (and vice versa), `gives F` becomes `gives not (F)`. With either of these answers, the user may rename the test. The answer
/// "delete" removes the test, and its valuation if nothing else uses it. Returns false and sets `error` if an answer could not be
/// written.
bool confirmProposed(parser::Loaded& loaded, TestFile& file, model::Semantics semantics, Conversation& conversation,
                     AnswerCounts& answered, std::string& error);

/// `name` in quotes, as tests spell names. A number is appended if the text `taken` contains the name already.
std::string quotedName(const std::string& name, const std::string& taken);

/// The new title of a proposed test that was negated, because the user said that the model is wrong: "not so: " and `title`.
std::string deniedTitle(const std::string& title);

}  // namespace aunit::cli
