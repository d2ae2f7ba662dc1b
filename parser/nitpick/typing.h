// Nitpick's type checker. It finds the meanings of names and the types of terms.
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
  std::uint32_t index = model::noId;  // VariableId, SigId or SchemaId, or index of a parameter in its schema; unused for atoms
};

/// The scope of a formula: the names that it may use.
struct Scope {
  const Schema* schema = nullptr;  // the schema whose parameters are in scope; null if there is none
  std::vector<VariableId> variables;
  const std::map<std::string, model::SigId>* atoms = nullptr;  // the atoms of a valuation, with their types; may be null
  bool unknownNamesAreAtoms = false;                           // true for a valuation `from "file"`
  bool mayHoldSequences = false;                               // sequences of operations, `A ; B`, are allowed
};

/// Checks expressions, and stores the results by node. The nodes, which syntax::File owns, are identified by their addresses.
class Typing {
 public:
  Typing(const World& world, const model::Model& model, const model::SourceMap& sources, model::Diagnostics& diagnostics,
         UseCollector& uses)
      : world_(world), model_(model), sources_(sources), diagnostics_(diagnostics), uses_(uses), types_(model) {}

  /// Checks the formulas of one schema, claim, test or command. Returns false after errors.
  bool checkFormulas(std::span<const syntax::ExprPtr> formulas, const Scope& scope);
  /// Checks any expression: a formula or a term.
  bool check(syntax::ExprPtr e, const Scope& scope);

  Types& types() { return types_; }
  TypeRef typeOf(const syntax::Expr& e) const { return nodes_.at(&e).type; }
  Form formOf(const syntax::Expr& e) const { return types_.form(typeOf(e)); }
  Symbol symbolOf(const syntax::Expr& e) const { return nodes_.at(&e).symbol; }
  /// Returns the number of a sequence `A ; B`; 0 for any other expression. The sequences of all formulas that were checked
  /// together are numbered from 1, in order of time.
  int sequenceOf(const syntax::Expr& e) const { return nodes_.at(&e).sequence; }
  bool isSequence(const syntax::Expr& e) const { return e.kind == syntax::Kind::compose && sequenceOf(e) > 0; }
  /// Returns the number of sequences in the most recently checked formulas.
  int sequences() const { return sequences_; }
  /// Whether the most recently checked formulas mention the next state.
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

  /// Infers the type of an expression and requires it to be `type`. Returns false after an error.
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
  bool primed_ = false;    // the current term is below a prime
  bool changing_ = false;  // below the innermost prime there is a term whose value may change
};

}  // namespace aunit::parser::nitpick
