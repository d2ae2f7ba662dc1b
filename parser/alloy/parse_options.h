// The version of the language in which a text is read, and options for finding the modules that it opens.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace aunit::parser::alloy {

/// Versions of the language, newest first: they are tried in this order. They differ in keywords and in the prime
/// (docs/dialects.md).
enum class Dialect : std::uint8_t {
  alloy6,
  alloy61,   // `disjoint` means `disj`, as in all older versions
  electrum,  // like alloy61; also, `previous` means `before`, and `Time` in scopes means `steps`
  alloy5,    // Alloy 5 and 4.2: primes are part of names, and keywords that Alloy 6 added are names; `disjoint` as in alloy61
  alloy41,   // like alloy5, but `String` is a name
  alloy40,   // like alloy41, but `seq`, `enum` and `private` are names
};
inline constexpr std::array dialects = {Dialect::alloy6, Dialect::alloy61, Dialect::electrum,
                                        Dialect::alloy5, Dialect::alloy41, Dialect::alloy40};

/// Returns a name such as "Alloy 5".
const char* nameOf(Dialect dialect);

struct ParseOptions {
  Dialect dialect = Dialect::alloy6;  // the version that is tried first
  bool insist = false;                // only this version is tried
  bool strictOpen = false;            // modules must be where their `open` says
  bool testLanguage = false;          // the text may have `val` and `test` paragraphs (.aunit files)
  bool opened = false;                // another file opens this one, and may use its declarations
  std::string given{};                // the valuation of `--val` (parser::load); empty if there is none
  bool uses = false;                  // uses of names are collected (parser::LoadOptions)
};

}  // namespace aunit::parser::alloy
