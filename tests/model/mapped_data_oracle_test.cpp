// The tuples that the reader finds in generated JSON documents with generated mappings, compared with an independent walk through
// the documents.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/instances/mapped_data.h"
#include "tests/evaluator/builder.h"
#include "tests/seeds.h"

namespace aunit::model {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;
using Stated = std::map<std::string, std::set<Names>>;

// No name is similar to another one: a name that may be misspelled is an error.
const std::vector<std::string> memberNames{"alpha", "kinds", "people", "zebra", "quux7"};
const std::vector<std::string> texts{"a", "b", "web", "4", "x y", "\xC3\xA4"};

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}

  unsigned below(std::size_t count) { return static_cast<unsigned>(random_() % count); }
  bool oneIn(unsigned count) { return below(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(list.size())];
  }

  Json value(int depth) {
    switch (below(depth > 0 ? 9 : 6)) {
      case 0: return oneIn(2) ? Json(nullptr) : Json(oneIn(2));
      case 1: return oneIn(5) ? Json(1.5) : Json(static_cast<int>(below(9)) - 3);
      case 2:
      case 3:
      case 4: return oneIn(60) ? "" : of(texts);
      case 5: return Json::array();
      case 6: {
        Json list = Json::array();
        for (unsigned i = below(4); i > 0; --i) list.push_back(value(depth - 1));
        return list;
      }
      default: {
        Json object = Json::object();
        for (unsigned i = below(5); i > 0; --i) object[of(memberNames)] = value(depth - 1);
        return object;
      }
    }
  }

  /// Values that all have one shape, as in real data.
  Json records() {
    const bool hasKeys = oneIn(3);
    Json all = hasKeys ? Json::object() : Json::array();
    for (unsigned i = below(5); i > 0; --i) {
      Json record = Json::object();
      if (!oneIn(8)) record["alpha"] = of(texts);
      if (!oneIn(3)) record["kinds"] = of(texts);
      if (!oneIn(3)) {
        record["people"] = Json::array();
        for (unsigned k = below(4); k > 0; --k) record["people"].push_back(of(texts));
      }
      if (oneIn(3)) record["zebra"] = value(2);
      if (hasKeys)
        all[of(texts)] = std::move(record);
      else
        all.push_back(std::move(record));
    }
    return all;
  }

 private:
  std::mt19937 random_;
};

/// A mapping over `sig Node { link: Node, far: Node->Node, note: String }  sig Mark in Node {}`, and its formulas in a second
/// form.
struct GeneratedMapping {
  evaluator::testing::Builder build;
  SigId node = build.sig("Node"), mark = build.subset("Mark", node);
  FieldId link = build.field("link", node, 2), far = build.field("far", node, 3), note = build.field("note", node, 2);
  Log mapping;
  /// A product of unions of variables, and the relation.
  struct Statement {
    std::vector<std::vector<VarId>> columns;
    std::string relation;
  };
  std::map<ExprId, std::vector<Statement>> statements;  // by formula

  GeneratedMapping(Chance& chance, const Json& document) {
    Model& model = build.model;
    model.mutableModules().emplace_back().path = "this";
    model.mutableFields()[link].type = model.internType({{{node, node}}});
    model.mutableFields()[far].type = model.internType({{{node, node, node}}});
    model.mutableFields()[note].type = model.internType({{{node, builtin::string}}});
    const std::vector<std::pair<SigId, FieldId>> relations{{node, noId}, {mark, noId}, {noId, link}, {noId, far}};
    for (const auto& [sig, field] : relations) {
      if (!chance.oneIn(4)) continue;
      LogRelation& from = mapping.relations.emplace_back();
      from.sig = sig;
      from.field = field;
      from.path = path(chance, document);
    }
    for (unsigned i = chance.below(3); i > 0; --i) {
      LogElements& each = mapping.elements.emplace_back();
      each.path = path(chance, document);
      const Json* list = find(document, each.path);
      for (unsigned k = 1 + chance.below(3); k > 0; --k) {
        std::vector<VarId> variables;
        LogRule& rule = each.rules.emplace_back();
        if (list != nullptr && list->is_object() && !chance.oneIn(10)) {
          rule.pattern.kind = LogPattern::Kind::array;
          rule.pattern.elements = {pattern(chance, 0, variables), pattern(chance, 2, variables)};
        } else {
          rule.pattern = pattern(chance, 2, variables);
        }
        if (!variables.empty()) rule.formula = formula(chance, variables);
      }
    }
  }

