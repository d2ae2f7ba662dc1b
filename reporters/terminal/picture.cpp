#include "reporters/terminal/picture.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/ordering.h"
#include "reporters/text.h"
#include "suite/steps/step_names.h"
#include "suite/text/value_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using namespace model;
using support::oneLine;

std::string drawn(const TupleSet& value, const model::Universe& universe) {
  if (value.empty()) return "-";
  return fmt::format("{}", fmt::join(suite::tupleTexts(value, universe), "  "));
}

struct Row {
  std::string name;
  std::vector<TupleSet> values;  // one for each state

  bool changes() const {
    return std::ranges::any_of(values, [&](const TupleSet& value) { return !(value == values.front()); });
  }
  bool empty() const {
    return std::ranges::all_of(values, [](const TupleSet& value) { return value.empty(); });
  }
};

std::vector<Row> rowsOf(const Model& model, const Instance& instance) {
  std::vector<Row> rows;
  const auto add = [&](const std::string& name, const std::function<TupleSet(const model::State&)>& value) {
    Row row{oneLine(name), {}};
    for (const model::State& state : instance.states) row.values.push_back(value(state));
    if (!row.empty()) rows.push_back(std::move(row));
  };
  const auto isShown = [&](model::SigId id) {
    const model::Sig& sig = model.sig(id);
    return !sig.builtin && !sig.isMeta && !model.modules()[sig.module].library;
  };
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (isShown(id) && !sig.isEnum && (sig.subset || !model.sig(sig.parents[0]).isEnum))
      add(sig.name, [id](const model::State& state) { return state.sigs[id]; });
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isMeta && isShown(model.field(id).sig))
      add(model.field(id).name, [id](const model::State& state) { return state.fields[id]; });
  for (const model::OrderingModule& ordering : model::orderingModules(model))
    if (!model.sig(ordering.elements).isEnum)
      add(model.modules()[model.sig(ordering.order).module].path + "/next",
          [&](const model::State& state) { return state.sigs[ordering.order].join(state.fields[ordering.next]); });
  return rows;
}

}  // namespace

std::string picture(const Model& model, const Instance& instance, std::size_t indent) {
  const std::vector<Row> rows = rowsOf(model, instance);
  const std::string margin(indent, ' ');
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, displayWidth(row.name));
  std::string out;
  const auto line = [&](const Row& row, std::size_t state, std::string_view inner) {
    out += fmt::format("{}{}{}  {}\n", margin, inner, padded(row.name, width),
                       oneLine(drawn(row.values[state], *instance.universe)));
  };
  for (const Row& row : rows)
    if (!row.changes()) line(row, 0, "");
  const std::size_t states = instance.states.size();
  const std::vector<suite::StepName> steps = suite::stepNames(model, instance);
  for (std::size_t s = 0; states > 1 && s < states; ++s) {
    out += fmt::format("{}{}\n", margin, oneLine(suite::stateTitle(s, states, instance.loop, steps)));
    for (const Row& row : rows)
      if (row.changes()) line(row, s, "  ");
  }
  return out;
}

}  // namespace aunit::reporters
