#include "strength/versions/matching/matching.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "strength/comparison/lending.h"
#include "strength/versions/matching/forms.h"
#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

using comparison::Correspondence;
using comparison::Renamings;
using namespace model;

namespace {

constexpr std::size_t mostSigs = 7, mostFields = 8, mostChoices = 720, mostTried = 20'000, mostMatchings = 12, mostOfNames = 20,
                      mostShapes = 24, mostShapesInOne = 6, mostUnnamed = 3;
constexpr unsigned mostColumns = 4;

struct Choice {
  Renamings renamings{};
  std::vector<FieldForm> forms{};
  std::vector<FieldParts> groups{};
  std::vector<Shape> shapes{};
  int score = 0;
  bool isComplete = true;
};

/// Whether one of the names suggests the inverse relation of the other: "knows" and "knownBy", "next" and "previous".
bool areInverse(const std::string& one, const std::string& other) {
  const auto isBackward = [](const std::string& name) {
    const std::string plain = plainName(name);
    return plain.ends_with("by") || plain.starts_with("prev") || plain.starts_with("pred");
  };
  return isBackward(one) != isBackward(other);
}

class MatchingSearch {
 public:
  MatchingSearch(const Model& older, const Model& newer, const std::vector<GivenPair>& given)
      : older_(older), newer_(newer), given_(given), base_(renamingsOf(older, newer, given)) {}

  std::vector<Matching> found() {
    search(base_);
    if (choices_.empty()) {
      const Correspondence known = comparison::correspondence(older_, newer_, base_, comparison::Kinds::any);
      chooseShapes(shapesOf(older_, newer_, known, given_), [&] { chooseFields(base_, scoreOfShapes(), false); });
    }
    if (choices_.empty()) choices_.push_back({.renamings = base_});
    std::vector<Choice> likeliest = ordered(mostMatchings);
    // Declarations that are equal may still have different meanings. So a second search pairs only declarations with similar
    // names.
    if (const Renamings names = renamingsOf(older_, newer_, given_, Basis::names); names != base_) {
      search(names);
      std::ranges::move(ordered(mostOfNames), std::back_inserter(likeliest));
    }
    std::vector<Matching> result;
    for (const Choice& choice : likeliest)
      if (auto made = matching(choice)) result.push_back(std::move(*made));
    if (result.empty() || std::ranges::all_of(result, &Matching::isByShape)) {
      shapes_.clear();
      result.push_back(std::move(*matching({.renamings = base_})));
    }
    return result;
  }

 private:
  /// Returns the likeliest elements of `choices_`, at most `most` of them, and makes `choices_` empty.
  std::vector<Choice> ordered(std::size_t most) {
    std::ranges::stable_sort(choices_, std::ranges::greater(), &Choice::score);
    choices_.resize(std::min(choices_.size(), most));
    return std::exchange(choices_, {});
  }

  /// Adds to `choices_` the ways to pair the declarations that have no counterpart after the renamings `base` are applied.
  void search(Renamings base) {
    alignModules(older_, newer_, base);
    const Correspondence known = comparison::correspondence(older_, newer_, base, comparison::Kinds::any);
    std::vector<SigId> before, after;
    for (SigId id = builtin::count; id < older_.sigs().size(); ++id)
      if (known.sigs[id] == noId && isUsers(older_, id)) before.push_back(id);
    for (SigId id = builtin::count; id < newer_.sigs().size(); ++id)
      if (std::ranges::find(known.sigs, id) == known.sigs.end() && isUsers(newer_, id)) after.push_back(id);
    chooseShapes(shapesOf(older_, newer_, known, given_), [&] {
      std::vector<SigId> ofOlder = before, ofNewer = after;
      std::erase_if(ofOlder, [&](SigId id) { return isTaken(true, true, id); });
      std::erase_if(ofNewer, [&](SigId id) { return isTaken(false, true, id); });
      if (ofOlder.size() == ofNewer.size() && ofOlder.size() <= mostSigs) chooseSigs(ofOlder, 0, ofNewer, base, scoreOfShapes());
    });
  }

  static bool isUsers(const Model& model, SigId id) {
    return !model.sig(id).builtin && !model.sig(id).isMeta && isOwn(model, model.sig(id).module);
  }

