#include "strength/versions/matching/renamings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/formulas/keys.h"

#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

using comparison::Renamings;
using namespace model;

namespace {

// If there are more candidates than this, the newer model is probably not a renaming of the older model.
constexpr std::size_t mostOfEach = 12;

class RenamingSearch {
 public:
  RenamingSearch(const Model& older, const Model& newer, const std::vector<GivenPair>& given, Basis basis)
      : older_(older), newer_(newer), given_(given), basis_(basis) {}

  Renamings found() {
    ofModules();
    takeGiven();
    std::vector<SigId> before, after;
    std::set<std::string> known, still;
    for (const model::Sig& sig : newer_.sigs()) known.insert(sig.label);
    for (const model::Sig& sig : older_.sigs()) still.insert(renamed(sig.label));
    for (SigId id = model::builtin::count; id < older_.sigs().size(); ++id)
      if (mayBeRenamed(older_, id) && !hasOtherForm(GivenPair::Kind::signature, id, true) &&
          !known.contains(renamed(older_.sig(id).label)))
        before.push_back(id);
    for (SigId id = model::builtin::count; id < newer_.sigs().size(); ++id)
      if (mayBeRenamed(newer_, id) && !hasOtherForm(GivenPair::Kind::signature, id, false) &&
          !still.contains(newer_.sig(id).label))
        after.push_back(id);
    withSimilarNames(before, after);
    if (before.size() > mostOfEach || after.size() > mostOfEach) return renamings_;
    // A pair of parents may make pairs of children possible.
    for (bool any = basis_ == Basis::declarations; any && !before.empty() && !after.empty();) {
      any = false;
      for (auto sig = before.begin(); sig != before.end() && !any; ++sig) {
        const auto other = best<SigId>(
            *sig, before, after, [&](SigId one, SigId two) { return isDeclaredAlike(one, two); },
            [&](SigId one, SigId two) { return withSig(one, two); });
        if (other == after.end()) continue;
        renamings_ = withSig(*sig, *other);
        before.erase(sig);
        after.erase(other);
        any = true;
        break;
      }
    }
    fields();
    return renamings_;
  }

 private:
  static bool mayBeRenamed(const Model& model, SigId id) { return !model.sig(id).isMeta && isOwn(model, model.sig(id).module); }

  /// Applies the pairs of signatures and functions that the user gave. Pairs of fields are applied later, when their signatures
  /// correspond. If the new label of a declaration is already the label of another declaration of the older version, that other
  /// declaration gets an unused label.
  void takeGiven() {
    std::set<std::string> taken;
    for (const GivenPair& pair : given_) {
      if (pair.isOf(GivenPair::Kind::signature)) {
        renamings_ = withSig(pair.older, pair.newer);
        taken.insert(newer_.sig(pair.newer).label);
      } else if (pair.isOf(GivenPair::Kind::function)) {
        renamings_[older_.func(pair.older).label] = newer_.func(pair.newer).label;
        taken.insert(newer_.func(pair.newer).label);
        // The declarations of this pair are of different kinds. So neither has a counterpart of its own kind.
      } else if (pair.kind != pair.kindOfNewer) {
        if (const std::string label = labelOf(older_, pair.kind, pair.older); !label.empty())
          renamings_[label] = label + " of the older version";
        taken.insert(labelOf(newer_, pair.kindOfNewer, pair.newer));
      }
    }
    const auto free = [&](const std::string& label) {
      if (taken.contains(label) && !renamings_.contains(label)) renamings_[label] = label + " of the older version";
    };
    for (const model::Sig& sig : older_.sigs()) free(sig.label);
    for (const model::Field& field : older_.fields()) free(field.label);
    for (const model::Func& function : older_.funcs()) free(function.label);
  }

  /// Whether the user gave a pair that consists of this declaration and a declaration of another kind.
  bool hasOtherForm(GivenPair::Kind kind, std::uint32_t id, bool isOlder) const {
    return std::ranges::any_of(given_, [&](const GivenPair& pair) {
      return pair.kind != pair.kindOfNewer &&
             (isOlder ? pair.kind == kind && pair.older == id : pair.kindOfNewer == kind && pair.newer == id);
    });
  }

