#include "suite/log/reading/mapping.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/visible.h"

namespace aunit::suite::log {

using namespace model;
namespace builtin = model::builtin;

namespace {

/// Whether a value is a list of updates: `[{"op": ...}, ...]`.
bool isUpdates(const JsonValue& value) {
  return value.isArray() && !value.elements.empty() &&
         std::ranges::all_of(value.elements, [](const JsonValue& each) { return each.isObject() && each.member("op"); });
}

}  // namespace

Mapping::Mapping(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
                 const LogAtoms& atoms, const support::Budget& budget, AtomsBySig* collect)
    : subject_(subject),
      model_(subject.model),
      log_(log),
      numbers_(numbers),
      frame_(frame),
      collect_(collect),
      looks_(model_, numbers),
      values_(model_, log, frame, atoms, budget, collect),
      size_(frame.universe->size()) {
  const auto reads = [&](const model::LogPath& path) {
    if (!path.steps.empty())
      if (const auto* name = std::get_if<std::string>(&path.steps.front())) read_.insert(*name);
    std::string whole;
    for (const auto& step : path.steps) {
      const auto* name = std::get_if<std::string>(&step);
      if (!name) break;  // an index of a list: the whole list counts as read
      if (!whole.empty()) readWithin_.insert(whole);
      whole += "." + *name;
    }
    readPaths_.insert(whole);
  };
  for (const auto* path : {&log.event, &log.arguments, &log.clock, &log.order, &log.key, &log.loop})
    if (*path) reads(**path);
  for (const model::LogRelation& relation : log.relations) reads(relation.path);
  for (const model::LogElements& each : log.elements) reads(each.path);
  for (const model::LogRule& rule : log.rules)
    for (const auto& member : rule.pattern.members) {
      read_.insert(member.first);
      readPaths_.insert("." + member.first);
    }
}

void Mapping::notePassedBy(const JsonValue& value, const std::string& path) {
  for (const auto& [name, member] : value.members) {
    const std::string at = path + "." + name;
    if (readPaths_.contains(at) || passedBy_.size() >= mostPassedBy) continue;
    if (readWithin_.contains(at) && member.isObject())
      notePassedBy(member, at);
    else if (!readWithin_.contains(at))
      passedBy_.insert(at);
  }
}

std::string Mapping::nearTo(const std::string& path) const {
  std::vector<std::string> names;
  for (const std::string& read : readPaths_) names.push_back(read.substr(read.rfind('.') + 1));
  for (const model::LogRelation& relation : log_.relations) names.push_back(nameOf(relation));
  return model::nearestName(path.substr(path.rfind('.') + 1), names);
}

std::vector<model::FuncId> Mapping::withoutArguments() const {
  std::vector<model::FuncId> without;
  for (const auto& [predicate, given] : given_)
    if (!given) without.push_back(predicate);
  return without;
}

std::string Mapping::nameOf(const model::LogRelation& relation) const {
  return relation.field != model::noId ? model_.field(relation.field).name : model_.sig(relation.sig).name;
}

int Mapping::numberOf(const model::LogRelation& relation) const {
  return relation.field != model::noId ? numbers_.ofField(relation.field) : numbers_.ofSig(relation.sig);
}

void Mapping::note(const TupleSet& value, Observation& out) {
  value.forEach([&](std::span<const Atom> tuple) { out.atoms.insert(out.atoms.end(), tuple.begin(), tuple.end()); });
}

void Mapping::note(const Bindings& bindings, Observation& out) {
  for (const evaluator::Binding& each : bindings) note(each.value, out);
}

support::Failure Mapping::refuse(Observation& out, const std::string& place) const {
  return support::failure(values_.trouble.malformed ? out.malformed : out.impossible,
                          fmt::format("{}: {}", place, values_.trouble.text));
}

// --- Lines.

Observation Mapping::read(const JsonValue& line) {
  Observation out;
  if (!line.isObject()) {
    out.malformed = fmt::format("a line must be an object, but this is {}", line.shown());
    return out;
  }
  if (!readStep(line, out)) return out;
  if (out.step == Observation::Step::passedOver) return out;
  for (const model::LogRelation& relation : log_.relations)
    if (const JsonValue* value = line.at(relation.path); value && !readRelation(relation, *value, out)) return out;
  for (const model::LogElements& elements : log_.elements)
    if (!readElements(elements, line, out)) return out;
  if (log_.loop)
    if (const JsonValue* loop = line.at(*log_.loop); loop && loop->kind != JsonValue::Kind::null) {
      if (!loop->integer || *loop->integer < 0) {
        out.malformed =
            fmt::format("{}: {} is not a line number: expected an integer of at least 0", log_.loop->text(), loop->shown());
        return out;
      }
      out.loop = static_cast<std::size_t>(*loop->integer);
    }
  for (const auto& [name, value] : line.members)
    if (!read_.contains(name) && isUpdates(value)) unread_.insert(name);
  notePassedBy(line, "");
  saysAnything_ =
      saysAnything_ || out.step != Observation::Step::any || !out.asked.empty() || !out.updates.empty() || out.loop.has_value();
  return out;
}

bool Mapping::readStep(const JsonValue& line, Observation& out) {
  std::string noAtom;
  for (const model::LogRule& rule : log_.rules) {
    Bindings bindings;
    const LogValues::Match matched = values_.match(rule.pattern, line, bindings);
    if (matched == LogValues::Match::noAtom && noAtom.empty()) noAtom = values_.trouble.text;
    if (matched != LogValues::Match::yes) continue;
    switch (rule.meaning) {
      case model::LogRule::Meaning::passedOver: out.step = Observation::Step::passedOver; return true;
      case model::LogRule::Meaning::noStep: out.step = Observation::Step::none; return true;
      case model::LogRule::Meaning::formula: break;
    }
    out.step = Observation::Step::event;
    out.event = std::string(subject_.sources.text(model_.expr(rule.formula).span));
    if (model_.expr(rule.formula).op == model::Op::call) out.predicate = model_.expr(rule.formula).payload;
    note(bindings, out);
    std::vector<std::vector<model::ExprId>> steps;
    takeApart(rule.formula, 0, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<StepFormula>& asked = i == 0 ? out.asked : out.later.emplace_back();
      for (const model::ExprId formula : steps[i]) asked.push_back({formula, bindings, {}});
    }
    return true;
  }
  if (!noAtom.empty()) {
    out.impossible = noAtom;
    return true;
  }
  const JsonValue* event = log_.event ? line.at(*log_.event) : nullptr;
  if (event) {
    readEvent(line, *event, out);
    return out.malformed.empty();
  }
  if (!log_.event && !log_.rules.empty() && log_.relations.empty() && log_.elements.empty())
    out.impossible = "no rule says what this line means";
  return true;
}

/// Splits the formula of a line into the formulas of its steps: `a; b`, which means `a and after b`, has two steps.
void Mapping::takeApart(model::ExprId formula, std::size_t step, std::vector<std::vector<model::ExprId>>& steps) {
  if (steps.size() <= step) steps.resize(step + 1);
  const model::Expr e = model_.expr(formula);
  const bool laterStep = e.op == model::Op::after && looks_(model_.child(formula, 0)).next.any();
  if (!laterStep && !(e.op == model::Op::and_ && looks_(formula).beyond)) {
    steps[step].push_back(formula);
    return;
  }
  for (const model::ExprId child : model_.children(formula)) takeApart(child, step + (laterStep ? 1 : 0), steps);
}

/// Reads an event for which there is no rule: the event names a predicate. The line gives arguments; omitted arguments may have
/// any value.
void Mapping::readEvent(const JsonValue& line, const JsonValue& event, Observation& out) {
  const std::string place = log_.event->text();
  if (event.kind != JsonValue::Kind::text) {
    out.malformed = fmt::format("{}: the name of an event must be a text, but this is {}", place, event.shown());
    return;
  }
  out.step = Observation::Step::event;
  out.event = event.text;
  std::vector<std::string> names;
  for (model::FuncId id = 0; id < model_.funcs().size(); ++id) {
    const model::Func& function = model_.func(id);
    if (!function.isPredicate || model_.modules()[function.module].library || function.body == model::noId) continue;
    names.push_back(function.name);
    if (function.name == event.text && out.predicate == model::noId) out.predicate = id;
  }
  if (out.predicate == model::noId) {
    out.impossible = fmt::format("{}: no predicate and no rule is named \"{}\"{}", place, support::oneLine(event.text),
                                 model::orNear(event.text, names));
    return;
  }
  const model::Func& function = model_.func(out.predicate);
  const JsonValue* given = log_.arguments ? line.at(*log_.arguments) : nullptr;
  std::vector<const JsonValue*> arguments;
  if (given && given->isArray())
    for (const JsonValue& each : given->elements) arguments.push_back(&each);
  else if (given && given->kind != JsonValue::Kind::null)
    arguments.push_back(given);
  if (arguments.size() > function.variables.size()) {
    out.malformed = fmt::format("{}: `{}` has {} argument{}, but the line gives {}", log_.arguments->text(), function.name,
                                function.variables.size(), function.variables.size() == 1 ? "" : "s", arguments.size());
    return;
  }
  if (!function.variables.empty()) {
    const bool isGiven =
        std::ranges::any_of(arguments, [](const JsonValue* each) { return each->kind != JsonValue::Kind::null; });
    given_[out.predicate] = given_[out.predicate] || isGiven;
  }
  StepFormula asked;
  asked.formula = function.body;
  asked.predicate = out.predicate;
  std::vector<std::string> shown;
  std::size_t index = 0;
  for (const model::Decl& decl : function.params)
    for (std::uint32_t i = 0; i < decl.variableCount; ++i, ++index) {
      const model::VarId variable = decl.firstVariable + i;
      const auto& products = model_.type(model_.variable(variable).type).products;
      if (index >= arguments.size() || arguments[index]->kind == JsonValue::Kind::null || products.empty()) {
        model::Decl open = decl;
        open.firstVariable = variable;
        open.variableCount = 1;
        open.disjoint = false;
        asked.open.push_back(open);
        continue;
      }
      const bool many = decl.multiplicity != model::Multiplicity::one;
      const auto value = values_.tuples(*arguments[index], products.front(), !many);
      if (!value) {
        refuse(out, fmt::format("{}[{}]", log_.arguments->text(), index));
        return;
      }
      shown.push_back(isScalar(*arguments[index]) ? support::oneLine(scalarText(*arguments[index])) : arguments[index]->shown());
      asked.given.push_back({variable, *value});
    }
  note(asked.given, out);
  if (!shown.empty()) out.event += fmt::format("[{}]", fmt::join(shown, ", "));
  out.asked.push_back(std::move(asked));
}

std::vector<SigId> Mapping::columnsOf(const model::LogRelation& relation, std::vector<Atom>& implied) const {
  if (relation.sig != model::noId) return {relation.sig};
  const model::Field& field = model_.field(relation.field);
  std::vector<SigId> columns = model_.type(field.type).products.front();
  if (model_.sig(field.sig).multiplicity == model::Multiplicity::one) {
    const std::vector<Atom> owner = frame_.states.front().sigs[field.sig].atoms();
    if (owner.size() == 1) {
      implied = owner;
      columns.erase(columns.begin());
    }
  }
  return columns;
}

/// Whether the declaration of a field allows at most one atom in the last column for each choice of atoms in the other columns.
bool Mapping::functional(const model::LogRelation& relation) const {
  if (relation.field == model::noId) return false;
  model::ExprId bound = model_.field(relation.field).bound;
  if (bound == model::noId) return false;
  const auto single = [](model::Multiplicity m) { return m == model::Multiplicity::one || m == model::Multiplicity::lone; };
  if (model_.expr(bound).op == model::Op::bound) return single(model_.expr(bound).rightMultiplicity);
  while (model_.expr(bound).op == model::Op::product) {
    const model::ExprId right = model_.child(bound, 1);
    if (model_.expr(right).op != model::Op::product) return single(model_.expr(bound).rightMultiplicity);
    bound = right;
  }
  return false;
}

bool Mapping::readRelation(const model::LogRelation& relation, const JsonValue& value, Observation& out) {
  const int number = numberOf(relation);
  if (number < 0) return true;  // a static relation, whose value is not read
  const auto relationNumber = static_cast<std::size_t>(number);
  if (isUpdates(value)) {
    for (std::size_t i = 0; i < value.elements.size(); ++i)
      if (!readUpdate(relationNumber, relation, value.elements[i], out))
        return refuse(out, fmt::format("{}[{}]", relation.path.text(), i));
    return true;
  }
  Update update;
  update.relation = relationNumber;
  const std::vector<SigId> columns = columnsOf(relation, update.prefix);
  const auto set = columns.empty() ? std::nullopt : values_.tuples(value, columns, columns.size() == 1 && functional(relation));
  if (!set) return refuse(out, relation.path.text());
  update.value = *set;
  note(update.value, out);
  out.updates.push_back(std::move(update));
  return true;
}

bool Mapping::readUpdate(std::size_t number, const model::LogRelation& relation, const JsonValue& json, Observation& out) {
  const auto bad = [&](std::string text) {
    values_.trouble = {std::move(text), true};
    return false;
  };
  Update update;
  update.relation = number;
  std::vector<SigId> columns = columnsOf(relation, update.prefix);
  const JsonValue none;
  const JsonValue* op = json.member("op");
  const JsonValue* path = json.member("path");
  const JsonValue* args = json.member("args");
  if (op->kind != JsonValue::Kind::text) return bad("`op` must be a text");
  if (path && !path->isArray()) return bad("`path` must be a list");
  if (args && !args->isArray()) return bad("`args` must be a list");
  const auto enter = [&](const JsonValue& key) {
    if (columns.empty())
      return bad(
          fmt::format("there is no column for {}: the values before it are a whole tuple of {}", key.shown(), nameOf(relation)));
    const auto found = values_.atom(key, columns.front());
    if (!found) return false;
    update.prefix.push_back(*found);
    columns.erase(columns.begin());
    return true;
  };
  if (path)
    for (const JsonValue& key : path->elements)
      if (!enter(key)) return collect_ != nullptr && values_.trouble.text.empty();
  const std::string& name = op->text;
  const std::size_t given = args ? args->elements.size() : 0;
  const auto expect = [&](std::size_t count) {
    return given == count ||
           bad(fmt::format("`{}` takes {} argument{}, but the line gives {}", name, count, count == 1 ? "" : "s", given));
  };
  const auto done = [&] {
    out.atoms.insert(out.atoms.end(), update.prefix.begin(), update.prefix.end());
    note(update.value, out);
    out.updates.push_back(update);
    return true;
  };
  const auto value = [&](const JsonValue& from, bool single) {
    if (columns.empty()) {  // the prefix is a whole tuple: the value says whether the relation contains it
      if (from.kind != JsonValue::Kind::boolean)
        return bad(fmt::format("{} must be true or false, since the values before it are a whole tuple of {}", from.shown(),
                               nameOf(relation)));
      update.value = from.truth ? TupleSet::range(size_, 0, 1) : TupleSet(size_, 1);
      return true;
    }
    const auto set = values_.tuples(from, columns, single);
    if (set) update.value = *set;
    return set.has_value();
  };
  const bool one = columns.size() == 1 && functional(relation);
  const bool oneBehindKey = columns.size() == 2 && functional(relation);
  const auto empty = [&] {
    update.value = TupleSet(size_, std::max<std::uint32_t>(1, static_cast<std::uint32_t>(columns.size())));
  };
  if (name == "Unchanged") return expect(0);
  if (name == "Update" || name == "InitWithValue") return expect(1) && value(args->elements[0], one) && done();
  if (name == "Init" || name == "InitRec") {
    update.does = Update::Kind::initial;
    empty();
    return done();
  }
  if (name == "Clear" || name == "ClearBag") return empty(), expect(0) && done();
  if (name == "AddElement" || name == "RemoveElement") {
    update.does = name == "AddElement" ? Update::Kind::add : Update::Kind::remove;
    return expect(1) && value(args->elements[0], columns.size() == 1) && done();
  }
  if (name == "AddElements" || name == "RemoveElements") {
    update.does = name == "AddElements" ? Update::Kind::add : Update::Kind::remove;
    return expect(1) && value(args->elements[0], false) && done();
  }
  if (name == "AppendElement") {
    update.does = Update::Kind::append;
    if (columns.size() != 2 || (columns[0] != builtin::seqInt && columns[0] != builtin::integers))
      return bad(fmt::format("{} has no sequence at this `path`", nameOf(relation)));
    columns.erase(columns.begin());
    return expect(1) && value(args->elements[0], true) && done();
  }
  if (name == "SetKey") {
    if (!expect(2)) return false;
    if (!enter(args->elements[0])) return collect_ != nullptr && values_.trouble.text.empty();
    return value(args->elements[1], oneBehindKey) && done();
  }
  if (name == "ResetKey" || name == "RemoveKey") {
    if (!expect(1)) return false;
    if (!enter(args->elements[0])) return collect_ != nullptr && values_.trouble.text.empty();
    return empty(), done();
  }
  if (name == "ResetKeys") {
    if (!expect(1)) return false;
    if (!args->elements[0].isArray()) return bad("ResetKeys needs a list of keys");
    for (const JsonValue& key : args->elements[0].elements) {
      const Update before = update;
      const std::vector<SigId> all = columns;
      if (!enter(key)) return false;
      empty();
      done();
      update = before;
      columns = all;
    }
    return true;
  }
  if (name == "UpdateRec") {
    if (!expect(1)) return false;
    if (!args->elements[0].isObject()) return bad("UpdateRec needs a record");
    for (const auto& [key, member] : args->elements[0].members) {
      const Update before = update;
      const std::vector<SigId> all = columns;
      if (!enter({.kind = JsonValue::Kind::text, .text = key}) || !value(member, oneBehindKey)) return false;
      done();
      update = before;
      columns = all;
    }
    return true;
  }
  if (name == "Add" || name == "Sub" || name == "AddElementToBag" || name == "RemoveElementFromBag") {
    update.does = Update::Kind::plus;
    update.single = functional(relation);
    const bool bag = name.ends_with("Bag");
    if (!expect(1) || (bag && !enter(args->elements[0]))) return false;
    if (columns.size() != 1 || columns[0] != builtin::integers)
      return bad(fmt::format("{} has no number at this `path`", nameOf(relation)));
    const std::optional<std::int64_t> amount = bag ? 1 : args->elements[0].integer;
    if (!amount) return bad(fmt::format("{} is not an integer", args->elements[0].shown()));
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    update.amount = static_cast<std::int32_t>(std::clamp(*amount, -largest, largest));
    if (name == "Sub" || name == "RemoveElementFromBag") update.amount = -update.amount;
    empty();
    return done();
  }
  const std::string near =
      model::orNear(name, {"Update", "Init", "InitWithValue", "Clear", "AddElement", "AddElements", "RemoveElement",
                           "RemoveElements", "AppendElement", "SetKey", "ResetKey", "ResetKeys", "UpdateRec", "Add", "Sub",
                           "AddElementToBag", "RemoveElementFromBag", "ClearBag", "Unchanged"});
  return bad(fmt::format("there is no operator \"{}\"{}", support::oneLine(name), near));
}

bool Mapping::readElements(const model::LogElements& elements, const JsonValue& line, Observation& out) {
  const JsonValue* list = line.at(elements.path);
  if (!list) return true;
  if (!list->isArray()) {
    out.malformed = fmt::format("{}: this is not a list", elements.path.text());
    return false;
  }
  Bindings ignored;
  if (elements.unless && values_.match(*elements.unless, line, ignored) == LogValues::Match::yes) return true;
  for (std::size_t i = 0; i < list->elements.size(); ++i) {
    std::string noAtom;
    bool found = false;
    for (const model::LogRule& rule : elements.rules) {
      Bindings bindings;
      const LogValues::Match matched = values_.match(rule.pattern, list->elements[i], bindings);
      if (matched == LogValues::Match::noAtom && noAtom.empty()) noAtom = values_.trouble.text;
      if (matched != LogValues::Match::yes) continue;
      if (rule.behind && std::none_of(list->elements.begin(), list->elements.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const JsonValue& earlier) {
                                        Bindings unused;
                                        return values_.match(*rule.behind, earlier, unused) == LogValues::Match::yes;
                                      }))
        continue;
      found = true;
      note(bindings, out);
      out.asked.push_back({rule.formula, std::move(bindings), {}});
      break;
    }
    if (found || noAtom.empty()) continue;
    out.impossible = fmt::format("{}[{}]: {}", elements.path.text(), i, noAtom);
    return true;
  }
  return true;
}

}  // namespace aunit::suite::log
