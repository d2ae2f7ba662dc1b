#include "strength/repair/edited_model.h"

#include <optional>

namespace aunit::strength {

std::unique_ptr<parser::Loaded> edited(const parser::Loaded& loaded, const std::string& path, parser::LoadOptions how,
                                       const std::vector<Replacement>& edits) {
  const model::FileId file = edits.front().span.file;
  std::string text = loaded.sources.file(file).document();
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
  how.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
    for (model::FileId f = 0; f < loaded.sources.size(); ++f)
      if (loaded.sources.file(f).path() == wanted) return f == file ? text : loaded.sources.file(f).document();
    return std::nullopt;
  };
  return parser::loadText(path, how.readFile(path).value_or(""), how);
}

}  // namespace aunit::strength
