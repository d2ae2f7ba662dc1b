// The tree between syntax and model: names looked up, overloads still open.
//
// Resolution follows the reference (language reference 7 and 8): a bottom-up pass gives each node the union of the types it may
// have, a top-down pass (`resolve`) pushes down which type is wanted and so chooses between overloads. Nodes are immutable once
// made and may be shared (macro arguments are); `resolve` makes new ones where something changes.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/type_table.h"
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
    choice,       // one of `children`, not decided yet
    partialCall,  // function `payload` with too few or unfit arguments
    macro,        // a macro with too few arguments
    written,      // formula `payload` of the model, the body of something
    bad,          // an error
  };
  enum class Marking : std::uint8_t { none, prefix, arrow };  // multiplicity in front, or in an arrow

  Kind kind = Kind::expression;
  model::Op op = model::Op::true_;
  bool negated = false;
  Marking marking = Marking::none;
  model::Multiplicity leftMultiplicity = model::Multiplicity::set;
  model::Multiplicity rightMultiplicity = model::Multiplicity::set;
  std::uint32_t payload = model::noId;
  TypeRef type = TypeTable::empty;
  std::uint64_t size = 1;    // nodes when it is written out: arguments of macros are shared, and the model has each occurrence
  std::uint32_t weight = 0;  // how far-fetched: breaks ties between overloads (7.3)
  model::Span span;
  UseCollector::Proposal use = model::noId;  // of the resolved name
  const MacroDefinition* macro = nullptr;
  support::ShortList<const Node*> children;
  support::ShortList<NodeDecl> decls;
  support::ShortList<const model::Diagnostic*> errors;
};

using NodeRef = const Node*;

/// The properties of a function that the tree needs before the body is resolved.
struct FunctionSignature {
  std::vector<model::VarId> params;
  std::vector<TypeRef> paramTypes;
  NodeRef result = nullptr;  // resolved result bound; null for predicates
  TypeRef resultType = TypeTable::formula;
};

class TypedTree {
 public:
  TypedTree(model::Model& model, TypeTable& types, model::Diagnostics& diagnostics, UseCollector& uses)
      : model_(model), types_(types), diagnostics_(diagnostics), uses_(uses) {}

  /// How much was made so far, for `forget`.
  struct Mark {
    std::size_t nodes, proposals;
  };
  Mark mark() const { return {nodes_.size(), uses_.proposals()}; }
  /// Drops the nodes that were made since, which nothing refers to any more.
  void forget(const Mark& since);

  std::vector<FunctionSignature>& functions() { return functions_; }
  TypeTable& types() { return types_; }
  model::Model& model() { return model_; }

  // Making nodes. Errors in children are handed up; a node with errors has no type.
  NodeRef bad(std::string code, model::Span span, std::string message, std::vector<std::string> hints = {});
  /// Stands for something whose error has been reported elsewhere; never reported itself.
  NodeRef cascade(model::Span span);
  NodeRef leaf(model::Op op, std::uint32_t payload, TypeRef type, model::Span span, std::uint32_t weight = 0,
               UseCollector::Proposal use = model::noId);
  TypeRef typeOf(model::SigId sig);
  NodeRef signature(model::SigId sig, model::Span span, std::uint32_t weight = 0, UseCollector::Proposal use = model::noId);
  NodeRef field(model::FieldId field, TypeRef type, model::Span span, std::uint32_t weight = 0,
                UseCollector::Proposal use = model::noId);
  NodeRef unary(model::Op op, NodeRef operand, model::Span span);
  NodeRef marked(model::Multiplicity multiplicity, NodeRef operand, model::Span span);
  NodeRef sequenceBound(NodeRef operand, model::Span span);
  /// The error of a comparison of sets that are not numbers, or of a comparison; null for others.
  NodeRef comparisonOfOthers(model::Op op, NodeRef left, NodeRef right, model::Span span);
  NodeRef binary(model::Op op, NodeRef left, NodeRef right, model::Span span, bool negated = false);
  /// A part of a sum of many operands. An exact type would name every operand below it.
  NodeRef longSum(NodeRef left, NodeRef right, model::Span span);
  NodeRef arrow(NodeRef left, NodeRef right, model::Multiplicity leftMultiplicity, model::Multiplicity rightMultiplicity,
                model::Span span);
  /// A bound without its multiplicities, if none counts: inside of braces or a macro (5, 7.5).
  NodeRef withoutMultiplicities(NodeRef bound);
  NodeRef join(NodeRef left, NodeRef right, model::Span span);
  NodeRef list(model::Op op, std::vector<NodeRef> operands, model::Span span);
  NodeRef ifThenElse(NodeRef condition, NodeRef then, NodeRef otherwise, model::Span span);
  NodeRef quantified(model::Op op, std::vector<NodeDecl> decls, NodeRef body, model::Span span);
  /// The node that the name stands for in the body.
  NodeRef letVariable(model::VarId variable, NodeRef value, model::Span span);
  NodeRef let(model::VarId variable, NodeRef value, NodeRef body, model::Span span);
  NodeRef call(model::FuncId function, std::vector<NodeRef> arguments, std::uint32_t extraWeight, model::Span span,
               UseCollector::Proposal use);
  NodeRef written(model::ExprId formula, model::Span span);
  NodeRef macroUse(const MacroDefinition* macro, std::vector<NodeRef> arguments, model::Span span);
  NodeRef choice(std::vector<NodeRef> candidates, model::Span span);
  /// `argument . target`, or the next argument of the calls among the target's candidates.
  NodeRef apply(NodeRef target, NodeRef argument, model::Span span);
  NodeRef withSpan(NodeRef node, model::Span span);