  // ---------------------------------------------------------------------------------------------------------- signatures

  int likeness(SigId one, SigId two) const {
    const model::Sig &before = older_.sig(one), &after = newer_.sig(two);
    return 3 * likenessOfNames(before.name, after.name) + (before.isAbstract == after.isAbstract) +
           (before.subset == after.subset) + (before.multiplicity == after.multiplicity) +
           (before.fields.size() == after.fields.size()) + (before.children.size() == after.children.size());
  }

  /// Calls `visit` for sets of shapes in which no two shapes use the same declaration. During each call, `shapes_` is the set. A
  /// shape is unnamed if neither names nor the user suggest it (Shape::isNamed, Shape::isGiven). Sets with fewer unnamed shapes
  /// come first. Among sets with equally many unnamed shapes, the likeliest comes first.
  void chooseShapes(const std::vector<Shape>& candidates, const std::function<void()>& visit) {
    for (std::size_t unnamed = 0; unnamed <= mostUnnamed; ++unnamed) {
      shapeSets_ = 0;
      chooseShapes(candidates, 0, unnamed, visit);
    }
  }
  void chooseShapes(const std::vector<Shape>& candidates, std::size_t next, std::size_t unnamed,
                    const std::function<void()>& visit) {
    if (shapeSets_ >= mostShapes) return;
    if (next == candidates.size()) {
      const auto isMissing = [&](const Shape& one) {
        return one.isGiven &&
               std::ranges::none_of(shapes_, [&](const Shape& other) { return other.isGiven && !areApart(other, one); });
      };
      if (unnamed > 0 || std::ranges::any_of(candidates, isMissing)) return;
      ++shapeSets_;
      tried_ = 0;
      visit();
      return;
    }
    const Shape& candidate = candidates[next];
    const std::size_t more = candidate.isNamed || candidate.isGiven ? 0 : 1;
    if (more <= unnamed && shapes_.size() < mostShapesInOne &&
        std::ranges::all_of(shapes_, [&](const Shape& one) { return areApart(one, candidate); })) {
      shapes_.push_back(candidate);
      chooseShapes(candidates, next + 1, unnamed - more, visit);
      shapes_.pop_back();
    }
    chooseShapes(candidates, next + 1, unnamed, visit);
  }

  int scoreOfShapes() const {
    int score = 0;
    for (const Shape& shape : shapes_) score += shape.isNamed || shape.isGiven ? 9 : 2;
    return score;
  }

  /// Whether a shape of `shapes_` uses this signature or field. The signatures in Shape::values count as used, too.
  bool isTaken(bool isOlder, bool isSig, std::uint32_t id) const {
    return std::ranges::any_of(shapes_, [&](const Shape& shape) {
      const std::vector<UsedDeclaration> used = usedBy(shape);
      return std::ranges::find(used, UsedDeclaration{isOlder, isSig, id}) != used.end() ||
             (isSig && shape.isPlainOlder != isOlder && std::ranges::find(shape.values, id) != shape.values.end());
    });
  }

  void chooseSigs(const std::vector<SigId>& before, std::size_t next, std::vector<SigId>& after, const Renamings& renamings,
                  int score) {
    if (choices_.size() >= mostChoices || ++tried_ > mostTried) return;
    if (next == before.size()) {
      const Correspondence known = comparison::correspondence(older_, newer_, renamings, comparison::Kinds::any);
      if (std::ranges::all_of(before, [&](SigId id) { return known.sigs[id] != noId; }))
        chooseFields(renamings, score, !before.empty());
      return;
    }
    const SigId sig = before[next];
    for (std::size_t i = 0; i < after.size(); ++i) {
      const SigId other = after[i];
      if (older_.isTopLevel(sig) != newer_.isTopLevel(other)) continue;
      Renamings more = renamings;
      more[older_.sig(sig).label] = newer_.sig(other).label;
      for (const FieldId field : older_.sig(sig).fields)
        more[older_.field(field).label] = newer_.sig(other).label + "." + older_.field(field).name;
      after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
      chooseSigs(before, next + 1, after, more, score + likeness(sig, other));
      after.insert(after.begin() + static_cast<std::ptrdiff_t>(i), other);
    }
  }

  // -------------------------------------------------------------------------------------------------------------- fields

