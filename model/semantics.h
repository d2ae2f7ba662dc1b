// Options that choose a meaning of formulas where the language allows several meanings.
#pragma once

namespace aunit::model {

struct Semantics {
  /// Whether integer overflows are excluded, as with the Analyzer's option "Prevent overflows" (language reference 11). If not,
  /// integers wrap around.
  bool noOverflow = false;
};

}  // namespace aunit::model
