// The tree between syntax and model: names are resolved, but overloads are not.
//
// Resolution follows the Analyzer (language reference 7 and 8). A bottom-up pass gives each node the union of its possible types.
// Then a top-down pass (`resolve`) passes down the wanted type, which selects the overloads. Nodes are immutable and may be
// shared, for example by several uses of a macro's argument. `resolve` makes new nodes instead of changing nodes.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/type_table.h"
#include "parser/alloy/syntax/chunks.h"
#include "parser/uses.h"
#include "support/short_list.h"

namespace aunit::parser::alloy {

using model::TypeRef;
using model::TypeTable;

struct MacroDefinition;

struct Node;

struct NodeDecl {
  model::VarId firstVariable = model::noId;
  std::uint32_t variableCount = 0;
  const Node* bound = nullptr;  // without the multiplicity in front
  model::Multiplicity multiplicity = model::Multiplicity::one;
  bool disjoint = false;
  bool illFormed = false;
  model::Span span;
};

struct Node {
  enum class Kind : std::uint8_t {
    expression,   // a model::Op with its children
    choice,       // one of `children`; it is not decided yet which one
    partialCall,  // call of function `payload` with too few or unsuitable arguments
    macro,        // use of a macro with too few arguments
    written,      // formula `payload` of the model, which has already been emitted
    bad,          // an error node
  };
  /// `prefix`: a multiplicity in front, as in `one A`. `arrow`: a multiplicity in an arrow, as in `A -> one B`.
  enum class Marking : std::uint8_t { none, prefix, arrow };

  Kind kind = Kind::expression;
  model::Op op = model::Op::true_;
  bool negated = false;
  Marking marking = Marking::none;
  model::Multiplicity leftMultiplicity = model::Multiplicity::set;
  model::Multiplicity rightMultiplicity = model::Multiplicity::set;
  std::uint32_t payload = model::noId;
  TypeRef type = TypeTable::empty;
  std::uint32_t size = 1;    // number of nodes when emitted, at most 10^9; a macro's argument counts once for each occurrence
  std::uint32_t weight = 0;  // breaks ties between overloads: larger for less likely meanings (language reference 7.3)
  model::Span span;
  UseCollector::Proposal use = model::noId;  // from UseCollector::propose(), for the name that was resolved
  const MacroDefinition* macro = nullptr;
  support::ShortList<const Node*> children;
  support::ShortList<NodeDecl> decls;
  support::ShortList<const model::Diagnostic*> errors;
};

using NodeRef = const Node*;

inline void enlarge(Node& node, std::uint32_t size) {
  constexpr std::uint32_t mostCounted = 1'000'000'000;
  node.size = std::min(mostCounted, node.size + size);
}

/// What is known about a function, apart from its parameters (model::Func::variables), before its body is resolved.
struct FunctionSignature {
  NodeRef result = nullptr;  // resolved bound of the result; null for predicates
  TypeRef resultType = TypeTable::formula;
};

/// This is one class, because making nodes and resolving them depend on each other: resolution makes a new node for each
/// candidate, and selects the candidate by the type of its node. All nodes are in one store, so that `forget` can drop the latest
/// ones.
class TypedTree {
 public:
  TypedTree(model::Model& model, TypeTable& types, model::Diagnostics& diagnostics, UseCollector& uses)
      : model_(model), types_(types), diagnostics_(diagnostics), uses_(uses) {}

  /// The number of nodes and of proposed uses at some moment, for `forget`.
  struct Mark {
    std::size_t nodes, proposals;
  };
  Mark mark() const { return {nodes_.size(), uses_.proposals()}; }
  /// Drops the nodes that were made after the mark `since`; no other node may refer to them.
  void forget(const Mark& since);

  std::vector<FunctionSignature>& functions() { return functions_; }
  std::size_t parameterCount(model::FuncId function) const { return model_.func(function).variables.size(); }
  /// The type of a parameter; `empty` if its bound has errors.
  TypeRef typeOfParameter(model::FuncId function, std::size_t index) const {
    return TypeTable::fromModel(model_.variable(model_.func(function).variables[index]).type);
  }
  /// Whether a parameter or the result of a function has a declaration with errors. Then errors in calls of the function are not
  /// reported.
  bool isPoisoned(model::FuncId function) const;
  TypeTable& types() { return types_; }
  model::Model& model() { return model_; }

