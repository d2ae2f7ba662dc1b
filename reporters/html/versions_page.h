// The page about a change of models: what it changes, and both texts side by side. It needs assets/report.css and
// assets/report.js beside it.
#pragma once

#include <string>
#include <vector>

#include "reporters/versions/versions.h"

namespace aunit::reporters::html {

/// "index.html": for each model a list of the changes, the texts of both versions, in which paragraphs have the colour of what
/// their change does and lines without a change are folded, and each change with its witnesses as pictures.
std::string versionsPage(const std::vector<ComparedModel>& models);

}  // namespace aunit::reporters::html
