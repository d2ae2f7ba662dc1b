#include "server/mcp/saying.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reporters/terminal/excerpt.h"
#include "suite/outcome.h"
#include "suite/steps/step_names.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

constexpr std::size_t bytesOfPiece = 700;  // usual limit for the text of a piece
constexpr int deepestReason = 4;
constexpr std::size_t mostParts = 6;

using Values = std::vector<std::pair<std::string, std::vector<std::string>>>;  // relations and their tuples, in order

std::string tupleText(const Json& tuple) {
  return tuple.is_array() ? support::joined(tuple, "->", lineOf) : lineOf(tuple);
}

/// Shortens labels: drops "this/", and the signature of a field whose name is unique in the model.
class Names {
 public:
  explicit Names(const Json& state) {
    if (state.contains("fields"))
      for (const auto& [label, ignored] : state["fields"].items()) ++fields_[label.substr(label.rfind('.') + 1)];
  }

  std::string ofField(const std::string& label) const {
    const std::string name = label.substr(label.rfind('.') + 1);
    return label.starts_with("this/") && fields_.at(name) == 1 ? support::oneLine(name) : plain(label);
  }
  static std::string plain(const std::string& label) {
    return support::oneLine(label.starts_with("this/") ? label.substr(5) : label);
  }

 private:
  std::map<std::string, int> fields_;
};

Values valuesOf(const Json& state) {
  Values values;
  const Names names(state);
  for (const char* kind : {"sigs", "fields", "skolems"}) {
    if (!state.contains(kind)) continue;
    for (const auto& [label, tuples] : state[kind].items()) {
      std::vector<std::string>& texts =
          values.emplace_back(*kind == 'f' ? names.ofField(label) : Names::plain(label), std::vector<std::string>()).second;
      for (const Json& tuple : tuples) texts.push_back(tupleText(tuple));
    }
  }
  return values;
}

/// The text and data of one state, in as many pieces as needed.
class StatePieces {
 public:
  StatePieces(Json data, std::string title) : data_(std::move(data)), title_(std::move(title)) {}

  /// `member`: the member of the data that gets the tuples; `sign` precedes the tuples in the text.
  void add(const char* member, const std::string& name, const std::vector<std::string>& tuples, const char* sign) {
    std::size_t begin = 0;
    do {
      std::string line;
      Json listed = Json::array();
      for (; begin < tuples.size() && line.size() < bytesOfPiece; ++begin) {
        line += (listed.empty() ? "" : " + ") + tuples[begin];
        listed.push_back(tuples[begin]);
      }
      line = tuples.empty() ? "no " + name : name + sign + line;
      if (!text_.empty() && text_.size() + line.size() > bytesOfPiece) flush();
      text_ += "\n  " + line;
      now_[member][name] = std::move(listed);
    } while (begin < tuples.size());
  }
  std::vector<Piece> all() {
    if (!text_.empty() || pieces_.empty()) flush();
    return std::move(pieces_);
  }

 private:
  void flush() {
    Json data = data_;
    for (const auto& [member, values] : now_.items()) data[member] = values;
    pieces_.push_back({"states", std::move(data), title_ + (pieces_.empty() ? "" : ", continued") + std::exchange(text_, "")});
    now_ = Json::object();
  }

  Json data_, now_ = Json::object();
  std::string title_, text_;
  std::vector<Piece> pieces_;
};

std::vector<std::string> without(const std::vector<std::string>& tuples, const std::vector<std::string>& others) {
  const std::set<std::string> out(others.begin(), others.end());
  std::vector<std::string> left;
  std::ranges::copy_if(tuples, std::back_inserter(left), [&](const std::string& tuple) { return !out.contains(tuple); });
  return left;
}

}  // namespace

std::string pairsText(const Json& pairs, std::string_view between) {
  if (!pairs.is_object()) return "";
  return support::joined(pairs.items(), between,
                         [](const auto& pair) { return support::oneLine(pair.key()) + " = " + lineOf(pair.value()); });
}

std::string lineOf(const Json& value) {
  return value.is_string() ? support::oneLine(value.get_ref<const std::string&>()) : textOf(value);
}

std::string rawAt(const Json& json, std::initializer_list<const char*> path) {
  const Json& member = at(json, path);
  return member.is_string() ? member.get<std::string>() : "";
}

std::string textAt(const Json& json, std::initializer_list<const char*> path) {
  return support::oneLine(rawAt(json, path));
}

std::string placeText(const Json& place) {
  if (place.is_string()) return lineOf(place);
  if (!place.is_object() || !place.contains("line")) return "";
  return fmt::format("{}:{}:{}", textAt(place, {"file"}), place["line"].dump(), at(place, {"column"}).dump());
}

