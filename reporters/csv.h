// Tables for spreadsheets.
#pragma once

#include <string>

namespace aunit::reporters {

/// A cell in the format of RFC 4180, on one line, escaped so that no spreadsheet reads it as a formula.
std::string csvCell(std::string text);

}  // namespace aunit::reporters
