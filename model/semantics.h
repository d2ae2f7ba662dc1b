// Choices about the meaning of formulas that the language leaves to a person.
#pragma once

namespace aunit::model {

struct Semantics {
  /// Excludes integer overflows, as the Analyzer's option does (language reference 11); otherwise integers wrap around.
  bool noOverflow = false;
};

}  // namespace aunit::model
