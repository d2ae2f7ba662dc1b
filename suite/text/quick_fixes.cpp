#include "suite/text/quick_fixes.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "parser/alloy/tokens/tokens.h"
#include "support/utf8.h"

namespace aunit::suite {

namespace {

using model::Op;
using model::Span;

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// Finds the quick fixes of one diagnostic.
class FixFinder {
 public:
  FixFinder(const parser::Loaded& loaded, const model::Diagnostic& diagnostic)
      : loaded_(loaded),
        diagnostic_(diagnostic),
        file_(diagnostic.span.file),
        text_(loaded.sources.file(file_).text()),
        begin_(diagnostic.span.begin),
        end_(diagnostic.span.end) {}

  std::vector<QuickFix> all() {
    for (const std::string& hint : diagnostic_.hints) {
      nearName(hint);
      otherCommand(hint);
      wideIntegers(hint);
    }
    const std::string& code = diagnostic_.code;
    if (code == "abstract") leaveOutAbstract();
    if (code == "arrow") bracketRightSide();
    if (code == "arithmetic") calculate();
    if (code == "inline-conjunction") breakLine();
    if (code == "unused") leaveOutLet();
    if (code == "comment") change("Change to `/* */`", {{diagnostic_.span, "/* */"}});
    if (code == "declaration") declaration();
    if (code == "literate") literate();
    return std::move(fixes_);
  }

