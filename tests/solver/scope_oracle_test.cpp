// Scopes compared with a second, simple implementation of language reference 15. Signatures, children, multiplicities,
// enumerations, orders and scopes are drawn at random and declared in random order. The oracle builds all instances from sizes
// only, and does not use the solver's bounds. The solver must enumerate the same instances, up to renaming.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/grounding/scope.h"
#include "solver/session/search.h"
#include "tests/loaded.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

constexpr int nobody = -1;

struct Sig {
  std::string name{};
  int parent = nobody;  // of a child: the index of an earlier signature
  bool subset = false;  // declared `in` its parent
  bool abstract = false;
  bool member = false;         // member of an enumeration
  std::string multiplicity{};  // one, lone, some or none
  std::optional<int> scope{};
  bool exactly = false;
};

struct Case {
  std::vector<Sig> sigs;
  int ordered = nobody;  // signature that util/ordering orders, if any
  int enumeration = nobody;
  std::string fieldMultiplicity;  // of `f: M A` in A, if any
  std::optional<int> overall;
  std::vector<int> declared;  // order of the declarations

  std::vector<int> partsOf(int parent) const {
    std::vector<int> parts;
    for (int i = 0; i < static_cast<int>(sigs.size()); ++i)
      if (at(i).parent == parent && !at(i).subset) parts.push_back(i);
    return parts;
  }
  const Sig& at(int sig) const { return sigs[static_cast<std::size_t>(sig)]; }
  Sig& at(int sig) { return sigs[static_cast<std::size_t>(sig)]; }

  std::string text() const;
};

std::string Case::text() const {
  std::string out;
  if (ordered != nobody) out += fmt::format("open util/ordering[{}]\n", at(ordered).name);
  std::string entries;
  for (const int i : declared) {
    const Sig& sig = at(i);
    if (sig.scope)
      entries += fmt::format("{} {}{} {}", entries.empty() ? "" : ",", sig.exactly ? "exactly " : "", *sig.scope, sig.name);
    if (sig.member) continue;
    if (i == enumeration) {
      std::string members;
      for (const int m : partsOf(i)) members += (members.empty() ? "" : ", ") + at(m).name;
      out += fmt::format("enum {} {{ {} }}\n", sig.name, members);
      continue;
    }
    out += fmt::format("{}{}sig {}{} {{{}}}\n", sig.abstract ? "abstract " : "",
                       sig.multiplicity.empty() ? "" : sig.multiplicity + " ", sig.name,
                       sig.parent == nobody ? "" : fmt::format(" {} {}", sig.subset ? "in" : "extends", at(sig.parent).name),
                       i == 0 && !fieldMultiplicity.empty() ? " f: " + fieldMultiplicity + " A " : "");
  }
  const std::string scope = overall           ? fmt::format(" for {}{}", *overall, entries.empty() ? "" : " but")
                            : entries.empty() ? ""
                                              : " for";
  return fmt::format("{}run {{}}{}{}\n", out, scope, entries);
}

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  Case draw() {
    case_.sigs.push_back({.name = "A", .abstract = chance(3)});
    const int parts = number(0, 3);
    for (int i = 0; i < parts; ++i) case_.sigs.push_back({.name = fmt::format("B{}", i), .parent = 0, .abstract = chance(5)});
    if (parts > 0 && chance(3)) {
      const int whole = static_cast<int>(case_.sigs.size());
      case_.sigs.push_back({.name = "C", .parent = 1, .abstract = chance(3)});
      for (const char* name : {"D0", "D1"})
        if (chance(3)) case_.sigs.push_back({.name = name, .parent = whole});
    }
    if (chance(4)) case_.sigs.push_back({.name = "S", .parent = number(0, parts), .subset = true});
    if (chance(4)) {
      case_.enumeration = static_cast<int>(case_.sigs.size());
      case_.sigs.push_back({.name = "E", .abstract = true});
      for (const char* name : {"E0", "E1"})
        case_.sigs.push_back({.name = name, .parent = case_.enumeration, .member = true, .multiplicity = "one"});
    } else if (chance(3)) {
      case_.sigs.push_back({.name = "T"});
    }
    if (chance(4)) case_.fieldMultiplicity = pick({"one", "lone", "set", "some"});
    if (chance(4)) case_.ordered = number(0, parts);
    if (!chance(6)) case_.overall = number(0, 3);
    for (int i = 0; i < static_cast<int>(case_.sigs.size()); ++i)
      if (i != case_.enumeration && !case_.at(i).member) multiplicityAndScope(case_.at(i));
    for (int i = 0; i < static_cast<int>(case_.sigs.size()); ++i) case_.declared.push_back(i);
    std::shuffle(case_.declared.begin(), case_.declared.end(), random_);
    return case_;
  }

 private:
  void multiplicityAndScope(Sig& sig) {
    if (!sig.abstract && chance(4)) sig.multiplicity = pick({"one", "lone", "some"});
    if (sig.subset || sig.multiplicity == "one" || sig.multiplicity == "lone") return;
    // Without an overall scope, either no signature has a scope or all that need one do.
    if (!case_.overall || !chance(3)) return;
    sig.scope = number(sig.multiplicity == "some" ? 1 : 0, 3);
    sig.exactly = chance(2);
  }
  bool chance(int one) { return number(1, one) == 1; }
  int number(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  std::string pick(std::vector<std::string> from) {
    return from[static_cast<std::size_t>(number(0, static_cast<int>(from.size()) - 1))];
  }

  std::mt19937 random_;
  Case case_;
};

