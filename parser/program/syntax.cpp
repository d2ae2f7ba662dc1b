#include "parser/program/syntax.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::parser::program {

namespace {

using grammar::ProgramParser;

constexpr int deepestBlock = 200;

// Whether a token is a keyword that the grammar's rule `name` accepts as a name.
bool isName(std::size_t type) {
  switch (type) {
    case ProgramParser::NAME:
    case ProgramParser::LOOP:
    case ProgramParser::STATE:
    case ProgramParser::STEPS:
    case ProgramParser::TEST:
    case ProgramParser::VAL:
    case ProgramParser::VALID:
    case ProgramParser::INVALID:
    case ProgramParser::SATISFIES:
    case ProgramParser::VIOLATES:
    case ProgramParser::ERROR:
    case ProgramParser::DEADLOCK:
    case ProgramParser::HOLDS:
    case ProgramParser::VIOLATED:
    case ProgramParser::EXTENDS:
    case ProgramParser::EXPECT:
    case ProgramParser::TYPE: return true;
    default: return false;
  }
}

std::string word(const antlr4::dfa::Vocabulary& vocabulary, std::size_t type) {
  std::string name = vocabulary.getLiteralName(type);
  if (name.size() > 2) return name.substr(1, name.size() - 2);
  switch (type) {  // tokens with two spellings
    case ProgramParser::NOT: return "not";
    case ProgramParser::AND: return "and";
    case ProgramParser::OR: return "or";
    case ProgramParser::IMPLIES: return "implies";
    case ProgramParser::IFF: return "iff";
    default: return {};
  }
}

/// Describes the expected tokens in words: first kinds ("a name", "an expression", "an operator"), then single words and signs.
std::vector<std::string> describe(const antlr4::misc::IntervalSet& expected, const antlr4::dfa::Vocabulary& vocabulary) {
  const auto has = [&](std::size_t type) { return expected.contains(type); };
  const bool expression = has(ProgramParser::NUMBER) && has(ProgramParser::TRUE);
  const bool operators = has(ProgramParser::AND) && has(ProgramParser::OR);
  std::vector<std::string> out;
  if (expression) out.emplace_back("an expression");
  if (operators) out.emplace_back("an operator");
  if (!expression && has(ProgramParser::NAME)) out.emplace_back("a name");
  if (!expression && has(ProgramParser::NUMBER)) out.emplace_back("a number");
  if (has(ProgramParser::STRING)) out.emplace_back("a text in double quotes");
  for (const antlr4::misc::Interval& interval : expected.getIntervals()) {
    for (auto i = interval.a; i <= interval.b; ++i) {
      const auto type = static_cast<std::size_t>(i);
      if (isName(type) && has(ProgramParser::NAME)) continue;
      const std::string text = word(vocabulary, type);
      if (text.empty()) {
        if (type == antlr4::Token::EOF) out.emplace_back("a declaration or the end of the file");
        continue;
      }
      const auto in = [&](std::initializer_list<std::string_view> list) { return std::ranges::find(list, text) != list.end(); };
      if (expression && in({"(", "-", "not", "always", "eventually", "after", "all", "some", "true", "false"})) continue;
      if (operators &&
          in({"+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "and", "or", "implies", "iff", "until", "at", "[", "."}))
        continue;
      out.push_back(fmt::format("`{}`", text));
    }
  }
  return out;
}

void report(const SyntaxError& error, const model::Span& span, const antlr4::dfa::Vocabulary& vocabulary,
            model::Diagnostics& diagnostics) {
  if (error.found->getType() == ProgramParser::OPEN_COMMENT) {
    diagnostics.error("syntax", {span.file, span.begin, span.begin + 2}, "this comment is not closed: `*/` is missing");
    return;
  }
  if (error.found->getType() == ProgramParser::OPEN_STRING) {
    diagnostics.error("syntax", span, "this string is not closed on its line");
    return;
  }
  const std::string found =
      error.found->getType() == antlr4::Token::EOF ? "end of file" : fmt::format("`{}`", error.found->getText());
  std::string message = fmt::format("unexpected {}", found);
  const std::vector<std::string> expected = describe(error.expected, vocabulary);
  if (!expected.empty() && expected.size() <= 8) {
    message += ", expected ";
    if (expected.size() == 1)
      message += expected[0];
    else
      message += fmt::format("{} or {}", fmt::join(expected.begin(), expected.end() - 1, ", "), expected.back());
  }
  model::Diagnostic& diagnostic = diagnostics.error("syntax", span, message);

  std::vector<std::string> words;
  for (const antlr4::misc::Interval& interval : error.expected.getIntervals())
    for (auto i = interval.a; i <= interval.b; ++i)
      if (std::string text = word(vocabulary, static_cast<std::size_t>(i));
          text.size() > 1 && std::isalpha(static_cast<unsigned char>(text[0])))
        words.push_back(std::move(text));
  if (error.expected.contains(antlr4::Token::EOF))  // where a file may end, a declaration may begin
    words.insert(words.end(),
                 {"const", "type", "var", "process", "fair", "proposition", "invariant", "property", "no", "val", "test"});
  model::suggest(diagnostic, error.found->getText(), words);
  if (error.found->getText() == "==")
    diagnostic.hints.emplace_back("equality is written `=`");
  else if (error.found->getText() == "=" && error.expected.isEmpty())
    diagnostic.hints.emplace_back("assignment is written `:=`");
}

}  // namespace

SyntaxTree::SyntaxTree(std::string_view text, model::FileId file)
    : places_(text, file), input_(std::string(text)), lexer_(&input_), tokens_(&lexer_), parser_(&tokens_) {
  lexer_.removeErrorListeners();
  parser_.removeErrorListeners();
  parser_.setErrorHandler(std::make_shared<FirstErrorOnly>());
}

std::unique_ptr<SyntaxTree> SyntaxTree::parse(const model::SourceMap& sources, model::FileId file,
                                              model::Diagnostics& diagnostics) {
  std::unique_ptr<SyntaxTree> tree(new SyntaxTree(sources.file(file).text(), file));
  tree->tokens_.fill();
  if (!tree->checkNesting(diagnostics)) return nullptr;
  std::optional<SyntaxError> error;
  try {
    const auto rewind = [&](antlr4::atn::PredictionMode) { tree->parser_.reset(); };
    tree->root_ = parseInTwoModes(
        tree->parser_, rewind, [&] { return tree->parser_.file(); }, error);
  } catch (const NestedTooDeeply& e) {
    return diagnostics.fail("syntax", tree->span(*e.at), "this expression is nested too deeply");
  }
  if (tree->root_) return tree;
  report(*error, tree->span(*error->found), tree->parser_.getVocabulary(), diagnostics);
  return nullptr;
}

/// Blocks are parsed by recursion. Reports an error if their nesting would exhaust the stack.
bool SyntaxTree::checkNesting(model::Diagnostics& diagnostics) {
  int depth = 0;
  for (const antlr4::Token* token : tokens_.getTokens()) {
    const std::string text = token->getText();
    if (text == "{" && ++depth > deepestBlock)
      return diagnostics.fail("syntax", span(*token), fmt::format("blocks are nested more than {} levels deep", deepestBlock));
    if (text == "}") --depth;
  }
  return true;
}

}  // namespace aunit::parser::program
