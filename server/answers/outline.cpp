#include "server/answers/outline.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "parser/format.h"

namespace aunit::server {

namespace {

// SymbolKind of the protocol.
constexpr int classSymbol = 5, methodSymbol = 6, fieldSymbol = 8, enumSymbol = 10, functionSymbol = 12, constantSymbol = 14,
              objectSymbol = 19, enumMemberSymbol = 22, eventSymbol = 24;

struct Symbol {
  std::string name, detail;
  int kind = 0;
  model::Span span, nameSpan;
  std::vector<Symbol> parts;
};

/// The paragraphs of the analysed file in the order of the text.
std::vector<Symbol> symbolsOf(const Analysis& analysis) {
  std::vector<Symbol> symbols;
  const model::Model* model = analysis.model();
  const model::FileId own = analysis.fileOf(analysis.path);
  const auto add = [&](Symbol symbol) {
    if (symbol.span.file != own || !symbol.span.known()) return;
    if (!symbol.nameSpan.known() || !model::contains(symbol.span, symbol.nameSpan)) symbol.nameSpan = symbol.span;
    if (symbol.name.empty()) symbol.name = symbol.detail;
    symbols.push_back(std::move(symbol));
  };
  using Kind = model::Paragraph::Kind;
  if (model)
    for (const model::Paragraph& paragraph : model->paragraphs()) {
      if (paragraph.span.file != own) continue;
      switch (paragraph.kind) {
        case Kind::sig: {
          const model::Sig& sig = model->sig(paragraph.id);
          Symbol symbol{sig.name,
                        sig.isEnum ? "enum" : "sig",
                        sig.isEnum ? enumSymbol : classSymbol,
                        model::join(paragraph.span, sig.span),
                        sig.span,
                        {}};
          for (const model::FieldId id : sig.fields) {
            const model::Field& field = model->field(id);
            if (!field.isMeta && field.span.known())
              symbol.parts.push_back({field.name, "", fieldSymbol, field.span, field.span, {}});
          }
          add(std::move(symbol));
          break;
        }
        case Kind::fact: {
          const model::Fact& fact = model->facts()[paragraph.id];
          add({fact.nameSpan.known() && fact.nameSpan.begin < fact.nameSpan.end ? fact.name : "",
               "fact",
               constantSymbol,
               fact.span,
               fact.nameSpan,
               {}});
          break;
        }
        case Kind::predicate:
        case Kind::function: {
          const model::Func& function = model->func(paragraph.id);
          add({function.name, function.isPredicate ? "pred" : "fun", functionSymbol, function.span, function.nameSpan, {}});
          break;
        }
        case Kind::assertion: {
          const model::Assertion& assertion = model->assertions()[paragraph.id];
          add({assertion.name, "assert", constantSymbol, assertion.span, assertion.nameSpan, {}});
          break;
        }
        case Kind::command: {
          const model::Command& command = model->commands()[paragraph.id];
          if (!command.ofTest && !command.isDefault)
            add({command.label, command.check ? "check" : "run", eventSymbol, command.span, command.nameSpan, {}});
          break;
        }
      }
    }
  for (const model::Valuation& valuation : analysis.loaded->tests.valuations)
    if (!valuation.name.empty()) add({valuation.name, "val", objectSymbol, valuation.span, valuation.nameSpan, {}});
  std::set<std::uint32_t> seen;  // positions of names; the tests of one table share a name and become one symbol
  for (const model::Test& test : analysis.loaded->tests.tests)
    if (!test.continues && test.nameSpan.known() && seen.insert(test.nameSpan.begin).second)
      add({test.name, "test", methodSymbol, model::join(test.span, test.nameSpan), test.nameSpan, {}});
  std::ranges::stable_sort(symbols, {}, [](const Symbol& s) { return s.span.begin; });
  return symbols;
}

Json symbolJson(const Symbol& symbol, const model::SourceMap& sources, Encoding encoding) {
  Json json = {{"name", symbol.name},
               {"detail", symbol.detail},
               {"kind", symbol.kind},
               {"range", rangeOf(sources, symbol.span, encoding)},
               {"selectionRange", rangeOf(sources, symbol.nameSpan, encoding)}};
  Json children = Json::array();
  for (const Symbol& part : symbol.parts)
    if (model::contains(symbol.span, part.span)) children.push_back(symbolJson(part, sources, encoding));
  if (!children.empty()) json["children"] = std::move(children);
  return json;
}

}  // namespace

Json documentSymbols(const Analysis& analysis, Encoding encoding) {
  Json all = Json::array();
  for (const Symbol& symbol : symbolsOf(analysis)) all.push_back(symbolJson(symbol, analysis.loaded->sources, encoding));
  return all;
}

bool NamedSymbol::matches(std::string_view query) const {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::size_t at = 0;
  for (const char c : name)
    if (at < query.size() && lower(c) == lower(query[at])) ++at;
  return at == query.size();
}

Json NamedSymbol::json(const std::string& path) const {
  const Json range = {{"start", server::toJson(begin)}, {"end", server::toJson(end)}};
  Json result = {{"name", name}, {"kind", kind}, {"location", {{"uri", uriOf(path)}, {"range", range}}}};
  if (!container.empty()) result["containerName"] = container;
  return result;
}

std::vector<NamedSymbol> namedSymbols(const Analysis& analysis, Encoding encoding) {
  std::vector<NamedSymbol> all;
  const auto add = [&](const Symbol& symbol, const std::string& container) {
    const model::SourceFile& file = analysis.loaded->sources.file(symbol.nameSpan.file);
    all.push_back({symbol.name, container, symbol.kind, positionOf(file, symbol.nameSpan.begin, encoding),
                   positionOf(file, symbol.nameSpan.end, encoding)});
  };
  for (const Symbol& symbol : symbolsOf(analysis)) {
    add(symbol, "");
    for (const Symbol& part : symbol.parts) add(part, symbol.name);
  }
  return all;
}

Json foldingRanges(const Analysis& analysis) {
  Json all = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  if (own == model::noFile) return all;
  const model::SourceFile& file = analysis.loaded->sources.file(own);
  for (const Symbol& symbol : symbolsOf(analysis)) {
    const std::uint32_t first = file.position(symbol.span.begin).line, last = file.position(symbol.span.end).line;
    if (last > first) all.push_back({{"startLine", first - 1}, {"endLine", last - 1}});
  }
  const std::string& text = file.text();
  for (std::size_t open = text.find("/*"); open != std::string::npos; open = text.find("/*", open + 2)) {
    const std::size_t close = text.find("*/", open + 2);
    if (close == std::string::npos) break;
    const std::uint32_t first = file.position(static_cast<std::uint32_t>(open)).line,
                        last = file.position(static_cast<std::uint32_t>(close)).line;
    if (last > first) all.push_back({{"startLine", first - 1}, {"endLine", last - 1}, {"kind", "comment"}});
    open = close;
  }
  return all;
}

Json selectionRanges(const Analysis& analysis, const Json& positions, Encoding encoding) {
  Json all = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  const model::SourceMap& sources = analysis.loaded->sources;
  for (const Json& position : positions) {
    const TextPosition at = positionFrom(position);
    Json ranges = {{"range", {{"start", server::toJson(at)}, {"end", server::toJson(at)}}}};
    if (own != model::noFile) {
      const std::uint32_t offset = offsetOf(sources.file(own), at, encoding);
      std::set<std::pair<std::uint32_t, std::uint32_t>> around;  // length and beginning of each span
      const auto add = [&](model::Span span) {
        if (span.file == own && span.begin <= offset && offset <= span.end && span.begin < span.end)
          around.insert({span.end - span.begin, span.begin});
      };
      if (const auto name = analysis.uses.at(own, offset)) add(name->use);
      if (const model::Model* model = analysis.model())
        for (model::ExprId id = 0; id < model->exprCount(); ++id) add(model->expr(id).span);
      for (const Symbol& symbol : symbolsOf(analysis)) add(symbol.span);
      add({own, 0, static_cast<std::uint32_t>(sources.file(own).text().size())});
      // Chooses nested spans, beginning with the shortest. Skips each span that does not contain the last chosen one.
      model::Span inner{own, offset, offset};
      std::vector<model::Span> nested;
      for (const auto& [length, begin] : around) {
        const model::Span span{own, begin, begin + length};
        if (!model::contains(span, inner)) continue;
        nested.push_back(span);
        inner = span;
      }
      Json parent;
      for (auto span = nested.rbegin(); span != nested.rend(); ++span) {
        Json range = {{"range", rangeOf(sources, *span, encoding)}};
        if (!parent.is_null()) range["parent"] = std::move(parent);
        parent = std::move(range);
      }
      if (!parent.is_null()) ranges = std::move(parent);
    }
    all.push_back(std::move(ranges));
  }
  return all;
}

Json formatting(const Analysis& analysis, Encoding encoding) {
  Json edits = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  if (own == model::noFile) return edits;
  for (const model::Diagnostic& diagnostic : analysis.loaded->diagnostics.all())
    if (diagnostic.code == "syntax" && diagnostic.span.file == own) return edits;
  const std::string& text = analysis.loaded->sources.file(own).document();
  const auto laidOut = parser::formatted(analysis.path, text);
  if (!laidOut || *laidOut == text) return edits;
  const model::Span whole{own, 0, static_cast<std::uint32_t>(text.size())};
  edits.push_back({{"range", rangeOf(analysis.loaded->sources, whole, encoding)}, {"newText", *laidOut}});
  return edits;
}

}  // namespace aunit::server