  /// The label of a signature or field; empty for the order of a util/ordering module, which has no label.
  static std::string labelOf(const Model& model, GivenPair::Kind kind, std::uint32_t id) {
    if (kind == GivenPair::Kind::signature) return model.sig(id).label;
    return kind == GivenPair::Kind::field ? model.field(id).label : std::string();
  }

  /// Pairs signatures whose names are equal up to case, plural and underscores. Skips a name if several signatures in `before`,
  /// or several in `after`, have it.
  void withSimilarNames(std::vector<SigId>& before, std::vector<SigId>& after) {
    for (const SigId sig : std::vector(before)) {
      const std::string name = plainName(older_.sig(sig).name);
      const auto isAlike = [&](const Model& model, SigId id) { return plainName(model.sig(id).name) == name; };
      const auto ofNewer = [&](SigId id) { return isAlike(newer_, id); };
      const auto other = std::ranges::find_if(after, ofNewer);
      if (other == after.end() || std::ranges::count_if(after, ofNewer) != 1 ||
          std::ranges::count_if(before, [&](SigId id) { return isAlike(older_, id); }) != 1 ||
          older_.isTopLevel(sig) != newer_.isTopLevel(*other))
        continue;
      renamings_ = withSig(sig, *other);
      std::erase(before, sig);
      after.erase(other);
    }
  }

  /// Pairs a module of the older version with a module of the newer version if both have the same file and arguments. The labels
  /// of their declarations can still differ, because they begin with the module's alias.
  void ofModules() {
    const auto nameOf = [](const model::Module& module, const auto& labelOf) {
      std::string name = module.name;
      for (const SigId argument : module.arguments) name += fmt::format(" {}", labelOf(argument));
      return name;
    };
    std::multimap<std::string, const model::Module*> known;
    for (std::size_t i = 1; i < newer_.modules().size(); ++i) {
      const model::Module& module = newer_.modules()[i];
      known.emplace(nameOf(module, [&](SigId sig) { return newer_.sig(sig).label; }), &module);
    }
    // `nameOf` needs the renamed labels of the arguments. They are known: the modules that declare the arguments, or that open
    // this module, come earlier in the list.
    for (model::ModuleId i = 1; i < older_.modules().size(); ++i) {
      const model::Module& module = older_.modules()[i];
      const auto [begin, end] = known.equal_range(nameOf(module, [&](SigId sig) { return renamed(older_.sig(sig).label); }));
      if (begin == end) continue;
      auto now = std::find_if(begin, end, [&](const auto& other) { return other.second->path == module.path; });
      if (now == end) now = begin;
      if (now->second->path != module.path) renameLabels(i, now->second->path);
      known.erase(now);
    }
  }

  void renameLabels(model::ModuleId module, const std::string& path) {
    const auto rename = [&](const std::string& label) {
      renamings_[label] = path + label.substr(older_.modules()[module].path.size());
    };
    for (const model::Sig& sig : older_.sigs())
      if (sig.module == module && !sig.builtin) rename(sig.label);
    for (const model::Field& field : older_.fields())
      if (older_.sig(field.sig).module == module) rename(field.label);
    for (const model::Func& function : older_.funcs())
      if (function.module == module) rename(function.label);
    for (const model::Assertion& assertion : older_.assertions())
      if (assertion.module == module) rename(assertion.label);
  }

  std::string renamed(const std::string& label) const {
    const auto found = renamings_.find(label);
    return found == renamings_.end() ? label : found->second;
  }

  bool isDeclaredAlike(SigId one, SigId two) const {
    const model::Sig &before = older_.sig(one), &after = newer_.sig(two);
    const auto kind = [](const model::Sig& sig) {
      return std::tuple(sig.subset, sig.subsetExact, sig.isVar, sig.isAbstract, sig.isEnum, sig.multiplicity, sig.fields.size(),
                        sig.children.size());
    };
    if (kind(before) != kind(after)) return false;
    std::set<std::string> parents, others;
    for (const SigId parent : before.parents) parents.insert(renamed(older_.sig(parent).label));
    for (const SigId parent : after.parents) others.insert(newer_.sig(parent).label);
    return parents == others;
  }

  /// Returns the renamings found so far, and the renaming of the signature `one` to `two`. The fields of `one` are renamed, too,
  /// because their labels contain the signature's name.
  Renamings withSig(SigId one, SigId two) const {
    Renamings result = renamings_;
    result[older_.sig(one).label] = newer_.sig(two).label;
    for (const FieldId field : older_.sig(one).fields)
      result[older_.field(field).label] = newer_.sig(two).label + "." + older_.field(field).name;
    return result;
  }

