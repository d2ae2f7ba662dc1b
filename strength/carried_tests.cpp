#include "strength/carried_tests.h"

#include <map>
#include <optional>
#include <utility>

#include "evaluator/evaluator.h"
#include "strength/claims/stated.h"
#include "suite/statement.h"
#include "suite/test_case.h"
#include "support/files.h"

namespace aunit::strength {

using namespace model;

namespace {

/// The place of a declaration: the canonical path of its file, and the offset of its first byte.
using Spot = std::pair<std::string, std::uint32_t>;

class Spots {
 public:
  explicit Spots(const parser::Loaded& loaded) {
    for (model::FileId f = 0; f < loaded.sources.size(); ++f)
      paths_.push_back(support::canonicalPath(loaded.sources.file(f).path()));
  }
  Spot of(model::Span span) const { return {span.known() ? paths_[span.file] : "", span.begin}; }

 private:
  std::vector<std::string> paths_;
};

/// The IDs of one model by their places; nullopt if two IDs have the same place.
using Ids = std::optional<std::map<Spot, std::uint32_t>>;

Ids sigsAt(const model::Model& model, const Spots& spots) {
  std::map<Spot, std::uint32_t> ids;
  for (model::SigId s = model::builtin::count; s < model.sigs().size(); ++s)
    if (!model.sig(s).isMeta && !ids.emplace(spots.of(model.sig(s).span), s).second) return std::nullopt;
  return ids;
}
Ids fieldsAt(const model::Model& model, const Spots& spots) {
  std::map<Spot, std::uint32_t> ids;
  for (model::FieldId f = 0; f < model.fields().size(); ++f)
    if (!model.field(f).isMeta && !ids.emplace(spots.of(model.field(f).span), f).second) return std::nullopt;
  return ids;
}

class ClaimTransfer {
 public:
  ClaimTransfer(const parser::Loaded& from, const parser::Loaded& to)
      : from_(*from.model), to_(*to.model), spotsFrom_(from), spotsTo_(to) {
    const Ids sigsFrom = sigsAt(from_, spotsFrom_), sigsTo = sigsAt(to_, spotsTo_);
    const Ids fieldsFrom = fieldsAt(from_, spotsFrom_), fieldsTo = fieldsAt(to_, spotsTo_);
    possible_ = sigsFrom && fieldsFrom && pair(sigsFrom, sigsTo, sigs_) && pair(fieldsFrom, fieldsTo, fields_);
    for (model::FuncId f = 0; f < to_.funcs().size(); ++f) functions_.emplace(spotsTo_.of(to_.func(f).span), f);
  }

  bool possible() const { return possible_; }

  /// Returns the claim about the other model; nothing if the other model lacks a declaration that the claim mentions.
  std::optional<Claim> carried(Claim claim) const {
    for (model::State& state : claim.instance.states) {
      const std::uint32_t atoms = claim.instance.universe->size();
      std::vector<model::TupleSet> sigs(to_.sigs().size(), model::TupleSet(atoms, 1)), fields;
      for (const model::Field& field : to_.fields()) fields.emplace_back(atoms, field.arity);
      if (!move(state.sigs, sigs_, sigs) || !move(state.fields, fields_, fields)) return std::nullopt;
    }
    if (claim.function == noId) return claim;
    const auto function = functions_.find(spotsFrom_.of(from_.func(claim.function).span));
    if (function == functions_.end() || to_.func(function->second).body == noId) return std::nullopt;
    claim.function = function->second;
    return claim;
  }

 private:
  /// Maps each ID of `to` to the ID of `from` at the same place. Returns false unless `from` and `to` have the same places.
  static bool pair(const Ids& from, const Ids& to, std::map<std::uint32_t, std::uint32_t>& result) {
    if (!to || from->size() != to->size()) return false;
    for (const auto& [spot, id] : *to) {
      const auto own = from->find(spot);
      if (own == from->end()) return false;
      result[id] = own->second;
    }
    return true;
  }

  static bool move(std::vector<model::TupleSet>& values, const std::map<std::uint32_t, std::uint32_t>& ids,
                   std::vector<model::TupleSet>& moved) {
    for (const auto& [to, from] : ids) {
      if (from >= values.size()) return false;
      moved[to] = std::move(values[from]);
    }
    values = std::move(moved);
    return true;
  }

  const model::Model &from_, &to_;
  const Spots spotsFrom_, spotsTo_;
  std::map<std::uint32_t, std::uint32_t> sigs_, fields_;  // IDs in `from_`, by ID in `to_`
  std::map<Spot, model::FuncId> functions_;
  bool possible_ = false;
};

}  // namespace

std::vector<CarriedTest> carriedTests(const parser::Loaded& from, const parser::Loaded& to, model::Semantics semantics) {
  const ClaimTransfer carrying(from, to);
  std::vector<CarriedTest> result;
  if (!carrying.possible()) return result;
  suite::StatementReader reader(from);
  evaluator::Evaluator evaluator(*from.model, {.semantics = semantics});
  const std::vector<suite::TestCase> tests = suite::statementsOf(suite::collectTests(from));
  for (std::uint32_t number = 0; number < tests.size(); ++number) {
    const suite::TestCase& test = tests[number];
    const bool plain = test.kind == TestKind::valid || test.kind == TestKind::invalid || test.kind == TestKind::satisfies ||
                       test.kind == TestKind::violates;
    const bool judged = !test.test.because && !test.test.completion && test.test.expectedError.empty();
    if (!plain || !judged || test.marks.skip || test.marks.xfail) continue;
    auto claim = statedBy(*from.model, reader, evaluator, test);
    if (claim) claim = carrying.carried(std::move(*claim));
    if (claim) result.push_back({number, test.name, std::move(*claim)});
  }
  return result;
}

}  // namespace aunit::strength
