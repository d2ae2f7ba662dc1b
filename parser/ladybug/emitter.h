// Typed Nitpick formulas to nodes of the model.
//
// A schema is a predicate over the state at which it is evaluated and, if it is an operation, the state after that. A prime
// becomes Op::prime on variables; a schema spoken of in a later state becomes a call below Op::after. Everything says at
// which states it stands by a Place, counted from the state at which the node itself is evaluated.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "parser/ladybug/typing.h"

namespace aunit::parser::ladybug {

class Emitter {
 public:
  Emitter(model::Model& model, const World& world, Typing& typing, model::Diagnostics& diagnostics)
      : model_(model), world_(world), typing_(typing), diagnostics_(diagnostics) {}
  /// The same schemas, another expression.
  Emitter(const Emitter& other, Typing& typing, model::Diagnostics& diagnostics)
      : model_(other.model_), world_(other.world_), typing_(typing), diagnostics_(diagnostics), predicates_(other.predicates_) {}

  /// What a parameter stands for: a variable of the model, or (where a schema is written out in place) its argument.
  struct Place;
  struct Meaning {
    model::VarId variable = model::noId;
    syntax::ExprPtr argument = nullptr;
    const Place* at = nullptr;  // where the argument stands
  };
  /// Where something stands: the states that "now" and "next" mean, and what parameters mean.
  struct Place {
    int now = 0;
    int next = 1;
    const std::vector<Meaning>* parameters = nullptr;
  };

  /// Gives each schema its predicate, in the order of the file; bodies follow by `defineSchema`, callees first.
  void declareSchemas();
  void defineSchema(SchemaId id);
  /// A claim, its formulas checked last, as an assertion with a command that checks it.
  void defineClaim(SchemaId id);

  /// A formula or term that was checked last, by itself: its sequences take the states 1, 2, ... and primes speak of the last.
  model::ExprId emitAlone(syntax::ExprPtr e);
  /// States that it speaks of.
  int statesOfLast() const { return typing_.mentionsNext() ? typing_.sequences() + 2 : 1; }
  /// some parameters | schema
  model::ExprId someSchema(SchemaId id);
  model::FuncId predicateOf(SchemaId id) { return predicate(id, 1); }
  /// A scope of traces with that many states; it says nothing about the types.
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
  /// A term of the type of `like`, or of its own children's types.
  model::ExprId term(model::Op op, const syntax::Expr& e, std::vector<model::ExprId> children, bool synthetic = false);
  model::ExprId relation(model::Op op, model::Span span, std::vector<model::ExprId> children, std::vector<model::SigId> columns,
                         bool synthetic = true);
  model::ExprId sig(model::SigId id, model::Span span, bool synthetic = true);
  model::ExprId variable(VariableId id, int state, model::Span span, bool synthetic);
  model::ExprId arrow(model::SigId from, model::Multiplicity left, model::SigId to, model::Multiplicity right, model::Span span);
  /// Op::after `steps` times; the outermost node is the user's when `outer` is.
  model::ExprId later(model::ExprId formula, int steps, const syntax::Expr* outer, model::Span span);
  std::vector<model::SigId> columnsOf(const syntax::Expr& e);
  model::SigId column(TypeRef base, const syntax::Expr& e);
  std::pair<model::SigId, model::SigId> columnsOfRelation(const syntax::Expr& e);
  model::TypeId typeOf(const std::vector<model::SigId>& columns);

  model::Model& model_;
  const World& world_;
  Typing& typing_;
  model::Diagnostics& diagnostics_;
  std::map<std::pair<SchemaId, int>, model::FuncId> predicates_;  // by the distance between the two states
  bool quiet_ = false;                                            // what is emitted is a second copy that no user wrote
};

}  // namespace aunit::parser::ladybug
