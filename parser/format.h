// The layout of the texts of all languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aunit::parser {

/// The text as parser/layout.h lays it out, its language by the file's name; of a document in Markdown the blocks of Alloy, each
/// by itself. The tokens are the same, and a second time changes nothing. Nothing where the text holds what is no token. It is
/// UTF-8, its line breaks LF.
std::optional<std::string> formatted(std::string_view path, std::string_view text);

}  // namespace aunit::parser
