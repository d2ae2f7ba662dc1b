#include "reporters/terminal/nitpick.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

namespace aunit::reporters {

using namespace model;

namespace {

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Returns, by atom, the name that Nitpick's users see: for example "p0" and "p1" for the atoms of type Ph. The letters are the
/// shortest prefix of the type's name that is not a prefix of another type's name.
std::map<Atom, std::string> nameElements(const Model& model, const model::Instance& instance) {
  std::vector<SigId> types;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id)) types.push_back(id);
  const auto prefix = [&](SigId type, std::size_t length) { return lowerCase(model.sig(type).name.substr(0, length)); };
  std::map<Atom, std::string> names;
  for (const SigId type : types) {
    std::size_t length = 1;
    const std::size_t whole = model.sig(type).name.size();
    while (length < whole && std::ranges::any_of(types, [&](SigId other) {
             return other != type && prefix(other, length) == prefix(type, length);
           }))
      ++length;
    std::size_t number = 0;
    for (const Atom a : instance.states[0].sigs[type].atoms()) names[a] = fmt::format("{}{}", prefix(type, length), number++);
  }
  return names;
}

enum class Form { scalar, set, relation, function };

/// A state variable of the claim, or one of its parameters.
struct Entry {
  std::string name;
  std::string type;
  Form shape = Form::set;
  bool isMutable = false;
  SigId sig = noId;  // exactly one of `sig`, `field` and `skolem` is set
  FieldId field = noId;
  std::size_t skolem = 0;
};

class Claim {
 public:
  Claim(const Model& model, const model::Command& command, const model::Instance& instance)
      : model_(model), command_(command), instance_(instance), names_(nameElements(model, instance)) {
    collect(command.formula);
    std::ranges::stable_sort(entries_, [](const Entry& a, const Entry& b) { return lowerCase(a.name) < lowerCase(b.name); });
  }

  std::string text() const {
    const auto last = static_cast<std::size_t>(std::max(1, command_.scope.maxSteps)) - 1;
    std::string out = fmt::format("Found counterexample to claim {}:\n", command_.label);
    for (const Entry& e : entries_) {
      out += value(e, e.name, 0);
      if (e.isMutable && last > 0) out += value(e, e.name + "'", last);
    }
    for (std::size_t state = 1; state < last; ++state) {
      out += last == 2 ? std::string("in between:\n") : fmt::format("in between, {}:\n", state);
      for (const Entry& e : entries_)
        if (e.isMutable) out += value(e, e.name, state);
    }
    return out;
  }

 private:
  /// Collects the claim's parameters, and the variables in a formula and in the predicates that the formula calls.
  void collect(ExprId id) {
    if (!seen_.insert(id).second) return;
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::sig && model_.sig(e.payload).subset) addSet(e.payload);
    if (e.op == Op::field) addRelation(e.payload);
    if (e.op == Op::call) collect(model_.func(e.payload).body);
    for (const model::Decl& d : model_.decls(id)) addParameters(d);
    for (const ExprId child : model_.children(id)) collect(child);
  }

  bool isKnown(SigId sig, FieldId field) const {
    return std::ranges::any_of(
        entries_, [&](const Entry& e) { return e.sig == sig && e.field == field && (sig != noId || field != noId); });
  }

  void addSet(SigId id) {
    if (isKnown(id, noId)) return;
    const model::Sig& sig = model_.sig(id);
    const bool scalar = sig.multiplicity == Multiplicity::one;
    const std::string& type = model_.sig(sig.parents[0]).name;
    entries_.push_back({sig.name, scalar ? type : "set " + type, scalar ? Form::scalar : Form::set, sig.isVar, id, noId, 0});
  }

  void addRelation(FieldId id) {
    if (isKnown(noId, id)) return;
    const model::Field& field = model_.field(id);
    const bool function = model_.expr(field.bound).rightMultiplicity == Multiplicity::lone;
    entries_.push_back(
        {field.name, arrow(field.type, function), function ? Form::function : Form::relation, field.isVar, noId, id, 0});
  }

  void addParameters(const model::Decl& d) {
    for (model::VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v) {
      const model::Variable& variable = model_.variable(v);
      const std::string skolem = fmt::format("${}_{}", command_.label, variable.name);
      for (std::size_t i = 0; i < instance_.skolems.size(); ++i) {
        if (instance_.skolems[i].name != skolem) continue;
        Entry e;
        e.name = variable.name;
        e.skolem = i;
        if (variable.arity == 2) {
          const bool function = model_.expr(d.bound).rightMultiplicity == Multiplicity::lone;
          e.shape = function ? Form::function : Form::relation;
          e.type = arrow(variable.type, function);
        } else {
          e.shape = d.multiplicity == Multiplicity::one ? Form::scalar : Form::set;
          e.type = (e.shape == Form::set ? "set " : "") + model_.sig(model_.expr(d.bound).payload).name;
        }
        entries_.push_back(std::move(e));
      }
    }
  }

  std::string arrow(model::TypeId type, bool function) const {
    const model::Product& columns = model_.type(type).products[0];
    return fmt::format("{}{}{}", model_.sig(columns[0]).name, function ? "->" : "<->", model_.sig(columns[1]).name);
  }

  const TupleSet& tuples(const Entry& e, std::size_t state) const {
    const std::size_t count = instance_.states.size();
    const std::size_t index = state < count ? state : instance_.loop + (state - instance_.loop) % (count - instance_.loop);
    const model::State& s = instance_.states[index];
    return e.sig != noId ? s.sigs[e.sig] : e.field != noId ? s.fields[e.field] : s.skolems[e.skolem];
  }

  std::string value(const Entry& e, const std::string& name, std::size_t state) const {
    return fmt::format("{} : {} =\n  {}\n", name, e.type, values(e, tuples(e, state)));
  }

  std::string values(const Entry& e, const TupleSet& tuples) const {
    const auto set = [](const std::vector<std::string>& elements) { return fmt::format("{}", fmt::join(elements, ", ")); };
    if (e.shape == Form::scalar || e.shape == Form::set) {
      std::vector<std::string> elements;
      for (const Atom a : tuples.atoms()) elements.push_back(names_.at(a));
      if (e.shape == Form::scalar) return set(elements);
      return elements.empty() ? "{ }" : fmt::format("{{ {} }}", set(elements));
    }
    std::map<Atom, std::vector<std::string>> rows;
    tuples.forEach([&](std::span<const Atom> tuple) { rows[tuple[0]].push_back(names_.at(tuple[1])); });
    std::string out;
    for (const auto& [from, to] : rows)
      out += fmt::format("{}{} -> {}", out.empty() ? "" : ",\n    ", names_.at(from),
                         e.shape == Form::function ? set(to) : "{" + set(to) + " }");
    return out.empty() ? "{ }" : fmt::format("{{ {} }}", out);
  }

  const Model& model_;
  const model::Command& command_;
  const model::Instance& instance_;
  std::map<Atom, std::string> names_;
  std::vector<Entry> entries_;
  std::set<ExprId> seen_;
};

}  // namespace

std::string nitpickCounterexample(const Model& model, const model::Command& command, const model::Instance& instance) {
  return Claim(model, command, instance).text();
}

}  // namespace aunit::reporters
