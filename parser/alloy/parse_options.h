// The language that a text is in.
#pragma once

namespace aunit::parser::alloy {

struct ParseOptions {
  bool alloy5 = false;        // primes are part of names, Alloy 6's new keywords are names
  bool testLanguage = false;  // `val` and `test` paragraphs (.aunit files)
};

}  // namespace aunit::parser::alloy