struct ScopeSize {
  std::optional<int> most;
  bool exactly = false;
};

/// The possible sizes of each signature that is not a subset (language reference 15, "Sizes").
std::vector<ScopeSize> sizesOf(const Case& c) {
  const int count = static_cast<int>(c.sigs.size());
  std::vector<ScopeSize> sizes(c.sigs.size());
  const auto size = [&](int sig) -> ScopeSize& { return sizes[static_cast<std::size_t>(sig)]; };
  for (int i = 0; i < count; ++i) {
    size(i) = {c.at(i).scope, c.at(i).exactly};
    if (c.at(i).multiplicity == "one") size(i) = {1, true};
    if (c.at(i).multiplicity == "lone") size(i) = {1, false};
  }
  const auto fromParts = [&] {
    bool changed = false;
    for (const int i : c.declared) {
      const std::vector<int> parts = c.partsOf(i);
      if (!c.at(i).abstract || c.at(i).subset || parts.empty()) continue;
      std::vector<int> unknown;
      int sum = 0;
      for (const int part : parts) {
        if (size(part).most)
          sum += *size(part).most;
        else
          unknown.push_back(part);
      }
      if (!size(i).most && unknown.empty())
        size(i).most = sum, changed = true;
      else if (size(i).most && unknown.size() == 1)
        size(unknown[0]).most = std::max(0, *size(i).most - sum), changed = true;
    }
    return changed;
  };
  const auto fromOverall = [&] {
    bool changed = false;
    for (int i = 0; i < count; ++i)
      if (c.at(i).parent == nobody && !size(i).most) size(i).most = c.overall.value_or(3), changed = true;
    return changed;
  };
  const auto fromParent = [&] {
    bool changed = false;
    for (int i = 0; i < count; ++i)
      if (c.at(i).parent != nobody && !c.at(i).subset && !size(i).most && size(c.at(i).parent).most)
        size(i).most = size(c.at(i).parent).most, changed = true;
    return changed;
  };
  for (bool changed = true; changed;) {  // apply the rules until nothing changes
    changed = false;
    for (const std::function<bool()>& rule :
         {std::function<bool()>(fromParts), std::function<bool()>(fromOverall), std::function<bool()>(fromParent)}) {
      while (rule()) changed = true;
      if (changed) break;
    }
  }
  if (c.ordered != nobody) size(c.ordered).exactly = true;
  // A parent needs room for the atoms that its children must have.
  const std::function<int(int)> must = [&](int sig) {
    int sum = 0;
    for (const int part : c.partsOf(sig)) sum += must(part);
    size(sig).most = std::max(*size(sig).most, sum);
    return size(sig).exactly ? *size(sig).most : sum;
  };
  for (int i = 0; i < count; ++i)
    if (c.at(i).parent == nobody) must(i);
  return sizes;
}

