#include "strength/versions/matching/shapes.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "strength/comparison/lending.h"
#include "strength/versions/pairs.h"
#include "strength/versions/united.h"

namespace aunit::strength::versions {

using comparison::Correspondence;
using namespace model;

std::string nameOfField(const Model& model, FieldId id) {
  return fmt::format("{}.{}", model.sig(model.field(id).sig).name, model.field(id).name);
}

int likenessOfNames(const std::string& one, const std::string& other) {
  const std::string first = plainName(one), second = plainName(other);
  if (first == second) return 3;
  const bool isWithin = first.find(second) != std::string::npos || second.find(first) != std::string::npos;
  return isWithin && std::min(first.size(), second.size()) > 2 ? 1 : 0;
}

namespace {

constexpr unsigned mostColumnsOfRelation = 4;

/// Whether the name means the truth value `value`, for example "yes" for true.
bool isNamedAs(const std::string& name, bool value) {
  const std::string plain = plainName(name);
  const auto isOneOf = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, plain) != words.end();
  };
  return value ? isOneOf({"true", "ye", "on", "t", "btrue"}) : isOneOf({"false", "no", "off", "f", "bfalse"});
}

// One pair for each column: the signatures of the plain form, and the signatures of the other form. Shape::Kind lists both forms.
using Columns = std::vector<std::pair<std::set<SigId>, std::set<SigId>>>;

/// Returns, for each column, the signatures of both forms. The shape matches only if, in each column, the signatures of the one
/// form correspond to the signatures of the other form.
Columns columnsOfShape(const Shape& shape, const Model& plain, const Model& other) {
  Columns columns;
  switch (shape.kind) {
    case Shape::Kind::holder:
      columns.emplace_back(comparison::topsOf(plain, shape.subset), columnsOf(other, shape.fields[0])[1]);
      break;
    case Shape::Kind::truth:
      columns.emplace_back(comparison::topsOf(plain, shape.subset), columnsOf(other, shape.fields[0])[0]);
      break;
    case Shape::Kind::relation:
      for (std::size_t i = 0; i < shape.fields.size(); ++i)
        columns.emplace_back(columnsOf(plain, shape.field)[i], columnsOf(other, shape.fields[i])[1]);
      break;
    case Shape::Kind::order: {
      const SigId ordered = other.modules()[other.sig(shape.sig).module].arguments[0];
      for (const std::set<SigId>& column : columnsOf(plain, shape.field))
        columns.emplace_back(column, comparison::topsOf(other, ordered));
      break;
    }
  }
  return columns;
}

/// Collects the shapes that have the plain form in the model `plain` and the other form in the model `other`.
class ShapeSearch {
 public:
  ShapeSearch(const Model& plain, const Model& other, const Correspondence& toOther, bool isPlainOlder)
      : plain_(plain), other_(other), toOther_(toOther), back_(toOther.turned(other)), isPlainOlder_(isPlainOlder) {}

  std::vector<std::pair<int, Shape>> found() {
    // To compare the models, the plain model gets a signature that defines the other form. If the plain model depends on the set
    // of all atoms, an additional signature would change its meaning.
    if (!dependsOnUniverse(plain_)) {
      holdersAndTruths();
      relations();
      orders();
    }
    return std::move(found_);
  }

 private:
  static bool isUsers(const Model& model, SigId id) {
    return !model.sig(id).builtin && !model.sig(id).isMeta && isOwn(model, model.sig(id).module);
  }
  bool isFreeSubset(SigId id) const {
    const model::Sig& sig = plain_.sig(id);
    return isUsers(plain_, id) && toOther_.sigs[id] == noId && !plain_.isTopLevel(id) && sig.fields.empty() &&
           sig.children.empty();
  }
  /// Whether the signature `id` of the other model has no counterpart and no children, is top-level, and is neither abstract nor
  /// variable.
  bool isFreeSig(SigId id) const {
    const model::Sig& sig = other_.sig(id);
    return isUsers(other_, id) && back_.sigs[id] == noId && other_.isTopLevel(id) && !sig.isAbstract && !sig.isVar &&
           sig.children.empty();
  }
  bool isFreeField(FieldId id) const {
    return toOther_.fields[id] == noId && !plain_.field(id).isMeta && !plain_.field(id).isVar &&
           isUsers(plain_, plain_.field(id).sig);
  }

