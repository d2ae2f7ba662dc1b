// The style sheets and the script of the HTML report, inside the binary.
#pragma once

#include <string_view>

namespace aunit::reporters::assets {

/// Rules for graphs of instances alone; reportStyle() needs them beside it.
std::string_view graphStyle();
std::string_view reportStyle();
std::string_view reportScript();

}  // namespace aunit::reporters::assets
