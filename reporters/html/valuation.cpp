#include "reporters/html/valuation.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "reporters/drawing/graph.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "suite/steps/step_names.h"
#include "suite/text/value_text.h"
#include "support/plural.h"

namespace aunit::reporters::html {

namespace {

using namespace model;

constexpr std::size_t mostTuples = 200;  // limit for the tuples of a relation in one cell

/// A signature or field with its values by state.
struct ShownRelation {
  std::string name;
  std::vector<std::string> columns;  // heading of each column
  std::vector<const TupleSet*> values;
  std::vector<const suite::MarkedTuple*> marked = {};
  bool isMarked(std::size_t state, std::span<const Atom> tuple) const {
    return std::ranges::any_of(marked, [&](const suite::MarkedTuple* m) {
      return (m->state == state || !changes()) && std::ranges::equal(m->tuple, tuple);
    });
  }
  bool changes() const {
    return std::ranges::any_of(values, [&](const TupleSet* value) { return !(*value == *values.front()); });
  }
  bool empty() const {
    return std::ranges::all_of(values, [](const TupleSet* value) { return value->empty(); });
  }
};

std::vector<std::string> columnsOf(const Model& model, const model::Field& field) {
  const auto& products = model.type(field.type).products;
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < field.arity; ++i) {
    std::string name;
    for (const model::Product& product : products) {
      if (product.size() != field.arity) continue;
      const std::string& sig = model.sig(product[i]).name;
      if (name.empty())
        name = sig;
      else if (name != sig)
        name = "univ";
    }
    columns.push_back(name);
  }
  return columns;
}

std::vector<ShownRelation> relationsOf(const Model& model, const Instance& instance, bool library,
                                       const std::vector<suite::MarkedTuple>& marked) {
  std::vector<ShownRelation> relations;
  const auto mark = [&](ShownRelation& relation, bool isField, std::uint32_t id) {
    for (const suite::MarkedTuple& m : marked)
      if (m.isField == isField && m.id == id) relation.marked.push_back(&m);
  };
  for (model::SigId id = 0; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.builtin || sig.isMeta || (!library && isBookkeeping(model, id))) continue;
    ShownRelation relation{signatureName(model, id), {sig.name}, {}};
    for (const model::State& state : instance.states) relation.values.push_back(&state.sigs[id]);
    mark(relation, false, id);
    relations.push_back(std::move(relation));
    for (const model::FieldId fieldId : sig.fields) {
      const model::Field& field = model.field(fieldId);
      if (field.isMeta) continue;
      ShownRelation ofField{fieldName(model, fieldId), columnsOf(model, field), {}};
      for (const model::State& state : instance.states) ofField.values.push_back(&state.fields[fieldId]);
      mark(ofField, true, fieldId);
      relations.push_back(std::move(ofField));
    }
  }
  for (std::size_t i = 0; i < instance.skolems.size(); ++i) {
    ShownRelation relation{instance.skolems[i].name, std::vector<std::string>(instance.skolems[i].arity), {}};
    for (const model::State& state : instance.states) relation.values.push_back(&state.skolems[i]);
    relations.push_back(std::move(relation));
  }
  return relations;
}

// The tuples of a value. Tuples that are new in this state are marked; tuples that were removed are struck out.
std::string cell(const ShownRelation& relation, std::size_t state, const TupleSet* before, const model::Universe& universe) {
  const TupleSet& value = *relation.values[state];
  const auto contains = [](const TupleSet& set, std::span<const Atom> tuple) { return !set.empty() && set.contains(tuple); };
  std::string out;
  std::size_t shown = 0;
  value.forEach([&](std::span<const Atom> tuple) {
    if (++shown > mostTuples) return;
    std::string text = escaped(suite::tupleText(tuple, universe));
    if (relation.isMarked(state, tuple)) text = fmt::format("<mark class=\"wrong\">{} !</mark>", text);
    out += !before || contains(*before, tuple) ? fmt::format("<span>{}</span> ", text) : fmt::format("<ins>{}</ins> ", text);
  });
  if (before) {
    before->forEach([&](std::span<const Atom> tuple) {
      if (!contains(value, tuple) && ++shown <= mostTuples)
        out += fmt::format("<del>{}</del> ", escaped(suite::tupleText(tuple, universe)));
    });
  }
  if (shown > mostTuples) out += fmt::format("<em>and {} more</em> ", shown - mostTuples);
  if (out.empty()) return "<span class=\"none\" title=\"no tuple\">\u2205</span>";
  out.pop_back();
  return out;
}

