// The writer of formulas that are made of nodes: mutants, repairs, translated programs. Parts that are copied from a file keep
// their text; other parts are spelled by their operators, with parentheses if the text would be read differently without them.
// Names are spelled so that they mean the same at their new place: `@f` if `f` would be `this.f` or a variable there, `(A <: f)`
// if several fields have that name.
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

/// The text of `span` becomes `text`.
struct Replacement {
  model::Span span;
  std::string text;
};

class FormulaText {
 public:
  /// Nodes below `written` are those of the files.
  FormulaText(const model::Model& model, const model::SourceMap& sources, model::ExprId written)
      : model_(model), sources_(sources), written_(written) {}

  /// The text of a formula by itself, wherever it stands.
  std::string of(model::ExprId id);
  /// The change of text that puts `by`, which may hold `place`, in place of a node of the files: the changed files read as the
  /// model with `by` in it. Nothing if no text does so: a node in a macro stands there for all uses of the macro.
  std::optional<Replacement> insteadOf(model::ExprId place, model::ExprId by);

 private:
  /// The paragraph in which text is replaced.
  struct Home {
    std::uint32_t paragraph = model::noId;
    model::Span span;
    std::unordered_map<model::ExprId, model::ExprId> above;  // by node of its formulas: the node above, noId of the roots
    std::unordered_map<model::ExprId, model::SigId> roots;   // by root: the signature of which fields mean `this.f` below
  };
  /// How to spell a relation's name.
  struct Respelling {
    model::Span span;
    std::string text;
  };

  static bool isBinder(model::Op op) { return model::isQuantifier(op) || op == model::Op::sum || op == model::Op::let; }

  bool enter(model::ExprId place);
  bool enter(std::uint32_t paragraph, model::ExprId place);
  void settle(model::ExprId place);
  void note(model::ExprId id, model::ExprId above);
  model::ExprId above(model::ExprId id) const;

  // The text in the file.
  bool stands(model::ExprId id) const;
  bool isImplicit(model::ExprId id) const;
  bool isSequel(model::ExprId id) const;
  bool hasUnevenBrackets(std::string_view text) const;
  std::string_view source(model::ExprId id) const { return sources_.text(model_.expr(id).span); }
  std::string_view between(model::Span a, model::Span b) const { return sources_.text({a.file, a.end, b.begin}); }
  std::string quoted(model::ExprId id);
  std::string spliced(model::Span span, std::vector<Respelling> pieces) const;

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
  void respell(model::ExprId id, model::ExprId except, bool moved, std::vector<Respelling>& out) const;
  model::ExprId unitOf(model::ExprId place) const;
  void retype(model::ExprId id);
  bool mentionsRetyped(model::ExprId id) const;
  bool isFree(model::VarId variable, model::ExprId in) const;

  // Writing.
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
  /// Calls `tell` about the original formula, without the replacement.
  template <class Tell>
  auto unreplaced(const Tell& tell) {
    const bool was = std::exchange(substituting_, false);
    auto result = tell();
    substituting_ = was;
    return result;
  }

  // Keeping what is around an operator.
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

  // The state of the current replacement.
  std::vector<model::VarId> scope_;  // variables that have a meaning, the innermost last
  model::SigId receiver_ = model::noId;
  model::ExprId place_ = model::noId, by_ = model::noId;
  std::unordered_set<model::ExprId> changed_;  // above the place, and written anew
  bool substituting_ = false;
  std::unordered_map<model::VarId, std::string> renamed_;
  std::unordered_set<model::VarId> retyped_;  // variables that may be of another type than in the file
};

}  // namespace aunit::suite