  static const Json* find(const Json& document, const LogPath& path) {
    const Json* here = &document;
    for (const auto& step : path.steps) {
      const auto* name = std::get_if<std::string>(&step);
      if (name != nullptr && (!here->is_object() || !here->contains(*name))) return nullptr;
      if (name == nullptr && (!here->is_array() || std::get<std::uint32_t>(step) >= here->size())) return nullptr;
      here = name != nullptr ? &here->at(*name) : &here->at(std::get<std::uint32_t>(step));
    }
    return here;
  }

 private:
  static LogPath path(Chance& chance, const Json& document) {
    LogPath path;
    const Json* here = &document;
    while (here->is_structured() && !here->empty() && (path.steps.empty() || chance.oneIn(3))) {
      const unsigned index = chance.below(here->size());
      auto child = here->begin();
      std::advance(child, index);
      if (here->is_object())
        path.steps.emplace_back(child.key());
      else
        path.steps.emplace_back(index);
      here = &*child;
    }
    if (chance.oneIn(30)) path.steps.emplace_back("nothing there");
    return path;
  }

  LogPattern pattern(Chance& chance, int depth, std::vector<VarId>& variables) {
    using Kind = LogPattern::Kind;
    LogPattern result;
    const unsigned which = chance.below(depth > 0 ? 8 : 5);
    if (which >= 5 && which < 7) {
      result.kind = Kind::object;
      for (unsigned i = 1 + chance.below(2); i > 0; --i)
        result.members.emplace_back(chance.of(memberNames), pattern(chance, depth - 1, variables));
    } else if (which == 7) {
      result.kind = Kind::array;
      result.more = chance.oneIn(2);
      for (unsigned i = chance.below(3); i > 0; --i) result.elements.push_back(pattern(chance, depth - 1, variables));
    } else if (which == 4) {
      switch (chance.below(5)) {
        case 0: result.kind = Kind::null; break;
        case 1:
          result.kind = Kind::boolean;
          result.truth = chance.oneIn(2);
          break;
        case 2:
          result.kind = Kind::number;
          result.number = static_cast<int>(chance.below(9)) - 3;
          break;
        case 3:
          result.kind = Kind::text;
          result.text = chance.of(texts);
          break;
        default: break;
      }
    } else {
      result.kind = Kind::variable;
      result.many = chance.oneIn(3);
      result.variable = build.variable(fmt::format("v{}", build.model.variables().size()));
      variables.push_back(result.variable);
    }
    return result;
  }

  ExprId formula(Chance& chance, const std::vector<VarId>& variables) {
    std::vector<ExprId> parts;
    std::vector<Statement> all;
    for (unsigned i = 1 + chance.below(2); i > 0; --i) {
      const unsigned which = chance.below(4);
      Statement& statement = all.emplace_back();
      statement.relation = std::vector<std::string>{"Node", "Mark", "link", "far"}[which];
      ExprId left = noId;
      for (unsigned column = std::max(which, 1u); column > 0; --column) {
        std::vector<VarId>& names = statement.columns.emplace_back();
        names.push_back(chance.of(variables));
        ExprId set = build.var(names.back());
        if (chance.oneIn(4)) {
          names.push_back(chance.of(variables));
          set = build.binary(Op::union_, set, build.var(names.back()));
        }
        left = left == noId ? set : build.product(left, set);
      }
      const ExprId right = which == 0   ? build.sigRef(node)
                           : which == 1 ? build.sigRef(mark)
                                        : build.fieldRef(which == 2 ? link : far);
      parts.push_back(build.formula(Op::in, {left, right}));
    }
    const ExprId whole = parts.size() == 1 ? parts.front() : build.formula(Op::and_, parts);
    statements[whole] = std::move(all);
    return whole;
  }
};

/// The tuples that a mapping states for a document. Nothing if the document does not fit the mapping.
class Walk {
 public:
  Walk(const GeneratedMapping& generated, const Json& document) : generated_(generated), document_(document) {}