/// An instance with numbers as atoms: signatures by name, the field as "f", orders as "next of S".
using Relations = std::map<std::string, std::set<std::vector<int>>>;

/// The smallest text among all renamings of atoms within top-level signatures.
std::string upToNames(const Relations& relations, const std::vector<std::vector<int>>& tops) {
  std::map<int, int> name;
  std::string least;
  const auto write = [&] {
    std::string text;
    for (const auto& [relation, tuples] : relations) {
      std::set<std::vector<int>> renamed;
      for (std::vector<int> tuple : tuples) {
        for (int& atom : tuple) atom = name.at(atom);
        renamed.insert(tuple);
      }
      text += relation + "=";
      for (const std::vector<int>& tuple : renamed) text += fmt::format("{} ", fmt::join(tuple, "-"));
    }
    if (least.empty() || text < least) least = text;
  };
  const std::function<void(std::size_t)> rename = [&](std::size_t top) {
    if (top == tops.size()) return write();
    std::vector<int> order(tops[top].size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(10 * top + i);
    do {
      for (std::size_t i = 0; i < order.size(); ++i) name[tops[top][i]] = order[i];
      rename(top + 1);
    } while (std::next_permutation(order.begin(), order.end()));
  };
  rename(0);
  return least;
}

/// Builds all instances from sizes only. A top-level signature has its first atoms; children have disjoint sets of the atoms of
/// their parent.
class Naive {
 public:
  explicit Naive(const Case& c) : case_(c), sizes_(sizesOf(c)), held_(c.sigs.size()) {}

  /// Nothing if there are too many.
  std::optional<std::set<std::string>> all() {
    signature(0);
    return late_ ? std::nullopt : std::optional(found_);
  }

 private:
  static constexpr int most = 4000;

  /// An empty signature has no order, unless it is a union of several relations, its children and the remaining
  /// atoms (language reference 12.4).
  bool isOneRelation(int sig) const {
    const std::vector<int> parts = case_.partsOf(sig);
    return parts.empty() || (case_.at(sig).abstract && parts.size() == 1 && isOneRelation(parts[0]));
  }

  bool fits(int sig) const {
    const auto& [limit, exactly] = sizes_[static_cast<std::size_t>(sig)];
    const int size = static_cast<int>(held(sig).size());
    const std::string& multiplicity = case_.at(sig).multiplicity;
    if (!case_.at(sig).subset && (size > *limit || (exactly && size != *limit))) return false;
    if (sig == case_.ordered && size == 0 && isOneRelation(sig)) return false;
    return multiplicity == "one" ? size == 1 : multiplicity == "lone" ? size <= 1 : multiplicity == "some" ? size > 0 : true;
  }

  // Parents come before their children.
  void signature(int sig) {
    if (late_) return;
    if (sig == static_cast<int>(case_.sigs.size())) return whole();
    const Sig& s = case_.at(sig);
    if (s.parent == nobody) {
      for (int size = 0; size <= *sizes_[static_cast<std::size_t>(sig)].most; ++size) {
        held(sig).clear();
        for (int i = 0; i < size; ++i) held(sig).insert(10 * sig + i);
        if (fits(sig)) signature(sig + 1);
      }
      return;
    }
    std::vector<int> free(held(s.parent).begin(), held(s.parent).end());
    if (!s.subset)
      for (const int other : case_.partsOf(s.parent))
        if (other < sig) std::erase_if(free, [&](int atom) { return held(other).count(atom) != 0; });
    for (unsigned chosen = 0; chosen < 1u << free.size(); ++chosen) {
      held(sig).clear();
      for (std::size_t i = 0; i < free.size(); ++i)
        if ((chosen >> i & 1) != 0) held(sig).insert(free[i]);
      if (fits(sig)) signature(sig + 1);
    }
  }

  void whole() {
    for (int i = 0; i < static_cast<int>(case_.sigs.size()); ++i) {
      const std::vector<int> parts = case_.partsOf(i);
      std::size_t sum = 0;
      for (const int part : parts) sum += held(part).size();
      if (case_.at(i).abstract && !parts.empty() && sum != held(i).size()) return;
    }
    relations_.clear();
    for (int i = 0; i < static_cast<int>(case_.sigs.size()); ++i)
      for (const int atom : relations_[case_.at(i).name], held(i)) relations_[case_.at(i).name].insert({atom});
    // Up to renaming there is one order of the atoms; the order of an enumeration is that of its members.
    if (case_.ordered != nobody) order(case_.ordered, {held(case_.ordered).begin(), held(case_.ordered).end()});
    if (case_.enumeration != nobody) {
      std::vector<int> members;
      for (const int m : case_.partsOf(case_.enumeration)) members.push_back(*held(m).begin());
      order(case_.enumeration, members);
    }
    if (case_.fieldMultiplicity.empty()) return found();
    relations_["f"];
    const std::vector<int> atoms(held(0).begin(), held(0).end());
    field(atoms, 0);
  }

  void order(int sig, const std::vector<int>& atoms) {
    auto& next = relations_["next of " + case_.at(sig).name];
    for (std::size_t i = 0; i + 1 < atoms.size(); ++i) next.insert({atoms[i], atoms[i + 1]});
  }

  void field(const std::vector<int>& atoms, std::size_t from) {
    if (late_) return;
    if (from == atoms.size()) return found();
    for (unsigned image = 0; image < 1u << atoms.size(); ++image) {
      const int size = std::popcount(image);
      const std::string& m = case_.fieldMultiplicity;
      if ((m == "one" && size != 1) || (m == "lone" && size > 1) || (m == "some" && size == 0)) continue;
      const auto change = [&](auto&& each) {
        for (std::size_t i = 0; i < atoms.size(); ++i)
          if ((image >> i & 1) != 0) each(std::vector<int>{atoms[from], atoms[i]});
      };
      change([&](const std::vector<int>& tuple) { relations_["f"].insert(tuple); });
      field(atoms, from + 1);
      change([&](const std::vector<int>& tuple) { relations_["f"].erase(tuple); });
    }
  }

  void found() {
    late_ = late_ || ++count_ > most;
    if (late_) return;
    std::vector<std::vector<int>> tops;
    for (int i = 0; i < static_cast<int>(case_.sigs.size()); ++i)
      if (case_.at(i).parent == nobody) tops.emplace_back(held(i).begin(), held(i).end());
    found_.insert(upToNames(relations_, tops));
  }

  std::set<int>& held(int sig) { return held_[static_cast<std::size_t>(sig)]; }
  const std::set<int>& held(int sig) const { return held_[static_cast<std::size_t>(sig)]; }

  const Case& case_;
  std::vector<ScopeSize> sizes_;
  std::vector<std::set<int>> held_;
  Relations relations_;
  std::set<std::string> found_;
  int count_ = 0;
  bool late_ = false;
};

std::string relationsIn(const Case& c, const model::Model& model, const model::Instance& instance) {
  const model::State& state = instance.states[0];
  Relations relations;
  std::vector<std::vector<int>> tops;
  std::map<std::string, std::string> orderOf;  // by instance of the module, e.g. "ordering/Ord"
  for (int i = 0; i < static_cast<int>(c.sigs.size()); ++i) {
    for (model::SigId id = 0; id < model.sigs().size(); ++id) {
      if (model.sig(id).label != "this/" + c.at(i).name) continue;
      auto& tuples = relations[c.at(i).name];
      for (const model::Atom atom : state.sigs[id].atoms()) tuples.insert({static_cast<int>(atom)});
      if (c.at(i).parent != nobody) continue;
      tops.emplace_back();
      for (const auto& tuple : tuples) tops.back().push_back(tuple[0]);
    }
  }
  for (int sig : {c.ordered, c.enumeration})
    if (sig != nobody) relations["next of " + c.at(sig).name];
  if (!c.fieldMultiplicity.empty()) relations["f"];
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const std::string& name = model.field(id).name;
    state.fields[id].forEach([&](std::span<const model::Atom> tuple) {
      const std::vector<int> last2{static_cast<int>(tuple[tuple.size() - 2]), static_cast<int>(tuple[tuple.size() - 1])};
      if (name == "f") relations["f"].insert(last2);
      if (name != "Next") return;
      for (int sig : {c.ordered, c.enumeration})
        if (sig != nobody && relations[c.at(sig).name].count({last2[0]}) != 0)
          relations["next of " + c.at(sig).name].insert(last2);
    });
  }
  return upToNames(relations, tops);
}

