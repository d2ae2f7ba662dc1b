// Writes formulas as text: formulas of mutants, repairs and translated programs. Parts that are copied from a file keep their
// text. Other parts are written with their operators, and with parentheses where they are needed. Names are spelled so that they
// have the same meaning at the new place: `@f` if `f` would be `this.f` or a variable there, `(A <: f)` if several fields have
// that name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/model.h"
#include "model/source.h"

namespace aunit::suite {

/// An edit that replaces the text at `span` by `text`.
struct Replacement {
  model::Span span;
  std::string text;
};

class FormulaText {
 public:
  /// Nodes with an id below `written` come from the files.
  FormulaText(const model::Model& model, const model::SourceMap& sources, model::ExprId written)
      : model_(model), sources_(sources), written_(written) {}

  /// Returns the text of a formula. The text is not for a certain place in a file, so names are not adapted to a place.
  std::string of(model::ExprId id);
  /// The change of a file that puts `by` in place of the node `place`; `by` may contain `place`. If the changed files are parsed,
  /// the result is the model with `by` in place of `place`. Returns nothing if no change of text does this, for example for a
  /// node in a macro, since the node belongs to all uses of the macro.
  std::optional<Replacement> insteadOf(model::ExprId place, model::ExprId by);

 private:
  /// The paragraph whose text is changed.
  struct Home {
    std::uint32_t paragraph = model::noId;
    model::Span span;
    std::unordered_map<model::ExprId, model::ExprId>
        above;  // for each node of the paragraph's formulas: its parent; noId for roots
    std::unordered_map<model::ExprId, model::SigId>
        roots;  // for each root: the signature whose field `f` means `this.f` below the root; noId if there is none
  };
  /// A name in the source, and how to spell it instead.
  struct NameChange {
    model::Span span;
    std::string text;
  };

  static bool isBinder(model::Op op) { return model::isQuantifier(op) || op == model::Op::sum || op == model::Op::let; }

  bool enter(model::ExprId place);
  bool enter(std::uint32_t paragraph, model::ExprId place);
  void settle(model::ExprId place);
  void note(model::ExprId id, model::ExprId above);
  model::ExprId above(model::ExprId id) const;

  // Questions about nodes and their text in the file.
  bool stands(model::ExprId id) const;
  bool isImplicit(model::ExprId id) const;
  bool isSequel(model::ExprId id) const;
  bool hasUnevenBrackets(std::string_view text) const;
  std::string_view source(model::ExprId id) const { return sources_.text(model_.expr(id).span); }
  std::string_view between(model::Span a, model::Span b) const { return sources_.text({a.file, a.end, b.begin}); }
  std::string quoted(model::ExprId id);
  std::string spliced(model::Span span, std::vector<NameChange> pieces) const;

  // Names.
  std::string fieldName(model::FieldId field) const;
  std::string sigName(model::SigId sig) const;
  std::string functionName(const model::Func& function) const;
  std::string qualified(model::ModuleId module, const std::string& name) const;
  std::string variableName(model::VarId variable) const;
  std::optional<std::string> shortForm(model::ExprId join);
  bool isHidden(const std::string& name) const;
  bool isShared(model::FieldId field) const;
  bool isDetermined(model::ExprId field) const;
  void respell(model::ExprId id, model::ExprId except, bool moved, std::vector<NameChange>& out) const;
  model::ExprId unitOf(model::ExprId place) const;
  void retype(model::ExprId id);
  bool mentionsRetyped(model::ExprId id) const;
  bool isFree(model::VarId variable, model::ExprId in) const;

  // New text.
  std::string text(model::ExprId id);
  std::string made(model::ExprId id);
  std::string operand(model::ExprId id, int around, bool followed);
  std::pair<std::string, std::string> operands(model::ExprId id);
  std::string infix(model::ExprId id, std::string_view sign);
  std::string declarations(model::ExprId id, std::size_t& added);
  std::string binder(model::ExprId id);
  int levelOf(model::ExprId id);
  bool isOpen(model::ExprId id);
  model::ExprId uncoerced(model::ExprId id) const;
  bool isChanged(model::ExprId id) const { return substituting_ && changed_.contains(id); }
  bool isReplaced(model::ExprId id) const { return substituting_ && id == place_; }
  /// Returns the result of `tell` for the original formula, without the replacement.
  template <class Tell>
  auto unreplaced(const Tell& tell) {
    const bool was = std::exchange(substituting_, false);
    auto result = tell();
    substituting_ = was;
    return result;
  }

  // Changes that replace only an operator, or remove only one operand. The rest of the node keeps its text.
  std::optional<std::string> kept(model::ExprId place, model::ExprId by);
  std::optional<std::string> keptInfix(model::ExprId place, model::ExprId by);
  std::optional<std::string> keptPrefix(model::ExprId place, model::ExprId by) const;
  std::optional<std::string> keptRest(model::ExprId place, model::ExprId by) const;
  std::optional<Replacement> insteadOfAll(const std::vector<model::ExprId>& line);
  bool fits(model::ExprId base, model::ExprId by, const std::string& text);
  int levelAround(model::ExprId base) const;

  const model::Model& model_;
  const model::SourceMap& sources_;
  const model::ExprId written_;
  std::optional<Home> home_;

  // State of the replacement that insteadOf() is computing.
  std::vector<model::VarId> scope_;  // visible variables, innermost last
  model::SigId receiver_ = model::noId;
  model::ExprId place_ = model::noId, by_ = model::noId;
  std::unordered_set<model::ExprId> changed_;  // ancestors of `place_`, which get new text
  bool substituting_ = false;
  std::unordered_map<model::VarId, std::string> renamed_;
  std::unordered_set<model::VarId> retyped_;  // variables whose type may differ from their type in the file
};

}  // namespace aunit::suite