  std::optional<Stated> stated() {
    for (const LogRelation& from : generated_.mapping.relations) {
      const Json* value = GeneratedMapping::find(document_, from.path);
      if (value == nullptr) return std::nullopt;
      const bool isField = from.field != noId;
      const std::string& name =
          isField ? generated_.build.model.field(from.field).name : generated_.build.model.sig(from.sig).name;
      collect(name, isField ? generated_.build.model.field(from.field).arity : 1u, {}, *value);
    }
    for (const LogElements& each : generated_.mapping.elements) {
      const Json* list = GeneratedMapping::find(document_, each.path);
      if (list == nullptr || !list->is_structured()) return std::nullopt;
      for (const LogRule& rule : each.rules)
        if (rule.formula != noId) apply(rule, *list);
    }
    for (const auto& [relation, tuples] : stated_)
      for (const Names& tuple : tuples)
        for (const std::string& name : tuple) fits_ = fits_ && !name.empty();
    return fits_ ? std::optional(stated_) : std::nullopt;
  }

 private:
  static std::optional<std::string> atom(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    return value.is_boolean() || value.is_number_integer() ? std::optional(value.dump()) : std::nullopt;
  }

  /// The atoms of a list, or the keys of an object.
  std::vector<std::string> atoms(const Json& value) {
    std::vector<std::string> all;
    if (value.is_object())
      for (const auto& [key, rest] : value.items()) all.push_back(key);
    else if (value.is_array())
      for (const Json& each : value) all.push_back(needed(each));
    else if (!value.is_null())
      fits_ = false;
    return all;
  }
  std::string needed(const Json& value) {
    const auto name = atom(value);
    fits_ = fits_ && name;
    return name.value_or("");
  }

  void collect(const std::string& relation, std::size_t width, const Names& before, const Json& value) {
    if (value.is_null()) return;
    Names longer = before;
    if (width == 1) {
      for (const std::string& last : atom(value) ? std::vector{*atom(value)} : atoms(value)) {
        longer.push_back(last);
        stated_[relation].insert(longer);
        longer.pop_back();
      }
    } else if (value.is_object()) {
      for (const auto& [key, rest] : value.items()) {
        longer.push_back(key);
        collect(relation, width - 1, longer, rest);
        longer.pop_back();
      }
    } else if (value.is_array()) {
      for (const Json& tuple : value) {
        if (!tuple.is_array() || tuple.size() != width) {
          fits_ = false;
          continue;
        }
        Names whole = before;
        for (const Json& each : tuple) whole.push_back(needed(each));
        stated_[relation].insert(std::move(whole));
      }
    } else {
      fits_ = false;
    }
  }

  void apply(const LogRule& rule, const Json& list) {
    std::vector<std::pair<const LogPattern*, Json>> sides;
    if (list.is_object() &&
        (rule.pattern.kind != LogPattern::Kind::array || rule.pattern.elements.size() != 2 || rule.pattern.more)) {
      fits_ = false;
      return;
    }
    for (const auto& [key, value] : list.items()) {
      std::map<VarId, const Json*> leaves;
      const Json name = key;
      std::set<VarId> many;
      const bool matches = list.is_array() ? match(rule.pattern, value, leaves, many)
                                           : match(rule.pattern.elements[0], name, leaves, many) &&
                                                 match(rule.pattern.elements[1], value, leaves, many);
      if (!matches) continue;
      std::map<VarId, std::vector<std::string>> values;
      for (const auto& [variable, leaf] : leaves)
        values[variable] = many.contains(variable) ? atoms(*leaf) : std::vector{needed(*leaf)};
      for (const GeneratedMapping::Statement& statement : generated_.statements.at(rule.formula)) multiply(statement, {}, values);
    }
  }

  static bool match(const LogPattern& pattern, const Json& value, std::map<VarId, const Json*>& leaves, std::set<VarId>& many) {
    switch (pattern.kind) {
      case LogPattern::Kind::any: return true;
      case LogPattern::Kind::variable:
        leaves[pattern.variable] = &value;
        if (pattern.many) many.insert(pattern.variable);
        return true;
      case LogPattern::Kind::null: return value.is_null();
      case LogPattern::Kind::boolean: return value == Json(pattern.truth);
      case LogPattern::Kind::number: return value.is_number_integer() && value == Json(pattern.number);
      case LogPattern::Kind::text: return value == Json(pattern.text);
      case LogPattern::Kind::object:
        if (!value.is_object()) return false;
        for (const auto& [name, inner] : pattern.members)
          if (!value.contains(name) || !match(inner, value.at(name), leaves, many)) return false;
        return true;
      case LogPattern::Kind::array:
        if (!value.is_array() || value.size() < pattern.elements.size()) return false;
        if (!pattern.more && value.size() > pattern.elements.size()) return false;
        for (std::size_t i = 0; i < pattern.elements.size(); ++i)
          if (!match(pattern.elements[i], value[i], leaves, many)) return false;
        return true;
    }
    return false;
  }

