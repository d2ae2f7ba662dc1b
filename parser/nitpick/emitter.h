// Emits typed Nitpick formulas as nodes of the model.
//
// A schema becomes a predicate over the state in which it is evaluated and, if it is an operation, the next state. A prime
// becomes Op::prime on variables. A schema that is mentioned in a later state becomes a call below Op::after. A Place says which
// states are "now" and "next" for a formula. It counts states from the state in which the emitted node is evaluated.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "parser/nitpick/typing.h"

namespace aunit::parser::nitpick {

class Emitter {
 public:
  Emitter(model::Model& model, const World& world, Typing& typing, model::Diagnostics& diagnostics)
      : model_(model), world_(world), typing_(typing), diagnostics_(diagnostics) {}
  /// Makes an emitter for another expression. It uses the predicates that `other` has declared for schemas.
  Emitter(const Emitter& other, Typing& typing, model::Diagnostics& diagnostics)
      : model_(other.model_), world_(other.world_), typing_(typing), diagnostics_(diagnostics), predicates_(other.predicates_) {}

  struct Place;
  /// The meaning of a parameter: a variable of the model or, if the schema is expanded inline, the argument.
  struct Meaning {
    model::VarId variable = model::noId;
    syntax::ExprPtr argument = nullptr;
    const Place* at = nullptr;  // where the argument is evaluated
  };
  /// Where a formula is evaluated: the states that are "now" and "next", and the meanings of parameters.
  struct Place {
    int now = 0;
    int next = 1;
    const std::vector<Meaning>* parameters = nullptr;
  };

  /// Declares a predicate for each schema, in source order. Then call `defineSchema` for each schema, in an order in which a
  /// schema comes after the schemas that it calls.
  void declareSchemas();
  void defineSchema(SchemaId id);
  /// Adds a claim as an assertion, and a command that checks the assertion. Requires that the last formulas that `typing` checked
  /// are the formulas of this claim.
  void defineClaim(SchemaId id);

  /// Emits the formula or term `e`, which must be the one that `typing` checked last. It is evaluated in state 0. If `e` has n
  /// sequences `A ; B`, the states between their operations are 1, ..., n, and primes refer to state n + 1.
  model::ExprId emitAlone(syntax::ExprPtr e);
  /// Returns the number of states that the most recently checked formula mentions.
  int statesOfLast() const { return typing_.mentionsNext() ? typing_.sequences() + 2 : 1; }
  /// Returns `some parameters | schema`.
  model::ExprId someSchema(SchemaId id);
  model::FuncId predicateOf(SchemaId id) { return predicate(id, 1); }
  /// Returns a scope for traces with this number of states. The sizes of types are not limited.
  model::Scope scopeFor(int states) const;
  model::ExprId negation(model::ExprId formula);

 private:
  using ExprRef = syntax::ExprPtr;

  // Formulas and terms.
  model::ExprId emit(ExprRef e, const Place& place);
  model::ExprId emitTerm(const syntax::Expr& e, const Place& place);
  model::ExprId emitDerived(const syntax::Expr& e, const Place& place);
  model::ExprId emitFormula(const syntax::Expr& e, const Place& place);
  model::ExprId name(const syntax::Expr& e, const Place& place);
  model::ExprId prime(const syntax::Expr& e, const Place& place);
  model::ExprId setLiteral(const syntax::Expr& e, const Place& place);
  model::ExprId functionalDomain(const syntax::Expr& e, const Place& place);
  model::ExprId call(const syntax::Expr& e, const Place& place, const syntax::Expr* outer);
  model::ExprId sequence(const syntax::Expr& e, const Place& place);
  model::ExprId comparison(const syntax::Expr& e, const Place& place, model::Op op, bool negated);
  model::ExprId defined(const Place& place, const std::vector<ExprRef>& partial, model::ExprId positive, model::Span span);
  void applications(const syntax::Expr& e, bool definedByEquation, std::vector<ExprRef>& out) const;
  void applicationsBelow(const syntax::Expr& e, std::vector<ExprRef>& out) const;
  bool mentionsParameter(const syntax::Expr& e) const;

  // Bodies.
  struct Body {
    std::vector<model::ExprId> inclusions;
    std::vector<model::ExprId> formulas;

    std::vector<model::ExprId> all() const {
      std::vector<model::ExprId> parts = inclusions;
      parts.insert(parts.end(), formulas.begin(), formulas.end());
      return parts;
    }
  };
  Body body(SchemaId id, const Place& place);
  void confinements(const Schema& schema, int state, std::vector<model::ExprId>& out);
  void constants(const std::vector<VariableId>& variables, const Place& place, model::Span span, std::vector<model::ExprId>& out);
  model::FuncId predicate(SchemaId id, int distance);
  model::FuncId declarePredicate(SchemaId id, int distance);
  void definePredicate(SchemaId id, int distance, model::FuncId func);
  std::vector<model::Decl> declare(const Schema& schema, model::VarKind kind, std::vector<Meaning>& meanings);

  // Nodes.
  struct NodeOptions {
    std::uint32_t payload = model::noId;
    std::uint8_t arity = 0;
    model::TypeId type = 0;
    bool negated = false;
    bool synthetic = false;
    model::Multiplicity left = model::Multiplicity::set, right = model::Multiplicity::set;
    std::vector<model::Decl> decls;
  };
  model::ExprId add(model::Op op, model::Sort sort, model::Span span, std::vector<model::ExprId> children,
                    const NodeOptions& options);
  model::ExprId formula(model::Op op, model::Span span, std::vector<model::ExprId> children, bool synthetic = false,
                        bool negated = false);
  model::ExprId conjunction(std::vector<model::ExprId> parts, model::Span span, bool synthetic = false);
  /// Makes a term with the type of `e`.
  model::ExprId term(model::Op op, const syntax::Expr& e, std::vector<model::ExprId> children, bool synthetic = false);
  model::ExprId relation(model::Op op, model::Span span, std::vector<model::ExprId> children, std::vector<model::SigId> columns,
                         bool synthetic = true);
  model::ExprId sig(model::SigId id, model::Span span, bool synthetic = true);
  model::ExprId variable(VariableId id, int state, model::Span span, bool synthetic);
  model::ExprId arrow(model::SigId from, model::Multiplicity left, model::SigId to, model::Multiplicity right, model::Span span);
  /// Puts the formula below `steps` nodes Op::after. If `outer` is given, the outermost node has the span of `outer`, and is not
  /// synthetic.
  model::ExprId later(model::ExprId formula, int steps, const syntax::Expr* outer, model::Span span);
  std::vector<model::SigId> columnsOf(const syntax::Expr& e);
  model::SigId column(TypeRef base, const syntax::Expr& e);
  std::pair<model::SigId, model::SigId> columnsOfRelation(const syntax::Expr& e);
  model::TypeId typeOf(const std::vector<model::SigId>& columns);

  model::Model& model_;
  const World& world_;
  Typing& typing_;
  model::Diagnostics& diagnostics_;
  std::map<std::pair<SchemaId, int>, model::FuncId> predicates_;  // key: schema, and distance between its two states
  bool quiet_ = false;  // true: the next nodes are a second copy of a term, so they are synthetic
};

}  // namespace aunit::parser::nitpick
