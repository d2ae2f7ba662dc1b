#include "model/instances/mapped_data.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "model/instances/data_builder.h"
#include "model/instances/placed_json.h"
#include "model/instances/table_reader.h"

namespace aunit::model {

namespace {

using PatternKind = LogPattern::Kind;

/// Whether a text is an integer as JSON writes it.
bool isInteger(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }) &&
         (digits.front() != '0' || text == "0");
}

class MappedDocument {
 public:
  MappedDocument(const Model& model, const Log& mapping, const std::string& path, Diagnostics& diagnostics)
      : model_(model), mapping_(mapping), path_(path), diagnostics_(diagnostics) {}

  std::optional<ValuationState> read(const PlacedJson& document) {
    for (const LogRelation& relation : mapping_.relations)
      if (!readRelation(relation, document)) return std::nullopt;
    for (const LogElements& each : mapping_.elements)
      if (!readElements(each, document)) return std::nullopt;
    DataBuilder builder(model_, diagnostics_);
    for (auto& [relation, tuples] : tuples_) {
      if (!builder.begin(relation, nameOf(model_, relation), mapping_.span)) return std::nullopt;
      for (NamedTuple& tuple : tuples)
        if (!builder.add(std::move(tuple))) return std::nullopt;
    }
    return builder.take();
  }

 private:
  using Names = std::vector<AtomName>;
  using Tuples = std::vector<NamedTuple>;

  bool fail(Span span, std::string message) { return diagnostics_.fail("instance", span, std::move(message)); }

  /// The value at a path in the document. Returns null after an error.
  const PlacedJson* at(const LogPath& path, const PlacedJson& document) {
    const PlacedJson* here = &document;
    LogPath walked;
    for (const auto& step : path.steps) {
      walked.steps.push_back(step);
      const PlacedJson* next = nullptr;
      const std::string* name = std::get_if<std::string>(&step);
      if (name)
        next = here->member(*name);
      else if (const std::uint32_t index = std::get<std::uint32_t>(step); index < here->elements.size())
        next = &here->elements[index];
      if (!next) {
        Diagnostic& error =
            diagnostics_.error("instance", path.span, fmt::format("{} has no value at `{}`", path_, walked.text()));
        std::vector<std::string> names = here->memberNames();
        if (name) suggest(error, *name, names);
        for (std::string& each : names) each = fmt::format("`{}`", each);
        error.related.push_back(
            {here->span, !here->elements.empty() ? fmt::format("this list has {} elements", here->elements.size())
                         : names.empty()
                             ? "this value has no members"
                             : fmt::format("this object has the member{} {}", names.size() == 1 ? "" : "s", inWords(names))});
        return nullptr;
      }
      here = next;
    }
    return here;
  }

  static bool isAtom(const PlacedJson& value) {
    return value.kind == PlacedJson::Kind::text || value.kind == PlacedJson::Kind::boolean ||
           (value.kind == PlacedJson::Kind::number && !value.text.empty());
  }

  bool noAtom(const PlacedJson& value) { return fail(value.span, "an atom must be a string, an integer or a boolean"); }

  // ---- `relation from .path` ----

  bool readRelation(const LogRelation& stated, const PlacedJson& document) {
    const PlacedJson* value = at(stated.path, document);
    if (!value) return false;
    const Relation relation{stated.field != noId, stated.field != noId ? stated.field : stated.sig};
    const std::size_t arity = relation.isField ? model_.field(relation.id).arity : 1;
    tuples_.try_emplace(relation);
    return addTuples(relation, arity, {}, *value);
  }

