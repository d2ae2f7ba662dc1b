#include "suite/log/reading/values.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::suite::log {

using namespace model;
namespace builtin = model::builtin;

namespace {

constexpr int deepestMapping = 100;  // limit for the nesting of values
// How many steps of the budget are counted for one value that is converted, and for one value that is compared with a pattern.
constexpr std::size_t stepsOfValue = 200, stepsOfMatch = 20;

struct Level {
  explicit Level(int& depth) : depth_(depth) { ++depth_; }
  ~Level() { --depth_; }
  int& depth_;
};

/// Whether the elements of a list for a relation of `arity` columns are single values instead of tuples.
bool isBag(const JsonValue& list, std::uint32_t arity) {
  return !list.elements.empty() && std::ranges::none_of(list.elements, [&](const JsonValue& element) {
    return element.isArray() && element.elements.size() == arity;
  });
}

std::string listed(std::vector<std::string> names) {
  constexpr std::size_t most = 8;
  const std::size_t all = names.size();
  if (all > most) names.resize(most);
  return fmt::format("`{}`{}", fmt::join(names, "`, `"), all > most ? ", ..." : "");
}

}  // namespace

bool isScalar(const JsonValue& value) {
  return value.kind == JsonValue::Kind::text || value.kind == JsonValue::Kind::number || value.kind == JsonValue::Kind::boolean;
}

std::string scalarText(const JsonValue& value) {
  return value.kind == JsonValue::Kind::boolean ? (value.truth ? "true" : "false") : value.text;
}

LogValues::LogValues(const model::Model& model, const model::Log& log, const model::Instance& frame, const LogAtoms& atoms,
                     const support::Budget& budget, AtomsBySig* collect)
    : model_(model),
      log_(log),
      frame_(frame),
      atoms_(atoms),
      collect_(collect),
      meter_(&budget),
      evaluator_(model, {.budget = &budget}),
      size_(frame.universe->size()) {
  evaluator_.bind(frame_);
}

std::optional<Atom> LogValues::atom(const JsonValue& value, SigId sig) {
  if (!isScalar(value)) {
    trouble = {fmt::format("{} is not a single value", value.shown()), true};
    return std::nullopt;
  }
  const std::string text = scalarText(value);
  if (const auto found = atoms_.find(sig, text)) return found;
  if (collect_ && sig >= builtin::count) {
    SigId open = sig;
    while (model_.sig(open).isVar && model_.sig(open).subset && !model_.sig(open).parents.empty())
      open = model_.sig(open).parents.front();
    if (!model_.sig(open).isEnum && collected_[open].insert(text).second) (*collect_)[open].push_back(text);
    trouble = {"", false};
    return std::nullopt;
  }
  trouble = {fmt::format("{} is not an atom of {}, which has {}{}", value.shown(), model_.sig(sig).name,
                         atoms_.namesIn(sig).empty()       ? "no atoms"
                         : atoms_.namesIn(sig).size() == 1 ? "the atom "
                                                           : "the atoms ",
                         atoms_.namesIn(sig).empty() ? "" : listed(atoms_.namesIn(sig))),
             false};
  return std::nullopt;
}

std::optional<TupleSet> LogValues::tuples(const JsonValue& value, std::span<const SigId> columns, bool single) {
  const auto arity = static_cast<std::uint32_t>(columns.size());
  if (depth_ > deepestMapping) {
    trouble = {fmt::format("a `value` rule never ends, because it matches the value of its own variable: {}", value.shown()),
               true};
    return std::nullopt;
  }
  const Level level(depth_);
  meter_.step(stepsOfValue);
  for (const model::LogValue& rule : log_.values) {
    Bindings bindings;
    if (rule.value == model::noId || model_.expr(rule.value).arity != arity) continue;
    if (match(rule.pattern, value, bindings) != Match::yes) continue;
    for (const evaluator::Binding& each : bindings) evaluator_.assign(each.variable, each.value);
    return evaluator_.relation(rule.value);
  }
  if (value.kind == JsonValue::Kind::null) return TupleSet(size_, arity);
  if (isScalar(value) && arity == 1) {
    const auto found = atom(value, columns[0]);
    if (!found) return collect_ ? std::optional(TupleSet(size_, 1)) : std::nullopt;
    return TupleSet::atom(size_, *found);
  }
  TupleSet all(size_, arity);
  if (value.isArray() && !single) {
    const bool sequence = arity == 2 && (columns[0] == builtin::seqInt || columns[0] == builtin::integers);
    if (!sequence && arity > 1 && columns.back() == builtin::integers && isBag(value, arity)) return bag(value, columns);
    std::int32_t index = 0;
    for (const JsonValue& element : value.elements) {
      if (sequence) {
        const auto part = tuples(element, columns.subspan(1), true);
        if (!part) return std::nullopt;
        if (index >= frame_.maxSequence) {
          trouble = {fmt::format("a sequence has {} elements, but at most {} are possible (use `for {} seq`)",
                                 value.elements.size(), frame_.maxSequence, value.elements.size()),
                     false};
          return std::nullopt;
        }
        all = all.unite(TupleSet::atom(size_, frame_.universe->intAtom(index++)).product(*part));
        continue;
      }
      if (element.isArray() && arity > 1 && element.elements.size() == arity) {
        std::optional<TupleSet> tuple;
        for (std::uint32_t i = 0; i < arity; ++i) {
          const auto part = tuples(element.elements[i], columns.subspan(i, 1), true);
          if (!part) return std::nullopt;
          tuple = tuple ? tuple->product(*part) : *part;
        }
        all = all.unite(*tuple);
        continue;
      }
      const auto part = tuples(element, columns, true);
      if (!part) return std::nullopt;
      all = all.unite(*part);
    }
    return all;
  }
  if (value.isObject() && arity > 1) {
    for (const auto& [name, member] : value.members) {
      const auto first = tuples({.kind = JsonValue::Kind::text, .text = name}, columns.first(1), true);
      const auto rest = first ? tuples(member, columns.subspan(1), false) : std::nullopt;
      if (!rest) return std::nullopt;
      all = all.unite(first->product(*rest));
    }
    return all;
  }
  trouble = value.isArray() ? Trouble{fmt::format("{} is a list, but one value is expected here", value.shown()), true}
            : value.isObject()
                ? Trouble{fmt::format("no `value` rule says which atom {} is", value.shown()), true}
                : Trouble{fmt::format("{} is a single value; tuples of {} values are expected here", value.shown(), arity), true};
  return std::nullopt;
}

