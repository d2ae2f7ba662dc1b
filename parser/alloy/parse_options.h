// The language that a text is in, and where what it opens may lie.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace aunit::parser::alloy {

/// Versions of the language, in the order in which they are tried. They differ in words and in the prime (docs/dialects.md).
enum class Dialect : std::uint8_t {
  alloy6,
  alloy61,   // `disjoint` is `disj`, as in all before it
  electrum,  // `previous` is `before`, `Time` is `steps` in scopes, too
  alloy5,    // and 4.2: the prime is part of names, Alloy 6's new keywords are names, `disjoint`
  alloy41,   // `String` is a name, too
  alloy40,   // `seq`, `enum` and `private`, too
};
inline constexpr std::array dialects = {Dialect::alloy6, Dialect::alloy61, Dialect::electrum,
                                        Dialect::alloy5, Dialect::alloy41, Dialect::alloy40};

/// As people call it: "Alloy 5".
const char* nameOf(Dialect dialect);

struct ParseOptions {
  Dialect dialect = Dialect::alloy6;  // tried first
  bool insist = false;                // and no other
  bool strictOpen = false;            // modules lie where their `open` says
  bool testLanguage = false;          // `val` and `test` paragraphs (.aunit files)
  bool opened = false;                // by another file, which may use what this one declares
  std::string given{};                // see parser::load
};

}  // namespace aunit::parser::alloy
