#include "parser/literate.h"

#include <algorithm>
#include <cctype>

namespace aunit::parser::alloy {

bool isLiterate(std::string_view path, std::string_view text) {
  if (text.starts_with("---\n")) return true;
  if (path.size() < 3) return false;
  const std::string_view ending = path.substr(path.size() - 3);
  return ending[0] == '.' && std::tolower(static_cast<unsigned char>(ending[1])) == 'm' &&
         std::tolower(static_cast<unsigned char>(ending[2])) == 'd';
}

Literate modelOfDocument(std::string_view document) {
  Literate result;
  result.text.reserve(document.size());
  enum class In { frontMatter, prose, model } in = In::prose;
  bool firstLine = true;
  for (std::size_t begin = 0; begin <= document.size();) {
    const std::size_t end = std::min(document.find('\n', begin), document.size());
    const std::string_view line = document.substr(begin, end - begin);
    bool isModel = false;
    switch (in) {
      case In::frontMatter:
        if (line == "---") in = In::prose;
        break;
      case In::prose:
        if (firstLine && line == "---") {
          in = In::frontMatter;
          result.hasFrontMatter = true;
        } else if (line == "```alloy") {
          in = In::model;
          result.hasModel = true;
          const std::size_t next = std::min(end + 1, document.size());
          result.blocks.emplace_back(next, next);
        }
        break;
      case In::model:
        isModel = !line.starts_with("```");
        if (!isModel) in = In::prose;
        break;
    }
    if (isModel) result.blocks.back().second = std::min(end + 1, document.size());
    if (isModel)
      result.text += line;
    else
      result.text.append(line.size(), ' ');
    if (end < document.size()) result.text += '\n';
    firstLine = false;
    begin = end + 1;
  }
  result.unclosedBlock = in == In::model;
  return result;
}

}  // namespace aunit::parser::alloy
