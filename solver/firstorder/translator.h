// Translation of a problem to first-order logic.
//
// There is a sort for each top-level signature and one for Int. A signature is a predicate on the sort of its atoms, so that it
// may be empty though sorts are not. A field is a predicate for each choice of sorts, or a function if it is binary with `one`
// value. A `one sig` is a constant. An instance gives a structure: its atoms are the elements (a sort without atoms has one
// element, which is in no signature), and a function has any value where its field is not defined. Each formula made here holds
// in that structure if its original holds in the instance. An expression with an operator that has no translation is
// Untranslatable. A formula about integers that has no translation becomes a fresh predicate of the variables that it depends on.
// An existential quantifier over relations makes fresh relations; an asserted universal quantifier over relations is left out.
//
// A trace is an infinite sequence of states (a lasso denotes such a sequence). So a model with time gets a sort of states, and
// variable relations take the state as their last argument. A past operator becomes a predicate about earlier states, which is
// defined from state to state.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/model.h"
#include "solver/firstorder/theory.h"
#include "solver/grounding/problem.h"

namespace aunit::solver::firstorder {

/// How fields with `one` value are translated.
enum class Fields : std::uint8_t { asFunctions, asRelations };
/// How to translate a question that asks for some atom of an order: to ask for the least such atom, or to leave the question
/// unchanged.
enum class Question : std::uint8_t { ofTheLeast, unchanged };

/// This is one class, because its parts call each other. The sorts of a field follow from its bound, which is an expression.
/// Whether a tuple is in a comprehension depends on a formula, and formulas ask which tuples are in expressions. Formulas and
/// expressions depend on the current state and on the quantified variables around them. The translation of a formula or an
/// expression makes a symbol when it first needs the symbol.
class Translator {
 public:
  Translator(const model::Model& model, const Problem& problem, Fields fields, Theory& theory,
             Question question = Question::ofTheLeast);

  /// Throws Untranslatable and support::Exhausted.
  void run();
  /// After run(): adds the negations of the formulas to Theory::claims, except formulas without a translation.
  void addClaims(const std::vector<model::ExprId>& formulas);

 private:
  struct Frame;
  using Environment = std::shared_ptr<const Frame>;
  using SortTuples = std::set<Sorts>;
  /// The value of a variable: an atom, an expression in its own environment, or a relation that a quantifier makes.
  struct Binding {
    enum class Kind : std::uint8_t { atom, expression, relation } kind = Kind::atom;
    TermId term = 0;
    model::ExprId expression = model::noId;
    Environment environment;
    std::map<Sorts, SymbolId> symbols;
    Terms parameters;
  };
  struct Frame {
    model::VarId variable;
    Binding binding;
    Environment outer;
  };
  /// How a formula is used: asserted, denied, or both. If `both`, quantifiers over relations in the formula are not translated.
  enum class Polarity : std::int8_t { denied = -1, both = 0, asserted = 1 };
  static Polarity opposite(Polarity p) { return static_cast<Polarity>(-static_cast<int>(p)); }
  enum class Range : std::uint8_t { all, some, no };

  // translator.cpp: sorts, signatures, fields, the parts of the problem.
  void refuse(const std::string& what, model::ExprId id) const;
  void makeSorts();
  void makeFunctions();
  void assertPart(model::ExprId formula, model::Span span, Assertion::Role role, bool inLibrary);
  FormulaId leastFirst(FormulaId question);
  const std::set<SortId>& sortsOfSignature(model::SigId id);
  const SortTuples& sortsOfField(model::FieldId id);
  FormulaId guard(TermId atom);
  FormulaId inSignature(model::SigId id, TermId atom);
  FormulaId inField(model::FieldId id, const Terms& tuple);
  static Environment bind(const Environment& environment, model::VarId variable, Binding binding);
  static Environment bindAtom(const Environment& environment, model::VarId variable, TermId term);
  Environment bindExpression(const Environment& environment, model::VarId variable, model::ExprId value,
                             const Environment& inner) const;
  Environment bindArguments(model::ExprId call, const Environment& environment) const;
  const Binding& bindingOf(model::ExprId variable, const Environment& environment) const;

  // sorts_of_expressions.cpp
  const SortTuples& sortsOf(model::ExprId id, const Environment& environment);
  SortTuples computeSorts(model::ExprId id, const Environment& environment);
  SortTuples closedSorts(SortTuples step) const;
  SortTuples sortsOfComprehension(model::ExprId id, const Environment& environment);

