// The texts that embed.cmake generates from this folder's .als files.
#pragma once

#include <span>
#include <string_view>

namespace aunit::parser {

struct LibraryText {
  std::string_view name;  // such as "util/ordering"
  std::string_view text;
};

std::span<const LibraryText> libraryTexts();

}  // namespace aunit::parser