  Renamings withField(FieldId one, FieldId two) const {
    Renamings result = renamings_;
    result[older_.field(one).label] = newer_.field(two).label;
    return result;
  }

  /// Returns how many declarations, facts, functions and assertions are equal in both models with these renamings.
  std::size_t likeness(const Renamings& renamings) const {
    const comparison::Correspondence corresponding =
        comparison::correspondence(older_, newer_, renamings, comparison::Kinds::any);
    model::KeyComparison alike(older_, newer_, corresponding);
    std::size_t count = 0;
    const auto countAlike = [&](const auto& before, const auto& after, const auto& same) {
      std::vector<bool> taken(after.size());
      for (std::uint32_t i = 0; i < before.size(); ++i)
        for (std::uint32_t j = 0; j < after.size(); ++j)
          if (!taken[j] && same(i, j)) {
            taken[j] = true;
            ++count;
            break;
          }
    };
    const auto &implicit = older_.implicitConstraints(), &implicitAfter = newer_.implicitConstraints();
    countAlike(implicit, implicitAfter, [&](std::uint32_t i, std::uint32_t j) {
      return implicit[i].kind == implicitAfter[j].kind && alike.expressions(implicit[i].formula, implicitAfter[j].formula);
    });
    countAlike(older_.facts(), newer_.facts(), [&](std::uint32_t i, std::uint32_t j) {
      return alike.expressions(older_.facts()[i].body, newer_.facts()[j].body);
    });
    countAlike(older_.assertions(), newer_.assertions(), [&](std::uint32_t i, std::uint32_t j) {
      return alike.expressions(older_.assertions()[i].body, newer_.assertions()[j].body);
    });
    std::map<std::string, std::uint32_t> functions;
    for (std::uint32_t j = 0; j < newer_.funcs().size(); ++j) functions.emplace(newer_.func(j).label, j);
    for (std::uint32_t i = 0; i < older_.funcs().size(); ++i)
      if (const auto same = functions.find(renamed(older_.func(i).label));
          same != functions.end() && alike.functions(i, same->second))
        ++count;
    return count;
  }

  /// Returns the element of `after` to which `one` was probably renamed; `after.end()` if there is none.
  template <class Id, class Fits, class With>
  typename std::vector<Id>::iterator best(Id one, const std::vector<Id>& before, std::vector<Id>& after, const Fits& fits,
                                          const With& with) const {
    std::vector<typename std::vector<Id>::iterator> candidates;
    for (auto other = after.begin(); other != after.end(); ++other)
      if (fits(one, *other)) candidates.push_back(other);
    const std::size_t now = likeness(renamings_);
    auto result = after.end();
    std::size_t most = now;
    for (const auto candidate : candidates)
      if (const std::size_t so = likeness(with(one, *candidate)); so > most) {
        most = so;
        result = candidate;
      }
    if (result != after.end() || candidates.size() != 1) return result;
    const auto rivals = std::ranges::count_if(before, [&](Id rival) { return fits(rival, *candidates.front()); });
    return rivals == 1 ? candidates.front() : after.end();
  }

