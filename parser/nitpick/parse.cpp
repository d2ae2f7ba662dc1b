#include "parser/nitpick/parse.h"

#include <fmt/format.h>

#include <optional>

#include "parser/antlr_support.h"
#include "parser/nitpick/builder.h"
#include "parser/nitpick/tokens.h"

namespace aunit::parser::nitpick {

namespace {

using grammar::NitpickParser;

class FileParser {
 public:
  FileParser(const model::SourceMap& sources, model::FileId id, model::Diagnostics& diagnostics, syntax::File& file)
      : diagnostics_(diagnostics),
        tokens_(sources, id, diagnostics),
        parser_(&tokens_.stream()),
        builder_(file, tokens_, diagnostics) {
    file.id = id;
    parser_.removeErrorListeners();
    parser_.setErrorHandler(std::make_shared<FirstErrorOnly>());
  }

  void paragraphs() {
    for (std::size_t at = 0; at < tokens_.size();) {
      const bool read = parse(at, [&] {
        builder_.add(parser_.paragraph());
        return true;
      });
      at = read ? tokens_.stream().index() : tokens_.paragraphStart(at + 1);
    }
  }

  syntax::ExprPtr expression() {
    return parse(0, [&] { return builder_.expr(parser_.prompt()->expr()); });
  }

 private:
  /// Calls `rule` with the parser at token `at`. After an error, reports it and returns {}.
  template <typename Rule>
  auto parse(std::size_t at, Rule rule) -> decltype(rule()) {
    std::optional<SyntaxError> error;
    const auto rewind = [&](antlr4::atn::PredictionMode) {
      parser_.reset();
      tokens_.stream().seek(at);
    };
    try {
      if (const auto result = parseInTwoModes(parser_, rewind, rule, error)) return result;
    } catch (const NestedTooDeeply& e) {
      diagnostics_.error("syntax", tokens_.span(e.at), "this expression is nested too deeply");
      return {};
    }
    if (!tokens_.hasErrors()) report(*error);
    return {};
  }

  void report(const SyntaxError& error) {
    const bool atEnd = error.found->getType() == antlr4::Token::EOF;
    model::Diagnostic& diagnostic =
        diagnostics_.error("syntax", tokens_.span(error.found),
                           atEnd ? "unexpected end of file" : fmt::format("unexpected `{}`", tokens_.text(error.found)));
    const auto expects = [&](std::size_t type) { return error.expected.contains(type); };
    const std::size_t found = error.found->getType();
    if (found == TokenType::CALL)
      diagnostic.hints.emplace_back(
          "A parenthesis directly after a name begins the arguments of a schema; write a new formula on a new line.");
    else if (expects(TokenType::RBRACKET) && expects(TokenType::COMMA))
      diagnostic.hints.emplace_back("`]` is missing before the marked text.");
    else if (expects(TokenType::RBRACKET))
      diagnostic.hints.emplace_back(
          "`]` is missing before the marked text, or `|` is missing between the declarations and the formulas of the schema.");
    else if (expects(TokenType::RBRACE) && !expects(TokenType::EQUAL))
      diagnostic.hints.emplace_back("`}` is missing before the marked text.");
    else if (expects(TokenType::RPAREN))
      diagnostic.hints.emplace_back("`)` is missing before the marked text.");
    else if (expects(TokenType::CLAIM) || expects(TokenType::EQUAL))
      diagnostic.hints.emplace_back(
          "A paragraph is `[Type, ...]`, `Schema = [ ... | ... ]` or `Claim :: [ ... | ... ]`. The parameters of a schema or "
          "claim are written in parentheses after its name.");
  }

  model::Diagnostics& diagnostics_;
  Tokens tokens_;
  NitpickParser parser_;
  Builder builder_;
};

}  // namespace

std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId id, model::Diagnostics& diagnostics) {
  auto file = std::make_unique<syntax::File>();
  FileParser(sources, id, diagnostics, *file).paragraphs();
  return file;
}

syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId id, model::Diagnostics& diagnostics,
                                syntax::File& holder) {
  const std::size_t before = diagnostics.errorCount();
  const syntax::ExprPtr result = FileParser(sources, id, diagnostics, holder).expression();
  return diagnostics.errorCount() == before ? result : nullptr;
}

}  // namespace aunit::parser::nitpick
