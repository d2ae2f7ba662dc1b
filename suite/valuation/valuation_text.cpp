#include "suite/valuation/valuation_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/ordering.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation.h"
#include "support/utf8.h"

namespace aunit::suite {

namespace {

using namespace model;

constexpr std::size_t widestLine = 110;

/// Returns the atoms of an ordered signature, from first to last. Returns nothing if `first` and `next` do not order all atoms of
/// `elements`.
std::optional<std::vector<Atom>> inOrder(const TupleSet& elements, const TupleSet& first, const TupleSet& next) {
  std::vector<Atom> order;
  if (first.size() != 1 || next.size() + 1 != elements.size()) return std::nullopt;
  first.forEach([&](std::span<const Atom> tuple) { order.push_back(tuple[1]); });
  std::map<Atom, Atom> follower;
  next.forEach([&](std::span<const Atom> tuple) { follower.emplace(tuple[1], tuple[2]); });
  for (auto at = follower.find(order[0]); at != follower.end() && order.size() < elements.size();
       at = follower.find(order.back()))
    order.push_back(at->second);
  for (const Atom atom : order)
    if (!elements.contains({&atom, 1})) return std::nullopt;
  std::vector<Atom> sorted = order;
  std::ranges::sort(sorted);
  const bool each = order.size() == elements.size() && std::ranges::adjacent_find(sorted) == sorted.end();
  return each ? std::optional(order) : std::nullopt;
}

class Writer {
 public:
  Writer(const Model& model, const Instance& instance, std::span<const SigId> said)
      : model_(model), instance_(instance), said_(said) {
    // For each name and arity: how many relations have both. (Fields of different arities are told apart by their tuples.)
    std::map<std::pair<std::string, int>, int> uses;
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) ++uses[{model.sig(id).name, 1}];
    for (const model::Field& field : model.fields()) ++uses[{field.name, field.arity}];
    for (SigId id = 0; id < model.sigs().size(); ++id) {
      const model::Sig& sig = model.sig(id);
      const std::string label = sig.label.starts_with("this/") ? sig.label.substr(5) : sig.label;
      sigNames_.push_back(uses[{sig.name, 1}] > 1 ? label : sig.name);
    }
    for (const model::Field& field : model.fields())
      fieldNames_.push_back(uses[{field.name, field.arity}] > 1 ? fmt::format("{} <: {}", sigNames_[field.sig], field.name)
                                                                : field.name);
    findOrders();
  }

  std::string write(const std::string& name) {
    const std::string head = fmt::format("val {}{} {{", name, integers());
    out_ = head + "\n";
    const bool trace = instance_.states.size() > 1;
    writeState(0, "  ", [&](bool isVar) { return !trace || !isVar; });
    for (std::size_t s = 0; trace && s < instance_.states.size(); ++s) {
      out_ += "  state {\n";
      const std::size_t start = out_.size();
      writeState(s, "    ", [](bool isVar) { return isVar; });
      if (out_.size() == start)
        out_.back() = ' ';  // the state has no content: `state { }`
      else
        out_ += "  ";
      out_ += "}\n";
    }
    if (trace) out_ += fmt::format("  loop {}\n", instance_.loop);
    for (std::size_t i = 0; i < instance_.skolems.size(); ++i)
      out_ += fmt::format("  -- {} = {}\n", instance_.skolems[i].name, text(instance_.states[0].skolems[i], *instance_.universe));
    if (out_.size() == head.size() + 1) return head + " }\n";
    return out_ + "}\n";
  }

  std::optional<std::string> change(const Instance& after) const {
    if (instance_.states.size() != 1 || after.states.size() != 1) return std::nullopt;
    std::optional<std::string> said;
    std::size_t changes = 0;
    const auto compare = [&](const std::string& relation, const TupleSet& old, const TupleSet& now, bool mayLose) {
      if (old == now) return;
      const TupleSet more = now.subtract(old), less = old.subtract(now);
      changes += more.size() + less.size();
      if (more.size() + less.size() == 1 && (mayLose || less.empty()))
        said = fmt::format("{} {} {}", relation, less.empty() ? '+' : '-',
                           tupleTexts(less.empty() ? more : less, *instance_.universe).front());
    };
    // A change that removes an atom from a signature gets no text (`mayLose` is false). If the signature becomes empty, the
    // default value of its parent in the `val` may change, too.
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      compare(sigNames_[id], instance_.states[0].sigs[id], after.states[0].sigs[id], false);
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      if (!model_.field(id).isMeta) compare(fieldNames_[id], instance_.states[0].fields[id], after.states[0].fields[id], true);
    return changes == 1 ? said : std::nullopt;
  }

 private:
  /// Returns a text such as " for 6 int, 8 seq": the bit width and the length of sequences, each only if it differs from a
  /// `val`'s default. Returns an empty text if neither differs.
  std::string integers() const {
    model::Integers stated;
    if (instance_.bitwidth() != IntegerScope().bitwidth) stated.bitwidth = instance_.bitwidth();
    std::vector<std::string> parts;
    if (stated.bitwidth >= 0) parts.push_back(fmt::format("{} int", stated.bitwidth));
    if (speaksOfSequences() && integerScope(stated).maxSequence != instance_.maxSequence)
      parts.push_back(fmt::format("{} seq", instance_.maxSequence));
    return parts.empty() ? "" : fmt::format(" for {}", fmt::join(parts, ", "));
  }

