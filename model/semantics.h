// Options that choose a meaning of formulas where the language allows several meanings.
#pragma once

namespace aunit::model {

struct Semantics {
  /// Whether integer overflows are excluded, as by the Analyzer's option (language reference 11). If not, integers wrap around.
  bool noOverflow = false;
};

}  // namespace aunit::model