  /// Adds tuples that begin with the atoms in `before`. `value` has the other columns. If `value` is a list, each element is the
  /// list of a tuple's other atoms (or the atom, if there is only one other column). If `value` is an object, its keys are the
  /// atoms of the next column, and the value of a key has the columns after this one. If there are no columns after it, the
  /// values of keys are ignored.
  bool addTuples(Relation relation, std::size_t arity, const NamedTuple& before, const PlacedJson& value) {
    const std::size_t columns = arity - before.size();
    if (value.kind == PlacedJson::Kind::null) return true;
    if (value.kind == PlacedJson::Kind::object && columns > 1) {
      for (const auto& [name, rest] : value.members) {
        NamedTuple longer = before;
        longer.push_back({name, rest.span});
        if (!addTuples(relation, arity, longer, rest)) return false;
      }
      return true;
    }
    if (columns == 1 && isAtom(value)) return addTuple(relation, before, {&value, 1});
    if (value.kind == PlacedJson::Kind::object) {
      for (const auto& [name, rest] : value.members)
        if (!addTuple(relation, before, std::array{keyOf(name, rest)})) return false;
      return true;
    }
    if (value.kind != PlacedJson::Kind::array)
      return fail(value.span, columns == 1 ? fmt::format("the value of `{}` must be a list of atoms", nameOf(model_, relation))
                                           : fmt::format("the value of `{}` must be a list of lists with {} atoms each",
                                                         nameOf(model_, relation), columns));
    for (const PlacedJson& each : value.elements) {
      if (columns == 1) {
        if (!addTuple(relation, before, {&each, 1})) return false;
      } else if (each.kind != PlacedJson::Kind::array || each.elements.size() != columns) {
        return fail(each.span, fmt::format("the value of `{}` must be a list of lists with {} atoms each",
                                           nameOf(model_, relation), columns));
      } else if (!addTuple(relation, before, each.elements)) {
        return false;
      }
    }
    return true;
  }

  bool addTuple(Relation relation, const NamedTuple& before, std::span<const PlacedJson> atoms) {
    NamedTuple tuple = before;
    for (const PlacedJson& atom : atoms) {
      if (!isAtom(atom)) return noAtom(atom);
      tuple.push_back({atom.text, atom.span});
    }
    tuples_[relation].push_back(std::move(tuple));
    return true;
  }

  // ---- `each .path { on PATTERN is FORMULA }` ----

  /// An element of a list, or a member of an object with its key.
  struct Element {
    std::optional<PlacedJson> key;
    const PlacedJson* value = nullptr;
  };

  static PlacedJson keyOf(const std::string& name, const PlacedJson& value) { return {PlacedJson::Kind::text, name, value.span}; }

  bool readElements(const LogElements& each, const PlacedJson& document) {
    const PlacedJson* list = at(each.path, document);
    if (!list) return false;
    const bool isObject = list->kind == PlacedJson::Kind::object;
    if (!isObject && list->kind != PlacedJson::Kind::array)
      return fail(list->span, fmt::format("the value of `{}` must be a list or an object", each.path.text()));
    std::vector<Element> elements;
    for (const PlacedJson& element : list->elements) elements.push_back({std::nullopt, &element});
    for (const auto& [name, value] : list->members) elements.push_back({keyOf(name, value), &value});
    for (const LogRule& rule : each.rules) {
      if (rule.formula == noId) continue;
      if (isObject && !isPair(rule.pattern)) {
        Diagnostic& error =
            diagnostics_.error("instance", rule.pattern.span, fmt::format("`{}` is an object, not a list", each.path.text()));
        error.related.push_back({list->span, "the object begins here"});
        error.hints.push_back("write `on [key: S, PATTERN]` to read each key with its value");
        return false;
      }
      const LogPattern& ofValue = isObject ? rule.pattern.elements[1] : rule.pattern;
      bool matched = false;
      for (const auto& [key, value] : elements) {
        if (!fits(ofValue, *value) || (key && !fits(rule.pattern.elements[0], *key))) continue;
        matched = true;
        bound_.clear();
        if (key && !bind(rule.pattern.elements[0], *key)) return false;
        if (!bind(ofValue, *value) || !state(rule.formula)) return false;
      }
      std::vector<const PlacedJson*> all;
      for (const Element& element : elements) all.push_back(element.value);
      if (!matched && !mayFit(ofValue, all)) return false;
    }
    return true;
  }

