// The model that a file of tests is about.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// "open shop/list" for shop/list.als, relative to the folder of `out`. Nothing if no `open` can name the model.
std::optional<std::string> opening(const std::string& model, const std::string& out);

/// The model, loaded through the test file `out` if that exists, so that its tests are loaded, too. Null after a message. A test
/// with an error is left out, after a message.
std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color);

}  // namespace aunit::cli