using Names = std::span<const std::string>;

std::string stateHeads(const Instance& instance, Names names) {
  std::string out;
  for (std::size_t s = 0; s < instance.states.size(); ++s)
    out += fmt::format("<th scope=\"col\">{}{}</th>", names.empty() ? fmt::format("state {}", s) : escaped(names[s]),
                       names.empty() && s == instance.loop ? " <span class=\"loop\">\u21b3\u202floop</span>" : "");
  return out;
}

/// The steps of a trace. If `names` is not empty, the states are a part of a behaviour, so the last state has no step back.
std::vector<suite::StepName> stepsOf(const Model& model, const Instance& instance, Names names) {
  std::vector<suite::StepName> steps = suite::stepNames(model, instance);
  if (!names.empty() && !steps.empty()) steps.pop_back();
  return steps;
}

/// A row with the step from each state to the next.
std::string stepRow(const std::vector<suite::StepName>& steps, std::size_t states) {
  if (steps.empty()) return "";
  std::string row = "<tr><th scope=\"row\">next</th>";
  for (const suite::StepName& step : steps) row += fmt::format("<td>{}</td>", escaped(suite::stepText(step)));
  return row + (steps.size() < states ? "<td></td>" : "") + "</tr>\n";
}

/// The start of a scrollable region with an accessible name: "Drawing of P_UOI_3".
std::string scroller(std::string_view name, std::string_view of, std::string_view className = "scroll") {
  return fmt::format("<div class=\"{}\" role=\"region\" aria-label=\"{}{}\" tabindex=\"0\">", className, escaped(name),
                     of.empty() ? "" : " of " + escaped(of));
}

// One row for each relation, one column for each state.
std::string relationTable(const std::vector<ShownRelation>& relations, const Instance& instance, std::string_view of, Names names,
                          const std::vector<suite::StepName>& steps) {
  const std::size_t states = instance.states.size();
  std::string rows;
  for (const ShownRelation& relation : relations) {
    if (relation.columns.size() > 2 || relation.empty()) continue;
    rows += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(relation.name));
    if (states == 1 || !relation.changes()) {
      rows += states == 1 ? "<td>" : fmt::format("<td colspan=\"{}\" class=\"same\">", states);
      rows += cell(relation, 0, nullptr, *instance.universe) + "</td>";
    } else {
      for (std::size_t s = 0; s < states; ++s)
        rows += "<td>" + cell(relation, s, s == 0 ? nullptr : relation.values[s - 1], *instance.universe) + "</td>";
    }
    rows += "</tr>\n";
  }
  if (rows.empty()) return {};
  rows += stepRow(steps, states);
  const std::string head = states == 1 ? "<th scope=\"col\">Value</th>" : stateHeads(instance, names);
  return fmt::format(
      "{}<table class=\"values {}\"><thead><tr><th "
      "scope=\"col\">Relation</th>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
      scroller("Signatures and fields", of), states == 1 ? "one" : "states", head, rows);
}

