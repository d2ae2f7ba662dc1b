// Nitpick's type checker: the meanings of names, and the types of terms.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "parser/nitpick/types.h"
#include "parser/nitpick/world.h"

namespace aunit::parser::nitpick {

/// The meaning of a name.
struct Symbol {
  enum class Kind : std::uint8_t { none, parameter, variable, type, schema, atom } kind = Kind::none;
  std::uint32_t index = model::noId;  // of a parameter of the schema, or VariableId, SigId, SchemaId; unused for atoms
};

/// The scope of a formula: the names that it may use.
struct Scope {
  const Schema* schema = nullptr;  // its parameters are in scope
  std::vector<VariableId> variables;
  const std::map<std::string, model::SigId>* atoms = nullptr;  // atoms of a valuation, with their types
  bool unknownNamesAreAtoms = false;                           // for a valuation `from "file"`
  bool mayHoldSequences = false;                               // sequences of operations, `A ; B`, are allowed
};

/// Checks expressions, and stores the results by node. Files own the nodes; addresses identify them.
class Typing {
 public:
  Typing(const World& world, const model::Model& model, const model::SourceMap& sources, model::Diagnostics& diagnostics,
         UseCollector& uses)
      : world_(world), model_(model), sources_(sources), diagnostics_(diagnostics), uses_(uses), types_(model) {}

  /// Checks formulas that belong together; false on errors.
  bool checkFormulas(std::span<const syntax::ExprPtr> formulas, const Scope& scope);
  /// Checks any expression, also a term.
  bool check(syntax::ExprPtr e, const Scope& scope);

  Types& types() { return types_; }
  TypeRef typeOf(const syntax::Expr& e) const { return nodes_.at(&e).type; }
  Form formOf(const syntax::Expr& e) const { return types_.form(typeOf(e)); }
  Symbol symbolOf(const syntax::Expr& e) const { return nodes_.at(&e).symbol; }
  /// For a `;` between operations: its number, from 1 in order of time, among the sequences of the formulas checked together.
  int sequenceOf(const syntax::Expr& e) const { return nodes_.at(&e).sequence; }
  bool isSequence(const syntax::Expr& e) const { return e.kind == syntax::Kind::compose && sequenceOf(e) > 0; }
  /// The number of sequences in the formulas checked last.
  int sequences() const { return sequences_; }
  /// Whether the formulas checked last mention the next state.
  bool mentionsNext() const { return mentionsNext_; }

 private:
  struct Node {
    TypeRef type = 0;
    Symbol symbol;
    int sequence = 0;
  };

  void begin(const Scope& scope);
  TypeRef infer(syntax::ExprPtr e);
  TypeRef visit(const syntax::Expr& e, Node& node);
  TypeRef visitName(const syntax::Expr& e, Node& node);
  TypeRef visitCall(const syntax::Expr& e, Node& node);
  TypeRef visitPrime(const syntax::Expr& e);
  TypeRef visitSemicolon(const syntax::Expr& e, Node& node);
  TypeRef visitApply(const syntax::Expr& e);
  TypeRef visitMaplet(const syntax::Expr& e);
  TypeRef visitSetLiteral(const syntax::Expr& e);
  TypeRef visitMembership(const syntax::Expr& e);
  TypeRef visitRangeRestriction(const syntax::Expr& e);
  TypeRef same(const syntax::Expr& e, bool collections);
  TypeRef relation() { return types_.relation(types_.unknown(), types_.unknown()); }
  TypeRef ofRange(const Range& range);

  /// Infers the type of an expression and requires `type`; false on an error.
  bool expect(syntax::ExprPtr e, TypeRef type);
  bool demand(const syntax::Expr& e, TypeRef actual, TypeRef type);
  std::string wanted(TypeRef type) const;
  std::string quoted(const syntax::Expr& e) const;
  model::Diagnostic& error(const char* code, model::Span span, std::string message) {
    return diagnostics_.error(code, span, std::move(message));
  }
  Symbol lookUp(const std::string& name) const;
  void noteUse(const Symbol& symbol, model::Span name);
  model::Diagnostic& unknownName(const syntax::Expr& e);
  void useSchema(const syntax::Expr& e, SchemaId id);

  const World& world_;
  const model::Model& model_;
  const model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  UseCollector& uses_;
  Types types_;
  std::unordered_map<const syntax::Expr*, Node> nodes_;
  const Scope* scope_ = nullptr;
  int sequences_ = 0;
  bool mentionsNext_ = false;
  bool primed_ = false;    // below a prime
  bool changing_ = false;  // a term with a next state was found below the innermost prime
};

}  // namespace aunit::parser::nitpick