  bool speaksOfSequences() const {
    for (model::ExprId id = 0; id < model_.exprCount(); ++id)
      if (model_.expr(id).op == model::Op::sig && model_.expr(id).payload == model::builtin::seqInt) return true;
    return false;
  }

  struct Order {
    std::vector<Atom> atoms;
    OrderingModule module;
  };

  /// Finds the order of each ordered signature. A `val` states it by listing the atoms in this order. If a signature has several
  /// orders, the other orders are written as fields.
  void findOrders() {
    for (const OrderingModule& ordering : orderingModules(model_)) {
      const model::State& state = instance_.states[0];
      auto atoms = inOrder(state.sigs[ordering.elements], state.fields[ordering.first], state.fields[ordering.next]);
      if (atoms) orders_.try_emplace(ordering.elements, Order{std::move(*atoms), ordering});
    }
  }

  bool isListedOrder(FieldId field) const {
    return std::ranges::any_of(orders_, [&](const auto& entry) {
      const OrderingModule& module = entry.second.module;
      return module.first == field || module.next == field;
    });
  }

  /// Whether the signature has its value in state `s` of the instance even if the `val` does not assign it.
  bool goesWithoutSaying(SigId id, std::size_t s) const {
    const model::Sig& sig = model_.sig(id);
    const bool asOneOrNone = sig.multiplicity == model::Multiplicity::one || instance_.states[s].sigs[id].empty();
    if (asOneOrNone && std::ranges::find(said_, id) != said_.end()) return false;
    if (sig.isPrivate && model_.modules()[sig.module].library) return true;  // such as `Ord`, which has its atom by default
    if (sig.subset && sig.subsetExact) return false;
    if (sig.multiplicity == model::Multiplicity::one && sig.children.empty()) return isNamedLikeItsAtom(id);
    if (orders_.contains(id) && !sig.isEnum && !instance_.states[s].sigs[id].empty()) return false;
    if (sig.isVar) return isUnionBelow(id, instance_.states[s]);
    return std::ranges::all_of(instance_.states, [&](const model::State& state) { return isUnionBelow(id, state); });
  }

  bool isNamedLikeItsAtom(SigId id) const {
    const model::Sig& sig = model_.sig(id);
    const auto atom = instance_.universe->find(sig.name);
    return atom && !sig.isVar && !sig.subset && instance_.states[0].sigs[id] == TupleSet::atom(instance_.universe->size(), *atom);
  }

  /// Whether a signature is exactly the union of its children and its subset signatures.
  bool isUnionBelow(SigId id, const model::State& state) const {
    TupleSet below(instance_.universe->size(), 1);
    for (const SigId child : model_.sig(id).children) below = below.unite(state.sigs[child]);
    for (SigId other = model::builtin::count; !model_.sig(id).subset && other < model_.sigs().size(); ++other)
      if (model_.sig(other).subset && !model_.sig(other).subsetExact && model_.sig(other).parents == std::vector{id})
        below = below.unite(state.sigs[other]);
    return below == state.sigs[id];
  }

  template <class Belongs>
  void writeState(std::size_t s, std::string_view indent, Belongs&& belongs) {
    const model::State& state = instance_.states[s];
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.sig(id).isMeta || !belongs(model_.sig(id).isVar) || goesWithoutSaying(id, s)) continue;
      const auto order = orders_.find(id);
      const bool ordered = order != orders_.end() && order->second.atoms.size() == state.sigs[id].size();
      std::vector<std::string> atoms;
      for (const Atom atom : ordered ? order->second.atoms : state.sigs[id].atoms())
        atoms.push_back(instance_.universe->name(atom));
      line(indent, sigNames_[id], atoms);
    }
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      if (!model_.field(id).isMeta && belongs(model_.field(id).isVar) && !isListedOrder(id) && !state.fields[id].empty())
        line(indent, fieldNames_[id], tupleTexts(state.fields[id], *instance_.universe));
  }

  void line(std::string_view indent, const std::string& relation, const std::vector<std::string>& tuples) {
    if (tuples.empty()) {
      out_ += fmt::format("{}no {}\n", indent, relation);
      return;
    }
    std::string row = fmt::format("{}{} = {}", indent, relation, tuples.front());
    for (std::size_t i = 1; i < tuples.size(); ++i) {
      if (support::codePoints(row) + support::codePoints(tuples[i]) + 3 > widestLine) {
        out_ += row + "\n";
        row = std::string(indent.size() + support::codePoints(relation) + 1, ' ');
        row += "+ " + tuples[i];
      } else {
        row += " + " + tuples[i];
      }
    }
    out_ += row + "\n";
  }

  const Model& model_;
  const Instance& instance_;
  std::span<const SigId> said_;
  std::vector<std::string> sigNames_, fieldNames_;
  std::map<SigId, Order> orders_;
  std::string out_;
};

}  // namespace

std::string valuationText(const Model& model, const Instance& instance, const std::string& title, std::span<const SigId> said) {
  return Writer(model, instance, said).write(valuationName(title));
}

std::optional<std::string> changeText(const Model& model, const Instance& before, const Instance& after) {
  return Writer(model, before, {}).change(after);
}

std::string valuationName(const std::string& title) {
  std::string name;
  for (const char c : title) {
    name += support::isWordPart(c) ? c : '_';
  }
  return name.empty() || (name[0] >= '0' && name[0] <= '9') ? "v" + name : name;
}

}  // namespace aunit::suite