  /// Whether, in each column, the signatures of the two forms may correspond: both forms have equally many, and known
  /// counterparts are in the same column.
  bool mayFit(const Shape& shape) const {
    return std::ranges::all_of(columnsOfShape(shape, plain_, other_), [&](const auto& pair) {
      if (pair.first.size() != pair.second.size()) return false;
      const bool isKnown = std::ranges::all_of(
          pair.first, [&](SigId sig) { return toOther_.sigs[sig] == noId || pair.second.contains(toOther_.sigs[sig]); });
      return isKnown && std::ranges::all_of(pair.second, [&](SigId sig) {
               return back_.sigs[sig] == noId || pair.first.contains(back_.sigs[sig]);
             });
    });
  }

  void add(Shape shape, int score, bool isNamed) {
    shape.isPlainOlder = isPlainOlder_;
    shape.isNamed = isNamed;
    if (mayFit(shape)) found_.emplace_back(score + (isNamed ? 9 : 0), std::move(shape));
  }

  void holdersAndTruths() {
    for (SigId subset = builtin::count; subset < plain_.sigs().size(); ++subset) {
      if (!isFreeSubset(subset)) continue;
      const model::Sig& sig = plain_.sig(subset);
      for (FieldId id = 0; id < other_.fields().size(); ++id) {
        const model::Field& field = other_.field(id);
        if (field.arity != 2 || field.isMeta || field.isVar != sig.isVar || back_.fields[id] != noId ||
            !isUsers(other_, field.sig))
          continue;
        if (isFreeSig(field.sig) && other_.sig(field.sig).fields.size() == 1)
          add({.kind = Shape::Kind::holder, .subset = subset, .sig = field.sig, .fields = {id}}, 3,
              likenessOfNames(sig.name, other_.sig(field.sig).name) > 0 || likenessOfNames(sig.name, field.name) > 0);
        truths(subset, id);
      }
    }
  }

  /// Returns the two `one sig`s that are the only values of a field, then their common parent if there is one. Returns nothing if
  /// the field can hold other atoms.
  std::vector<SigId> valuesOf(FieldId id) const {
    std::set<SigId> found;
    for (const Product& product : other_.type(other_.field(id).type).products) found.insert(product[1]);
    std::vector<SigId> values(found.begin(), found.end());
    if (values.size() == 1 && other_.sig(values[0]).children.size() == 2 && other_.sig(values[0]).isAbstract) {
      const SigId parent = values[0];
      values = other_.sig(parent).children;
      values.push_back(parent);
    } else if (values.size() == 2 && !other_.isTopLevel(values[0])) {
      const SigId parent = other_.sig(values[0]).parents[0];
      if (other_.sig(parent).builtin || other_.sig(parent).children != values) return {};
      values.push_back(parent);
    }
    if (values.size() < 2) return {};
    const auto isPlain = [&](SigId sig) {
      return other_.sig(sig).fields.empty() && !other_.sig(sig).isVar && !other_.sig(sig).builtin;
    };
    const auto isValue = [&](SigId sig) {
      return other_.sig(sig).multiplicity == Multiplicity::one && other_.sig(sig).children.empty() &&
             (values.size() == 3 || other_.isTopLevel(sig));
    };
    if (!std::ranges::all_of(values, isPlain) || !isValue(values[0]) || !isValue(values[1])) return {};
    if (values.size() == 3 && (!other_.isTopLevel(values[2]) || !other_.sig(values[2]).isAbstract)) return {};
    return values;
  }

  void truths(SigId subset, FieldId id) {
    std::vector<SigId> values = valuesOf(id);
    if (values.empty()) return;
    const std::string& name = plain_.sig(subset).name;
    for (int turn = 0; turn < 2; ++turn, std::swap(values[0], values[1])) {
      const std::string &yes = other_.sig(values[0]).name, &no = other_.sig(values[1]).name;
      const bool isSaid = isNamedAs(yes, true) || isNamedAs(no, false);
      if (!isSaid && (isNamedAs(no, true) || isNamedAs(yes, false))) continue;
      const int likeness = std::max(likenessOfNames(name, other_.field(id).name), likenessOfNames(name, yes));
      add({.kind = Shape::Kind::truth, .subset = subset, .fields = {id}, .values = values}, 3 + isSaid + likeness,
          likeness > 0 && (isSaid || likenessOfNames(name, yes) > 0));
    }
  }

