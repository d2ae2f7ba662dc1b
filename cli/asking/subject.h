// The model that a file of tests is about.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// "open shop/list" for shop/list.als, seen from the folder of `out`; nothing when no `open` can name the model.
std::optional<std::string> opening(const std::string& model, const std::string& out);

/// The model, with the tests of the file `out` that tests are to be added to, where it exists. Null after a message. A test that
/// is wrong by itself is left out, after a message.
std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color);

}  // namespace aunit::cli
