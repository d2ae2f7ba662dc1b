// A proposed test that is ready to be copied, as markup.
#pragma once

#include <string>
#include <string_view>

#include "suite/outcome.h"

namespace aunit::reporters::html {

/// The caption; the text with a button that copies it; a picture of `example`, if it has an instance. `name` must be unique on
/// the page.
std::string readyTest(std::string_view name, std::string_view caption, std::string_view text,
                      const suite::JudgedInstance& example);

}  // namespace aunit::reporters::html