  /// Whether a signature of the other model extends `id` or is a subset of it, or a field has `id` in a column after the first.
  bool isMentioned(SigId id) const {
    const auto isAbove = [&](const model::Sig& sig) { return std::ranges::find(sig.parents, id) != sig.parents.end(); };
    const auto holds = [&](const model::Field& field) {
      const auto& products = other_.type(field.type).products;
      return !field.isMeta && std::ranges::any_of(products, [&](const Product& product) {
        return std::ranges::find(product.begin() + 1, product.end(), id) != product.end();
      });
    };
    return std::ranges::any_of(other_.sigs(), [&](const model::Sig& sig) { return !sig.isMeta && isAbove(sig); }) ||
           std::ranges::any_of(other_.fields(), holds);
  }

  void relations() {
    for (SigId id = builtin::count; id < other_.sigs().size(); ++id) {
      const std::vector<FieldId>& fields = other_.sig(id).fields;
      if (!isFreeSig(id) || isMentioned(id) || fields.size() < 2 || fields.size() > mostColumnsOfRelation ||
          std::ranges::any_of(fields, [&](FieldId field) { return other_.field(field).arity != 2 || other_.field(field).isVar; }))
        continue;
      for (FieldId field = 0; field < plain_.fields().size(); ++field) {
        if (!isFreeField(field) || plain_.field(field).arity != fields.size()) continue;
        std::vector<FieldId> order = fields;
        std::ranges::sort(order);
        int later = 0;
        do {
          const int likeness = likenessOfNames(other_.sig(id).name, plain_.field(field).name);
          add({.kind = Shape::Kind::relation, .field = field, .sig = id, .fields = order}, 3 - std::exchange(later, 1),
              likeness > 0);
        } while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }

  void orders() {
    for (SigId id = builtin::count; id < other_.sigs().size(); ++id) {
      const model::Module& module = other_.modules()[other_.sig(id).module];
      if (!module.library || module.name != "util/ordering" || module.arguments.size() != 1 || back_.sigs[id] != noId ||
          other_.sig(module.arguments[0]).isEnum || other_.sig(id).fields.size() != 2 || isUnusedOrder(other_, id))
        continue;
      for (FieldId field = 0; field < plain_.fields().size(); ++field) {
        if (!isFreeField(field) || plain_.field(field).arity != 2) continue;
        const std::string name = plainName(plain_.field(field).name);
        const auto has = [&](std::initializer_list<std::string_view> words) {
          return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
        };
        const bool isNext = has({"next", "succ", "after", "follow"}), isPrevious = has({"prev", "pred", "before"});
        for (const bool isTurned : {false, true})
          add({.kind = Shape::Kind::order, .field = field, .sig = id, .fields = other_.sig(id).fields, .isTurned = isTurned},
              3 - (isTurned != isPrevious), isTurned ? isPrevious : isNext);
      }
    }
  }

  const Model &plain_, &other_;
  const Correspondence& toOther_;
  const Correspondence back_;
  const bool isPlainOlder_;
  std::vector<std::pair<int, Shape>> found_;
};

/// How a pair that the user gave agrees with a shape. `isAbout`: at least one side of the pair is a declaration of the shape.
/// `isMet`: one side is the declaration of the plain form, the other side is the declaration of the other form. For an order, the
/// pair and the shape must also have the same direction.
struct ShapeAgreement {
  bool isAbout = false, isMet = false;
};
ShapeAgreement givenOf(const GivenPair& pair, const Shape& shape) {
  using Kind = GivenPair::Kind;
  const Kind plainKind = shape.isPlainOlder ? pair.kind : pair.kindOfNewer,
             otherKind = shape.isPlainOlder ? pair.kindOfNewer : pair.kind;
  const std::uint32_t plain = shape.isPlainOlder ? pair.older : pair.newer, other = shape.isPlainOlder ? pair.newer : pair.older;
  const bool isSubset = shape.subset != noId;
  const bool ofPlain =
      isSubset ? plainKind == Kind::signature && plain == shape.subset : plainKind == Kind::field && plain == shape.field;
  bool ofOther = false, isRight = true;
  switch (shape.kind) {
    case Shape::Kind::holder:
    case Shape::Kind::truth: ofOther = otherKind == Kind::field && other == shape.fields[0]; break;
    case Shape::Kind::relation: ofOther = otherKind == Kind::signature && other == shape.sig; break;
    case Shape::Kind::order:
      ofOther = (otherKind == Kind::order || otherKind == Kind::orderTurned) && other == shape.sig;
      isRight = (otherKind == Kind::orderTurned) == shape.isTurned;
      break;
  }
  return {ofPlain || ofOther, ofPlain && ofOther && isRight};
}

}  // namespace

std::vector<Shape> shapesOf(const Model& older, const Model& newer, const Correspondence& known,
                            const std::vector<GivenPair>& given) {
  const Correspondence back = known.turned(newer);
  auto found = ShapeSearch(older, newer, known, true).found();
  std::ranges::move(ShapeSearch(newer, older, back, false).found(), std::back_inserter(found));
  std::erase_if(found, [&](auto& candidate) {
    for (const GivenPair& pair : given) {
      const ShapeAgreement of = givenOf(pair, candidate.second);
      if (of.isAbout && !of.isMet) return true;
      if (of.isMet) {
        candidate.second.isGiven = true;
        candidate.first += 20;
      }
    }
    return false;
  });
  std::ranges::stable_sort(found, std::ranges::greater(), [](const auto& candidate) { return candidate.first; });
  std::vector<Shape> shapes;
  for (auto& [score, shape] : found) shapes.push_back(std::move(shape));
  return shapes;
}

bool isFit(const Shape& shape, const Model& older, const Model& newer, const Correspondence& known) {
  const Model &plain = shape.isPlainOlder ? older : newer, &other = shape.isPlainOlder ? newer : older;
  return std::ranges::all_of(columnsOfShape(shape, plain, other), [&](const auto& pair) {
    std::set<SigId> now;
    for (const SigId sig : shape.isPlainOlder ? pair.first : pair.second) now.insert(known.sigs[sig]);
    return now == (shape.isPlainOlder ? pair.second : pair.first);
  });
}

std::vector<UsedDeclaration> usedBy(const Shape& shape) {
  std::vector<UsedDeclaration> used;
  if (shape.subset != noId) used.push_back({shape.isPlainOlder, true, shape.subset});
  if (shape.field != noId) used.push_back({shape.isPlainOlder, false, shape.field});
  if (shape.sig != noId) used.push_back({!shape.isPlainOlder, true, shape.sig});
  for (const FieldId field : shape.fields) used.push_back({!shape.isPlainOlder, false, field});
  return used;
}

bool areApart(const Shape& one, const Shape& two) {
  const std::vector<UsedDeclaration> first = usedBy(one), second = usedBy(two);
  return std::ranges::none_of(first,
                              [&](const UsedDeclaration& used) { return std::ranges::find(second, used) != second.end(); });
}

Match inWords(const Shape& shape, const Model& older, const Model& newer) {
  const Model &plain = shape.isPlainOlder ? older : newer, &other = shape.isPlainOlder ? newer : older;
  std::string one = shape.subset != noId ? plain.sig(shape.subset).name : nameOfField(plain, shape.field), two;
  const char* reason = "";
  switch (shape.kind) {
    case Shape::Kind::holder:
      two = nameOfField(other, shape.fields[0]);
      reason = "a subset as a field";
      break;
    case Shape::Kind::truth:
      two = fmt::format("{}.{}", nameOfField(other, shape.fields[0]), other.sig(shape.values[0]).name);
      reason = "a subset as a truth value";
      break;
    case Shape::Kind::relation:
      two = other.sig(shape.sig).name;
      reason = "a relation as a signature";
      break;
    case Shape::Kind::order:
      two = fmt::format("{}/{}", other.modules()[other.sig(shape.sig).module].path, shape.isTurned ? "prev" : "next");
      reason = "an order as a field";
      break;
  }
  if (shape.isGiven) reason = "given";
  return shape.isPlainOlder ? Match{std::move(one), std::move(two), reason} : Match{std::move(two), std::move(one), reason};
}

}  // namespace aunit::strength::versions