  /// Whether a pattern has the form `[key, value]`, which matches a member of an object.
  static bool isPair(const LogPattern& pattern) {
    return pattern.kind == PatternKind::array && pattern.elements.size() == 2 && !pattern.more;
  }

  /// Whether a value matches a pattern. A variable of the pattern matches every value.
  static bool fits(const LogPattern& pattern, const PlacedJson& value) {
    switch (pattern.kind) {
      case PatternKind::any:
      case PatternKind::variable: return true;
      case PatternKind::null: return value.kind == PlacedJson::Kind::null;
      case PatternKind::boolean: return value.kind == PlacedJson::Kind::boolean && (value.text == "true") == pattern.truth;
      case PatternKind::number: return value.kind == PlacedJson::Kind::number && value.text == std::to_string(pattern.number);
      case PatternKind::text: return value.kind == PlacedJson::Kind::text && value.text == pattern.text;
      case PatternKind::object:
        return value.kind == PlacedJson::Kind::object && std::ranges::all_of(pattern.members, [&](const auto& member) {
                 const PlacedJson* there = value.member(member.first);
                 return there && fits(member.second, *there);
               });
      case PatternKind::array: {
        if (value.kind != PlacedJson::Kind::array || value.elements.size() < pattern.elements.size()) return false;
        if (!pattern.more && value.elements.size() != pattern.elements.size()) return false;
        for (std::size_t i = 0; i < pattern.elements.size(); ++i)
          if (!fits(pattern.elements[i], value.elements[i])) return false;
        return true;
      }
    }
    return false;
  }

  /// Sets the variables of `pattern` to atoms of `value`, which must match the pattern. Returns false after an error.
  bool bind(const LogPattern& pattern, const PlacedJson& value) {
    switch (pattern.kind) {
      case PatternKind::variable: {
        Names& names = bound_[pattern.variable];
        if (!pattern.many) {
          if (!isAtom(value)) return noAtom(value);
          names.push_back({value.text, value.span});
          return true;
        }
        if (value.kind == PlacedJson::Kind::null) return true;
        for (const auto& [name, rest] : value.members) names.push_back({name, rest.span});
        if (value.kind == PlacedJson::Kind::object) return true;
        if (value.kind != PlacedJson::Kind::array)
          return fail(value.span, "the pattern reads this value as a set of atoms, so the value must be a list or an object");
        for (const PlacedJson& each : value.elements) {
          if (!isAtom(each)) return noAtom(each);
          names.push_back({each.text, each.span});
        }
        return true;
      }
      case PatternKind::object:
        return std::ranges::all_of(pattern.members,
                                   [&](const auto& member) { return bind(member.second, *value.member(member.first)); });
      case PatternKind::array:
        for (std::size_t i = 0; i < pattern.elements.size(); ++i)
          if (!bind(pattern.elements[i], value.elements[i])) return false;
        return true;
      default: return true;
    }
  }

  /// Checks the pattern of a rule that matches none of the `values`. Returns false, after an error, if the pattern seems to
  /// misspell the name of a member.
  bool mayFit(const LogPattern& pattern, const std::vector<const PlacedJson*>& values) {
    if (pattern.kind != PatternKind::object) return true;
    for (const auto& [name, inner] : pattern.members) {
      std::vector<const PlacedJson*> there;
      std::vector<std::string> names;
      for (const PlacedJson* value : values) {
        for (const auto& [member, rest] : value->members) {
          if (member == name) there.push_back(&rest);
          if (std::ranges::find(names, member) == names.end()) names.push_back(member);
        }
      }
      if (there.empty()) {
        if (didYouMean(name, names).empty()) continue;
        Diagnostic& error = diagnostics_.error("instance", inner.span,
                                               fmt::format("none of the values that this pattern reads has a member `{}`", name));
        suggest(error, name, names);
        error.related.push_back({values.front()->span, "the first value that the pattern reads"});
        return false;
      }
      if (!mayFit(inner, there)) return false;
    }
    return true;
  }

