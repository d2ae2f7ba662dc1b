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

/// If a comment (or string literal, if `stringsToo`) begins at the offset `at`: the offset of its end; else `at`.
std::size_t endOfComment(std::string_view text, std::size_t at, bool stringsToo) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//") || rest.starts_with("--")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (!stringsToo || !rest.starts_with('"')) return at;
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// The last block in braces that is not within other brackets: the offsets of its start and end, with the braces.
std::optional<std::pair<std::size_t, std::size_t>> lastBlock(std::string_view text) {
  std::optional<std::pair<std::size_t, std::size_t>> found;
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = endOfComment(text, i, true); end != i) {
      i = end;
      continue;
    }
    if (std::string_view("{[(").find(text[i]) != std::string_view::npos) {
      if (depth++ == 0 && text[i] == '{') begin = i;
    } else if (std::string_view("}])").find(text[i]) != std::string_view::npos && depth > 0) {
      if (--depth == 0 && text[i] == '}') found = {begin, i + 1};
    }
    ++i;
  }
  return found;
}

constexpr std::string_view blanks = " \t\r\n";

/// The offsets of lines `//SECRET`, by the offset of the paragraph that follows. Alloy4Fun marks hidden paragraphs by such lines.
/// Comments may stand between the line and the paragraph.
std::map<std::size_t, std::size_t> marksIn(std::string_view text) {
  std::map<std::size_t, std::size_t> marks;
  std::optional<std::size_t> mark;  // offset of a mark that no token has followed yet
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = endOfComment(text, i, true);
    const bool isString = text[i] == '"';
    if (end != i && !isString) {
      std::string_view comment = text.substr(i, end - i);
      comment = comment.substr(0, comment.find_last_not_of(blanks) + 1);
      const std::size_t before = text.substr(0, i).find_last_not_of(" \t");
      const bool startsLine = before == std::string_view::npos || text[before] == '\n';
      if (comment == "//SECRET" && startsLine && !mark) mark = i;
      i = end;
    } else {
      if (blanks.find(text[i]) == std::string_view::npos && mark) marks.emplace(i, *std::exchange(mark, std::nullopt));
      i = end == i ? i + 1 : end;
    }
  }
  return marks;
}

/// The end of a paragraph, including a comment that follows on its last line.
std::size_t endWithComment(std::string_view text, std::size_t end) {
  const std::size_t next = text.find_first_not_of(" \t", end);
  if (next == std::string_view::npos) return end;
  const std::size_t behind = endOfComment(text, next, false);
  return behind == next || text.substr(next, behind - next).find('\n') != std::string_view::npos ? end : behind;
}

/// The start of a paragraph in the text. It can be before the start of the paragraph's span: spans of signatures exclude
/// `private`, the span of an `enum` is its name, and spans of commands exclude a label.
std::size_t beginOf(std::string_view text, const model::Model& model, const model::Paragraph& paragraph) {
  std::size_t begin = paragraph.span.begin;
  if (paragraph.kind == model::Paragraph::Kind::command)
    if (const model::Span label = model.commands()[paragraph.id].nameSpan; label.known() && label.begin < begin)
      begin = label.begin;
  for (const std::string_view word : {"enum", "private"}) {
    const std::string_view before = text.substr(0, begin);
    const std::string_view trimmed = before.substr(0, before.find_last_not_of(blanks) + 1);
    if (paragraph.kind == model::Paragraph::Kind::sig && trimmed.ends_with(word) && trimmed.size() < before.size())
      begin = trimmed.size() - word.size();
  }
  return begin;
}

std::size_t endOf(std::string_view text, const model::Model& model, const model::Paragraph& paragraph) {
  std::size_t end = paragraph.span.end;
  if (paragraph.kind != model::Paragraph::Kind::sig || !model.sig(paragraph.id).isEnum) return end;
  while (end < text.size() && text[end] != '}')
    if (const std::size_t behind = endOfComment(text, end, false); behind != end)
      end = behind;
    else
      ++end;
  return std::min(end + 1, text.size());
}

