#include "solver/kept/slice.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "support/digest.h"

namespace aunit::solver {

using model::Decl;
using model::Expr;
using model::ExprId;
using model::FieldId;
using model::FuncId;
using model::Model;
using model::noId;
using model::Op;
using model::SigId;
using model::VarId;

namespace {

using Role = SlicePart::Role;

/// Writes formulas as texts that are equal where they say the same by the same names.
class Writing {
 public:
  Writing(const Model& model, std::vector<model::Span>& places) : model_(model), places_(places) {}

  /// Functions that were reached, each once, with the digest of what it says.
  const std::vector<std::pair<FuncId, std::string>>& functions() const { return functions_; }
  FunctionTexts& functionTexts() { return functionTexts_; }
  const std::set<std::string>& strings() const { return strings_; }
  bool subsets() const { return subsets_; }

  /// A closed formula, or one over these variables.
  std::string closed(ExprId id, std::initializer_list<VarId> free = {}) {
    numbers_.clear();
    text_.clear();
    for (const VarId variable : free)
      if (variable != noId) declare(variable);
    expression(id);
    return std::exchange(text_, {});
  }

  static void add(std::string& to, std::string_view word) { fmt::format_to(std::back_inserter(to), "{}:{} ", word.size(), word); }

  std::string type(model::TypeId id) {
    auto& known = types_[id];
    if (!known.empty()) return known;
    std::set<std::string> products;
    for (const model::Product& product : model_.type(id).products) {
      std::string text;
      for (const SigId sig : product) add(text, model_.sig(sig).label);
      products.insert(std::move(text));
    }
    std::string all;
    for (const std::string& product : products) add(all, product);
    return known = support::longHexDigest(all);
  }

 private:
  void word(std::string_view text) { add(text_, text); }
  void number(std::uint64_t value) { fmt::format_to(std::back_inserter(text_), "{} ", value); }

  /// Variables are numbered by how many are declared around them.
  void declare(VarId id) {
    numbers_[id] = numbers_.size();
    const model::Variable& variable = model_.variable(id);
    word(variable.name);
    number(static_cast<unsigned>(variable.kind));
    number(static_cast<unsigned>(variable.sort));
    number(variable.arity);
    word(type(variable.type));
  }

  void decls(std::span<const Decl> all, bool quantified) {
    number(all.size());
    for (const Decl& decl : all) {
      if (quantified) subsets_ = subsets_ || decl.multiplicity != model::Multiplicity::one || model_.expr(decl.bound).arity != 1;
      number(static_cast<unsigned>(decl.multiplicity));
      number((decl.disjoint ? 1u : 0u) + (decl.illFormed ? 2u : 0u));
      places_.push_back(decl.span);
      expression(decl.bound);
      number(decl.variableCount);
      for (VarId i = 0; i < decl.variableCount; ++i) declare(decl.firstVariable + i);
    }
  }

  /// The digest of a function; of one that is being written its name.
  std::string function(FuncId id) {
    if (const auto known = written_.find(id); known != written_.end()) return known->second;
    const model::Func& func = model_.func(id);
    written_[id] = "calls itself: " + func.label;
    auto outerNumbers = std::exchange(numbers_, {});
    std::string outer = std::exchange(text_, {});
    word(func.label);
    number((func.isPredicate ? 1u : 0u) + (func.recursive ? 2u : 0u));
    subsets_ = subsets_ || func.recursive;
    decls(func.params, false);
    expression(func.result);
    expression(func.body);
    std::string digest = support::longHexDigest(text_);
    functionTexts_[digest] = std::move(text_);
    text_ = std::move(outer);
    numbers_ = std::move(outerNumbers);
    functions_.emplace_back(id, digest);
    return written_[id] = std::move(digest);
  }

