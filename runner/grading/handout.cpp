#include "runner/grading/handout.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "strength/grading/readings.h"
#include "support/failure.h"

namespace aunit::runner {

namespace {

/// The last block in braces of a paragraph that stands in no other brackets: its offsets, braces included.
std::optional<std::pair<std::size_t, std::size_t>> lastBlock(std::string_view text) {
  std::optional<std::pair<std::size_t, std::size_t>> found;
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//") || rest.starts_with("--")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = end + 1;
    } else if (rest.front() == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    } else if (std::string_view("{[(").find(rest.front()) != std::string_view::npos) {
      if (depth++ == 0 && rest.front() == '{') begin = i;
    } else if (std::string_view("}])").find(rest.front()) != std::string_view::npos && depth > 0) {
      if (--depth == 0 && rest.front() == '}') found = {begin, i + 1};
    }
  }
  return found;
}

struct Edit {
  std::size_t begin, end;
  std::string text;
};

std::string edited(std::string text, std::vector<Edit> edits) {
  std::ranges::sort(edits, std::ranges::greater(), &Edit::begin);
  std::size_t end = text.size();
  for (const Edit& edit : edits) {
    if (edit.end > end) continue;  // within another
    text.replace(edit.begin, edit.end - edit.begin, edit.text);
    end = edit.begin;
  }
  return text;
}

std::optional<Edit> bodyEdit(const parser::Loaded& loaded, const model::Func& function, std::string body) {
  if (!function.span.known() || function.span.file != 0) return std::nullopt;
  const std::string_view text = std::string_view(loaded.sources.file(0).text()).substr(0, function.span.end);
  const auto block = lastBlock(text.substr(function.span.begin));
  if (!block) return std::nullopt;
  return Edit{function.span.begin + block->first, function.span.begin + block->second, std::move(body)};
}

}  // namespace

std::optional<std::string> withBody(const parser::Loaded& loaded, model::FuncId predicate, const std::string& body) {
  auto edit = bodyEdit(loaded, loaded.model->func(predicate), "{ " + body + " }");
  if (!edit) return std::nullopt;
  return edited(loaded.sources.file(0).document(), {std::move(*edit)});
}

std::optional<std::string> wrongModel(const parser::Loaded& loaded, const std::string& predicate, const std::string& formula) {
  const model::FuncId function = strength::grading::predicateNamed(*loaded.model, predicate);
  if (function == model::noId) return std::nullopt;
  auto text = withBody(loaded, function, formula);
  if (!text) return std::nullopt;
  parser::LoadOptions how;
  how.limits.seconds = 10;
  const auto read = parser::loadText(loaded.sources.file(0).path(), *text, how);
  return read->ok() ? std::move(text) : std::nullopt;
}

std::optional<std::string> handoutOf(const parser::Loaded& loaded, const std::vector<std::string>& predicates,
                                     const std::set<std::string>& hidden, std::string& error) {
  const model::Model& model = *loaded.model;
  std::vector<Edit> edits;
  for (const std::string& name : predicates) {
    const model::FuncId predicate = strength::grading::predicateNamed(model, name);
    auto edit = predicate == model::noId ? std::nullopt : bodyEdit(loaded, model.func(predicate), "{\n  -- your answer\n}");
    if (!edit) return support::failure(error, fmt::format("there is no one predicate {} with a body in braces", name));
    edits.push_back(std::move(*edit));
  }
  std::map<std::string, std::vector<model::Span>> paragraphs;
  for (const model::Func& one : model.funcs())
    if (one.module == 0) paragraphs[one.name].push_back(one.span);
  for (const model::Fact& one : model.facts())
    if (one.module == 0) paragraphs[one.name].push_back(one.span);
  for (const model::Assertion& one : model.assertions())
    if (one.module == 0) paragraphs[one.name].push_back(one.span);
  for (const std::string& name : hidden) {
    const auto known = paragraphs.find(name);
    if (known == paragraphs.end()) {
      std::vector<std::string> names;
      for (const auto& [other, spans] : paragraphs) names.push_back(other);
      return support::failure(error, fmt::format("there is no paragraph {}{}", name, model::orNear(name, names)));
    }
    for (const model::Span span : known->second) edits.push_back({span.begin, span.end, ""});
  }
  for (const model::Command& command : model.commands()) {
    if (command.module != 0 || command.isDefault || command.ofTest || !command.span.known() || command.span.file != 0) continue;
    const bool aboutHidden =
        (command.target == model::TargetKind::assertion && hidden.contains(model.assertions()[command.targetId].name)) ||
        (command.target == model::TargetKind::predicate && hidden.contains(model.func(command.targetId).name));
    if (aboutHidden) edits.push_back({command.span.begin, command.span.end, ""});
  }
  return edited(loaded.sources.file(0).document(), std::move(edits));
}

std::set<std::string> markedSecret(const parser::Loaded& loaded) {
  std::set<std::string> names;
  const std::string& text = loaded.sources.file(0).text();
  const auto isMarked = [&](model::Span span) {
    if (!span.known() || span.file != 0) return false;
    std::string_view before = std::string_view(text).substr(0, span.begin);
    const std::size_t end = before.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos) return false;
    before = before.substr(0, end + 1);
    const std::size_t line = before.find_last_of('\n');
    std::string_view last = before.substr(line == std::string_view::npos ? 0 : line + 1);
    const std::size_t first = last.find_first_not_of(" \t");
    return first != std::string_view::npos && last.substr(first) == "//SECRET";
  };
  for (const model::Func& one : loaded.model->funcs())
    if (isMarked(one.span)) names.insert(one.name);
  for (const model::Fact& one : loaded.model->facts())
    if (isMarked(one.span)) names.insert(one.name);
  for (const model::Assertion& one : loaded.model->assertions())
    if (isMarked(one.span)) names.insert(one.name);
  return names;
}

}  // namespace aunit::runner