 private:
  /// The model or, if names in it could not be resolved, the part that is known.
  const model::Model* known() const { return loaded_.model ? loaded_.model.get() : loaded_.draft.get(); }
  Span at(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  Span at(std::size_t offset) const { return at(offset, offset); }
  std::string_view written() const { return text_.substr(begin_, end_ - begin_); }
  void change(std::string title, std::vector<std::pair<Span, std::string>> changes, bool preferred = true) {
    fixes_.push_back({std::move(title), std::move(changes), preferred});
  }

  std::size_t behindBlanks(std::size_t offset) const {
    while (offset < text_.size() && isBlank(text_[offset])) ++offset;
    return offset;
  }
  /// The word before an offset. Blanks may be between the word and the offset.
  Span wordBefore(std::size_t offset) const {
    while (offset > 0 && isBlank(text_[offset - 1])) --offset;
    std::size_t first = offset;
    while (first > 0 && support::isWordPart(text_[first - 1])) --first;
    return at(first, offset);
  }
  bool hasWord(Span span, std::string_view word) const {
    const std::string_view text = wordAt(span);
    const auto isIt = [&](const model::Range& token) { return text.substr(token.begin, token.end - token.begin) == word; };
    return std::ranges::any_of(parser::alloy::tokensOf(text), isIt);
  }
  std::string_view wordAt(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  void nearName(std::string_view hint) {
    constexpr std::string_view before = "did you mean `", behind = "`?";
    if (!hint.starts_with(before) || !hint.ends_with(behind)) return;
    const std::string name(hint.substr(before.size(), hint.size() - before.size() - behind.size()));
    // Corrects the last part of a qualified name, or the module of an `open`.
    const Span wrong = diagnostic_.code == "module" ? openedModule() : at(begin_ + (written().rfind('/') + 1), end_);
    change(fmt::format("Change to `{}`", name), {{wrong, name}}, diagnostic_.hints.size() == 1);
  }

  Span openedModule() const {
    const std::size_t word = written().find("open");
    if (word == std::string_view::npos) return diagnostic_.span;
    const std::size_t begin = behindBlanks(begin_ + word + std::string_view("open").size());
    return at(begin, std::min<std::size_t>(text_.find_first_of(" \t\n[", begin), end_));
  }

  /// Changes `check` to `run` if the target is a predicate, and `run` to `check` if it is an assertion.
  void otherCommand(std::string_view hint) {
    for (const auto& [wrong, right] : {std::pair("check", "run"), std::pair("run", "check")}) {
      const Span word = wordBefore(begin_);
      if (hint.ends_with(fmt::format(": use `{}`", right)) && wordAt(word) == wrong)
        change(fmt::format("Change to `{}`", right), {{word, right}});
    }
  }

  /// Handles the hint "`5 int` in the command's scope is enough."
  void wideIntegers(std::string_view hint) {
    constexpr std::string_view behind = "` in the command's scope is enough.";
    if (diagnostic_.code != "bitwidth" || !hint.starts_with('`') || !hint.ends_with(behind) || !known()) return;
    const std::string scope(hint.substr(1, hint.size() - 1 - behind.size()));
    for (const model::Command& command : known()->commands()) {
      const bool isIt = diagnostic_.message.ends_with(fmt::format(" in \"{}\"", command.label));
      if (!isIt || command.span.file != file_ || command.scope.bitwidth >= 0) continue;
      const Span said = command.scope.span;
      // Adds `but` after an overall scope, and a comma after other scopes.
      const bool isFirst = command.scope.overall >= 0 && !hasWord(said, "but");
      if (said.known())
        change(fmt::format("Add `{}` to the scope", scope), {{at(said.end), (isFirst ? " but " : ", ") + scope}});
      else if (command.expect < 0)
        change(fmt::format("Add `{}` to the scope", scope), {{at(command.span.end), " for " + scope}});
      return;
    }
  }

  void leaveOutAbstract() {
    // Offers no fix if the paragraph declares several signatures, because the others may need `abstract`.
    if (behindBlanks(end_) < text_.size() && text_[behindBlanks(end_)] == ',') return;
    constexpr std::string_view others[] = {"sig", "var", "private", "one", "lone", "some"};
    for (Span word = wordBefore(begin_); word.begin < word.end; word = wordBefore(word.begin)) {
      if (wordAt(word) == "abstract") return change("Remove `abstract`", {{at(word.begin, behindBlanks(word.end)), ""}});
      if (std::ranges::find(others, wordAt(word)) == std::end(others)) return;
    }
  }

  /// The expression that the diagnostic is about, if it has one of these operators.
  std::optional<model::ExprId> expression(std::initializer_list<Op> ops) const {
    const model::Model* model = known();
    for (model::ExprId id = 0; model && id < model->exprCount(); ++id)
      if (model->expr(id).span == diagnostic_.span && std::ranges::find(ops, model->expr(id).op) != ops.end()) return id;
    return std::nullopt;
  }
  Span childSpan(model::ExprId id, std::uint32_t child) const { return known()->expr(known()->child(id, child)).span; }

  void bracketRightSide() {
    const auto arrow = expression({Op::product});
    if (!arrow) return;
    const Span right = childSpan(*arrow, 1);
    change("Put the right side in parentheses", {{at(right.begin), "("}, {at(right.end), ")"}});
  }

  void calculate() {
    const auto expr = expression({Op::union_, Op::difference});
    if (!expr) return;
    const std::string function = known()->expr(*expr).op == Op::union_ ? "plus" : "minus";
    if (isTaken(function)) return;
    const char* blank = begin_ > 0 && support::isWordPart(text_[begin_ - 1]) ? " " : "";
    change(fmt::format("Change to `{}[..., ...]`", function),
           {{diagnostic_.span,
             fmt::format("{}{}[{}, {}]", blank, function, wordAt(childSpan(*expr, 0)), wordAt(childSpan(*expr, 1)))}});
  }
  /// Whether a signature, a field, a variable or a function has this name. Functions of library modules do not count.
  bool isTaken(const std::string& name) const {
    const model::Model& model = *known();
    const auto has = [&](const auto& one) { return one.name == name; };
    const auto isOurs = [&](const model::Func& function) { return has(function) && !model.modules()[function.module].library; };
    return std::ranges::any_of(model.sigs(), has) || std::ranges::any_of(model.fields(), has) ||
           std::ranges::any_of(model.variables(), has) || std::ranges::any_of(model.funcs(), isOurs);
  }

  void breakLine() {
    std::size_t blanks = begin_;
    while (blanks > 0 && isBlank(text_[blanks - 1])) --blanks;
    const std::size_t line = text_.rfind('\n', blanks) + 1;
    const std::string_view indent = text_.substr(line, text_.find_first_not_of(" \t", line) - line);
    change("Put the formula on its own line", {{at(blanks, begin_), fmt::format("\n{}", indent)}});
  }

  /// Removes an unused `let`. Does nothing if text before the `let`, such as an operator, could then apply to a part of the body.
  void leaveOutLet() {
    const model::Model* model = known();
    for (model::ExprId id = 0; model && id < model->exprCount(); ++id) {
      const model::Expr& let = model->expr(id);
      if (let.op != Op::let || model->variable(let.payload).span != diagnostic_.span) continue;
      const Span body = childSpan(id, 1), value = childSpan(id, 0);
      if (let.span.file != file_ || body.file != file_ || !wordAt(let.span).starts_with("let")) return;
      const std::size_t before = text_.substr(0, let.span.begin).find_last_not_of(" \t\r\n");
      const bool first =
          before == std::string_view::npos || std::string_view("{|([").find(text_[before]) != std::string_view::npos;
      const std::size_t bar = behindBlanks(value.end);
      if (first && body.begin > bar && text_[bar] == '|')
        change("Remove the `let`", {{at(let.span.begin, behindBlanks(bar + 1)), ""}});
      return;
    }
  }

  /// Fixes a declaration: removes `var` or `private`, changes a number to `1`, or makes a relation `var`.
  void declaration() {
    for (const std::string_view word : {"var", "private"})
      if (written().starts_with(word) && written().size() > word.size() && isBlank(written()[word.size()]))
        change(fmt::format("Remove `{}`", word), {{at(begin_, behindBlanks(begin_ + word.size())), ""}});
    if (!written().empty() && std::ranges::all_of(written(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      change("Change to `1`", {{diagnostic_.span, "1"}});
    if (diagnostic_.message.starts_with("the static field")) makeVariable(begin_);
    if (diagnostic_.message.starts_with("the static signature")) makeVariable(wordBefore(begin_).begin);
  }

  /// Makes a relation `var`, unless its declaration declares other relations, to which `var` would apply, too.
  void makeVariable(std::size_t where) {
    const std::size_t before = text_.substr(0, where).find_last_not_of(" \t\r\n"), behind = behindBlanks(end_);
    const bool isField = where == begin_;
    const bool alone = behind >= text_.size() || !isField || (text_[behind] != ',' && !sharesDeclaration());
    const bool first = !isField || (before != std::string_view::npos && (text_[before] == '{' || text_[before] == ','));
    const bool isSig = isField || wordAt(wordBefore(begin_)) == "sig";
    if (alone && first && isSig && (!isField || text_[behind] == ':')) change("Make it `var`", {{at(where), "var "}}, false);
  }

  /// Whether the declaration of a field declares other fields, too.
  bool sharesDeclaration() const {
    const model::Model* model = known();
    if (!model) return false;
    const auto own = std::ranges::find(model->fields(), diagnostic_.span, &model::Field::span);
    const auto isBeside = [&](const model::Field& other) {
      return other.label != own->label && other.sig == own->sig && !other.isMeta &&
             model->expr(other.bound).span == model->expr(own->bound).span;
    };
    return own != model->fields().end() && std::ranges::any_of(model->fields(), isBeside);
  }

  void literate() {
    if (diagnostic_.message.find("front matter") != std::string::npos)
      change("Add front matter", {{at(0), "---\ntitle: \n---\n\n"}});
    else
      change("Close the block", {{at(text_.size()), text_.ends_with('\n') ? "```\n" : "\n```\n"}});
  }

  const parser::Loaded& loaded_;
  const model::Diagnostic& diagnostic_;
  model::FileId file_;
  std::string_view text_;
  std::uint32_t begin_, end_;
  std::vector<QuickFix> fixes_;
};

}  // namespace

std::vector<QuickFix> quickFixes(const parser::Loaded& loaded, const model::Diagnostic& diagnostic) {
  return diagnostic.span.known() ? FixFinder(loaded, diagnostic).all() : std::vector<QuickFix>();
}

}  // namespace aunit::suite
