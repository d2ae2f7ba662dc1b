#include "server/answers/names.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "parser/library/library.h"
#include "server/texts/cache.h"
#include "support/pieces.h"
#include "support/system/system_files.h"
#include "support/visible.h"

namespace aunit::server {

namespace {

using parser::NameKind;
using parser::NameUse;

constexpr std::array<std::string_view, 9> tokenTypes = {"namespace", "class",     "property", "function",  "variable",
                                                        "macro",     "parameter", "event",    "enumMember"};

/// The words for a kind of name in texts for people, and its token type in the protocol.
struct KindWords {
  std::string_view words, tokenType;
};
constexpr KindWords kindWords[] = {{"module", "namespace"},
                                   {"alias of a module", "namespace"},
                                   {"sig", "class"},
                                   {"fact", "function"},
                                   {"field", "property"},
                                   {"predicate or function", "function"},
                                   {"assertion", "function"},
                                   {"variable", "variable"},
                                   {"macro", "macro"},
                                   {"command", "event"},
                                   {"valuation", "enumMember"},
                                   {"constant", "enumMember"},
                                   {"process", "namespace"},
                                   {"label", "event"},
                                   {"log", "event"}};
static_assert(std::size(kindWords) == static_cast<std::size_t>(NameKind::log) + 1, "one for each kind, in their order");

const KindWords& lookOf(NameKind kind) {
  return kindWords[static_cast<std::size_t>(kind)];
}

/// The start and end of the line around an offset, without its line break.
std::pair<std::size_t, std::size_t> lineAround(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return {begin, std::min(text.find('\n', offset), text.size())};
}

/// Writes a library module to a file that editors can open, and returns the path; empty if it cannot be written.
std::string libraryFile(const std::string& module) {
  const auto text = parser::libraryModule(module);
  return text ? cachedFile("library/" + module + ".als", *text) : "";
}

}  // namespace

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 120;
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string typeText(const model::Model& model, model::TypeId id) {
  if (id >= model.types().size()) return "";
  std::string text;
  for (const model::Product& product : model.type(id).products) {
    if (!text.empty()) text += " + ";
    for (std::size_t i = 0; i < product.size(); ++i) {
      std::string_view label = model.sig(product[i]).label;
      if (label.starts_with("this/")) label.remove_prefix(5);
      text += (i == 0 ? "" : "->") + std::string(label);
    }
  }
  return text;
}

std::string typeText(const Analysis& analysis, const NameUse& name) {
  const model::Model* model = analysis.model();
  if (!model) return "";
  const auto at = [&](const auto& things, const auto& spanOf) {
    return std::ranges::find_if(things, [&](const auto& thing) { return spanOf(thing) == name.declaration; });
  };
  if (name.kind == NameKind::field) {
    const auto field = at(model->fields(), [](const model::Field& f) { return f.span; });
    return field == model->fields().end() ? "" : typeText(*model, field->type);
  }
  if (name.kind == NameKind::variable) {
    const auto variable = at(model->variables(), [](const model::Variable& v) { return v.span; });
    return variable == model->variables().end() ? "" : typeText(*model, variable->type);
  }
  return "";
}

std::string declarationText(const model::SourceMap& sources, const NameUse& name) {
  const std::string_view text = sources.file(name.declaration.file).text();
  auto [begin, end] = lineAround(text, name.declaration.begin);
  if (name.kind == NameKind::field || name.kind == NameKind::variable) {
    // Keeps only the part about this name, approximately: up to the next bracket or comma.
    end = std::min(text.find_first_of(",|}\n", std::min(text.find(':', name.declaration.end), text.size())), end);
    begin = name.declaration.begin;
  } else if (const std::size_t body = text.substr(0, text.find('\n', end)).find('{', name.declaration.end);
             body != std::string_view::npos) {
    end = std::min(body, end);
  }
  return support::oneLine(std::string(support::trimmed(text.substr(begin, std::max(begin, end) - begin))));
}

std::string commentOf(const model::SourceMap& sources, const NameUse& name) {
  const std::string_view text = sources.file(name.declaration.file).document();
  std::size_t begin = lineAround(text, name.declaration.begin).first;
  // A declaration in the middle of a line has no comment of its own.
  const bool isPart = name.kind == NameKind::field || name.kind == NameKind::variable;
  if (isPart && text.substr(begin, name.declaration.begin - begin).find_first_not_of(" \tvar") != std::string_view::npos)
    return "";
  std::string comment;
  bool inBlock = false;
  while (begin > 0) {
    const auto [start, end] = lineAround(text, begin - 1);
    std::string_view line = support::trimmed(text.substr(start, end - start));
    if (!inBlock && line.ends_with("*/")) inBlock = true;
    if (!inBlock && !line.starts_with("--") && !line.starts_with("//")) break;
    const bool opens = inBlock && line.starts_with("/*");
    for (const std::string_view mark : {"/**", "/*", "--", "//", "*/", "*"})
      if (line.starts_with(mark)) {
        line.remove_prefix(mark.size());
        break;
      }
    if (line.ends_with("*/")) line.remove_suffix(2);
    comment = std::string(support::trimmed(line)) + (comment.empty() ? "" : "\n") + comment;
    begin = start;
    if (opens) break;
  }
  return std::string(support::trimmed(comment));
}

Json hover(const Cursor& cursor, const std::string& value, Encoding encoding) {
  const auto name = cursor.name();
  if (!name) return nullptr;
  const model::SourceMap& sources = cursor.analysis.loaded->sources;
  std::string text = fmt::format("```alloy\n{}\n```", declarationText(sources, *name));
  std::string about;
  if (const std::string type = typeText(cursor.analysis, *name); !type.empty())
    about = fmt::format("{} of type `{}`", lookOf(name->kind).words, type);
  const std::string& path = sources.file(name->declaration.file).path();
  if (name->declaration.file != cursor.file)
    about += fmt::format("{}in {}", about.empty() ? "" : ", ", path.substr(path.rfind('/') + 1));
  if (!about.empty()) text += "\n" + about;
  if (const std::string comment = commentOf(sources, *name); !comment.empty()) text += "\n\n" + comment;
  if (!value.empty()) text += "\n\n" + value;
  return {{"contents", {{"kind", "markdown"}, {"value", text}}}, {"range", rangeOf(sources, name->use, encoding)}};
}

Json definition(const Cursor& cursor, Encoding encoding) {
  const auto name = cursor.name();
  if (!name) return nullptr;
  const model::SourceMap& sources = cursor.analysis.loaded->sources;
  std::string path = sources.file(name->declaration.file).path();
  if (!support::isAbsolutePath(path) && parser::libraryModule(path)) path = libraryFile(path);
  if (path.empty()) return nullptr;
  return {{"uri", uriOf(pathOf(uriOf(path)))}, {"range", rangeOf(sources, name->declaration, encoding)}};
}

Json highlights(const Cursor& cursor, Encoding encoding) {
  constexpr int readKind = 2, writeKind = 3;
  Json all = Json::array();
  const auto name = cursor.name();
  if (!name) return all;
  for (const model::Span& use : cursor.analysis.uses.usesOf(name->declaration))
    if (use.file == cursor.file)
      all.push_back({{"range", rangeOf(cursor.analysis.loaded->sources, use, encoding)},
                     {"kind", use == name->declaration ? writeKind : readKind}});
  return all;
}

std::optional<DeclarationId> declaredAt(const Cursor& cursor) {
  const auto name = cursor.name();
  if (!name) return std::nullopt;
  return DeclarationId{pathOf(uriOf(cursor.analysis.loaded->sources.file(name->declaration.file).path())),
                       name->declaration.begin};
}

std::vector<std::pair<std::string, Json>> placesOf(const Analysis& analysis, const DeclarationId& declared, Encoding encoding) {
  std::vector<std::pair<std::string, Json>> places;
  const model::FileId file = analysis.fileOf(declared.path);
  if (file == model::noFile) return places;
  const auto name = analysis.uses.at(file, declared.begin);
  if (!name || name->declaration.file != file || name->declaration.begin != declared.begin) return places;
  const model::SourceMap& sources = analysis.loaded->sources;
  for (const model::Span& use : analysis.uses.usesOf(name->declaration))
    places.emplace_back(uriOf(pathOf(uriOf(sources.file(use.file).path()))), rangeOf(sources, use, encoding));
  return places;
}

Json semanticLegend() {
  return {{"tokenTypes", tokenTypes}, {"tokenModifiers", {"declaration", "defaultLibrary"}}};
}

Json semanticTokens(const Analysis& analysis, Encoding encoding) {
  Json data = Json::array();
  const model::FileId file = analysis.fileOf(analysis.path);
  if (file == model::noFile) return {{"data", data}};
  const model::SourceFile& text = analysis.loaded->sources.file(file);
  TextPosition last;
  std::uint32_t end = 0;
  for (const NameUse& name : analysis.uses.in(file)) {
    if (name.use.begin < end || name.use.begin == name.use.end) continue;  // skips empty uses, and copies from macros
    end = name.use.end;
    const TextPosition at = positionOf(text, name.use.begin, encoding);
    const std::string_view word = std::string_view(text.document()).substr(name.use.begin, name.use.end - name.use.begin);
    const bool library =
        !support::isAbsolutePath(analysis.loaded->sources.file(name.declaration.file).path()) && name.declaration.file != file;
    data.insert(data.end(),
                {at.line - last.line, at.line == last.line ? at.character - last.character : at.character,
                 codeUnits(word, encoding), std::ranges::find(tokenTypes, lookOf(name.kind).tokenType) - tokenTypes.begin(),
                 (name.isDeclaration() ? 1 : 0) + (library ? 2 : 0)});
    last = at;
  }
  return {{"data", data}};
}

}  // namespace aunit::server
