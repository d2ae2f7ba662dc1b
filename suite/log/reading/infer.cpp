#include "suite/log/reading/infer.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "suite/log/reading/json_value.h"
#include "suite/log/reading/lines.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::suite::log {

namespace {

constexpr std::size_t linesLookedAt = 1000;

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool isName(const std::string& text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string pathTo(const std::string& name) {
  return isName(name) ? "." + name : fmt::format("[\"{}\"]", support::oneLine(name));
}

/// The values that one JSON field has in the lines of the log.
struct Field {
  std::set<std::string> texts;
  std::size_t lines = 0, lists = 0;
  std::map<std::vector<std::string>, std::string> objects;  // first object of each kind, by the sorted names of its members
};

/// Records the objects in a value, since they may stand for atoms of the model. If an object has `op` and `args`, it describes an
/// update: then records only the objects in `args`.
void noteObjects(const JsonValue& value, Field& field) {
  if (value.isArray())
    for (const JsonValue& element : value.elements) noteObjects(element, field);
  if (!value.isObject()) return;
  const JsonValue* const arguments = value.member("args");
  if (value.member("op") && arguments) return noteObjects(*arguments, field);
  std::vector<std::string> names;
  for (const auto& [name, unused] : value.members) names.push_back(name);
  std::ranges::sort(names);
  field.objects.emplace(std::move(names), value.shown());
}

}  // namespace

std::string inferredLog(const parser::Loaded& loaded, const Run& run, const support::Budget& budget) {
  const model::Model& model = *loaded.model;
  std::map<std::string, std::string> predicates, relations;  // names of the model, by their lower-case form
  for (const model::Func& function : model.funcs())
    if (function.isPredicate && !model.modules()[function.module].library)
      predicates.emplace(lowerCase(function.name), function.name);
  for (const model::Sig& sig : model.sigs())
    if (sig.isVar) relations.emplace(lowerCase(sig.name), sig.name);
  for (const model::Field& field : model.fields())
    if (field.isVar) relations.emplace(lowerCase(field.name), field.name);

  std::map<std::string, Field> fields;
  std::vector<std::string> order;
  Lines lines(run.files.empty() ? run.name : run.files.front(), budget, run.isPipe ? Pipes::read : Pipes::refused);
  std::string text;
  for (std::size_t count = 0; count < linesLookedAt && lines.next(text); ++count) {
    JsonValue line;
    const JsonError error = readJson(text, line, budget);
    if (!error.message.empty() || !line.isObject())
      throw std::runtime_error(
          fmt::format("line {}: {}", lines.number(), error.message.empty() ? "this is not a JSON object" : error.message));
    for (const auto& [name, value] : line.members) {
      if (!fields.contains(name)) order.push_back(name);
      Field& field = fields[name];
      ++field.lines;
      field.lists += value.isArray();
      noteObjects(value, field);
      if (value.kind == JsonValue::Kind::text) field.texts.insert(value.text);
    }
  }
  std::string event;
  std::size_t most = 0;
  for (const std::string& name : order) {
    std::size_t known = 0;
    for (const std::string& each : fields[name].texts) known += predicates.contains(lowerCase(each));
    if (known > most) most = known, event = name;
  }
  std::string out = "log runs {\n", open;
  std::set<std::string> used;
  std::vector<std::string> stated;  // names of fields that state relations
  if (!event.empty()) {
    used.insert(event);
    out += fmt::format("  event {}", pathTo(event));
    for (const std::string& name : order)
      if (const std::string lower = lowerCase(name);
          !used.contains(name) && !relations.contains(lower) && fields[name].lists > 0 &&
          (lower.find("arg") != std::string::npos || lower.find("param") != std::string::npos)) {
        used.insert(name);
        out += fmt::format(" with {}", pathTo(name));
        break;
      }
    out += "\n";
    for (const std::string& each : fields[event].texts) {
      const auto predicate = predicates.find(lowerCase(each));
      if (predicate == predicates.end())
        out += fmt::format("  on {{ {}: \"{}\" }} is no step  -- which action is it?\n",
                           isName(event) ? event : fmt::format("\"{}\"", event), support::oneLine(each));
      else if (predicate->second != each)
        open += fmt::format("  -- {} is written {} in the model: on {{ {}: \"{}\" }} is {}\n", support::oneLine(each),
                            predicate->second, event, support::oneLine(each), predicate->second);
    }
  }
  for (const std::string& name : order) {
    if (used.contains(name)) continue;
    if (const auto relation = relations.find(lowerCase(name)); relation != relations.end())
      out += fmt::format("  {} from {}\n", relation->second, pathTo(name)), stated.push_back(name);
    else
      open += fmt::format("  -- {} is not read\n", pathTo(name));
  }
  for (const std::string& name : stated)
    for (const auto& [names, example] : fields[name].objects) {
      const std::string pattern = support::joined(names, ", ", [](const std::string& each) {
        return (isName(each) ? each : fmt::format("\"{}\"", support::oneLine(each))) + ": _";
      });
      open += fmt::format("  -- if values such as {} stand for atoms, add: value {{ {} }} is EXPR\n", support::oneLine(example),
                          pattern);
    }
  return out + open + "}\n";
}

}  // namespace aunit::suite::log
