#include "reporters/terminal/picture.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/ordering.h"
#include "reporters/terminal/text.h"
#include "suite/value_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using model::Atom;
using model::Instance;
using model::Model;
using model::TupleSet;
using support::oneLine;

/// Follows arrows that no path has yet until they come back to an atom of the path or lead nowhere, beginning where most begin
/// and fewest end.
std::vector<std::vector<Atom>> pathsOf(const TupleSet& relation) {
  std::map<Atom, std::set<Atom>> arrows;
  std::map<Atom, int> surplus;  // arrows that begin there less those that end there
  relation.forEach([&](std::span<const Atom> tuple) {
    arrows[tuple[0]].insert(tuple[1]);
    ++surplus[tuple[0]];
    --surplus[tuple[1]];
  });
  std::vector<std::vector<Atom>> paths;
  while (!arrows.empty()) {
    const auto begin =
        std::ranges::max_element(arrows, [&](const auto& a, const auto& b) { return surplus[a.first] < surplus[b.first]; });
    std::vector<Atom> path = {begin->first};
    for (auto at = begin; at != arrows.end(); at = arrows.find(path.back())) {
      const Atom next = *at->second.begin();
      const bool back = std::ranges::find(path, next) != path.end();
      --surplus[at->first];
      ++surplus[next];
      at->second.erase(at->second.begin());
      if (at->second.empty()) arrows.erase(at);
      path.push_back(next);
      if (back) break;
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

std::string drawn(const TupleSet& value, const model::Universe& universe) {
  if (value.empty()) return "-";
  if (value.arity() == 1) return fmt::format("{}", fmt::join(suite::tupleTexts(value, universe), "  "));
  if (value.arity() > 2) return fmt::format("{}", fmt::join(suite::tupleTexts(value, universe), ", "));
  std::vector<std::string> paths;
  for (const std::vector<Atom>& path : pathsOf(value)) {
    std::vector<std::string> names;
    for (const Atom atom : path) names.push_back(universe.name(atom));
    paths.push_back(fmt::format("{}", fmt::join(names, " -> ")));
  }
  return fmt::format("{}", fmt::join(paths, ", "));
}

struct Row {
  std::string name;
  std::vector<TupleSet> values;  // by state

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
  for (std::size_t s = 0; states > 1 && s < states; ++s) {
    const std::string next = s + 1 != states               ? ""
                             : instance.loop + 1 == states ? ", for ever"
                                                           : fmt::format(", then state {} again", instance.loop);
    out += fmt::format("{}state {}{}\n", margin, s, next);
    for (const Row& row : rows)
      if (row.changes()) line(row, s, "  ");
  }
  return out;
}

}  // namespace aunit::reporters
