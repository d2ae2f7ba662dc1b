#include "strength/grading/permitted.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "strength/comparison/correspondence.h"
#include "strength/grading/hidden.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

/// The content of a declaration or paragraph, as numbers. Equal contents have equal numbers.
using Meaning = std::vector<std::uint32_t>;

/// Computes the content of the paragraphs of `model`. Signatures and fields are replaced by the corresponding ones of `right`, so
/// that the contents of two models can be compared.
class Meanings {
 public:
  Meanings(const Model& model, const Model& right, model::Keys::Numbers& numbers)
      : model_(model),
        corresponding_(comparison::correspondence(model, right)),
        keys_(model, right, corresponding_, numbers, model::Calls::writtenOut) {}

  Meaning of(const Sig& sig) {
    Meaning meaning{sig.isAbstract, sig.isVar,      sig.isEnum, sig.isExact, static_cast<std::uint32_t>(sig.multiplicity),
                    sig.subset,     sig.subsetExact};
    for (const model::SigId parent : sig.parents) meaning.push_back(corresponding_.sigs[parent]);
    meaning.push_back(noId);
    if (sig.appendedFact != noId) meaning.push_back(over(sig.thisVariable, sig.appendedFact));
    return meaning;
  }

  Meaning of(const Field& field) {
    return {field.isVar,
            field.defined,
            field.disjointValues,
            field.arity,
            field.bound == noId ? noId : over(field.thisVariable, field.bound),
            disjointGroupOf(field)};
  }

  Meaning of(const Func& function) {
    Meaning meaning{function.isPredicate, function.recursive};
    std::uint32_t number = 0;
    for (const model::Decl& decl : function.params) {
      meaning.push_back(keys_.of(decl.bound));
      meaning.insert(meaning.end(), {decl.variableCount, static_cast<std::uint32_t>(decl.multiplicity), decl.disjoint});
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) keys_.let(decl.firstVariable + i, noId - 16 - number++);
    }
    meaning.push_back(function.result == noId ? noId : keys_.of(function.result));
    meaning.push_back(function.recursive || function.body == noId ? noId : keys_.of(function.body));
    return meaning;
  }

  Meaning of(model::ExprId formula) { return {keys_.of(formula)}; }

 private:
  std::uint32_t over(model::VarId self, model::ExprId expr) {
    if (self != noId) keys_.let(self, noId - 15);
    return keys_.of(expr);
  }

  /// Returns the position of a field in its declaration `disj a, b: e`, counted from 1. Returns 0 for a field without `disj`.
  std::uint32_t disjointGroupOf(const Field& field) const {
    if (!field.disjointNames) return 0;
    std::uint32_t before = 1;
    for (const model::FieldId other : model_.sig(field.sig).fields) {
      if (&model_.field(other) == &field) break;
      before += model_.field(other).declGroup == field.declGroup;
    }
    return before;
  }

  const Model& model_;
  const model::Correspondence corresponding_;
  model::Keys keys_;
};

class PermissionCheck {
 public:
  PermissionCheck(const Model& answer, const Model& right, const Permissions& permissions, model::Keys::Numbers& numbers)
      : answer_(answer),
        right_(right),
        permissions_(permissions),
        hidden_(right, permissions.hidden),
        ofAnswer_(answer, right, numbers),
        ofRight_(right, right, numbers) {}

  std::optional<Objection> objection() {
    if (auto found = sigs()) return found;
    if (auto found = fields()) return found;
    if (auto found = facts()) return found;
    return functions();
  }

 private:
  bool mayChange(const std::string& name) const { return permissions_.changeable.contains(name); }

  /// Returns the content of a paragraph of the answer; nothing if the paragraph uses a name that the right model lacks.
  template <class Paragraph>
  std::optional<Meaning> meaning(const Paragraph& paragraph) {
    try {
      return ofAnswer_.of(paragraph);
    } catch (const model::Untranslatable&) {
      return std::nullopt;
    }
  }

