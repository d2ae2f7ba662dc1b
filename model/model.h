// The resolved model, on which all engines work. It does not depend on the language in which it was written.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/copy_on_write.h"
#include "model/expr.h"
#include "model/source.h"
#include "model/type.h"
#include "support/short_list.h"
#include "support/word_index.h"

namespace aunit::model {

using ModuleId = std::uint32_t;
using StringId = std::uint32_t;
using FactId = std::uint32_t;
using AssertionId = std::uint32_t;
using CommandId = std::uint32_t;

/// A file that was opened with certain module parameters. Module 0 is the root.
struct Module {
  std::string name;  // from its `module` line; without one, the path by which it was opened
  /// "this" for the root, else the aliases that lead to the module ("ordering", "a/b"). The labels of the module's parts begin
  /// with it.
  std::string path;
  FileId file = noFile;
  bool library = false;  // one of the built-in util/ modules
  bool ofTests = false;  // a .aunit file; files that open it can use its valuations
  /// Whether a file of the user has an `open` line for this module. Other modules are opened only by library files, or implicitly
  /// (util/integer, the order of an enum).
  bool named = false;
  std::vector<std::string> parameterNames;
  std::vector<SigId> arguments;  // by parameter
};

struct Sig {
  std::string name;   // simple name
  std::string label;  // qualified: "this/Node", "ordering/Ord"; built-ins: "univ" "Int" "seq/Int" "String" "none"
  ModuleId module = 0;
  Span span;  // span of the name in its declaration
  bool builtin = false;
  bool isAbstract = false;
  bool isPrivate = false;
  bool isVar = false;
  bool isEnum = false;   // the parent signature that `enum` declares
  bool isMeta = false;   // describes declarations of the model, such as `sig$` and `A$` (language reference 7.7)
  bool isExact = false;  // its scope is exact, because it is an `exactly` parameter of its module or a member of an enum
  Multiplicity multiplicity = Multiplicity::set;
  /// Declared with `in` or `=`. If so, `parents` are its supersets. Otherwise `parents` is the signature that it extends (univ if
  /// it is top-level).
  bool subset = false;
  bool subsetExact = false;  // declared with `=`
  support::ShortList<SigId> parents;
  support::ShortList<SigId> children;  // signatures that extend this one
  support::ShortList<FieldId> fields;
  /// The block after the signature, as a formula with the free variable `thisVariable`; noId if there is none.
  ExprId appendedFact = noId;
  VarId thisVariable = noId;  // the `this` of appendedFact
  TypeId type = 0;
};

struct Field {
  std::string name;
  std::string label;  // "this/Node.link"
  SigId sig = noId;
  Span span;
  bool isVar = false;
  bool isPrivate = false;
  bool isMeta = false;
  bool defined = false;         // declared with `= e`: its value is always e
  bool disjointNames = false;   // declared as `disj a, b: e`; fields of the same declaration have the same declGroup
  bool disjointValues = false;  // `a: disj e`
  std::uint32_t declGroup = 0;
  VarId thisVariable = noId;
  /// An expression with the free variable `thisVariable`. If a multiplicity is written or implied, it begins with Op::bound.
  ExprId bound = noId;
  std::uint8_t arity = 2;  // number of columns, including the signature's
  TypeId type = 0;
};

enum class VarKind : std::uint8_t {
  quantified,  // bound by a quantifier, comprehension or sum; has the same value in all states
  let,         // bound by a `let`; its value is evaluated in each state in which the variable is used
  parameter,   // parameter of a predicate or function; its argument is evaluated in each state in which the parameter is used
  /// The implicit `this` of a signature, the same in all states (for a `one sig`, the signature itself is used instead).
  receiver,
};

struct Variable {
  std::string name{};
  VarKind kind = VarKind::quantified;
  Sort sort = Sort::relation;
  std::uint8_t arity = 1;
  TypeId type = 0;
  Span span{};
};

struct Func {
  std::string name;
  std::string label;  // "this/acyclic"
  ModuleId module = 0;
  Span span;  // span of the whole paragraph
  Span nameSpan;
  bool isPredicate = true;
  bool isPrivate = false;
  bool recursive = false;  // calls itself, directly or through others; expressions that reach it cannot be evaluated or solved
  std::vector<Decl> params;
  std::vector<VarId> variables;  // variables of all params, in order; a call binds them to its arguments
  ExprId result = noId;          // for a function: the declared bound of the result, which may begin with Op::bound
  ExprId body = noId;
};

struct Fact {
  std::string name;  // "fact$1" for the first fact without a name
  ModuleId module = 0;
  Span span;  // span of the whole paragraph
  ExprId body = noId;
  Span nameSpan = {};
};

struct Assertion {
  std::string name;
  std::string label;
  ModuleId module = 0;
  Span span;  // span of the whole paragraph
  Span nameSpan;
  ExprId body = noId;
};

/// The kinds of constraints that declarations imply (language reference 9, 13.4).
enum class ImplicitKind : std::uint8_t {
  subsignature,      // a child is in its parent, an `in` signature is in the union of its parents, an `=` signature is this union
  disjointChildren,  // two signatures that extend the same one, or that are both top-level, have no common atom
  abstractCovered,   // an abstract signature is the union of its children
  sigMultiplicity,   // `one sig`, `lone sig`, `some sig`
  fieldBound,        // all this: S | this.f in the bound
  fieldDomain,       // the first column of f is in S
  disjointFields,    // disj a, b: e
  disjointValues,    // a: disj e
  appendedFact,      // all this: S | fact
};

struct ImplicitConstraint {
  ImplicitKind kind;
  SigId sig = noId;
  FieldId field = noId;
  ExprId formula = noId;
  Span span;  // span of the declaration that implies it
};

/// The scope of a signature. If the scope grows, `end` is larger than `start`.
struct SigScope {
  SigId sig = noId;
  bool exact = false;
  bool listed = false;  // the command's valuation names all atoms of the signature
  int start = 0;
  int end = 0;
  int increment = 1;
  Span span;
};

/// The `for ...` part of a command. Numbers that are not written are -1.
struct Scope {
  int overall = -1;
  int bitwidth = -1;
  int maxSequence = -1;
  int minSteps = -1;
  int maxSteps = -1;       // `unboundedSteps` for `1.. steps`
  bool stepsGrow = false;  // `1:1 steps`: the length grows without end; no engine supports this
  std::vector<SigScope> sigs{};
  Span span{};
};
inline constexpr int unboundedSteps = 0x7fffffff;

enum class TargetKind : std::uint8_t { block, predicate, function, assertion };

struct Command {
  bool check = false;
  std::string label;  // "show"; "run$1" for the first command without a name
  std::string text;   // in canonical form: "Run show for 3 but 2 A expect 1"
  ModuleId module = 0;
  Span nameSpan;  // span of the label, if it is written
  TargetKind target = TargetKind::block;
  std::uint32_t targetId = noId;  // FuncId or AssertionId
  /// The formula that must hold in addition to facts and implicit constraints: `some params | body` for run, `not assertion` for
  /// check. For `run p`, the quantifier's variables are the parameters of p, and its body is the body of p; neither is a copy.
  ExprId formula = noId;
  /// For `run p for VAL`: the formula of the valuation, which must hold like a fact; noId if there is none. It is closed: it
  /// quantifies existentially over one variable for each named atom, and says that these variables are pairwise different.
  ExprId given = noId;
  std::string givenName{};  // name of that valuation, or the path of its file
  Scope scope;
  int expect = -1;         // 0 or 1; -1: not written
  bool temporal = false;   // its instances are traces (language reference 13.1)
  bool isDefault = false;  // added by the front end because the file has no command
  bool ofTest = false;     // belongs to a `test` paragraph, and is not a command of the model itself
  bool marked = false;     // has `@Test` of the AUnit Analyzer, so it is a test even without `expect`
  Span span;
};

/// A paragraph, for reports; Model lists them in source order.
struct Paragraph {
  enum class Kind : std::uint8_t { sig, fact, predicate, function, assertion, command } kind;
  std::uint32_t id = noId;
  ModuleId module = 0;
  Span span;
};

/// A resolved model. The front end returns it complete; afterwards it is immutable, with two exceptions. A session of the front
/// end may append expressions that the user enters at a prompt, and an Overlay may change the model temporarily. Ids are indices,
/// and stay valid when the model grows. All tables are in one class, because they refer to each other by index: adding a call
/// reads the body of its function, and `rollback` removes the latest entries of several tables together.
class Model {
 public:
  Model();