/// Converts a list of single values to tuples. A tuple is one value of the list and, in the last column, the number of its
/// occurrences.
std::optional<TupleSet> LogValues::bag(const JsonValue& list, std::span<const SigId> columns) {
  std::vector<std::pair<TupleSet, std::int32_t>> counts;
  for (const JsonValue& element : list.elements) {
    const auto key = tuples(element, columns.first(columns.size() - 1), true);
    if (!key) return std::nullopt;
    const auto known = std::ranges::find(counts, *key, &std::pair<TupleSet, std::int32_t>::first);
    if (known == counts.end())
      counts.emplace_back(*key, 1);
    else
      ++known->second;
  }
  TupleSet all(size_, static_cast<std::uint32_t>(columns.size()));
  for (const auto& [key, count] : counts) {
    if (count > frame_.universe->maxInt()) {
      trouble = {fmt::format("the same value occurs {} times, but the scope has no integer greater than {}", count,
                             frame_.universe->maxInt()),
                 false};
      return std::nullopt;
    }
    all = all.unite(key.product(TupleSet::atom(size_, frame_.universe->intAtom(count))));
  }
  return all;
}

LogValues::Match LogValues::match(const LogPattern& pattern, const JsonValue& value, Bindings& bindings) {
  meter_.step(stepsOfMatch);
  switch (pattern.kind) {
    case LogPattern::Kind::any: return Match::yes;
    case LogPattern::Kind::null: return value.kind == JsonValue::Kind::null ? Match::yes : Match::no;
    case LogPattern::Kind::boolean:
      return value.kind == JsonValue::Kind::boolean && value.truth == pattern.truth ? Match::yes : Match::no;
    case LogPattern::Kind::number:
      return value.kind == JsonValue::Kind::number && value.text == std::to_string(pattern.number) ? Match::yes : Match::no;
    case LogPattern::Kind::text:
      return value.kind == JsonValue::Kind::text && value.text == pattern.text ? Match::yes : Match::no;
    case LogPattern::Kind::variable: {
      const model::Variable& variable = model_.variable(pattern.variable);
      const auto& products = model_.type(variable.type).products;
      if (products.empty()) return Match::no;
      if (!pattern.many && !isScalar(value) && log_.values.empty()) return Match::no;
      const auto set = tuples(value, products.front(), !pattern.many);
      if (!set || (!pattern.many && !collect_ && set->sizeUpToTwo() != 1)) return Match::noAtom;
      bool ofKind = true;
      set->forEach([&](std::span<const Atom> tuple) {
        for (std::size_t i = 0; i < tuple.size(); ++i) ofKind = ofKind && atoms_.belongs(tuple[i], products.front()[i]);
      });
      if (!ofKind) return Match::no;
      bindings.push_back({pattern.variable, *set});
      return Match::yes;
    }
    case LogPattern::Kind::object: {
      if (!value.isObject()) return Match::no;
      Match all = Match::yes;
      for (const auto& [name, member] : pattern.members) {
        const JsonValue* found = value.member(name);
        const Match one = found ? match(member, *found, bindings) : Match::no;
        if (one == Match::no) return Match::no;
        if (one == Match::noAtom) all = one;
      }
      return all;
    }
    case LogPattern::Kind::array: {
      if (!value.isArray() || value.elements.size() < pattern.elements.size()) return Match::no;
      if (!pattern.more && value.elements.size() != pattern.elements.size()) return Match::no;
      Match all = Match::yes;
      for (std::size_t i = 0; i < pattern.elements.size(); ++i) {
        const Match one = match(pattern.elements[i], value.elements[i], bindings);
        if (one == Match::no) return Match::no;
        if (one == Match::noAtom) all = one;
      }
      return all;
    }
  }
  return Match::no;
}

}  // namespace aunit::suite::log