  std::optional<Objection> sigs() {
    std::map<std::string_view, const Sig*> wanted;
    for (const Sig& sig : right_.sigs())
      if (!sig.builtin && !sig.isMeta && !hidden_.isHidden(sig)) wanted.emplace(sig.label, &sig);
    for (const Sig& sig : answer_.sigs()) {
      if (sig.builtin || sig.isMeta) continue;
      const auto found = wanted.find(sig.label);
      if (found == wanted.end()) return Objection{fmt::format("the answer adds the signature `{}`", sig.name), sig.span};
      if (meaning(sig) != ofRight_.of(*found->second))
        return Objection{fmt::format("the answer changes the declaration of `{}`", sig.name), sig.span};
      wanted.erase(found);
    }
    for (const auto& [label, sig] : wanted) return Objection{fmt::format("the signature `{}` is missing", sig->name), {}};
    return std::nullopt;
  }

  std::optional<Objection> fields() {
    std::map<std::string_view, const Field*> wanted;
    for (const Field& field : right_.fields())
      if (!field.isMeta && !hidden_.isHidden(field)) wanted.emplace(field.label, &field);
    for (const Field& field : answer_.fields()) {
      if (field.isMeta) continue;
      const auto found = wanted.find(field.label);
      if (found == wanted.end()) return Objection{fmt::format("the answer adds the field `{}`", field.name), field.span};
      if (meaning(field) != ofRight_.of(*found->second))
        return Objection{fmt::format("the answer changes the declaration of `{}`", field.name), field.span};
      wanted.erase(found);
    }
    for (const auto& [label, field] : wanted) return Objection{fmt::format("the field `{}` is missing", field->name), {}};
    return std::nullopt;
  }

  std::optional<Objection> facts() {
    std::multimap<Meaning, const model::Fact*> wanted;
    for (const model::Fact& fact : right_.facts())
      if (!hidden_.isHidden(fact)) wanted.emplace(ofRight_.of(fact.body), &fact);
    for (const model::Fact& fact : answer_.facts()) {
      const auto said = meaning(fact.body);
      const auto found = said ? wanted.find(*said) : wanted.end();
      if (found == wanted.end() && mayChange(fact.name)) continue;
      if (found == wanted.end()) return Objection{fmt::format("the answer adds or changes the fact `{}`", fact.name), fact.span};
      wanted.erase(found);
    }
    for (const auto& [said, fact] : wanted)
      if (!mayChange(fact->name)) return Objection{fmt::format("the fact `{}` is missing or changed", fact->name), {}};
    return std::nullopt;
  }

  std::optional<Objection> functions() {
    std::map<std::string_view, std::vector<const Func*>> wanted;
    for (const Func& function : right_.funcs())
      if (!hidden_.isHidden(function)) wanted[function.label].push_back(&function);
    for (const Func& function : answer_.funcs()) {
      if (answer_.modules()[function.module].library) continue;
      if (function.module == 0 && permissions_.predicates.contains(function.name)) continue;
      const auto found = wanted.find(function.label);
      const bool known = found != wanted.end();
      if ((!known && permissions_.helpers) || mayChange(function.name)) continue;
      if (!known) return Objection{fmt::format("the answer adds `{}`", function.name), function.nameSpan};
      const auto said = meaning(function);
      if (std::ranges::none_of(found->second, [&](const Func* one) { return said && said == ofRight_.of(*one); }))
        return Objection{fmt::format("the answer changes `{}`", function.name), function.nameSpan};
    }
    return std::nullopt;
  }

  const Model& answer_;
  const Model& right_;
  const Permissions& permissions_;
  const HiddenDeclarations hidden_;
  Meanings ofAnswer_, ofRight_;
};

}  // namespace

std::optional<Objection> objectionTo(const Model& answer, const Model& right, const Permissions& permissions,
                                     model::Keys::Numbers& numbers) {
  return PermissionCheck(answer, right, permissions, numbers).objection();
}

}  // namespace aunit::strength::grading