  /// Returns, for each column of a field of the older model, the signatures of the newer model that correspond to the column's
  /// signatures. Returns nothing if one of these signatures has no counterpart.
  std::vector<std::set<SigId>> columnsInNewer(FieldId id, const Correspondence& known) const {
    std::vector<std::set<SigId>> columns;
    for (const std::set<SigId>& column : columnsOf(older_, id)) {
      std::set<SigId>& now = columns.emplace_back();
      for (const SigId sig : column) now.insert(known.sigs[sig]);
      if (now.empty() || now.contains(noId)) return {};
    }
    return columns;
  }

  bool isGiven(FieldId older, FieldId newer) const {
    return std::ranges::any_of(given_, [&](const GivenPair& pair) {
      return pair.isOf(GivenPair::Kind::field) && pair.older == older && pair.newer == newer;
    });
  }
  bool mayBe(FieldId older, FieldId newer) const {
    return std::ranges::all_of(given_, [&](const GivenPair& pair) {
      return !pair.isOf(GivenPair::Kind::field) || (pair.older == older) == (pair.newer == newer);
    });
  }

  /// Returns the orders of columns with which the older field fits the newer field. If the identity fits, it is first.
  std::vector<std::vector<unsigned>> ordersOf(FieldId older, FieldId newer, const Correspondence& known) const {
    std::vector<std::vector<unsigned>> orders;
    if (older_.field(older).arity != newer_.field(newer).arity || older_.field(older).arity > mostColumns) return orders;
    const auto before = columnsInNewer(older, known), after = columnsOf(newer_, newer);
    if (before.empty()) return orders;
    std::vector<unsigned> order(before.size());
    std::iota(order.begin(), order.end(), 0U);
    do {
      bool fits = true;
      for (std::size_t i = 0; fits && i < order.size(); ++i) fits = before[i] == after[order[i]];
      if (fits) orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return orders;
  }

  void chooseFields(const Renamings& renamings, int score, bool mustBeComplete) {
    const Correspondence known = comparison::correspondence(older_, newer_, renamings, comparison::Kinds::any);
    if (!std::ranges::all_of(shapes_, [&](const Shape& shape) { return isFit(shape, older_, newer_, known); })) return;
    std::vector<FieldId> before, after;
    std::set<FieldId> settled;
    for (FieldId id = 0; id < older_.fields().size(); ++id) {
      const FieldId same = known.fields[id];
      if (same != noId) {
        // If `known` pairs fields with different names, the newer field may have the columns in another order.
        const auto orders = ordersOf(id, same, known);
        const bool isTurned = !orders.empty() && !std::ranges::is_sorted(orders.front());
        const bool isSure = isGiven(id, same) || older_.field(id).isMeta || orders.size() < 2 ||
                            likenessOfNames(older_.field(id).name, newer_.field(same).name) == 3;
        if (!isTurned && isSure) {
          settled.insert(same);
          continue;
        }
      }
      if (!older_.field(id).isMeta && !isTaken(true, false, id) && isOwn(older_, older_.sig(older_.field(id).sig).module))
        before.push_back(id);
    }
    for (FieldId id = 0; id < newer_.fields().size(); ++id)
      if (!settled.contains(id) && !newer_.field(id).isMeta && !isTaken(false, false, id) &&
          isOwn(newer_, newer_.sig(newer_.field(id).sig).module))
        after.push_back(id);
    Choice choice{.renamings = renamings, .shapes = shapes_, .score = score};
    gather(before, after, known, choice, true);
    gather(after, before, known, choice, false);
    if (before.size() > mostFields || after.size() > mostFields) before.clear();
    choose(before, 0, after, known, choice, mustBeComplete);
  }

  /// Finds fields of one model (in `parts`) that together correspond to a single field of the other model (in `wholes`). These
  /// fields have the same name as the single field. Their signatures are descendants of the signature that has the single field.
  /// Adds each such group to `choice`, and removes its fields from `parts` and `wholes`.
  void gather(std::vector<FieldId>& parts, std::vector<FieldId>& wholes, const Correspondence& known, Choice& choice,
              bool isWholeNewer) const {
    const Model &ofParts = isWholeNewer ? older_ : newer_, &ofWhole = isWholeNewer ? newer_ : older_;
    for (const FieldId whole : std::vector(wholes)) {
      FieldParts group{.parts = {}, .whole = whole, .isWholeNewer = isWholeNewer};
      for (const FieldId part : parts) {
        const SigId sig = ofParts.field(part).sig;
        const SigId there = isWholeNewer ? known.sigs[sig] : counterpart(known, sig);
        if (plainName(ofParts.field(part).name) == plainName(ofWhole.field(whole).name) && there != noId &&
            ofParts.field(part).isVar == ofWhole.field(whole).isVar && ofWhole.isAncestor(ofWhole.field(whole).sig, there) &&
            there != ofWhole.field(whole).sig) {
          const auto orders = isWholeNewer ? ordersOf(part, whole, known) : ordersOf(whole, part, known);
          if (!orders.empty() && std::ranges::is_sorted(orders.front())) group.parts.push_back(part);
        }
      }
      if (group.parts.empty()) continue;
      for (const FieldId part : group.parts) std::erase(parts, part);
      std::erase(wholes, whole);
      choice.score += 9;
      choice.groups.push_back(std::move(group));
    }
  }

  static SigId counterpart(const Correspondence& known, SigId newer) {
    const auto found = std::ranges::find(known.sigs, newer);
    return found == known.sigs.end() ? noId : static_cast<SigId>(found - known.sigs.begin());
  }

  void choose(const std::vector<FieldId>& before, std::size_t next, std::vector<FieldId>& after, const Correspondence& known,
              Choice& choice, bool mustBeComplete) {
    if (choices_.size() >= mostChoices || ++tried_ > mostTried) return;
    if (next == before.size()) {
      const bool isComplete = choice.isComplete && after.empty();
      const auto isCertain = [&](const FieldForm& form) {
        return isGiven(form.older, form.newer) || (form.isRenaming && known.fields[form.older] == form.newer) ||
               likenessOfNames(older_.field(form.older).name, newer_.field(form.newer).name) == 3;
      };
      const auto isSaid = [](const Shape& shape) { return shape.isNamed || shape.isGiven; };
      const bool isSure = std::ranges::all_of(choice.forms, isCertain) && std::ranges::all_of(choice.shapes, isSaid);
      if (!isComplete && (mustBeComplete || !isSure)) return;
      choices_.push_back(choice);
      choices_.back().isComplete = isComplete;
      return;
    }
    const FieldId field = before[next];
    for (std::size_t i = 0; i < after.size(); ++i) {
      const FieldId other = after[i];
      if (!mayBe(field, other)) continue;
      const bool sameSig = known.sigs[older_.field(field).sig] == newer_.field(other).sig;
      for (std::vector<unsigned>& order : ordersOf(field, other, known)) {
        const bool isSorted = std::ranges::is_sorted(order);
        const int gain = 3 * likenessOfNames(older_.field(field).name, newer_.field(other).name) +
                         2 * (isSorted != areInverse(older_.field(field).name, newer_.field(other).name)) + sameSig +
                         (isGiven(field, other) ? 20 : 0) + (known.fields[field] == other ? 4 : 0) +
                         (older_.field(field).isVar == newer_.field(other).isVar);
        choice.forms.push_back({field, other, std::move(order), sameSig && isSorted});
        choice.score += gain;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
        choose(before, next + 1, after, known, choice, mustBeComplete);
        after.insert(after.begin() + static_cast<std::ptrdiff_t>(i), other);
        choice.score -= gain;
        choice.forms.pop_back();
      }
    }
    const bool wasComplete = std::exchange(choice.isComplete, false);
    choose(before, next + 1, after, known, choice, mustBeComplete);
    choice.isComplete = wasComplete;
  }

  std::optional<Matching> matching(const Choice& choice) const {
    Matching result;
    result.renamings = choice.renamings;
    for (const FieldForm& form : choice.forms)
      if (form.isRenaming) result.renamings[older_.field(form.older).label] = newer_.field(form.newer).label;
    const Correspondence known = comparison::correspondence(older_, newer_, result.renamings, comparison::Kinds::any);
    Definitions definitions(older_, newer_, known, result);
    for (const Shape& shape : choice.shapes)
      if (!definitions.define(shape)) return std::nullopt;
    for (const FieldForm& form : choice.forms)
      if (!form.isRenaming && !definitions.define(form)) return std::nullopt;
    for (const FieldParts& group : choice.groups)
      if (!definitions.define(group)) return std::nullopt;
    if (result.older) {
      result.older->growing().seal();
      result.newer->growing().seal();
    }
    tell(choice, known, result);
    return result;
  }

  // ------------------------------------------------------------------------------------------------------------ in words

  std::string reasonFor(bool isGiven, const std::string& before, const std::string& after, bool isKnown) const {
    if (isGiven) return "given";
    if (plainName(before) == plainName(after)) return "by name";
    return isKnown ? "by declaration" : "by shape";
  }

  void tell(const Choice& choice, const Correspondence& known, Matching& result) const {
    const Correspondence base = comparison::correspondence(older_, newer_, base_, comparison::Kinds::any);
    const auto isGivenPair = [&](GivenPair::Kind kind, std::uint32_t one, std::uint32_t two) {
      return std::ranges::any_of(given_, [&](const GivenPair& p) { return p.isOf(kind) && p.older == one && p.newer == two; });
    };
    for (SigId id = builtin::count; id < older_.sigs().size(); ++id) {
      const SigId now = known.sigs[id];
      if (now == noId || !isUsers(older_, id) || older_.sig(id).name == newer_.sig(now).name) continue;
      result.matches.push_back({older_.sig(id).name, newer_.sig(now).name,
                                reasonFor(isGivenPair(GivenPair::Kind::signature, id, now), older_.sig(id).name,
                                          newer_.sig(now).name, base.sigs[id] == now)});
    }
    for (FieldId id = 0; id < older_.fields().size(); ++id) {
      const FieldId now = known.fields[id];
      const bool isFormed =
          std::ranges::any_of(choice.forms, [&](const FieldForm& form) { return form.older == id && !form.isRenaming; });
      if (now == noId || isFormed || older_.field(id).isMeta || older_.field(id).name == newer_.field(now).name) continue;
      result.matches.push_back(
          {nameOfField(older_, id), nameOfField(newer_, now),
           reasonFor(isGiven(id, now), older_.field(id).name, newer_.field(now).name, base.fields[id] == now)});
    }
    for (const FieldForm& form : choice.forms) {
      if (form.isRenaming) continue;
      const std::string before = nameOfField(older_, form.older);
      std::string columns;
      for (const unsigned column : form.order) columns += fmt::format("{}{}", columns.empty() ? "" : ", ", column + 1);
      const bool isSorted = std::ranges::is_sorted(form.order);
      const bool sameName = plainName(older_.field(form.older).name) == plainName(newer_.field(form.newer).name);
      const std::string reason = isGiven(form.older, form.newer) ? "given"
                                 : sameName                      ? "by name, in another place"
                                                                 : "by columns";
      result.matches.push_back({isSorted                 ? before
                                : form.order.size() == 2 ? "~" + before
                                                         : fmt::format("{} with its columns in the order {}", before, columns),
                                nameOfField(newer_, form.newer), reason});
    }
    for (const FieldParts& group : choice.groups) {
      std::string all;
      for (const FieldId part : group.parts)
        all += (all.empty() ? "" : " + ") + nameOfField(group.isWholeNewer ? older_ : newer_, part);
      const std::string whole = nameOfField(group.isWholeNewer ? newer_ : older_, group.whole);
      result.matches.push_back({group.isWholeNewer ? all : whole, group.isWholeNewer ? whole : all, "by name, in a parent"});
    }
    for (const Shape& shape : choice.shapes) result.matches.push_back(inWords(shape, older_, newer_));
    const auto isByShape = [](const Match& match) { return match.reason == "by shape" || match.reason == "by columns"; };
    result.isByShape = std::ranges::any_of(result.matches, isByShape) ||
                       std::ranges::any_of(choice.shapes, [](const Shape& shape) { return !shape.isNamed && !shape.isGiven; });
  }

  const Model &older_, &newer_;
  const std::vector<GivenPair>& given_;
  const Renamings base_;       // the renamings that names and declarations suggest
  std::vector<Shape> shapes_;  // the current set of shapes
  std::size_t shapeSets_ = 0;
  std::vector<Choice> choices_;
  std::size_t tried_ = 0;  // number of partial choices that were tried
};

/// The declarations of one model that a user's name may mean.
struct Meanings {
  std::vector<std::pair<GivenPair::Kind, std::uint32_t>> found;
  std::vector<std::string> names;
};

Meanings meaningsOf(const Model& model, const std::string& name) {
  Meanings result;
  const auto add = [&](GivenPair::Kind kind, std::uint32_t id, const std::string& known) {
    result.names.push_back(known);
    if (known == name) result.found.emplace_back(kind, id);
  };
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (!model.sig(id).isMeta && isOwn(model, model.sig(id).module)) add(GivenPair::Kind::signature, id, model.sig(id).name);
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    if (model.field(id).isMeta || !isOwn(model, model.sig(model.field(id).sig).module)) continue;
    add(GivenPair::Kind::field, id, nameOfField(model, id));
    add(GivenPair::Kind::field, id, model.field(id).name);
  }
  for (FuncId id = 0; id < model.funcs().size(); ++id)
    if (isOwn(model, model.func(id).module)) add(GivenPair::Kind::function, id, model.func(id).name);
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (const model::Module& module = model.modules()[model.sig(id).module]; module.library && module.name == "util/ordering") {
      add(GivenPair::Kind::order, id, module.path + "/next");
      add(GivenPair::Kind::orderTurned, id, module.path + "/prev");
    }
  return result;
}

}  // namespace

