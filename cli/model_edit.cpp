#include "cli/model_edit.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/files.h"

namespace aunit::cli {

namespace {

/// Where the bytes of the text that was loaded stand in the file: a carriage return in front of a line feed was left out. Nothing
/// where the two are not the same text.
std::optional<std::vector<std::size_t>> placesIn(const std::string& bytes, const std::string& text) {
  std::vector<std::size_t> places;
  places.reserve(text.size() + 1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
    if (places.size() >= text.size()) return std::nullopt;
    const bool control = static_cast<unsigned char>(bytes[i]) < 0x20;  // blank in the text
    if (!control && bytes[i] != text[places.size()]) return std::nullopt;
    places.push_back(i);
  }
  if (places.size() != text.size()) return std::nullopt;
  places.push_back(bytes.size());
  return places;
}

}  // namespace

std::optional<std::vector<ModelEdit>> editsOnDisk(const strength::Repair& repair, const model::SourceMap& sources,
                                                  std::string& error) {
  std::vector<ModelEdit> edits;
  for (const strength::Replacement& edit : repair.edits) {
    const model::SourceFile& file = sources.file(edit.span.file);
    const auto bytes = model::readFile(file.path(), error);
    if (!bytes) {
      error = fmt::format("cannot read {}: {}", file.path(), error);
      return std::nullopt;
    }
    const auto places = placesIn(*bytes, file.document());
    if (!places) {
      error = fmt::format("{} has changed meanwhile", file.path());
      return std::nullopt;
    }
    edits.push_back({file.path(), (*places)[edit.span.begin], (*places)[edit.span.end], edit.text});
  }
  return edits;
}

bool makeEdits(const std::vector<ModelEdit>& edits, std::string& error) {
  std::map<std::string, std::vector<ModelEdit>> byFile;
  for (const ModelEdit& edit : edits) byFile[edit.path].push_back(edit);
  for (auto& [path, own] : byFile) {
    auto text = model::readFile(path, error);
    if (!text) return false;
    std::ranges::sort(own, std::greater{}, &ModelEdit::begin);
    for (const ModelEdit& edit : own) text->replace(edit.begin, edit.end - edit.begin, edit.replacement);
    if (!model::writeFile(path, *text, error)) return false;
  }
  return true;
}

}  // namespace aunit::cli