TEST(ScopeOracle, EnumerationAgreesWithArithmetic) {
  int compared = 0, satisfiable = 0, rejected = 0;
  const unsigned seeds = tests::seedsOr(200);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const Case c = Draw(seed).draw();
    const std::string text = c.text();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto loaded = tests::loaded("scopes.als", text);
    const auto expected = Naive(c).all();
    if (!expected) continue;
    for (const int symmetry : {0, 20}) {
      SCOPED_TRACE(fmt::format("symmetry {}", symmetry));
      const Options options{.solver = "minisat", .symmetry = symmetry, .enumerate = true, .threads = Threads::one};
      Search search(*loaded->model, problemOf(*loaded->model, 0), options);
      std::set<std::string> found;
      Result result = search.next();
      if (result.verdict == Verdict::error) {
        ++rejected;
        break;
      }
      for (; result.verdict == Verdict::satisfiable; result = search.next())
        found.insert(relationsIn(c, *loaded->model, *result.instance));
      ASSERT_EQ(result.verdict, Verdict::unsatisfiable) << result.message;
      ASSERT_EQ(found, *expected);
    }
    ++compared;
    satisfiable += expected->empty() ? 0 : 1;
  }
  EXPECT_EQ(rejected, 0);
  EXPECT_GT(compared, static_cast<int>(seeds) / 4 * 3);
  EXPECT_GT(satisfiable, compared / 2);
  EXPECT_LT(satisfiable, compared);
}