  // membership.cpp: whether a tuple of terms is in a relation.
  FormulaId member(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfJoin(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfOverride(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfComprehension(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfClosure(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfVariable(model::ExprId id, const Terms& tuple, const Environment& environment);
  FormulaId memberOfInteger(model::ExprId id, const Terms& tuple, const Environment& environment);
  /// A fresh predicate. Its arguments are the variables on which the values of the nodes `id` and `also` depend, and the tuple.
  FormulaId abstraction(model::ExprId id, const Terms& tuple, const Environment& environment, model::ExprId also = model::noId);
  void addFree(model::ExprId id, const Environment& environment, Terms& variables, std::string& key);

  // translate_formulas.cpp
  FormulaId formula(model::ExprId id, const Environment& environment, Polarity polarity);
  FormulaId positive(model::ExprId id, const Environment& environment, Polarity polarity);
  FormulaId comparison(model::ExprId id, const Environment& environment);
  FormulaId comparisonOfNumbers(model::ExprId id, const Environment& environment);
  FormulaId cardinality(model::ExprId id, model::Op op, model::ExprId set, std::uint32_t constant,
                        const Environment& environment);
  bool constantOf(model::ExprId id, const Environment& environment, std::int32_t& value) const;
  FormulaId within(model::ExprId part, model::ExprId bound, const Environment& environment);
  using Membership = std::function<FormulaId(const Terms&)>;
  FormulaId arrows(const Membership& relation, const SortTuples& sorts, model::ExprId bound, const Environment& environment);
  FormulaId some(const Membership& relation, const SortTuples& sorts);
  FormulaId lone(const Membership& relation, const SortTuples& sorts);
  FormulaId multiplicity(model::Multiplicity m, const Membership& relation, const SortTuples& sorts);
  FormulaId atLeast(std::uint32_t count, model::ExprId set, const Environment& environment);
  FormulaId totalOrder(model::ExprId id, const Environment& environment, Polarity polarity);
  Membership membership(model::ExprId id, const Environment& environment);
  Terms variablesFor(const Sorts& sorts);
  FormulaId same(const Terms& a, const Terms& b);

  // translate_time.cpp
  void makeTime();
  template <class Said>
  FormulaId at(TermId time, const Said& said) {
    const TermId now = std::exchange(time_, time);
    const FormulaId result = said();
    time_ = now;
    return result;
  }
  TermId next(TermId time);
  FormulaId temporal(model::ExprId id, const Environment& environment, Polarity polarity);
  FormulaId between(TermId from, TermId time, TermId to);
  enum class Past : std::uint8_t { before, once, since };
  FormulaId past(Past op, const std::function<FormulaId()>& until, const std::function<FormulaId()>& held, model::ExprId id);
  Terms timed(Terms tuple, bool variable) const;

  // translate_quantifiers.cpp
  struct Walk;
  FormulaId quantifier(model::ExprId id, const Environment& environment, Polarity polarity);
  bool quantify(Walk& walk, std::size_t at, const Environment& environment, const Terms& before, FormulaId& result);
  bool quantifyRelation(Walk& walk, std::size_t at, const Environment& environment, const Terms& before, FormulaId& result);
  FormulaId loneOrOne(model::ExprId id, const Environment& environment);

  const model::Model& model_;
  const Problem& problem_;
  const Fields fields_;
  const Question question_;
  Theory& theory_;
  Formulas& all_;
  int bitwidth_ = 4;
  bool inLibrary_ = false;  // whether a library module declares the part that is being translated

  // Sorts, and time.
  std::map<model::SigId, SortId> sortOfTop_;
  SortId integers_ = 0;   // the sort of Int, the last sort of atoms
  SortId states_ = 0;     // the sort of states, in models with time
  TermId time_ = noTerm;  // the current state; `noTerm` in models without time
  TermId start_ = noTerm;
  std::map<std::string, SymbolId> histories_;

  // Sorts and symbols that were needed so far.
  std::map<model::SigId, std::set<SortId>> sortsOfSignature_;
  std::map<model::FieldId, SortTuples> sortsOfField_;
  std::set<model::FieldId> fieldsAtWork_;
  std::map<model::FieldId, SymbolId> functions_;
  std::map<std::tuple<model::SigId, SortId>, SymbolId> signatureSymbols_;
  std::map<std::pair<model::FieldId, Sorts>, SymbolId> fieldSymbols_;
  std::map<std::string, SymbolId> abstractions_;
  std::map<std::int32_t, SymbolId> literals_;
  std::map<std::string, SymbolId> numbers_;
  std::map<std::string, std::size_t> closures_;
  SymbolId nextInt_ = noSymbol;

  std::map<SortId, model::ExprId> orders_;  // by sort: the relation `next` of its order
  Terms inScope_;                           // variables of the quantifiers around the formula that is translated

  // Sorts of expressions.
  std::map<std::pair<model::ExprId, const Frame*>, SortTuples> memo_;
  std::vector<Environment> kept_;  // keeps alive the environments that the keys of memo_ point to
  std::map<SortId, TermId> anyAtom_;
  int depth_ = 0;

  static constexpr SymbolId noSymbol = 0xffffffff;
  static constexpr TermId noTerm = 0xffffffff;
};

}  // namespace aunit::solver::firstorder
