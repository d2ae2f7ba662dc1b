#include "solver/kept/slice.h"

#include <utility>

#include <fmt/format.h>

#include "solver/kept/formula_texts.h"
#include "support/digest.h"

namespace aunit::solver {

using namespace model;

namespace {

using Role = SlicePart::Role;

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
    std::string all;
    for (const SlicePart& one : slice_.parts)
      if (one.role != Role::called) FormulaTexts::add(all, one.digest);
    slice_.key = support::longHexDigest(all);
    return std::move(slice_);
  }

 private:
  void part(Role role, std::string name, std::string digest) {
    slice_.parts.push_back({role, std::move(name), std::move(digest)});
  }

  template <class... Words>
  std::string text(const Words&... words) {
    std::string all;
    (FormulaTexts::add(all, fmt::format("{}", words)), ...);
    return all;
  }

  std::string labels(const std::vector<SigId>& sigs) {
    std::string all;
    for (const SigId sig : sigs) FormulaTexts::add(all, model_.sig(sig).label);
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
    }
  }

  void asserted(const std::string& name, ExprId formula, Role role = Role::asserted) {
    const Expr& node = model_.expr(formula);
    slice_.places.push_back(node.span);
    if (node.op == Op::and_) {
      for (std::uint32_t i = 0; i < node.childCount; ++i) asserted(name, model_.child(formula, i), role);
      return;
    }
    part(role, name, support::longHexDigest(writing_.closed(formula)));
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
    if (problem_.given != noId) {
      asserted("the valuation", problem_.given);
      std::string names;
      for (const model::VarId atom : namedAtoms(model_, problem_.given)) FormulaTexts::add(names, model_.variable(atom).name);
      part(Role::frame, "the names of atoms", support::longHexDigest(names));
    }
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
    for (const std::string& literal : writing_.strings()) FormulaTexts::add(all, literal);
    part(Role::frame, "the string literals", support::longHexDigest(all));
  }

  void how(const Options& options, const std::string& also) {
    part(Role::frame, "the set of options",
         support::longHexDigest(text("options", options.solver, options.symmetry, options.skolemDepth,
                                     options.semantics.noOverflow, static_cast<unsigned>(options.preference.kind),
                                     options.preference.signature == noId ? "" : model_.sig(options.preference.signature).label,
                                     options.enumerate, options.core, options.refute, problem_.expect, problem_.label, also)));
  }

  const Model& model_;
  const Problem& problem_;
  Slice slice_;
  FormulaTexts writing_;
};

}  // namespace

Slice sliceOf(const Model& model, const Problem& problem, const Options& options, const std::string& also) {
  return Slicing(model, problem).slice(options, also);
}

}  // namespace aunit::solver