  // Functions that make nodes. A node inherits the errors of its children. A node with errors has no type.
  NodeRef bad(std::string code, model::Span span, std::string message, std::vector<std::string> hints = {});
  /// Returns an error node that is never reported, because its cause has been reported elsewhere.
  NodeRef cascade(model::Span span);
  NodeRef leaf(model::Op op, std::uint32_t payload, TypeRef type, model::Span span, std::uint32_t weight = 0,
               UseCollector::Proposal use = model::noId);
  TypeRef typeOf(model::SigId sig) const { return TypeTable::fromModel(model_.sig(sig).type); }
  NodeRef signature(model::SigId sig, model::Span span, std::uint32_t weight = 0, UseCollector::Proposal use = model::noId);
  NodeRef field(model::FieldId field, TypeRef type, model::Span span, std::uint32_t weight = 0,
                UseCollector::Proposal use = model::noId);
  NodeRef unary(model::Op op, NodeRef operand, model::Span span);
  NodeRef marked(model::Multiplicity multiplicity, NodeRef operand, model::Span span);
  NodeRef sequenceBound(NodeRef operand, model::Span span);
  /// Checks the operands of a comparison of numbers, such as `<`. Returns an error node if both operands are sets of atoms of a
  /// signature, or if `left` is a comparison itself. Otherwise returns null.
  NodeRef comparisonOfOthers(model::Op op, NodeRef left, NodeRef right, model::Span span);
  NodeRef binary(model::Op op, NodeRef left, NodeRef right, model::Span span, bool negated = false);
  /// Returns the node for `left + right` within a union of many operands. Its type is coarse, because an exact type would list
  /// every operand below the node.
  NodeRef longSum(NodeRef left, NodeRef right, model::Span span);
  NodeRef arrow(NodeRef left, NodeRef right, model::Multiplicity leftMultiplicity, model::Multiplicity rightMultiplicity,
                model::Span span);
  /// Returns the bound without its multiplicities, which have no effect inside braces or a macro (language reference 5
  /// and 7.5).
  NodeRef withoutMultiplicities(NodeRef bound);
  NodeRef join(NodeRef left, NodeRef right, model::Span span);
  NodeRef list(model::Op op, std::vector<NodeRef> operands, model::Span span);
  NodeRef ifThenElse(NodeRef condition, NodeRef then, NodeRef otherwise, model::Span span);
  NodeRef quantified(model::Op op, std::vector<NodeDecl> decls, NodeRef body, model::Span span);
  /// Returns the node for the variable in the body of a `let`.
  NodeRef letVariable(model::VarId variable, NodeRef value, model::Span span);
  NodeRef let(model::VarId variable, NodeRef value, NodeRef body, model::Span span);
  NodeRef call(model::FuncId function, std::vector<NodeRef> arguments, std::uint32_t extraWeight, model::Span span,
               UseCollector::Proposal use);
  NodeRef written(model::ExprId formula, model::Span span);
  NodeRef macroUse(const MacroDefinition* macro, std::vector<NodeRef> arguments, model::Span span);
  NodeRef choice(std::vector<NodeRef> candidates, model::Span span);
  /// Returns `argument . target`. If a candidate of `target` is an unfinished call, `argument` becomes its next argument.
  NodeRef apply(NodeRef target, NodeRef argument, model::Span span);
  NodeRef withSpan(NodeRef node, model::Span span);

  /// Returns the node itself, or an error node if no candidate has all its arguments.
  NodeRef settled(NodeRef open);

  // Coercions (language reference 8.1).
  NodeRef asFormula(NodeRef node);
  NodeRef asInteger(NodeRef node);
  NodeRef asSet(NodeRef node);

  // Top-down resolution. The result contains no choices, unless it has errors.
  NodeRef resolve(NodeRef node, TypeRef wanted);
  NodeRef resolveFormula(NodeRef node) { return asFormula(resolve(asFormula(node), TypeTable::formula)); }
  /// Sets whether the next formulas to be resolved are claims, i.e. belong to an assertion or a check. A claim such as `no A & B`
  /// with disjoint A and B gets no warning.
  void setClaim(bool isClaim) {
    isClaim_ = isClaim;
    deliberate_ = {};
  }
  NodeRef resolveInteger(NodeRef node) { return asInteger(resolve(asInteger(node), TypeTable::integer)); }
  NodeRef resolveSet(NodeRef node);
  /// Resolves a formula, an integer or a set.
  NodeRef resolveAny(NodeRef node);

  /// Adds the errors of `node` to the diagnostics. Returns false if there are any; the caller must not emit the node then.
  /// Calls confirmUses() if there are errors.
  bool report(NodeRef node);
  /// Confirms the uses of the names below a node in the UseCollector, except below choices of several candidates.
  void confirmUses(NodeRef node);

  /// Writes a resolved node to the model, and confirms the uses of names in it.
  model::ExprId emit(NodeRef node);

  /// Whether a resolved node mentions the variable. For warnings about unused variables.
  static bool mentions(NodeRef node, model::VarId variable);

 private:
  static const char* symbolOf(model::Op op);
  Node& make(model::Op op, model::Span span, support::ShortList<NodeRef> children);
  static constexpr std::size_t mostErrors = 100;  // limit for one expression: further errors are dropped
  NodeRef fail(Node& node, std::string message, std::vector<std::string> hints = {});
  static bool adoptErrors(Node& node);
  static void adoptErrors(Node& node, const Node& child);
  NodeRef narrow(Node& node);  // returns the node, or an error node if its type has too many columns
  void rejectMarking(Node& node, NodeRef operand);
  NodeRef resolveOnce(NodeRef node, TypeRef wanted);
  NodeRef resolveChoice(NodeRef node, TypeRef wanted, std::vector<NodeRef> candidates, bool firstPass);
  NodeRef resolveBinary(NodeRef node, TypeRef wanted);
  NodeRef resolveUnary(NodeRef node, TypeRef wanted);
  bool isLiteral(NodeRef node) const;
  NodeRef computedChoice(NodeRef node);
  static bool same(NodeRef a, NodeRef b);
  TypeRef closureOperand(TypeRef wanted, TypeRef operand);
  void warn(NodeRef node, std::string message, std::vector<std::string> hints = {});
  std::vector<std::string> ownerOf(NodeRef node) const;
  std::string describeCandidate(NodeRef node) const;

  model::Model& model_;
  TypeTable& types_;
  model::Diagnostics& diagnostics_;
  UseCollector& uses_;
  std::vector<FunctionSignature> functions_;
  std::unordered_set<model::VarId> literals_;  // variables of `let`s whose values are integer literals
  Chunks<Node> nodes_;
  std::deque<model::Diagnostic> problems_;
  std::map<std::pair<NodeRef, TypeRef>, NodeRef> tried_;
  bool isClaim_ = false;      // the current formula is a claim
  model::Span deliberate_{};  // place of an intersection that a claim states to be empty: it gets no warning
  int trials_ = 0;            // nesting depth of overloads being tried; above 0 there are no warnings
};

}  // namespace aunit::parser::alloy
