#include "reporters/terminal/instance_text.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "model/witness.h"
#include "reporters/drawing/graph.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "suite/steps/step_names.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation_table.h"
#include "suite/valuation/valuation_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using support::oneLine;

struct Name {
  std::string_view name;
  InstanceForm form;
  std::string_view extension;
};
constexpr Name names[] = {{"none", InstanceForm::none, ""},         {"table", InstanceForm::table, ".txt"},
                          {"aunit", InstanceForm::aunit, ".aunit"}, {"json", InstanceForm::json, ".json"},
                          {"xml", InstanceForm::xml, ".xml"},       {"markdown", InstanceForm::markdown, ".md"},
                          {"dot", InstanceForm::dot, ".dot"},       {"svg", InstanceForm::svg, ".svg"}};

/// If an atom is the witness of a variable, writes the variable before the atom: "u = User$2". Changes only the rows of
/// top-level signatures.
void nameWitnesses(suite::ValuationTable& table, const model::Model& model, const model::Instance& instance) {
  std::map<std::string, std::string> named;  // by name of an atom: the text before it, "u = "
  for (std::size_t s = 0; s < instance.skolems.size(); ++s) {
    const model::TupleSet& value = instance.states[0].skolems[s];
    if (value.arity() != 1 || value.size() != 1) continue;
    std::string& text = named[instance.universe->name(value.atoms().front())];
    text += model::witnessName(model, instance.skolems[s].name) + " = ";
  }
  std::set<std::string> topLevel;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id)) topLevel.insert(model.sig(id).name);
  for (auto& row : table.rows) {
    if (!topLevel.contains(row.relation)) continue;
    for (std::string& value : row.values)
      for (const auto& [atom, variables] : named) {
        const std::string within = fmt::format(", {}, ", value);
        const std::size_t at = within.find(fmt::format(", {}, ", atom));
        if (at != std::string::npos) value.insert(at, variables);
      }
  }
}

/// The table of a valuation, with a further row for each skolem.
suite::ValuationTable tableWithSkolems(const model::Model& model, const model::Instance& instance,
                                       const std::vector<suite::MarkedTuple>& marked) {
  suite::ValuationTable table = suite::tableOf(model, instance, marked);
  nameWitnesses(table, model, instance);
  for (std::size_t s = 0; s < instance.skolems.size(); ++s) {
    suite::ValuationTable::Row row{instance.skolems[s].name, {}};
    row.values.push_back(
        fmt::format("{}", fmt::join(suite::tupleTexts(instance.states[0].skolems[s], *instance.universe), ", ")));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string titleOfState(const suite::ValuationTable& table, std::uint32_t state) {
  return oneLine(suite::stateTitle(state, table.states, table.loop, table.steps));
}

std::string asMarkdown(const suite::ValuationTable& table, const std::string& title) {
  std::string out = fmt::format("### {}\n\n| relation |", markdown(title));
  for (std::uint32_t state = 0; state < table.states; ++state)
    out += table.states == 1 && table.steps.empty() ? " value |" : fmt::format(" {} |", markdown(titleOfState(table, state)));
  out += "\n| --- |";
  for (std::uint32_t state = 0; state < table.states; ++state) out += " --- |";
  out += '\n';
  for (const auto& row : table.rows) {
    out += fmt::format("| {} |", markdown(row.relation));
    for (std::uint32_t state = 0; state < table.states; ++state)
      out += fmt::format(" {} |", markdown(row.values[row.values.size() == 1 ? 0 : state]));
    out += '\n';
  }
  return out + "\n";
}

std::vector<std::optional<std::vector<std::string>>> actionsOfSteps(const model::Model& model, const model::Instance& instance) {
  std::vector<std::optional<std::vector<std::string>>> actions;
  for (suite::StepName& step : suite::stepNames(model, instance))
    actions.push_back(step.isComplete || !step.actions.empty() ? std::optional(std::move(step.actions)) : std::nullopt);
  return actions;
}

}  // namespace

std::string instanceTable(const suite::ValuationTable& table, const std::string& title) {
  std::string out = oneLine(title) + "\n";
  std::size_t width = 0;
  for (const auto& row : table.rows) width = std::max(width, displayWidth(oneLine(row.relation)));
  const auto line = [&](const std::string& relation, const std::string& value) {
    out += fmt::format("  {} = {{{}}}\n", padded(oneLine(relation), width), oneLine(value));
  };
  for (const auto& row : table.rows) {
    if (row.values.size() == 1) line(row.relation, row.values[0]);
  }
  for (std::uint32_t state = 0; (table.states > 1 || !table.steps.empty()) && state < table.states; ++state) {
    out += fmt::format("  -- {}\n", titleOfState(table, state));
    for (const auto& row : table.rows) {
      if (row.values.size() > 1) line(row.relation, row.values[state]);
    }
  }
  return out;
}

std::optional<InstanceForm> instanceForm(std::string_view name) {
  const auto found = std::ranges::find(names, name, &Name::name);
  if (found == std::end(names)) return std::nullopt;
  return found->form;
}

std::string_view extensionOf(InstanceForm form) {
  return std::ranges::find(names, form, &Name::form)->extension;
}

std::string instanceText(InstanceForm form, const model::Model& model, const model::Instance& instance, const std::string& title,
                         const std::string& command, const std::string& file, const std::vector<suite::MarkedTuple>& marked) {
  switch (form) {
    case InstanceForm::none: return "";
    case InstanceForm::table: return instanceTable(tableWithSkolems(model, instance, marked), title);
    case InstanceForm::markdown: return asMarkdown(tableWithSkolems(model, instance, marked), title);
    case InstanceForm::aunit: return suite::valuationText(model, instance, title);
    case InstanceForm::json: return model::writeInstanceJson(model, instance, actionsOfSteps(model, instance)) + "\n";
    case InstanceForm::xml: {
      model::XmlHeader header;
      header.command = command;
      header.fileName = file;
      return model::writeInstanceXml(model, instance, header);
    }
    case InstanceForm::dot: {
      const InstanceGraph graph(model, instance, {}, {}, marked);
      std::string out;
      for (std::uint32_t state = 0; state < instance.states.size(); ++state) out += graph.dot(state) + "\n";
      return out;
    }
    case InstanceForm::svg: return InstanceGraph(model, instance, {}, {}, marked).svgDocument(title) + "\n";
  }
  return "";
}

}  // namespace aunit::reporters
