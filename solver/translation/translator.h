// From formulas to the circuit: relational expressions become matrices, integers become bit vectors or cases, and formulas become
// literals.
//
// The translation of Kodkod (Torlak & Jackson, TACAS 2007): quantifiers are grounded over the tuples that may be in the bounds of
// their variables; the witnesses of leading existential quantifiers are free relations (skolemization.h). Results are cached by
// expression, moment and values of the free variables, so an expression that does not depend on a quantified variable is
// translated once. `let` variables and parameters are evaluated at the moment of use (language reference 10.2): if the body
// refers to other moments, such a variable is bound to the expression itself and to the current bindings of the expression's free
// variables.
//
// Derived classes define time: the next state and the meaning of temporal operators (lasso.h, modelcheck/tableau.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "model/semantics.h"
#include "solver/circuit/integer.h"
#include "solver/circuit/matrix.h"
#include "solver/circuit/walks.h"
#include "solver/grounding/analysis.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/grounding.h"
#include "solver/grounding/known_values.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/skolemization.h"
#include "solver/translation/trace.h"

namespace aunit::solver {

/// The variables that are quantified over the whole of `Int` and on which a value depends. Bit n stands for the variable at
/// nesting depth n (language reference 11).
struct Dependence {
  std::uint64_t anywhere = 0;
  std::uint64_t inInteger = 0;  // variables inside a sum or cardinality

  bool empty() const { return (anywhere | inInteger) == 0; }
  void add(const Dependence& other) {
    anywhere |= other.anywhere;
    inInteger |= other.inInteger;
  }
};

/// The translation of an expression; the member for its sort is set.
struct Value {
  Lit formula = no;
  IntegerRef integer = nullptr;
  MatrixRef relation = nullptr;
  Dependence dependence = {};  // no-overflow mode: the variables over Int on which the value depends
};

/// A relation that stands for the witnesses of an existential quantifier.
struct SkolemRelation {
  std::string name;  // "$show_x"
  unsigned arity = 1;
  model::VarId variable = model::noId;  // the variable whose witnesses the last columns hold; the first columns hold values of
                                        // the enclosing universal quantifiers
  std::vector<Entry> entries;
};

/// One class translates all three sorts, because formulas, relations and integers contain each other. Each result depends on a
/// context (the moment, the values of variables, the enclosing negations), which is also the key under which the result is
/// cached. With a class for each sort, the classes would have to pass this context to each other for each operand.
class Translator {
 public:
  virtual ~Translator();

  /// The literal of a formula that must hold in state 0.
  Lit assertion(const SkolemisedFormula& formula) { return skolemised(formula, {}); }
  /// A variable that is bound around an asserted part: by a leading quantifier, by `let`, or as a parameter.
  struct BoundVariable {
    model::VarId variable = model::noId;
    model::ExprId value = model::noId;  // the value of the variable; noId if a witness is its value
    std::size_t skolem = 0;             // if `value` is noId: the index of the witness in skolems()
  };
  /// A part of an asserted formula, and its context.
  struct AssertedPart {
    Lit holds = yes;
    model::Span span;
    model::ExprId formula = model::noId;  // the part; if `ofWitnesses`, a leading existential quantifier
    bool ofWitnesses = false;             // the part only says that the witnesses of `formula` are in the bounds of its variables
    std::vector<BoundVariable> around = {};  // the free variables of the part, outermost first
  };
  /// Asserts a formula as parts that must all hold. The parts are the conjuncts of the formula. Conjuncts below leading
  /// existential quantifiers are parts, too. With Calls::whole, a `let` or call is split only if it contains such a quantifier.
  /// With Calls::apart, each `let` or call is split.
  enum class Calls : std::uint8_t { whole, apart };
  std::vector<AssertedPart> assertedParts(const SkolemisedFormula& formula, model::Span span, Calls calls = Calls::whole);
  /// Translates a formula that is not asserted, and appends the witnesses of its quantifiers to `witnesses`. The model may have
  /// grown since the translator was made.
  Lit goal(const SkolemisedFormula& formula, std::vector<SkolemRelation>& witnesses);
  /// Forgets the expressions whose ids are `first` or greater, and what they declare.
  void forget(model::ExprId first);
  /// Frees caches that only the translation of further formulas needs. Such a translation fills them again.
  void release();
  /// The literal of a formula at a state of the trace. `given`: the values of its free variables.
  Lit at(int state, model::ExprId formula, std::span<const std::pair<model::VarId, MatrixRef>> given);
  /// Like at(), for a relational expression.
  MatrixRef relationAt(int state, model::ExprId expr, std::span<const std::pair<model::VarId, MatrixRef>> given);

  /// `holding`: literals of inputs that are true in every solution. Formulas that are translated from now on have constants in
  /// place of these inputs. Relations that no formula has read yet do not change.
  void settle(std::span<const Lit> holding);
  /// Makes instances count as different if they differ only in their witnesses. If a formula need not hold, its witnesses may
  /// then be any sets, so gates do not rely on multiplicities.
  void countWitnesses() { countsWitnesses_ = true; }
  /// From now on, each of these formulas is asserted only if a new input of its own is true.
  void mayGiveUp(std::span<const OmissiblePart> formulas);
  /// For a formula that was given to mayGiveUp(): its new input, and its OmissiblePart::disjunct.
  struct Guard {
    Lit holds = yes;
    bool disjunct = false;
  };
  const std::unordered_map<model::ExprId, Guard>& guards() const { return guards_; }