  // Contents.
  const std::vector<Module>& modules() const { return modules_; }
  const std::vector<Sig>& sigs() const { return *sigs_; }
  const std::vector<Field>& fields() const { return *fields_; }
  const std::vector<Func>& funcs() const { return funcs_; }
  const std::vector<Fact>& facts() const { return facts_; }
  const std::vector<Assertion>& assertions() const { return assertions_; }
  const std::vector<Command>& commands() const { return commands_; }
  /// Commands in files that the root opens (except libraries). They are not run, but tests may refer to them.
  const std::vector<Command>& openedCommands() const { return openedCommands_; }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<ImplicitConstraint>& implicitConstraints() const { return *implicit_; }
  const std::vector<Paragraph>& paragraphs() const { return *paragraphs_; }
  const std::vector<std::string>& strings() const { return strings_; }  // string literals, with their quotes
  const std::vector<Type>& types() const { return *types_; }

  const Sig& sig(SigId id) const { return (*sigs_)[id]; }
  const Field& field(FieldId id) const { return (*fields_)[id]; }
  const Func& func(FuncId id) const { return funcs_[id]; }
  const Variable& variable(VarId id) const { return variables_[id]; }
  const Type& type(TypeId id) const { return (*types_)[id]; }
  const Expr& expr(ExprId id) const { return (*exprs_)[id]; }
  std::uint32_t exprCount() const { return static_cast<std::uint32_t>(exprs_->size()); }
  /// Whether the node was there when `seal` was called. Later nodes, such as formulas about the model, are not part of the model.
  bool isSealed(ExprId id) const { return id < sealedCount_; }
  /// A number that is equal for nodes with the same structure: the same operators and declarations, and bound variables with the
  /// same names and types. noId for a node that is not sealed. The first call computes the shapes of all nodes. Thread-safe.
  ShapeId shape(ExprId id) const { return isSealed(id) ? shapes().ofNodes[id] : noId; }
  std::uint32_t shapeCount() const { return shapes().count; }
  std::span<const ExprId> children(ExprId id) const {
    const Expr& e = expr(id);
    return {childPool_->data() + e.firstChild, e.childCount};
  }
  ExprId child(ExprId id, std::uint32_t index) const { return (*childPool_)[expr(id).firstChild + index]; }
  std::span<const Decl> decls(ExprId id) const {
    const Expr& e = expr(id);
    if (!e.hasDecls) return {};
    const ExprId* const place = childPool_->data() + e.firstChild + e.childCount;
    return {declPool_.data() + place[0], place[1]};
  }

