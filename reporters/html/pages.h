// The pages of the HTML report, each a complete document. They need assets/report.css, assets/report.js and assets/tests.js
// beside them.
#pragma once

#include <string>

#include "reporters/html/report.h"

namespace aunit::reporters::html {

/// Suites, tests, criteria: "index.html".
std::string indexPage(const Report& report);
/// One source text, coloured: sourcePath(report, file).
std::string sourcePage(const Report& report, std::size_t file);
/// One test with its valuation and, when it failed, why: testPath(test).
std::string testPage(const Report& report, std::size_t test);
/// Names and outcomes of all tests for the script of the source pages: "assets/tests.js".
std::string testList(const Report& report);

/// Paths below the report's folder, "/" between.
std::string sourcePath(const Report& report, std::size_t file);
std::string testPath(std::size_t test);

}  // namespace aunit::reporters::html
