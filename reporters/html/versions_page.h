// The page about a change of models: its effects, and both texts side by side. It needs assets/report.css and assets/report.js
// beside it.
#pragma once

#include <string>
#include <vector>

#include "reporters/versions/versions.h"

namespace aunit::reporters::html {

/// "index.html": for each model the list of changes, the texts of both versions, and each change with its witnesses as pictures.
/// Paragraphs are coloured by the effect of their change; unchanged lines are folded.
std::string versionsPage(const std::vector<ComparedModel>& models);

}  // namespace aunit::reporters::html