// One row for each tuple, one column for each of its atoms.
std::string wideTable(const ShownRelation& relation, const Instance& instance, std::string_view of, Names names) {
  const std::size_t states = instance.states.size();
  const bool byState = relation.changes();
  std::map<std::vector<Atom>, std::vector<bool>> tuples;  // for each tuple, by state: whether it is present
  for (std::size_t s = 0; s < states; ++s)
    relation.values[s]->forEach([&](std::span<const Atom> tuple) {
      tuples.try_emplace(std::vector<Atom>(tuple.begin(), tuple.end()), states).first->second[s] = true;
    });
  const std::string name = escaped(relation.name);
  std::string out = scroller(relation.name, of) + "<table class=\"values tuples\"><caption>" + name + "</caption><thead><tr>";
  for (const std::string& column : relation.columns) out += "<th scope=\"col\">" + escaped(column) + "</th>";
  out += (byState ? stateHeads(instance, names) : "") + "</tr></thead><tbody>\n";
  std::size_t shown = 0;
  for (const auto& [tuple, present] : tuples) {
    if (++shown > mostTuples) break;
    const bool wrong =
        std::ranges::any_of(relation.marked, [&tuple = tuple](const suite::MarkedTuple* m) { return m->tuple == tuple; });
    out += wrong ? "<tr class=\"wrong\">" : "<tr>";
    for (const Atom atom : tuple) out += "<td>" + escaped(instance.universe->name(atom)) + "</td>";
    for (std::size_t s = 0; byState && s < states; ++s) {
      const bool before = s == 0 ? present[s] : present[s - 1];
      const char* mark = present[s] ? (before ? "\u2713" : "<ins>\u2713</ins>") : before ? "<del>\u2713</del>" : "";
      out += fmt::format("<td>{}</td>", mark);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (tuples.size() > mostTuples)
    out += fmt::format("<p class=\"note\">And {} more tuples of {}.</p>\n", tuples.size() - mostTuples, name);
  return out;
}

std::string emptyOnes(const std::vector<ShownRelation>& relations) {
  std::string names;
  for (const ShownRelation& relation : relations)
    if (relation.empty()) names += (names.empty() ? "" : ", ") + escaped(relation.name);
  return names.empty() ? "" : "<p class=\"empty\">Empty: <code>" + names + "</code></p>\n";
}

std::string strip(InstanceGraph& graph, const Model& model, const Instance& instance, std::string_view of, Names names) {
  const std::size_t states = instance.states.size();
  const bool loops = names.empty();
  std::string out =
      "<p class=\"note\">Atoms and tuples that are new in a state are bold with a +, those that are gone are dashed with a "
      "\u2212, "
      "the others are dim." +
      std::string(loops ? " The bar above marks the states that repeat for ever." : "") + "</p>\n" + scroller("Trace", of) +
      "<ol class=\"strip\" start=\"0\">\n";
  const std::vector<suite::StepName> steps = stepsOf(model, instance, names);
  const auto by = [&](std::size_t step) {
    return step < steps.size() ? fmt::format(", {}", escaped(suite::stepText(steps[step]))) : std::string();
  };
  for (std::uint32_t s = 0; s < states; ++s) {
    const bool last = loops && s + 1 == states;
    const std::string name = loops ? fmt::format("State {}", s) : names[s];
    out += fmt::format(
        "<li{}><p class=\"state\"><strong>{}</strong>{}{}</p>{}{}</li>\n",
        loops && s >= instance.loop ? " class=\"repeats\"" : "", escaped(name), s == 0 ? "" : by(s - 1),
        loops && s == instance.loop ? " <span class=\"loop\">\u21b3\u202floop starts</span>" : "", graph.svg(s, name),
        !last ? ""
              : fmt::format("<p class=\"back\">\u21a9 {}{}</p>",
                            instance.loop == s ? "for ever" : fmt::format("then state {} again", instance.loop), by(s)));
  }
  return out + "</ol></div>\n";
}

}  // namespace

std::string valuation(const Model& model, const Instance& instance, std::string_view of, Names names) {
  std::string out;
  InstanceGraph graph(model, instance);
  if (graph.drawable()) {
    out += instance.states.size() > 1 ? strip(graph, model, instance, of, names)
                                      : scroller("Drawing", of, "scroll drawing") +
                                            graph.svg(0, "The valuation as a graph; the table below says the same") + "</div>\n";
  } else if (graph.boxCount() != 0) {
    out += fmt::format("<p class=\"note\">Not drawn: {} and {} are too many to draw.</p>\n",
                       support::plural(graph.boxCount(), "atom"), support::plural(graph.arrowCount(), "tuple"));
  }
  return out + tables(model, instance, of, false, names);
}

std::string tables(const Model& model, const Instance& instance, std::string_view of, bool library, Names names,
                   const std::vector<suite::MarkedTuple>& marked) {
  const std::vector<ShownRelation> relations = relationsOf(model, instance, library, marked);
  std::string out = relationTable(relations, instance, of, names, stepsOf(model, instance, names));
  for (const ShownRelation& relation : relations)
    if (relation.columns.size() > 2 && !relation.empty()) out += wideTable(relation, instance, of, names);
  return out + emptyOnes(relations);
}

}  // namespace aunit::reporters::html
