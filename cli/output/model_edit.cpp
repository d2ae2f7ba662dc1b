#include "cli/output/model_edit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "parser/source_text.h"
#include "support/failure.h"
#include "support/files.h"

namespace aunit::cli {

std::optional<std::vector<ModelEdit>> editsOnDisk(const strength::Repair& repair, const model::SourceMap& sources,
                                                  std::string& error) {
  std::vector<ModelEdit> edits;
  std::map<model::FileId, std::shared_ptr<const std::string>> files;
  for (const strength::Replacement& edit : repair.edits) {
    const model::SourceFile& source = sources.file(edit.span.file);
    std::shared_ptr<const std::string>& file = files[edit.span.file];
    if (!file) {
      const auto bytes = support::readFile(source.path(), error);
      if (!bytes) return support::failure(error, fmt::format("cannot read {}: {}", source.path(), error));
      file = std::make_shared<const std::string>(*bytes);
    }
    if (parser::uniformText(*file) != source.document())
      return support::failure(error, fmt::format("{} has changed meanwhile", source.path()));
    const std::vector<std::size_t> places = parser::placesInFile(*file);
    edits.push_back(
        {source.path(), file, places[edit.span.begin], places[edit.span.end], parser::FileStyle(*file).inFile(edit.text)});
  }
  return edits;
}

bool makeEdits(const std::vector<ModelEdit>& edits, std::string& error) {
  std::map<std::string, std::vector<ModelEdit>> byFile;
  for (const ModelEdit& edit : edits) byFile[edit.path].push_back(edit);
  std::vector<support::FileEdit> prepared;
  const auto explain = [&](const std::string& path) {
    return support::failure(error, fmt::format("cannot write `{}`: {}", path, error));
  };
  for (auto& [path, own] : byFile) {
    std::string text = *own.front().file;
    std::ranges::sort(own, std::greater{}, &ModelEdit::begin);
    for (const ModelEdit& edit : own) text.replace(edit.begin, edit.end - edit.begin, edit.replacement);
    auto change = support::FileEdit::prepare(path, *own.front().file, text, error);
    if (!change) return explain(path);
    prepared.push_back(std::move(*change));
  }
  for (support::FileEdit& change : prepared)
    if (!change.commit(error)) return explain(change.path());
  return true;
}

}  // namespace aunit::cli
