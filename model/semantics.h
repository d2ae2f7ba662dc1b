// Options for the meaning of formulas, which the language leaves open.
#pragma once

namespace aunit::model {

struct Semantics {
  /// Exclude integer overflows, like the Analyzer's option (language reference 11); if false, integers wrap around.
  bool noOverflow = false;
};

}  // namespace aunit::model