  void fields() {
    const comparison::Correspondence sigs = comparison::correspondence(older_, newer_, renamings_, comparison::Kinds::any);
    for (const GivenPair& pair : given_)
      if (pair.isOf(GivenPair::Kind::field) && sigs.sigs[older_.field(pair.older).sig] == newer_.field(pair.newer).sig) {
        for (const model::Field& field : older_.fields())
          if (renamed(field.label) == newer_.field(pair.newer).label)
            renamings_[field.label] = field.label + " of the older version";
        renamings_ = withField(pair.older, pair.newer);
      }
    const comparison::Correspondence corresponding =
        comparison::correspondence(older_, newer_, renamings_, comparison::Kinds::any);
    std::vector<FieldId> before, after;
    for (FieldId id = 0; id < older_.fields().size(); ++id)
      if (corresponding.fields[id] == model::noId && !older_.field(id).isMeta &&
          !hasOtherForm(GivenPair::Kind::field, id, true) && corresponding.sigs[older_.field(id).sig] != model::noId)
        before.push_back(id);
    for (FieldId id = 0; id < newer_.fields().size(); ++id)
      if (std::ranges::find(corresponding.fields, id) == corresponding.fields.end() && !newer_.field(id).isMeta &&
          !hasOtherForm(GivenPair::Kind::field, id, false))
        after.push_back(id);
    for (const FieldId field : std::vector(before)) {
      const auto isAlike = [&](FieldId id) {
        return newer_.field(id).sig == corresponding.sigs[older_.field(field).sig] &&
               newer_.field(id).arity == older_.field(field).arity &&
               plainName(newer_.field(id).name) == plainName(older_.field(field).name);
      };
      const auto other = std::ranges::find_if(after, isAlike);
      if (other == after.end() || std::ranges::count_if(after, isAlike) != 1) continue;
      renamings_ = withField(field, *other);
      after.erase(other);
      std::erase(before, field);
    }
    if (basis_ == Basis::names || before.size() > mostOfEach || after.size() > mostOfEach) return;
    const auto fits = [&](FieldId one, FieldId two) {
      const model::Field &field = older_.field(one), &other = newer_.field(two);
      const auto type = corresponding.type(older_.type(field.type));
      const auto sorted = [](const model::Type& of) { return std::set<model::Product>(of.products.begin(), of.products.end()); };
      return corresponding.sigs[field.sig] == other.sig && field.arity == other.arity && field.isVar == other.isVar && type &&
             sorted(*type) == sorted(newer_.type(other.type));
    };
    std::vector<FieldId> left = before;
    for (const FieldId field : before) {
      const auto other = best<FieldId>(field, left, after, fits, [&](FieldId one, FieldId two) { return withField(one, two); });
      if (other == after.end()) continue;
      renamings_ = withField(field, *other);
      after.erase(other);
      std::erase(left, field);
    }
  }

  const Model &older_, &newer_;
  const std::vector<GivenPair>& given_;
  const Basis basis_;
  Renamings renamings_;
};

}  // namespace

void alignModules(const Model& older, const Model& newer, Renamings& renamings) {
  const comparison::Correspondence known = comparison::correspondence(older, newer, renamings, comparison::Kinds::any);
  const auto isOfModule = [&](const model::Module& before, const model::Module& after) {
    return before.name == after.name &&
           std::ranges::equal(before.arguments, after.arguments, {}, [&](SigId sig) { return known.sigs[sig]; });
  };
  for (model::ModuleId id = 1; id < older.modules().size(); ++id) {
    const model::Module& module = older.modules()[id];
    if (!module.library || module.arguments.empty()) continue;
    const auto now = std::ranges::find_if(newer.modules(), [&](const model::Module& other) { return isOfModule(module, other); });
    const auto sig = std::ranges::find(older.sigs(), id, &model::Sig::module);
    if (sig == older.sigs().end()) continue;
    const SigId there = known.sigs[static_cast<std::size_t>(sig - older.sigs().begin())];
    if (now != newer.modules().end() ? there != noId && isOfModule(module, newer.modules()[newer.sig(there).module])
                                     : there == noId)
      continue;
    const std::string to = now != newer.modules().end() ? now->path : module.path + " of the older version";
    const auto rename = [&](const std::string& label) { renamings[label] = to + label.substr(module.path.size()); };
    for (const model::Sig& one : older.sigs())
      if (one.module == id) rename(one.label);
    for (const model::Field& field : older.fields())
      if (older.sig(field.sig).module == id) rename(field.label);
    for (const model::Func& function : older.funcs())
      if (function.module == id) rename(function.label);
  }
}

std::string plainName(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (c != '_' && c != '\'') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const auto endsIn = [&](std::string_view ending) { return plain.size() > ending.size() + 1 && plain.ends_with(ending); };
  if (endsIn("ies")) {
    plain.replace(plain.size() - 3, 3, "y");
  } else if (endsIn("xes") || endsIn("ches") || endsIn("shes") || endsIn("sses")) {
    plain.resize(plain.size() - 2);
  } else if (endsIn("s") && !plain.ends_with("ss")) {
    plain.pop_back();
  }
  return plain;
}

Renamings renamingsOf(const Model& older, const Model& newer, const std::vector<GivenPair>& given, Basis basis) {
  return RenamingSearch(older, newer, given, basis).found();
}

}  // namespace aunit::strength::versions