  /// The node, or the error that none of its candidates has got what it takes.
  NodeRef settled(NodeRef open);

  // Coercions (8.1).
  NodeRef asFormula(NodeRef node);
  NodeRef asInteger(NodeRef node);
  NodeRef asSet(NodeRef node);

  // Resolution from the top: no choice is left below the result, or it has errors.
  NodeRef resolve(NodeRef node, TypeRef wanted);
  NodeRef resolveFormula(NodeRef node) { return asFormula(resolve(asFormula(node), TypeTable::formula)); }
  /// Whether what is resolved from now on is checked: `no A & B` has the proof as its purpose there, and no warning.
  void setClaim(bool isClaim) {
    isClaim_ = isClaim;
    deliberate_ = {};
  }
  NodeRef resolveInteger(NodeRef node) { return asInteger(resolve(asInteger(node), TypeTable::integer)); }
  NodeRef resolveSet(NodeRef node);
  /// Whatever sort it has.
  NodeRef resolveAny(NodeRef node);

  /// Copies the node's errors to the diagnostics; false when there are any. Then it will not be emitted, and the names in it that
  /// have one meaning are taken to have that.
  bool report(NodeRef node);
  /// Notes what the names below a node mean, as far as that is decided.
  void confirmUses(NodeRef node);

  /// Writes a resolved node to the model, and confirms the uses of names that led to it.
  model::ExprId emit(NodeRef node);

  /// Whether a resolved node mentions the variable (for warnings about unused ones).
  static bool mentions(NodeRef node, model::VarId variable);

 private:
  static const char* symbolOf(model::Op op);
  Node& make(model::Op op, model::Span span, support::ShortList<NodeRef> children);
  static constexpr std::size_t mostErrors = 100;  // for one expression: further ones are dropped
  NodeRef fail(Node& node, std::string message, std::vector<std::string> hints = {});
  static bool adoptErrors(Node& node);
  static void adoptErrors(Node& node, const Node& child);
  NodeRef narrow(Node& node);  // an error if it has too many columns
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
  std::vector<TypeRef> sigTypes_;              // empty: not asked for yet
  std::unordered_set<model::VarId> literals_;  // of lets, whose values are integers as they are written
  std::deque<Node> nodes_;
  std::deque<model::Diagnostic> problems_;
  std::map<std::pair<NodeRef, TypeRef>, NodeRef> tried_;
  bool isClaim_ = false;      // the formula that is resolved is checked
  model::Span deliberate_{};  // an intersection that such a formula says to be empty
  int trials_ = 0;            // overloads being tried, of which not all will stay: they warn of nothing
};

}  // namespace aunit::parser::alloy