  void payload(const Expr& node) {
    switch (node.op) {
      case Op::sig: return word(model_.sig(node.payload).label);
      case Op::field: return word(model_.field(node.payload).label);
      case Op::variable: {
        const auto known = numbers_.find(node.payload);
        return known == numbers_.end() ? word(model_.variable(node.payload).name) : number(known->second);
      }
      case Op::stringAtom:
      case Op::atom:
      case Op::skolem: strings_.insert(model_.strings()[node.payload]); return word(model_.strings()[node.payload]);
      case Op::call: return word(function(node.payload));
      case Op::let: return;  // declared behind its value
      default: number(node.payload);
    }
  }

  void expression(ExprId id) {
    if (id == noId) return word("-");
    const Expr& node = model_.expr(id);
    places_.push_back(node.span);
    fmt::format_to(std::back_inserter(text_), "({} {} {} {} {} {} {} ", static_cast<unsigned>(node.op),
                   static_cast<unsigned>(node.sort), node.arity, static_cast<unsigned>(node.leftMultiplicity),
                   static_cast<unsigned>(node.rightMultiplicity),
                   (node.negated ? 1u : 0u) + (node.temporal ? 2u : 0u) + (node.variable ? 4u : 0u), node.childCount);
    word(type(node.type));
    payload(node);
    decls(model_.decls(id), true);
    for (std::uint32_t i = 0; i < model_.expr(id).childCount; ++i) {
      if (node.op == Op::let && i == 1) declare(node.payload);
      expression(model_.child(id, i));
    }
    if (node.op == Op::let) numbers_.erase(node.payload);
    for (const Decl& decl : model_.decls(id))
      for (VarId i = 0; i < decl.variableCount; ++i) numbers_.erase(decl.firstVariable + i);
    text_ += ')';
  }

  const Model& model_;
  std::vector<model::Span>& places_;
  std::string text_;
  std::unordered_map<VarId, std::size_t> numbers_;
  std::unordered_map<FuncId, std::string> written_;
  std::map<model::TypeId, std::string> types_;
  std::vector<std::pair<FuncId, std::string>> functions_;
  FunctionTexts functionTexts_;
  std::set<std::string> strings_;
  bool subsets_ = false;
};

class Slicing {
 public:
  Slicing(const Model& model, const Problem& problem) : model_(model), problem_(problem), writing_(model, slice_.places) {}

  Slice slice(const Options& options, const std::string& also) {
    for (SigId id = 0; id < model_.sigs().size(); ++id) signature(id);
    for (FieldId id = 0; id < model_.fields().size(); ++id) field(id);
    constraints();
    facts();
    question();
    scope();
    strings();
    how(options, also);
    for (const auto& [id, digest] : writing_.functions()) {
      const model::Func& function = model_.func(id);
      part(Role::called, fmt::format("{} {}", function.isPredicate ? "pred" : "fun", function.name), digest);
    }
    slice_.subsets = writing_.subsets();
    slice_.functions = std::move(writing_.functionTexts());
    std::string all;
    for (const SlicePart& one : slice_.parts)
      if (one.role != Role::called) Writing::add(all, one.digest);
    slice_.key = support::longHexDigest(all);
    return std::move(slice_);
  }

 private:
  void part(Role role, std::string name, std::string digest) {
    slice_.parts.push_back({role, std::move(name), std::move(digest), {}, {}});
  }

  template <class... Words>
  std::string text(const Words&... words) {
    std::string all;
    (Writing::add(all, fmt::format("{}", words)), ...);
    return all;
  }

  std::string labels(const std::vector<SigId>& sigs) {
    std::string all;
    for (const SigId sig : sigs) Writing::add(all, model_.sig(sig).label);
    return all;
  }

  void signature(SigId id) {
    const model::Sig& sig = model_.sig(id);
    const model::Module& module = model_.modules()[sig.module];
    slice_.places.push_back(sig.span);
    part(Role::frame, "sig " + sig.name,
         support::longHexDigest(text("sig", sig.label, sig.name, module.library, sig.builtin, sig.isAbstract, sig.isPrivate,
                                     sig.isVar, sig.isEnum, sig.isMeta, sig.isExact, static_cast<unsigned>(sig.multiplicity),
                                     sig.subset, sig.subsetExact, labels(sig.parents), labels(sig.children),
                                     writing_.type(sig.type))));
  }

