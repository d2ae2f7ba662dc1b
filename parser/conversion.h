// Texts of older versions of Alloy, written in Alloy 6.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "parser/front_end.h"

namespace aunit::parser {

/// Names that are keywords in Alloy 6, and their replacements. A name has the same replacement in all texts.
class NewNames {
 public:
  /// Notes the words of a text: no replacement is one of them. To be called for all texts first.
  void avoid(std::string_view text);
  /// `s'` becomes `s_prime`, `after` becomes `after_`; followed by as many `_` as make it new.
  const std::string& of(std::string_view name);

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string, std::less<>> given_;
};

/// The document of a file that was read as an older version, in Alloy 6: tokens that Alloy 6 reads otherwise are replaced, all
/// else is as it was. Empty if the file was not read as an older version.
std::string inAlloy6(const Loaded& loaded, model::FileId file, NewNames& names);

}  // namespace aunit::parser