  /// Adds the tuples that `formula` states if its variables have the values in `bound_`. The resolver allows only formulas for
  /// which this is possible (`statesTuples`).
  bool state(ExprId formula) {
    const Expr& e = model_.expr(formula);
    if (e.op == Op::and_) return std::ranges::all_of(model_.children(formula), [&](ExprId part) { return state(part); });
    const Expr& stated = model_.expr(model_.child(formula, 1));
    Tuples& all = tuples_[Relation{stated.op == Op::field, stated.payload}];
    Tuples more = valueOf(model_.child(formula, 0));
    std::ranges::move(more, std::back_inserter(all));
    return true;
  }

  Tuples valueOf(ExprId id) const {
    const Expr& e = model_.expr(id);
    Tuples result;
    if (e.op == Op::variable) {
      if (const auto found = bound_.find(e.payload); found != bound_.end())
        for (const AtomName& atom : found->second) result.push_back({atom});
      return result;
    }
    const Tuples left = valueOf(model_.child(id, 0)), right = valueOf(model_.child(id, 1));
    if (e.op == Op::union_) {
      result = left;
      result.insert(result.end(), right.begin(), right.end());
      return result;
    }
    for (const NamedTuple& a : left)
      for (const NamedTuple& b : right) {
        result.push_back(a);
        result.back().insert(result.back().end(), b.begin(), b.end());
      }
    return result;
  }

  const Model& model_;
  const Log& mapping_;
  const std::string& path_;
  Diagnostics& diagnostics_;
  std::map<Relation, Tuples> tuples_;
  std::map<VarId, Names> bound_;  // values of variables for the current rule and element
};

/// Returns the rows of a table as JSON: one object per row, whose members have the names of the columns. Empty cells are omitted.
/// Cells with an integer become numbers.
std::optional<PlacedJson> readRows(FileId file, std::string_view text, Diagnostics& diagnostics) {
  TableReader table(file, text, diagnostics);
  PlacedJson rows{PlacedJson::Kind::array, "", table.place()};
  while (auto line = table.next()) {
    PlacedJson& row = rows.elements.emplace_back();
    row.kind = PlacedJson::Kind::object;
    row.span = join(line->front().span, line->back().span);
    for (std::size_t i = 0; i < line->size(); ++i) {
      AtomName& cell = (*line)[i];
      if (cell.text.empty()) continue;
      const bool isNumber = cell.text.size() < 19 && isInteger(cell.text);
      const auto kind = isNumber ? PlacedJson::Kind::number : PlacedJson::Kind::text;
      row.members.emplace_back(table.columns()[i].text, PlacedJson{kind, std::move(cell.text), cell.span});
    }
  }
  if (table.failed()) return std::nullopt;
  return rows;
}

}  // namespace

std::optional<ValuationState> readMappedData(const Model& model, const Log& mapping, std::span<const DataFile> files,
                                             SourceMap& sources, Diagnostics& diagnostics) {
  std::optional<PlacedJson> document;
  if (files.empty() || files.front().path.ends_with(".csv")) {
    document.emplace().kind = PlacedJson::Kind::object;
    for (const DataFile& each : files) {
      const FileId file = sources.add(each.path, each.text);
      auto rows = readRows(file, sources.file(file).text(), diagnostics);
      if (!rows) return std::nullopt;
      if (document->members.empty()) document->span = rows->span;
      document->members.emplace_back(tableName(each.path), std::move(*rows));
    }
  } else {
    const FileId file = sources.add(files.front().path, files.front().text);
    document = readPlacedJson(file, sources.file(file).text(), diagnostics);
  }
  if (!document) return std::nullopt;
  const std::string& path = files.empty() ? std::string() : files.front().path;
  return MappedDocument(model, mapping, path, diagnostics).read(*document);
}

}  // namespace aunit::model