  void field(FieldId id) {
    const model::Field& field = model_.field(id);
    slice_.places.push_back(field.span);
    part(Role::frame, fmt::format("field {}.{}", model_.sig(field.sig).name, field.name),
         support::longHexDigest(text("field", field.label, field.name, field.isVar, field.isMeta, field.defined,
                                     field.disjointNames, field.disjointValues, field.declGroup, field.arity,
                                     writing_.type(field.type), writing_.closed(field.bound, {field.thisVariable}))));
  }

  void constraints() {
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) {
      slice_.places.push_back(constraint.span);
      if (constraint.formula == noId || (!problem_.signatureFacts && isSignatureFact(model_, constraint))) continue;
      const bool appended = isSignatureFact(model_, constraint);
      const std::string of = constraint.field != noId
                                 ? fmt::format("field {}.{}", model_.sig(model_.field(constraint.field).sig).name,
                                               model_.field(constraint.field).name)
                             : constraint.sig != noId ? "sig " + model_.sig(constraint.sig).name
                                                      : "the signatures";
      part(appended ? Role::asserted : Role::frame, appended ? "the facts of " + of : of,
           support::longHexDigest(text("implicit", static_cast<unsigned>(constraint.kind), writing_.closed(constraint.formula))));
      slice_.parts.back().span = constraint.span;
    }
  }

  void asserted(const std::string& name, ExprId formula, Role role = Role::asserted) {
    const Expr& node = model_.expr(formula);
    slice_.places.push_back(node.span);
    if (node.op == Op::and_) {
      for (std::uint32_t i = 0; i < node.childCount; ++i) asserted(name, model_.child(formula, i), role);
      return;
    }
    std::string text = writing_.closed(formula);
    part(role, name, support::longHexDigest(text));
    slice_.parts.back().span = node.span;
    if (role == Role::asserted) slice_.parts.back().text = std::move(text);
  }

  void facts() {
    if (!problem_.facts) return;
    for (const model::Fact& fact : model_.facts()) {
      slice_.places.push_back(fact.span);
      if (fact.body == noId) continue;
      const bool named = fact.name.find('$') == std::string::npos;
      asserted(named ? "fact " + fact.name : "a fact without a name", fact.body,
               model_.modules()[fact.module].library ? Role::frame : Role::asserted);
    }
  }

  void question() {
    if (problem_.formula != noId) asserted("the command's formula", problem_.formula);
    for (const ExprId formula : problem_.also) asserted("the command's formula", formula);
  }

  void scope() {
    const model::Scope& scope = problem_.scope;
    std::string all =
        text("scope", scope.overall, scope.bitwidth, scope.maxSequence, scope.minSteps, scope.maxSteps, scope.stepsGrow,
             problem_.temporal, problem_.check, problem_.facts, problem_.signatureFacts, model_.hasMutable());
    for (const model::SigScope& of : scope.sigs) all += text(model_.sig(of.sig).label, of.exact, of.start, of.end, of.increment);
    slice_.places.push_back(scope.span);
    part(Role::frame, "the scope", support::longHexDigest(all));
  }

  void strings() {
    std::string all = text("strings");
    for (const std::string& literal : writing_.strings()) Writing::add(all, literal);
    part(Role::frame, "the string literals", support::longHexDigest(all));
  }

  void how(const Options& options, const std::string& also) {
    part(Role::frame, "how it is asked",
         support::longHexDigest(text("options", options.solver, options.symmetry, options.skolemDepth,
                                     options.semantics.noOverflow, static_cast<unsigned>(options.preference.kind),
                                     options.preference.signature == noId ? "" : model_.sig(options.preference.signature).label,
                                     options.enumerate, options.core, options.refute, problem_.expect, problem_.label, also)));
  }

  const Model& model_;
  const Problem& problem_;
  Slice slice_;
  Writing writing_;
};

}  // namespace

Slice sliceOf(const Model& model, const Problem& problem, const Options& options, const std::string& also) {
  return Slicing(model, problem).slice(options, also);
}

}  // namespace aunit::solver
