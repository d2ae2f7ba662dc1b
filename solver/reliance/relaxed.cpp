#include "solver/reliance/relaxed.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.h"
#include "solver/grounding/scope.h"

namespace aunit::solver {

using namespace model;

namespace {

bool isOwnSig(const Model& model, SigId sig) {
  return sig >= builtin::count && !model.sig(sig).isMeta && !model.modules()[model.sig(sig).module].library;
}

/// Whether constraints of this kind can be removed, because they are not part of the hierarchy of signatures.
bool isLoose(ImplicitKind kind) {
  switch (kind) {
    case ImplicitKind::abstractCovered:
    case ImplicitKind::sigMultiplicity:
    case ImplicitKind::fieldBound:
    case ImplicitKind::disjointFields:
    case ImplicitKind::disjointValues: return true;
    default: return false;
  }
}

/// The top-level signature to which a signature belongs; noId for signatures that are built in or from libraries.
SigId topOf(const Model& model, SigId sig) {
  while (isOwnSig(model, sig) && !model.isTopLevel(sig)) {
    if (model.sig(sig).parents.empty()) return noId;
    sig = model.sig(sig).parents.front();
  }
  return isOwnSig(model, sig) ? sig : noId;
}

constexpr std::size_t mostProducts = 64;

/// Returns `type` with signatures from `tops` in place of the user's signatures: one product for each combination. The first
/// column stays unchanged. Returns `type` itself if the result would have more than `mostProducts` products.
Type widened(const Model& model, const Type& type, const std::vector<SigId>& tops) {
  Type wide;
  for (const Product& product : type.products) {
    std::vector<Product> all = {{product.front()}};
    for (std::size_t column = 1; column < product.size(); ++column) {
      const bool widens = topOf(model, product[column]) != noId;
      const std::vector<SigId> choices = widens ? tops : std::vector<SigId>{product[column]};
      std::vector<Product> longer;
      for (const Product& begun : all)
        for (const SigId choice : choices) {
          longer.push_back(begun);
          longer.back().push_back(choice);
        }
      all = std::move(longer);
      if (all.size() > mostProducts) return type;
    }
    for (Product& one : all)
      if (std::ranges::find(wide.products, one) == wide.products.end()) wide.products.push_back(std::move(one));
    if (wide.products.size() > mostProducts) return type;
  }
  return wide;
}

void relaxFields(Extension& extension) {
  Model& model = extension.growing();
  std::vector<SigId> tops;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (isOwnSig(model, id) && model.isTopLevel(id)) tops.push_back(id);
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    const Field field = model.field(id);
    if (field.isMeta || field.bound == noId || !isOwnSig(model, field.sig)) continue;
    const Type wide = widened(model, model.type(field.type), tops);
    const ExprId everything = extension.nodes().everything(wide, 1);
    if (everything == noId) continue;
    Field& changed = model.mutableFields()[id];
    changed.bound = everything;
    changed.type = model.internType(wide);
    changed.defined = changed.disjointNames = changed.disjointValues = false;
  }
}

}  // namespace

Problem relaxDeclarations(Extension& extension, const Problem& problem) {
  Model& model = extension.growing();
  Problem relaxed = problem;
  const SigSizes sizes = deriveSizes(model, problem.scope, problem.temporal);
  const bool hasDefault = problem.scope.overall < 0 && problem.scope.sigs.empty();
  const int overall = hasDefault ? 3 : std::max(problem.scope.overall, 1);
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    if (!isOwnSig(model, id) || model.sig(id).subset || (!model.isTopLevel(id) && model.sig(id).isVar)) continue;
    const auto has = [&](const SigScope& scope) { return scope.sig == id; };
    SigScope scope;
    scope.sig = id;
    if (const auto given = std::ranges::find_if(relaxed.scope.sigs, has); given != relaxed.scope.sigs.end()) {
      scope = *given;
      relaxed.scope.sigs.erase(given);
    }
    const bool grows = model.sig(id).multiplicity != Multiplicity::set || model.sig(id).isAbstract;
    const int size = grows ? std::max(sizes.size[id], overall) : sizes.size[id];
    if (grows || scope.start == 0) scope.start = scope.end = size;
    if (grows) scope.exact = false;
    relaxed.scope.sigs.push_back(scope);
  }
  if (hasDefault) relaxed.scope.overall = 3;
  extension.nodes().at({});
  const ExprId anything = extension.nodes().truth(true);
  for (ImplicitConstraint& constraint : model.mutableImplicitConstraints())
    if (isOwnSig(model, constraint.sig) && isLoose(constraint.kind)) constraint.formula = anything;
  for (Fact& fact : model.mutableFacts())  // removes the facts of library modules, because they state orders
    if (model.modules()[fact.module].library) fact.body = noId;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    if (!isOwnSig(model, id)) continue;
    Sig& sig = model.mutableSigs()[id];
    sig.multiplicity = Multiplicity::set;
    sig.isAbstract = sig.isEnum = sig.isExact = false;
  }
  relaxFields(extension);
  return relaxed;
}

}  // namespace aunit::solver
