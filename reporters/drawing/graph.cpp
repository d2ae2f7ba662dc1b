#include "reporters/drawing/graph.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/witness.h"
#include "reporters/markup.h"
#include "suite/text/value_text.h"

namespace aunit::reporters {

using namespace model;

namespace {

// Larger drawings are unreadable, and their layout is slow.
constexpr std::size_t mostBoxes = 80;
constexpr std::size_t mostArrows = 240;

constexpr const char* markBehind = " !";
constexpr unsigned colors = 8;
constexpr unsigned uncolored = colors;  // means that the box has no colour yet
bool isDrawn(const model::Model& model, SigId id) {
  return !model.sig(id).builtin && !model.sig(id).isMeta && !isBookkeeping(model, id);
}

}  // namespace

bool isBookkeeping(const model::Model& model, SigId id) {
  const Sig& sig = model.sig(id);
  return sig.isPrivate && sig.multiplicity == model::Multiplicity::one && model.modules()[sig.module].library;
}

std::vector<SigId> drawnSignatures(const model::Model& model) {
  std::vector<SigId> drawn;
  for (SigId id = 0; id < model.sigs().size(); ++id)
    if (isDrawn(model, id)) drawn.push_back(id);
  return drawn;
}

std::vector<FieldId> drawnFields(const model::Model& model, bool library) {
  std::vector<FieldId> drawn;
  for (FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isMeta && (library || !isBookkeeping(model, model.field(id).sig))) drawn.push_back(id);
  return drawn;
}

InstanceGraph::InstanceGraph(const model::Model& model, const model::Instance& instance, GraphTheme theme,
                             std::vector<Projection> projections, std::vector<suite::MarkedTuple> marked)
    : model_(model),
      instance_(instance),
      theme_(std::move(theme)),
      projections_(std::move(projections)),
      marked_(std::move(marked)) {
  addBoxes();
  addFields();
  addWitnesses();
}

void InstanceGraph::addBoxes() {
  const model::Universe& universe = *instance_.universe;
  boxOf_.assign(universe.size(), noId);
  for (std::uint32_t s = 0; s < instance_.states.size(); ++s) {
    const std::vector<SigId> specific = mostSpecific(instance_.states[s]);
    for (SigId id = 0; id < model_.sigs().size(); ++id) {
      const Sig& sig = model_.sig(id);
      if (!isDrawn(model_, id)) continue;
      instance_.states[s].sigs[id].forEach([&](std::span<const Atom> tuple) {
        const Atom atom = tuple[0];
        if (universe.isInt(atom) || universe.isString(atom) || isProjected(atom, instance_.states[s])) return;
        if (said(specific[atom], &GraphTheme::SignatureTheme::hidden).value_or(false)) return;
        if (boxOf_[atom] == noId) {
          boxOf_[atom] = static_cast<std::uint32_t>(boxes_.size());
          boxes_.push_back({atom, universe.name(atom), {}, uncolored, Shape::box, std::vector<Look>(instance_.states.size())});
        }
        Box& box = boxes_[boxOf_[atom]];
        Look& look = box.looks[s];
        look.present = true;
        // The box shows only the atom's most specific signatures: those without a child that has the atom.
        const bool inChild =
            std::ranges::any_of(sig.children, [&](SigId child) { return instance_.states[s].sigs[child].contains(tuple); });
        if (inChild) return;
        const auto color = said(id, &GraphTheme::SignatureTheme::color);
        if (sig.subset) {
          if (said(id, &GraphTheme::SignatureTheme::hidden).value_or(false)) return;
          if (color) look.color = color;
        } else if (box.color == uncolored) {
          box.sig = signatureName(model_, id);
          box.color = color.value_or((id - model::builtin::count) % colors);
          box.shape = said(id, &GraphTheme::SignatureTheme::shape).value_or(Shape::box);
        }
        look.lines.push_back(sig.name + (isMarked(false, id, s, tuple) ? markBehind : ""));
      });
    }
  }
}

/// The most specific signature of each atom; noId for atoms that are not drawn.
std::vector<SigId> InstanceGraph::mostSpecific(const model::State& state) const {
  std::vector<SigId> result(instance_.universe->size(), noId);
  for (SigId id = 0; id < model_.sigs().size(); ++id) {
    const Sig& sig = model_.sig(id);
    if (sig.subset || !isDrawn(model_, id)) continue;
    for (const Atom atom : state.sigs[id].atoms()) {
      const bool inChild = std::ranges::any_of(sig.children, [&](SigId child) { return state.sigs[child].contains({&atom, 1}); });
      if (!inChild) result[atom] = id;
    }
  }
  return result;
}

/// The property that the theme sets for a signature or, if it sets none, for the signature's nearest ancestor that has one. Empty
/// if there is none.
template <class Property>
Property InstanceGraph::said(SigId id, Property GraphTheme::SignatureTheme::*property) const {
  if (theme_.signatures.empty()) return {};
  for (SigId at = id; at != noId && !model_.sig(at).builtin; at = model_.sig(at).subset ? noId : model_.sig(at).parents[0]) {
    const auto look = theme_.signatures.find(signatureName(model_, at));
    if (look != theme_.signatures.end() && look->second.*property) return look->second.*property;
  }
  return {};
}

bool InstanceGraph::isMarked(bool isField, std::uint32_t id, std::uint32_t state, std::span<const Atom> tuple) const {
  return std::ranges::any_of(marked_, [&](const suite::MarkedTuple& m) {
    const bool isVar = isField ? model_.field(id).isVar : model_.sig(id).isVar;
    return m.isField == isField && m.id == id && (!isVar || m.state == state) && std::ranges::equal(m.tuple, tuple);
  });
}

bool InstanceGraph::isProjected(Atom atom, const model::State& state) const {
  return std::ranges::any_of(projections_, [&](const Projection& p) { return state.sigs[p.signature].contains({&atom, 1}); });
}

/// The columns of a field, without the first column if the field belongs to a bookkeeping signature. A column has a projection
/// if the column's type allows only atoms of the projection's signature.
std::vector<InstanceGraph::Column> InstanceGraph::columnsOf(const Field& field) const {
  std::vector<Column> columns;
  for (unsigned i = isBookkeeping(model_, field.sig) ? 1 : 0; i < field.arity; ++i) {
    const auto projection = std::ranges::find_if(projections_, [&](const Projection& p) {
      return std::ranges::all_of(model_.type(field.type).products, [&](const model::Product& product) {
        return product.size() != field.arity || model_.isSubsig(product[i], p.signature);
      });
    });
    columns.push_back({i, projection == projections_.end() ? nullptr : &*projection});
  }
  return columns;
}

void InstanceGraph::addFields() {
  unsigned color = 0;
  for (const FieldId id : drawnFields(model_, theme_.library)) {
    const auto named = theme_.fields.find(fieldName(model_, id));
    const GraphTheme::FieldTheme look = named == theme_.fields.end() ? GraphTheme::FieldTheme{} : named->second;
    if (look.hidden) continue;
    const Field& field = model_.field(id);
    Relation relation{id, field.name, fieldName(model_, id), {}, look.inside, look.color.value_or(color % colors)};
    for (const model::State& state : instance_.states) relation.values.push_back(&state.fields[id]);
    if (add(relation, columnsOf(field))) ++color;
  }
}

/// A witness that is one atom is written before the atom's name. A witness that is a set is written in the boxes of its atoms,
/// like a subset. Witnesses of higher arity are arrows.
void InstanceGraph::addWitnesses() {
  for (std::size_t i = 0; i < instance_.skolems.size(); ++i) {
    const std::string name = model::witnessName(model_, instance_.skolems[i].name);
    if (instance_.skolems[i].arity > 1) {
      Relation relation{noId, name, {}, {}, false, colors - 1};
      for (const model::State& state : instance_.states) relation.values.push_back(&state.skolems[i]);
      std::vector<Column> columns;
      for (unsigned column = 0; column < instance_.skolems[i].arity; ++column) columns.push_back({column, nullptr});
      add(relation, columns);
      continue;
    }
    for (std::size_t s = 0; s < instance_.states.size(); ++s) {
      const std::vector<Atom> atoms = instance_.states[s].skolems[i].atoms();
      for (const Atom atom : atoms) {
        if (boxOf_[atom] == noId) continue;
        Look& look = boxes_[boxOf_[atom]].looks[s];
        if (atoms.size() == 1)
          look.witness += name + " = ";
        else
          look.lines.push_back(name);
      }
    }
  }
}

/// Draws a relation. Returns true if it has arrows.
bool InstanceGraph::add(const Relation& relation, std::span<const Column> columns) {
  const model::Universe& universe = *instance_.universe;
  const auto shown = std::ranges::count(columns, nullptr, &Column::projection);
  if (shown == 0) return false;
  std::map<std::vector<Atom>, std::uint32_t> arrowOf;  // by tuple without projected columns: index of the arrow
  std::vector<Atom> tuple;                             // without the projected columns
  for (std::uint32_t s = 0; s < instance_.states.size(); ++s) {
    std::map<std::uint32_t, std::string> remarks;  // texts inside boxes, by box
    relation.values[s]->forEach([&](std::span<const Atom> whole) {
      tuple.clear();
      for (const Column& column : columns) {
        if (!column.projection) tuple.push_back(whole[column.index]);
        if (column.projection && column.projection->atom != whole[column.index]) return;
      }
      const std::uint32_t from = boxOf_[tuple.front()], to = boxOf_[tuple.back()];
      if (from == noId) return;
      const bool marked = relation.id != noId && isMarked(true, relation.id, s, whole);
      if (shown == 1) {
        boxes_[from].looks[s].lines.push_back(relation.name + (marked ? markBehind : ""));
        return;
      }
      if (to == noId || relation.inside) {
        std::string& values = remarks[from];
        values +=
            (values.empty() ? "" : ", ") + suite::tupleText(std::span(tuple).subspan(1), universe) + (marked ? markBehind : "");
        return;
      }
      const auto [place, isNew] = arrowOf.try_emplace(tuple, static_cast<std::uint32_t>(arrows_.size()));
      if (isNew) {
        std::string label = relation.name;
        if (shown > 2) label += fmt::format(" [{}]", suite::tupleText(std::span(tuple).subspan(1, tuple.size() - 2), universe));
        arrows_.push_back({std::move(label), relation.field, fmt::format("{}", fmt::join(whole, " ")), relation.color, from, to,
                           std::vector<bool>(instance_.states.size()), std::vector<bool>(instance_.states.size())});
      }
      arrows_[place->second].present[s] = true;
      if (marked) arrows_[place->second].marked[s] = true;
    });
    for (const auto& [box, values] : remarks) boxes_[box].looks[s].lines.push_back(fmt::format("{} = {}", relation.name, values));
  }
  return !arrowOf.empty();
}

bool InstanceGraph::drawable() const {
  return !boxes_.empty() && boxes_.size() <= mostBoxes && arrows_.size() <= mostArrows;
}

std::string InstanceGraph::dot(std::uint32_t state) const {
  std::string out =
      "digraph instance {\n  node [shape=box, style=rounded, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Look& look = boxes_[i].looks[state];
    if (!look.present) continue;
    std::string label = look.witness + boxes_[i].name;
    for (const std::string& line : look.lines) label += '\n' + line;
    out += fmt::format("  n{} [label=\"{}\"];\n", i, dotText(label));
  }
  for (const Arrow& arrow : arrows_)
    if (arrow.present[state])
      out += fmt::format("  n{} -> n{} [label=\"{}{}\"{}];\n", arrow.from, arrow.to, dotText(arrow.relation),
                         arrow.marked[state] ? markBehind : "", arrow.marked[state] ? ", color=red, fontcolor=red" : "");
  return out + "}\n";
}

}  // namespace aunit::reporters
