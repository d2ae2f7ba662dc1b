// A test that somebody may want to have, as a page shows it.
#pragma once

#include <string>
#include <string_view>

#include "suite/outcome.h"

namespace aunit::reporters::html {

/// The caption, the text with a button that copies it, and what it is about as a picture, where there is one. `name` is one that
/// nothing else on the page has.
std::string readyTest(std::string_view name, std::string_view caption, std::string_view text, const suite::JudgedOn& example);

}  // namespace aunit::reporters::html