/// The names that a paragraph declares, or that a command runs or checks; none for a command with a formula.
std::vector<std::string> namesOf(const model::Model& model, const model::Paragraph& paragraph) {
  using Kind = model::Paragraph::Kind;
  switch (paragraph.kind) {
    case Kind::sig: return {model.sig(paragraph.id).name};
    case Kind::fact: return {model.facts()[paragraph.id].name};
    case Kind::predicate:
    case Kind::function: return {model.func(paragraph.id).name};
    case Kind::assertion: return {model.assertions()[paragraph.id].name};
    case Kind::command: {
      const model::Command& command = model.commands()[paragraph.id];
      if (command.target == model::TargetKind::assertion) return {model.assertions()[command.targetId].name};
      if (command.target == model::TargetKind::predicate) return {model.func(command.targetId).name};
    }
  }
  return {};
}

struct Edit {
  std::size_t begin, end;
  std::string text;
};

std::string edited(std::string text, std::vector<Edit> edits) {
  std::ranges::sort(edits, std::ranges::greater(), &Edit::begin);
  std::size_t end = text.size();
  for (const Edit& edit : edits) {
    if (edit.end > end) continue;  // overlaps the previous edit; edits are made from the end of the text
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
    if (!edit) return support::failure(error, fmt::format("expected exactly one predicate `{}` with a body in braces", name));
    edits.push_back(std::move(*edit));
  }
  const std::string& text = loaded.sources.file(0).text();
  const auto marks = marksIn(text);
  std::set<std::string> unknown = hidden, known;
  std::map<std::size_t, std::size_t> removed;  // offset of the end, by offset of the start
  std::set<std::size_t> kept;                  // start offsets of the paragraphs that stay
  std::set<std::size_t> used;                  // start offsets of the paragraphs that a mark hides
  for (const model::Paragraph& paragraph : model.paragraphs()) {
    if (paragraph.module != 0 || !paragraph.span.known() || paragraph.span.file != 0) continue;
    if (paragraph.kind == model::Paragraph::Kind::command && model.commands()[paragraph.id].ofTest) continue;
    const std::size_t begin = beginOf(text, model, paragraph);
    const auto mark = marks.find(begin);
    bool isHidden = mark != marks.end();
    for (const std::string& name : namesOf(model, paragraph)) {
      isHidden = isHidden || hidden.contains(name);
      unknown.erase(name);
      known.insert(name);
    }
    if (!isHidden) kept.insert(begin);
    if (isHidden) removed[begin] = endWithComment(text, endOf(text, model, paragraph));
    if (mark != marks.end()) used.insert(mark->first);
  }
  if (!unknown.empty())
    return support::failure(error, fmt::format("there is no paragraph `{}`{}", *unknown.begin(),
                                               model::orNear(*unknown.begin(), {known.begin(), known.end()})));
  for (const auto& [begin, end] : removed) {
    if (kept.contains(begin))
      return support::failure(error, "signatures that are declared together must be hidden together: name all of them");
    const auto mark = marks.find(begin);
    edits.push_back({mark == marks.end() ? begin : mark->second, end, ""});
  }
  for (const auto& [begin, mark] : marks)
    if (!used.contains(begin))
      return support::failure(error,
                              fmt::format("line {}: //SECRET must stand before a signature, fact, predicate, function, assertion "
                                          "or command",
                                          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark), '\n') + 1));
  return edited(loaded.sources.file(0).document(), std::move(edits));
}

std::set<std::string> markedSecret(const parser::Loaded& loaded) {
  std::set<std::string> names;
  const auto marks = marksIn(loaded.sources.file(0).text());
  for (const model::Paragraph& paragraph : loaded.model->paragraphs())
    if (paragraph.module == 0 && paragraph.span.file == 0 && paragraph.kind != model::Paragraph::Kind::command &&
        marks.contains(beginOf(loaded.sources.file(0).text(), *loaded.model, paragraph)))
      for (std::string& name : namesOf(*loaded.model, paragraph)) names.insert(std::move(name));
  return names;
}

}  // namespace aunit::runner
