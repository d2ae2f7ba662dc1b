// Texts that are embedded into the program at build time (embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace aunit::server::mcp {

struct EmbeddedText {
  const char* name;  // "language-card.md", "specs/list/list.als"
  std::string_view text;
};
const std::vector<EmbeddedText>& embeddedTexts();

}  // namespace aunit::server::mcp
