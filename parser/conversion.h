// Converts texts of older versions of Alloy to Alloy 6.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "parser/front_end.h"

namespace aunit::parser {

/// Replaces names that Alloy 6 does not allow: keywords, and names with primes. A name has the same replacement in all texts.
class NewNames {
 public:
  /// Reserves the words of a text, so that no replacement is equal to one of them. Call for all texts before `of`.
  void avoid(std::string_view text);
  /// Returns the replacement of a name: `s'` becomes `s_prime`, `after` becomes `after_`. Appends `_` until the result is new.
  const std::string& of(std::string_view name);

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string, std::less<>> given_;
};

/// Returns the document of a file that was read as an older version, converted to Alloy 6: only tokens that Alloy 6 reads
/// differently are replaced. Empty if the file was not read as an older version.
std::string inAlloy6(const Loaded& loaded, model::FileId file, NewNames& names);

}  // namespace aunit::parser