  model::Semantics semantics() const { return semantics_; }
  /// The skolem relations of all asserted formulas.
  const std::vector<SkolemRelation>& skolems() const { return skolems_; }

 protected:
  /// Moments have states 0 .. `states`. State `states` is the one after the last state of the trace.
  Translator(const model::Model& model, const Analysis& analysis, const Bounds& bounds, RelationVariables& relationVariables,
             const Algebra& algebra, int states, model::Semantics semantics);

  struct Closure;
  struct Binding {
    Value value;
    std::shared_ptr<const Closure> closure;  // if set: the variable stands for this expression, which is evaluated at each use
    std::uint32_t key = 0;                   // equal for equal content; 0: unbound
    bool oneRelation = false;                // the Analyzer represents the value by one relation
  };
  struct Closure {
    model::ExprId expression;
    std::vector<std::pair<model::VarId, Binding>> captured;
  };
  /// The context of a part of a skolemised formula.
  struct PartContext {
    std::vector<std::uint32_t> atoms = {};  // the values of the universal variables
    /// Set if the part is only inside conjunctions and inside implications whose condition, a guard, is the same in all states. A
    /// temporal operator can then be asserted instead of being translated to a literal.
    struct AssertedContext {
      Lit guard = yes;          // the conjunction of these guards
      bool everywhere = false;  // the part must hold in every state, not only in the first
    };
    std::optional<AssertedContext> asserted = {};
  };
  using Part = SkolemisedFormula::Part;

  // ---- the meaning of time ----
  /// The value in the moment after `at`.
  virtual Value next(model::ExprId id, Moment at) = 0;
  /// In the moment after the last state: the value of a temporal expression, of a signature or of a field.
  virtual Value behindLast(model::ExprId id, Moment at) = 0;
  virtual MatrixRef sigBehindLast(model::SigId id) = 0;
  virtual MatrixRef fieldBehindLast(model::FieldId id) = 0;
  virtual Lit temporal(model::ExprId id, Moment at) = 0;
  /// The literal of a part of kind `later`; nothing if the part must be translated without witnesses.
  virtual std::optional<Lit> skolemisedLater(const Part& part, Moment at, const PartContext& under) = 0;
  /// Whether a literal has the same value at all times.
  virtual bool isConstant(Lit l) = 0;

  Value value(model::ExprId id, Moment at);
  Lit formula(model::ExprId id, Moment at);
  Lit guarded(model::ExprId id, Lit holds) const;
  Value remembered(model::ExprId id, Moment at);
  Lit skolemised(const SkolemisedFormula& formula, const PartContext& under);
  Lit skolemised(std::uint32_t part, Moment at, const PartContext& under);
  /// Inputs that determine the witnesses of leading quantifiers.
  const std::vector<Lit>& rigidWitnesses() const { return rigidWitnesses_; }

  const model::Model& model_;
  const Analysis& analysis_;
  const Bounds& bounds_;
  RelationVariables& relationVariables_;
  const Algebra& algebra_;
  bool countsWitnesses_ = false;
  Circuit& circuit_;
  IntegerAlgebra integers_;

 private:
  class Rebinding;
  class Negation;
  class Afresh;
  class IntegerVariables;
  /// An operand of an atomic formula.
  struct Operand {
    Lit overflow = no;
    Dependence dependence = {};
  };

  // translator.cpp: evaluation, memory, variables
  Value compute(model::ExprId id, Moment at);
  IntegerRef integer(model::ExprId id, Moment at);
  MatrixRef relation(model::ExprId id, Moment at);
  bool remembers(model::ExprId id) const;
  Value variable(model::VarId id, Moment at);
  Value call(model::ExprId id, Moment at);
  Value let(model::ExprId id, Moment at);
  Binding bindExpression(model::ExprId id, Moment at, bool bodyTemporal);
  Binding bindValue(Value value, model::Sort sort);
  Binding bindAtom(std::uint32_t atom);
  template <class Compute>
  Value tracked(model::ExprId id, Compute compute);
  void bindArguments(model::ExprId call, Moment at, Rebinding& rebinding);
  std::uint32_t keyOf(std::vector<std::uint32_t> content);
  Moment normalise(model::ExprId id, Moment at) const;

  std::optional<Value> known(model::ExprId id);

  // translate_formula.cpp
  Lit computeFormula(model::ExprId id, Moment at);
  Lit atomic(Lit value, std::span<const Operand> operands) const;
  Lit included(const MatrixRef& relation, model::ExprId bound, Moment at);
  Lit includedInArrow(const MatrixRef& relation, model::ExprId arrow, Moment at);
  Lit multiplicity(model::Multiplicity m, const Matrix& relation);
  bool constrains(model::ExprId bound) const;
  Lit totalOrder(model::ExprId id, Moment at);
  bool isOneRelation(model::ExprId id) const;
  Lit disjoint(std::span<const model::ExprId> sets, Moment at);