std::optional<std::vector<GivenPair>> givenPairs(const Model& older, const Model& newer, const std::vector<GivenMatch>& given,
                                                 std::string& error) {
  std::vector<GivenPair> pairs;
  for (const GivenMatch& match : given) {
    const Meanings before = meaningsOf(older, match.older), after = meaningsOf(newer, match.newer);
    const auto unknown = [&](const Meanings& meanings, const std::string& name, const char* which) {
      if (meanings.found.size() == 1) return false;
      error = meanings.found.empty() ? fmt::format("the {} version has no `{}`{}", which, name, orNear(name, meanings.names))
                                     : fmt::format("`{}` is ambiguous in the {} version", name, which);
      return true;
    };
    if (unknown(after, match.newer, "new") || unknown(before, match.older, "old")) return std::nullopt;
    const GivenPair pair{before.found[0].first, before.found[0].second, after.found[0].second, after.found[0].first};
    const auto refuse = [&](std::string why) -> std::optional<std::vector<GivenPair>> {
      error = std::move(why);
      return std::nullopt;
    };
    if (!pair.isOf(pair.kind)) {
      std::vector<GivenPair> all = pairs;
      all.push_back(pair);
      const Correspondence known =
          comparison::correspondence(older, newer, renamingsOf(older, newer, all, Basis::names), comparison::Kinds::any);
      const auto shapes = shapesOf(older, newer, known, {pair});
      if (std::ranges::none_of(shapes, &Shape::isGiven))
        return refuse(
            fmt::format("`{}` cannot correspond to `{}`: docs/judging.md lists what can correspond", match.newer, match.older));
    }
    for (const GivenPair& other : pairs) {
      if (other.kind == pair.kind && other.older == pair.older)
        return refuse(fmt::format("`{}` of the old version is matched twice", match.older));
      if (other.kindOfNewer == pair.kindOfNewer && other.newer == pair.newer)
        return refuse(fmt::format("`{}` of the new version is matched twice", match.newer));
    }
    if (pair.isOf(GivenPair::Kind::signature) && older.isTopLevel(pair.older) != newer.isTopLevel(pair.newer))
      return refuse(fmt::format("`{}` and `{}` cannot correspond: only one of them has a parent", match.newer, match.older));
    if (pair.isOf(GivenPair::Kind::field) && older.field(pair.older).arity != newer.field(pair.newer).arity)
      return refuse(
          fmt::format("`{}` and `{}` cannot correspond: they have different numbers of columns", match.newer, match.older));
    pairs.push_back(pair);
  }
  return pairs;
}

std::vector<Matching> matchingsOf(const Model& older, const Model& newer, const std::vector<GivenPair>& given) {
  return MatchingSearch(older, newer, given).found();
}

}  // namespace aunit::strength::versions