std::string excerptText(const Json& place, const std::string& text) {
  if (!place.is_object()) return "  --> " + placeText(place);
  suite::Place known{.path = rawAt(place, {"file"}),
                     .line = place["line"].get<std::uint32_t>(),
                     .column = place["column"].get<std::uint32_t>(),
                     .endLine = place["end_line"].get<std::uint32_t>(),
                     .endColumn = place["end_column"].get<std::uint32_t>(),
                     .lines = {}};
  constexpr std::uint32_t mostLines = 3;
  constexpr std::size_t longestLine = 200;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; begin < text.size() && line <= known.endLine && line < known.line + mostLines; ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (line >= known.line && end - begin > longestLine) return "  --> " + placeText(place);
    if (line >= known.line) known.lines.push_back(text.substr(begin, end - begin - (end > begin && text[end - 1] == '\r')));
    begin = end + 1;
  }
  std::string excerpt = reporters::excerpt(known, reporters::Style(false));
  while (excerpt.ends_with('\n')) excerpt.pop_back();
  return excerpt;
}

std::string reasonText(const Json& reason, int indent) {
  if (!reason.is_object()) return "";
  const Json& value = at(reason, {"value"});
  std::string text = fmt::format("{:{}}{} is {}", "", indent, clipped(textAt(reason, {"formula"}), 200),
                                 value.is_boolean() ? value.dump() : "decided");
  if (reason.contains("state")) text += fmt::format(" in state {}", reason["state"].dump());
  if (const std::string witness = pairsText(at(reason, {"witness"})); !witness.empty()) text += " for " + clipped(witness, 200);
  if (const std::string place = placeText(at(reason, {"place"})); !place.empty()) text += fmt::format(" ({})", place);
  if (const std::string values = pairsText(at(reason, {"values"})); !values.empty())
    text += fmt::format("\n{:{}}{}", "", indent + 2, clipped(values, 300));
  if (const Json& parts = at(reason, {"parts"}); parts.is_array() && indent < 2 * deepestReason) {
    for (std::size_t i = 0; i < std::min(parts.size(), mostParts); ++i) text += "\n" + reasonText(parts[i], indent + 2);
    if (parts.size() > mostParts) text += fmt::format("\n{:{}}and {} more", "", indent + 2, parts.size() - mostParts);
  }
  return text;
}

/// The steps of a trace with their actions; empty if exec does not report actions.
std::vector<suite::StepName> stepsOf(const Json& states, std::size_t loop) {
  std::vector<suite::StepName> steps;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!states[i].is_object() || !states[i].contains("actions")) return {};
    suite::StepName& step = steps.emplace_back();
    const Json& actions = states[i]["actions"];
    step.isComplete = actions.is_array();
    if (actions.is_array())
      for (const Json& action : actions) step.actions.push_back(lineOf(action));
    const std::size_t next = i + 1 < states.size() ? i + 1 : loop;
    step.changes = next >= states.size() || at(states[i], {"sigs"}) != at(states[next], {"sigs"}) ||
                   at(states[i], {"fields"}) != at(states[next], {"fields"});
  }
  return steps;
}

std::vector<Piece> instancePieces(const Json& instance, const std::string& of) {
  std::vector<Piece> pieces;
  const Json& states = at(instance, {"states"});
  if (!states.is_array()) return pieces;
  const Json& loop = at(instance, {"loop"});
  const std::size_t next = loop.is_number_integer() ? loop.get<std::size_t>() : states.size();
  const std::vector<suite::StepName> steps = stepsOf(states, next);
  Values before;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Values now = valuesOf(states[i]);
    Json data = Json::object();
    if (!of.empty()) data["of"] = of;
    data["state"] = i;
    const bool isLast = i + 1 == states.size() && states.size() > 1;
    if (isLast && loop.is_number()) data["next"] = loop;
    std::string title = of.empty() ? "instance" : of;
    if (states.size() > 1 || !steps.empty())
      title += ", " + suite::stateTitle(i, next < states.size() ? states.size() : i + 2, next, steps);
    if (i > 0) title += ", changes";
    StatePieces state(std::move(data), title + ":");
    for (const auto& [name, tuples] : now) {
      if (i == 0) {
        state.add("values", name, tuples, " = ");
        continue;
      }
      const auto old = std::ranges::find(before, name, &Values::value_type::first);
      const std::vector<std::string> none, &former = old == before.end() ? none : old->second;
      const auto added = without(tuples, former), removed = without(former, tuples);
      if (tuples.empty() && !former.empty()) {
        state.add("removed", name, removed, " loses all: ");
        continue;
      }
      if (!added.empty()) state.add("added", name, added, " gains ");
      if (!removed.empty()) state.add("removed", name, removed, " loses ");
    }
    std::ranges::move(state.all(), std::back_inserter(pieces));
    before = now;
  }
  return pieces;
}

std::string relationsText(const Json& relations) {
  std::string text;
  if (!relations.is_object()) return text;
  for (const auto& [name, values] : relations.items()) {
    std::vector<std::string> states;
    for (const Json& value : values)
      states.push_back(value.is_string() && !value.get_ref<const std::string&>().empty() ? lineOf(value) : "none");
    text += fmt::format("{}{} = {}", text.empty() ? "" : "\n", support::oneLine(name), fmt::join(states, " | "));
  }
  return text;
}

}  // namespace aunit::server::mcp