  void multiply(const GeneratedMapping::Statement& statement, const Names& begun,
                const std::map<VarId, std::vector<std::string>>& values) {
    if (begun.size() == statement.columns.size()) {
      stated_[statement.relation].insert(begun);
      return;
    }
    for (const VarId variable : statement.columns[begun.size()])
      for (const std::string& name : values.at(variable)) {
        Names longer = begun;
        longer.push_back(name);
        multiply(statement, longer, values);
      }
  }

  const GeneratedMapping& generated_;
  const Json& document_;
  Stated stated_;
  bool fits_ = true;
};

/// The tuples that the reader finds.
std::optional<Stated> readBack(const GeneratedMapping& generated, const std::vector<DataFile>& files, Diagnostics& diagnostics) {
  SourceMap sources;
  const auto state = readMappedData(generated.build.model, generated.mapping, files, sources, diagnostics);
  if (!state) return std::nullopt;
  Stated stated;
  for (const Assignment& assignment : state->assignments)
    for (const NamedTuple& named : assignment.tuples) {
      Names tuple;
      for (const AtomName& name : named) tuple.push_back(name.text);
      const Model& model = generated.build.model;
      stated[assignment.field ? model.field(*assignment.field).name : model.sig(*assignment.sig).name].insert(std::move(tuple));
    }
  return stated;
}

TEST(MappedDataOracle, StatesWhatAWalkFinds) {
  int read = 0, tuples = 0;
  const unsigned seeds = tests::seedsOr(2000);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Chance chance(seed);
    Json document = Json::object();
    for (unsigned i = 1 + chance.below(3); i > 0; --i)
      document[chance.of(memberNames)] = chance.oneIn(2) ? chance.records() : chance.value(4);
    const GeneratedMapping generated(chance, document);
    const std::string text = document.dump(static_cast<int>(chance.below(4)) - 1);
    Diagnostics diagnostics;
    const auto found = readBack(generated, {{"data.json", text}}, diagnostics);
    const auto expected = Walk(generated, document).stated();
    const std::string said = diagnostics.all().empty() ? "" : diagnostics.all().front().message;
    ASSERT_EQ(found.has_value(), expected.has_value()) << seed << ": " << text << "\n" << said;
    ASSERT_EQ(diagnostics.errorCount(), found ? 0u : 1u) << seed;
    if (!found) continue;
    ASSERT_EQ(*found, *expected) << seed << ": " << text;
    ++read;
    for (const auto& [relation, all] : *found) tuples += static_cast<int>(all.size());
    // A duplicate key is an error.
    std::string twice = document.dump();
    twice.insert(1, Json(document.begin().key()).dump() + ":null,");
    Diagnostics ofTwice;
    EXPECT_FALSE(readBack(generated, {{"data.json", twice}}, ofTwice)) << seed;
  }
  EXPECT_GT(read, static_cast<int>(seeds / 3));
  EXPECT_GT(tuples, static_cast<int>(seeds / 2));
}

// A table is a list of objects.
TEST(MappedDataOracle, TablesAreLists) {
  for (unsigned seed = 0; seed < tests::seedsOr(300); ++seed) {
    Chance chance(seed);
    Json rows = Json::array();
    std::string table = "alpha,kinds,people\n";
    for (unsigned i = 1 + chance.below(4); i > 0; --i) {
      Json& row = rows.emplace_back(Json::object());
      std::string line;
      for (const char* const column : {"alpha", "kinds", "people"}) {
        line += line.empty() && row.empty() && column == std::string("alpha") ? "" : ",";
        if (chance.oneIn(4) && column != std::string("alpha")) continue;
        if (chance.oneIn(3)) {
          row[column] = static_cast<int>(chance.below(20)) - 9;
          line += row[column].dump();
        } else {
          row[column] = std::vector<std::string>{"a", "web", "x y", "007"}[chance.below(4)];
          line += '"' + row[column].get<std::string>() + '"';
        }
      }
      table += line + "\n";
    }
    const Json document = {{"rows", rows}};
    const GeneratedMapping generated(chance, document);
    Diagnostics ofTable, ofJson;
    const auto fromTable = readBack(generated, {{"folder/rows.csv", table}}, ofTable);
    const auto fromJson = readBack(generated, {{"rows.json", document.dump()}}, ofJson);
    ASSERT_EQ(fromTable, fromJson) << seed << ": " << table;
  }
}

}  // namespace
}  // namespace aunit::model
