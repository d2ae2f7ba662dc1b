#include "strength/versions/matching/forms.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "strength/comparison/lending.h"

namespace aunit::strength::versions {

using comparison::Correspondence;
using namespace model;

namespace {

/// Whether the signature is abstract and `parts` is the set of all its children. Then each atom of the signature is in exactly
/// one of the parts.
bool isParted(const Model& model, SigId sig, const std::set<SigId>& parts) {
  const std::vector<SigId>& children = model.sig(sig).children;
  return model.sig(sig).isAbstract && std::set<SigId>(children.begin(), children.end()) == parts;
}

}  // namespace

Definitions::Definitions(const Model& older, const Model& newer, const Correspondence& known, Matching& result)
    : older_(older), newer_(newer), known_(known), back_(known.turned(newer)), result_(result) {}

Definitions::Side Definitions::side(bool toNewer) {
  if (!result_.older) {
    result_.older = std::make_unique<Extension>(older_);
    result_.newer = std::make_unique<Extension>(newer_);
  }
  return toNewer ? Side{older_, *result_.newer, known_, true} : Side{newer_, *result_.older, back_, false};
}

/// Returns the label that a declaration gets when it is added to the other model. Adds the renaming to `result_`.
std::string Definitions::rename(const Side& side, const std::string& label) {
  std::string lent = fmt::format("{} of the {} version", label, side.isToNewer ? "older" : "newer");
  result_.renamings[side.isToNewer ? label : lent] = side.isToNewer ? lent : label;
  return lent;
}

/// Adds a field of one model to the other model. Returns nothing if the other model lacks a signature of the field.
std::optional<FieldId> Definitions::lend(const Side& side, FieldId id, bool isVar) {
  const model::Field& field = side.from.field(id);
  const auto type = side.there.type(side.from.type(field.type));
  const SigId sig = side.there.sigs[field.sig];
  if (!type || type->products.empty() || sig == noId) return std::nullopt;
  return addField(side.to, field, sig, *type, isVar, rename(side, field.label));
}

bool Definitions::define(const FieldForm& form) {
  const Side toOlder = side(false), toNewer = side(true);
  const auto inOlder = lend(toOlder, form.newer, older_.field(form.older).isVar);
  const auto inNewer = lend(toNewer, form.older, newer_.field(form.newer).isVar);
  if (!inOlder || !inNewer) return false;
  std::vector<unsigned> back(form.order.size());
  for (unsigned i = 0; i < back.size(); ++i) back[form.order[i]] = i;
  const auto say = [&](Extension& in, FieldId lent, FieldId own, const std::vector<unsigned>& order) {
    addFact(in, fmt::format("match of {}", newer_.field(form.newer).label),
            in.nodes().binary(Op::equal, in.nodes().field(lent), asFor(in, lent, reordered(in, own, order))));
  };
  say(toOlder.to, *inOlder, form.older, form.order);
  say(toNewer.to, *inNewer, form.newer, back);
  return true;
}

bool Definitions::define(const FieldParts& group) {
  const bool isNewer = group.isWholeNewer;
  const Side toWhole = side(isNewer), toParts = side(!isNewer);
  const Model &ofParts = toWhole.from, &ofWhole = toParts.from;
  const model::Field& field = ofWhole.field(group.whole);
  const auto whole = lend(toParts, group.whole, field.isVar);
  if (!whole) return false;
  std::vector<FieldId> parts;
  std::set<SigId> sigs, sigsThere;
  for (const FieldId part : group.parts) {
    const auto lent = lend(toWhole, part, field.isVar);
    if (!lent) return false;
    parts.push_back(*lent);
    sigs.insert(ofParts.field(part).sig);
    sigsThere.insert(toWhole.there.sigs[ofParts.field(part).sig]);
  }
  const std::string name = fmt::format("match of {}", field.label);
  const auto sum = [&](Extension& in, const std::vector<FieldId>& of) {
    ExprId all = noId;
    for (const FieldId part : of)
      all = all == noId ? in.nodes().field(part) : in.nodes().binary(Op::union_, all, in.nodes().field(part));
    return all;
  };
  const auto define = [&](Extension& in, FieldId id, ExprId value) {
    return in.nodes().binary(Op::equal, in.nodes().field(id), value);
  };
  addFact(toParts.to, name, define(toParts.to, *whole, asFor(toParts.to, *whole, sum(toParts.to, group.parts))));
  const auto isOfAll = [&](FieldId part) {
    const auto type = toWhole.there.type(ofParts.type(ofParts.field(part).type));
    return type && std::ranges::all_of(type->products, [&](const Product& product) {
             return std::ranges::all_of(product.begin() + 1, product.end(),
                                        [&](SigId sig) { return ofWhole.sig(sig).builtin || ofWhole.isTopLevel(sig); });
           });
  };
  if (isParted(ofWhole, field.sig, sigsThere) && isParted(ofParts, toParts.there.sigs[field.sig], sigs) &&
      std::ranges::all_of(group.parts, isOfAll)) {
    addFact(toWhole.to, name, define(toWhole.to, group.whole, sum(toWhole.to, parts)));
    return true;
  }
  model::Nodes& nodes = toWhole.to.nodes();
  std::vector<ExprId> each;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SigId sig = toWhole.there.sigs[ofParts.field(group.parts[i]).sig];
    each.push_back(
        define(toWhole.to, parts[i],
               asFor(toWhole.to, parts[i], nodes.binary(Op::domainRestriction, nodes.sig(sig), nodes.field(group.whole)))));
  }
  addFact(toWhole.to, name, nodes.list(Op::and_, each));
  return true;
}

}  // namespace aunit::strength::versions