  // Properties of signatures.
  bool isTopLevel(SigId id) const;  // a user's signature that extends no other one
  /// Whether the declarations of signatures (`extends`, `in`, `=`) imply that every atom of `a` is an atom of `b`. True if `b` is
  /// univ.
  bool isSubsig(SigId a, SigId b) const;
  /// Whether `b` is `a`, or an ancestor of `a`. All parents of a subset signature are ancestors of it.
  bool isAncestor(SigId b, SigId a) const;
  /// Whether some signature or field of the user is `var`.
  bool hasMutable() const { return hasMutable_; }

  // Functions for front ends, which build the model.
  std::vector<Module>& mutableModules() { return modules_; }
  std::vector<Sig>& mutableSigs() { return sigs_.own(); }
  std::vector<Field>& mutableFields() { return fields_.own(); }
  std::vector<Func>& mutableFuncs() { return funcs_; }
  std::vector<Fact>& mutableFacts() { return facts_; }
  std::vector<Assertion>& mutableAssertions() { return assertions_; }
  std::vector<Command>& mutableCommands() { return commands_; }
  std::vector<Command>& mutableOpenedCommands() { return openedCommands_; }
  std::vector<ImplicitConstraint>& mutableImplicitConstraints() { return implicit_.own(); }
  std::vector<Paragraph>& mutableParagraphs() { return paragraphs_.own(); }
  void setHasMutable(bool value) { hasMutable_ = value; }
  VarId addVariable(Variable variable);
  Variable& mutableVariable(VarId id) { return variables_[id]; }
  /// Only for changing the span of a node, and whether it is synthetic.
  Expr& mutableExpr(ExprId id) { return exprs_.own()[id]; }
  TypeId internType(Type type);
  StringId internString(std::string_view literal);
  /// Reserves memory for `count` nodes and as many children, so that adding these moves no memory.
  void reserveExprs(std::size_t count);
  /// Adds a node. Computes its flags `temporal` and `variable` from its children and, for a call, from the body if it exists
  /// already.
  ExprId addExpr(Expr node, std::span<const ExprId> children, std::span<const Decl> decls = {});
  /// Completes the flags of calls whose bodies were added later. Call it when all bodies were added.
  void seal();

  /// The sizes of all parts that can grow. rollback() removes what was added after the mark, except types and strings. The
  /// parts that stay must not refer to removed ones.
  struct Mark {
    std::size_t exprs, children, decls, variables, funcs;
  };
  Mark mark() const { return {exprs_->size(), childPool_->size(), declPool_.size(), variables_.size(), funcs_.size()}; }
  void rollback(const Mark& mark);

 private:
  struct Shapes {
    std::once_flag computed;
    std::vector<ShapeId> ofNodes;
    std::uint32_t count = 0;
  };

  bool computeFlags(ExprId id);
  const Shapes& shapes() const;
  void computeShapes(Shapes& shapes) const;

  std::vector<Module> modules_;
  CopyOnWrite<std::vector<Sig>> sigs_;
  CopyOnWrite<std::vector<Field>> fields_;
  std::vector<Func> funcs_;
  std::vector<Fact> facts_;
  std::vector<Assertion> assertions_;
  std::vector<Command> commands_;
  std::vector<Command> openedCommands_;
  CopyOnWrite<std::vector<ImplicitConstraint>> implicit_;
  CopyOnWrite<std::vector<Paragraph>> paragraphs_;
  std::vector<Variable> variables_;
  std::vector<std::string> strings_;
  CopyOnWrite<std::vector<Type>> types_;
  CopyOnWrite<std::vector<Expr>> exprs_;
  /// The children of all nodes, one node after the other. If a node has declarations, its children are followed by the index of
  /// its first declaration in declPool_ and by the number of its declarations.
  CopyOnWrite<std::vector<ExprId>> childPool_;
  std::vector<Decl> declPool_;
  std::unordered_map<std::string, StringId> stringIndex_;
  CopyOnWrite<support::WordIndex> typeIndex_;  // the ids of types, by content
  std::uint32_t sealedCount_ = 0;
  std::shared_ptr<Shapes> shapes_ = std::make_shared<Shapes>();  // copies of the model share it: their sealed nodes are the same
  bool hasMutable_ = false;
};

}  // namespace aunit::model
