#include "suite/valuation/valuation_table.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "model/ordering.h"
#include "suite/steps/step_names.h"
#include "suite/text/value_text.h"

namespace aunit::suite {

using namespace model;

namespace {

/// The row of one relation. `marked` are the marked tuples of this relation.
ValuationTable::Row row(std::string name, const Instance& instance, const std::function<const TupleSet&(const State&)>& value,
                        const std::vector<MarkedTuple>& marked = {}) {
  ValuationTable::Row result{std::move(name), {}};
  for (std::uint32_t s = 0; s < instance.states.size(); ++s) {
    const TupleSet& set = value(instance.states[s]);
    std::vector<std::string> texts = tupleTexts(set, *instance.universe);
    std::size_t i = 0;
    if (!marked.empty())
      set.forEach([&](std::span<const model::Atom> tuple) {
        if (std::ranges::any_of(marked, [&](const MarkedTuple& m) { return m.state == s && std::ranges::equal(m.tuple, tuple); }))
          texts[i] += " !";
        ++i;
      });
    result.values.push_back(fmt::format("{}", fmt::join(texts, ", ")));
  }
  if (std::ranges::all_of(result.values, [&](const std::string& text) { return text == result.values.front(); }))
    result.values.resize(1);
  return result;
}

/// The names of rows: the simple name if it is unique. Otherwise the signature's label or, as in Alloy, `A<:f`.
class RowNames {
 public:
  explicit RowNames(const Model& model) : model_(model) {
    for (const model::Sig& sig : model.sigs())
      if (!sig.isMeta) ++count_[sig.name];
    for (const model::Field& field : model.fields())
      if (!field.isMeta) ++count_[field.name];
  }

  std::string of(const model::Sig& sig) const {
    if (count_.at(sig.name) == 1) return sig.name;
    return sig.label.starts_with("this/") ? sig.label.substr(5) : sig.label;
  }
  std::string of(const model::Field& field) const {
    return count_.at(field.name) == 1 ? field.name : of(model_.sig(field.sig)) + "<:" + field.name;
  }

 private:
  const Model& model_;
  std::map<std::string, int> count_;
};

}  // namespace

ValuationTable tableOf(const Model& model, const Instance& instance) {
  return tableOf(model, instance, {});
}

std::string rowName(const Model& model, bool isField, std::uint32_t id) {
  const RowNames names(model);
  return isField ? names.of(model.field(id)) : names.of(model.sig(id));
}

ValuationTable tableOf(const Model& model, const Instance& instance, const std::vector<MarkedTuple>& marked) {
  /// The marked tuples of a relation. For a static relation, they are marked in every state.
  const auto marksOf = [&](bool isField, std::uint32_t id, bool isVar) {
    std::vector<MarkedTuple> result;
    for (const MarkedTuple& m : marked) {
      if (m.isField != isField || m.id != id) continue;
      for (std::uint32_t s = isVar ? m.state : 0; s < (isVar ? m.state + 1 : instance.states.size()); ++s)
        result.push_back({isField, id, s, m.tuple});
    }
    return result;
  };
  ValuationTable table;
  table.states = static_cast<std::uint32_t>(instance.states.size());
  table.loop = instance.loop;
  table.steps = stepNames(model, instance);
  const auto isShown = [&](model::SigId id) {
    const model::Sig& sig = model.sig(id);
    return !sig.builtin && !sig.isMeta && !model.modules()[sig.module].library;
  };
  const RowNames names(model);
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (isShown(id))
      table.rows.push_back(row(
          names.of(model.sig(id)), instance, [&](const State& s) -> const TupleSet& { return s.sigs[id]; },
          marksOf(false, id, model.sig(id).isVar)));
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isMeta && isShown(model.field(id).sig))
      table.rows.push_back(row(
          names.of(model.field(id)), instance, [&](const State& s) -> const TupleSet& { return s.fields[id]; },
          marksOf(true, id, model.field(id).isVar)));
  for (const model::OrderingModule& ordering : model::orderingModules(model)) {
    if (model.sig(ordering.elements).isEnum) continue;  // the order of an enum's members is known
    const std::string prefix = model.modules()[model.sig(ordering.order).module].path;
    for (const auto& [name, field] : {std::pair("first", ordering.first), std::pair("next", ordering.next)})
      table.rows.push_back(row(fmt::format("{}/{}", prefix, name), instance,
                               [&, f = field](const State& s) -> const TupleSet& { return s.fields[f]; }));
  }
  return table;
}

}  // namespace aunit::suite
