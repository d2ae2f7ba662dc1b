// Tables for spreadsheets.
#pragma once

#include <string>

namespace aunit::reporters {

/// A cell of RFC 4180 on one line, which no spreadsheet takes for a formula.
std::string csvCell(std::string text);

}  // namespace aunit::reporters
