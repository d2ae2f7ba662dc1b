// The model that a file of tests is about.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// The line with which the file `out` opens the model: "open shop/list" for shop/list.als. Returns nothing if a file at `out`
/// cannot open the model.
std::optional<std::string> opening(const std::string& model, const std::string& out);

/// The message for a model for which opening() returns nothing: what is wrong, and what to do.
std::string cannotBeOpened(const std::string& model, const std::string& out);

/// Loads the model. If the test file `out` exists, loads `out` with its tests; `out` must then open the model. Returns null,
/// after a message, on failure. Leaves out tests with an error, after a message.
std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color);

}  // namespace aunit::cli