  // translate_quantifier.cpp
  Lit quantified(model::ExprId id, Moment at);
  MatrixRef comprehension(model::ExprId id, Moment at);
  IntegerRef sumOver(model::ExprId id, Moment at);
  /// Calls `visit` for each choice of values of the declared variables. The first argument is a literal that is true if these
  /// values are in the bounds of the variables. `visit` returns false to stop.
  using Visit = std::function<bool(Lit, const std::vector<std::uint32_t>& atoms)>;
  bool ground(std::span<const model::Decl> decls, Moment at, bool universal, const Visit& visit);
  bool comesToForAll(model::Op quantifier) const;
  bool groundFrom(std::span<const model::Decl> decls, std::size_t decl, std::uint32_t index, Moment at, bool universal, Lit guard,
                  std::vector<std::uint32_t>& atoms, const Visit& visit);
  bool groundRelation(std::span<const model::Decl> decls, std::size_t decl, std::uint32_t index, Moment at, bool universal,
                      Lit guard, std::vector<std::uint32_t>& atoms, const Visit& visit);
  Lit declares(const model::Decl& decl, const MatrixRef& value, Moment at);

  // translate_skolemised.cpp
  Lit skolemisedPart(std::uint32_t part, Moment at, const PartContext& under);
  struct TakenApart;
  void takeApart(std::uint32_t part, model::Span span, TakenApart& out);
  void takeApartFormula(model::ExprId conjunction, model::Span span, TakenApart& out);
  template <class Inside>
  void insideLet(model::ExprId id, TakenApart& out, Inside inside);
  template <class Inside>
  void insideCall(model::ExprId id, TakenApart& out, Inside inside);
  Lit skolemisedExists(const Part& part, Moment at, const PartContext& under);
  Lit skolemisedForAll(const Part& part, Moment at, const PartContext& under);
  Lit skolemisedPair(const Part& part, Moment at);
  std::vector<MatrixRef> declareSkolems(const Part& part, Moment at, const std::vector<std::uint32_t>& atoms,
                                        Rebinding& rebinding, IntegerVariables& integerVariables, std::vector<Lit>& constraints);
  MatrixRef newWitness(const MatrixRef& bound, bool single, bool rigid);
  void show(std::uint32_t skolem, const Matrix& witness, const std::vector<std::uint32_t>& atoms);
  std::string unusedName(std::string name) const;

  // translate_relation.cpp, translate_integer.cpp
  MatrixRef computeRelation(model::ExprId id, Moment at);
  IntegerRef computeInteger(model::ExprId id, Moment at);
  MatrixRef product(model::ExprId id, Moment at);
  MatrixRef reached(model::ExprId join, Moment at);
  MatrixRef values(model::ExprId id, Moment at);
  MatrixRef integerSet(const IntegerRef& value);
  IntegerRef sumOfSet(const MatrixRef& set);
  IntegerRef computeSum(const Matrix& set);
  MatrixRef settled(MatrixRef relation) const;
  MatrixRef sigAt(model::SigId id, Moment at);
  MatrixRef fieldAt(model::FieldId id, Moment at);

  const int states_;
  const model::Semantics semantics_;
  const bool large_;  // true if there are many atoms: expressions whose value is known are evaluated, and single rows of a
                      // closure are found by walking along the edges
  std::unique_ptr<KnownValues> known_;                    // null if there are few atoms
  std::unordered_map<const Matrix*, MatrixRef> settled_;  // by relation: a copy in which settled inputs are constants
  std::unordered_map<const Matrix*, std::unique_ptr<Walks>> walks_[2];  // by matrix of edges; [0]: forward, [1]: backward

  std::vector<Binding> environment_;  // by VarId: its current binding
  std::size_t frameVariables_ = 0;    // number of variables bound since the enclosing function's body began
  int callDepth_ = 0;
  // No-overflow mode only:
  bool negated_ = false;  // under an odd number of negations
  /// One element for each enclosing variable over Int, the outermost first: true if its quantifier is universal after the
  /// negations around it are applied.
  std::vector<bool> integerVariables_;
  Dependence dependence_;  // of the expression that is being translated

  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };
  std::unordered_map<std::vector<std::uint32_t>, Value, KeyHash> memory_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, KeyHash> keys_;
  std::uint32_t keysMade_ = 0;
  std::unordered_map<const Matrix*, std::pair<MatrixRef, std::uint32_t>> matrixKeys_;
  std::unordered_map<const Matrix*, std::pair<MatrixRef, IntegerRef>> sums_;  // by matrix that holds at most one integer: its sum

  std::unordered_map<model::ExprId, Guard> guards_;
  std::vector<SkolemRelation> skolems_;
  std::vector<Lit> rigidWitnesses_;
  const SkolemisedFormula* formula_ = nullptr;  // the formula that is being translated
  std::vector<std::size_t> registered_;         // by skolem of formula_: its index in skolems_
};

}  // namespace aunit::solver