/// Whether a signature can get its scope in two ways: from its children, or from the rest of its parent. Then the order of the
/// declarations decides which rule comes first (language reference 15, "Sizes", 3a).
bool dependsOnOrder(const Case& c) {
  for (int i = 0; i < static_cast<int>(c.sigs.size()); ++i)
    if (c.at(i).abstract && c.at(i).parent != nobody && c.at(c.at(i).parent).abstract && !c.at(i).scope && !c.partsOf(i).empty())
      return true;
  return false;
}

TEST(ScopeOracle, OrderOfDeclarationsChangesNoSize) {
  int compared = 0;
  const unsigned seeds = tests::seedsOr(200);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Case c = Draw(seed).draw();
    if (dependsOnOrder(c)) continue;
    std::mt19937 random(seed);
    std::map<std::string, std::pair<int, bool>> first;
    for (int order = 0; order < 6; ++order, std::shuffle(c.declared.begin(), c.declared.end(), random)) {
      SCOPED_TRACE(fmt::format("seed {}\n{}", seed, c.text()));
      const auto loaded = tests::loaded("scopes.als", c.text());
      const model::Model& model = *loaded->model;
      const SigSizes sizes = deriveSizes(model, model.commands()[0].scope, false);
      std::map<std::string, std::pair<int, bool>> named;
      for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
        named[model.sig(id).label] = {sizes.size[id], sizes.exact[id]};
      if (order == 0) first = named;
      ASSERT_EQ(named, first);
      ++compared;
    }
  }
  EXPECT_GT(compared, static_cast<int>(seeds) * 3);
}

}  // namespace
}  // namespace aunit::solver
