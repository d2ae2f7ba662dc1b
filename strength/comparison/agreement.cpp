#include "strength/comparison/agreement.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "solver/grounding/problem.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "suite/renamings.h"
#include "support/plural.h"

namespace aunit::strength::versions {

using namespace model;

namespace {

// Limit for the counted instances if CountingQuestion::isPartial is true.
constexpr std::size_t mostInPart = 2'000;
// The solver may find an instance several times under other names of atoms, because symmetry breaking is incomplete. The limit
// for its solutions is this number times the limit for counted instances.
constexpr std::size_t mostSolutions = 5;
constexpr std::size_t mostPermutations = 720;

/// The distances between instances of one scope.
class Distances {
 public:
  explicit Distances(const Model& model) : model_(model) {}

  struct CountedInstance {
    std::vector<TupleSet> ofOlder, ofNewer;  // values of the signatures and fields of the older and of the newer version
    bool byOlder = false, byNewer = false;
  };

  void add(const Instance& instance, CountedInstance counted) {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
      if (model_.isTopLevel(id) && !model_.sig(id).isMeta)
        instance.states[0].sigs[id].forEach([&](std::span<const Atom> tuple) { atoms_[id].insert(tuple[0]); });
    universe_ = instance.universe->size();
    counted_.push_back(std::move(counted));
  }

  std::optional<double> mean() {
    if (!permute()) return std::nullopt;
    double all = 0;
    std::size_t count = 0;
    for (const bool byOlder : {true, false}) {
      const auto isOfOther = [&](const CountedInstance& one) { return byOlder ? one.byNewer : one.byOlder; };
      std::vector<Bits> others;
      for (const CountedInstance& one : counted_) {
        if (!isOfOther(one)) continue;
        for (const std::vector<Atom>& renaming : permutations_)
          others.push_back(bitsOf(byOlder ? one.ofOlder : one.ofNewer, renaming));
        if (others.size() > mostRenamed) return std::nullopt;
      }
      for (const CountedInstance& one : counted_) {
        if (!(byOlder ? one.byOlder : one.byNewer) || isOfOther(one)) continue;
        if (others.empty()) return std::nullopt;
        all += fewest(bitsOf(byOlder ? one.ofOlder : one.ofNewer, permutations_.front()), others);
        ++count;
      }
    }
    return count == 0 ? 0 : all / static_cast<double>(count);
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  /// Computes all renamings of atoms within their top-level signatures. Returns false if there are too many.
  bool permute() {
    std::vector<Atom> identity(universe_);
    for (Atom atom = 0; atom < universe_; ++atom) identity[atom] = atom;
    permutations_ = {identity};
    for (const auto& [sig, members] : atoms_) {
      std::vector<Atom> atoms(members.begin(), members.end()), order = atoms;
      std::vector<std::vector<Atom>> more;
      do {
        for (std::vector<Atom> renaming : permutations_) {
          for (std::size_t i = 0; i < atoms.size(); ++i) renaming[atoms[i]] = order[i];
          more.push_back(std::move(renaming));
        }
        if (more.size() > mostPermutations) return false;
      } while (std::next_permutation(order.begin(), order.end()));
      permutations_ = std::move(more);
    }
    return true;
  }

  Bits bitsOf(const std::vector<TupleSet>& relations, const std::vector<Atom>& renaming) {
    Bits bits;
    for (std::uint32_t relation = 0; relation < relations.size(); ++relation)
      relations[relation].forEach([&](std::span<const Atom> tuple) {
        std::vector<std::uint32_t> key = {relation};
        for (const Atom atom : tuple) key.push_back(renaming[atom]);
        const std::size_t bit = bits_.try_emplace(std::move(key), bits_.size()).first->second;
        if (bits.size() <= bit / 64) bits.resize(bit / 64 + 1);
        bits[bit / 64] |= std::uint64_t{1} << bit % 64;
      });
    return bits;
  }

  static int fewest(const Bits& one, const std::vector<Bits>& others) {
    int least = -1;
    for (const Bits& other : others) {
      int count = 0;
      for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i)
        count += std::popcount((i < one.size() ? one[i] : 0) ^ (i < other.size() ? other[i] : 0));
      if (least < 0 || count < least) least = count;
    }
    return least;
  }

  const Model& model_;
  Atom universe_ = 0;
  std::map<SigId, std::set<Atom>> atoms_;
  std::vector<CountedInstance> counted_;
  std::vector<std::vector<Atom>> permutations_;
  std::map<std::vector<std::uint32_t>, std::size_t> bits_;  // for a relation and a tuple: the index of the tuple's bit
};

/// Counts the instances of one scope. If the solver fails, or if there are too many instances and CountingQuestion::isPartial is
/// false, the result has Agreement::why, and its Agreement::scope is 0.
Agreement countedIn(const Model& model, const CountingQuestion& counting, int scope, const ProofOptions& proof) {
  solver::Problem problem{.scope = counting.scope(scope)};
  problem.scope.minSteps = problem.scope.maxSteps = -1;
  problem.facts = problem.signatureFacts = true;
  problem.also = counting.also;
  solver::Options options = solverOptions(proof);
  options.enumerate = true;
  solver::Session session(model, std::move(problem), options);
  const support::Budget budget = proof.whole.within(proof.limits);
  const std::size_t most = counting.isPartial ? mostInPart : mostCounted;
  Agreement result;
  const auto notCounted = [](std::string why) {
    Agreement none;
    none.why = std::move(why);
    return none;
  };
  result.scope = scope;
  suite::Renamings seen;
  Distances distances(model);
  std::size_t solutions = 0;
  for (auto answer = answered(session.ask({{counting.formula}}, budget));; answer = answered(session.next(budget))) {
    if (answer.verdict == solver::Verdict::unsatisfiable) break;
    if (answer.verdict != solver::Verdict::satisfiable) {
      return notCounted(answer.message);
    }
    if (++solutions > mostSolutions * most || result.both + result.onlyOlder + result.onlyNewer > most) {
      if (counting.isPartial) break;
      return notCounted(fmt::format("there are more than {} instances in scope {}", mostCounted, scope));
    }
    if (!seen.insert(*answer.instance)) continue;
    const bool byOlder = counting.isOfOlder(*answer.instance), byNewer = counting.isOfNewer(*answer.instance);
    if (!byOlder && !byNewer) continue;
    ++(byOlder && byNewer ? result.both : byOlder ? result.onlyOlder : result.onlyNewer);
    distances.add(*answer.instance,
                  {counting.described(*answer.instance, true), counting.described(*answer.instance, false), byOlder, byNewer});
  }
  if (!counting.isPartial) result.distance = distances.mean();
  return result;
}

}  // namespace

std::string inWords(const Agreement& agreement) {
  const std::size_t one = agreement.onlyOlder + agreement.onlyNewer, all = agreement.both + one;
  if (one == 0)
    return fmt::format("in scope {}, both versions accept {} of {}", agreement.scope, agreement.both,
                       support::plural(all, "instance"));
  std::string text = fmt::format("in scope {}, {} {} accepted by at least one version: {} by both, {} by only one",
                                 agreement.scope, support::plural(all, "instance"), all == 1 ? "is" : "are", agreement.both, one);
  if (agreement.distance)
    text += fmt::format(", on average {:.2f} tuples away from the nearest instance of the other version", *agreement.distance);
  return text;
}

Agreement agreementIn(const Model& model, const CountingQuestion& counting, const ProofOptions& proof) {
  Agreement best;
  for (int scope = 1; scope <= counting.most; ++scope) {
    Agreement counted = countedIn(model, counting, scope, proof);
    const bool isEmpty = counted.both + counted.onlyOlder + counted.onlyNewer == 0;
    if (!isEmpty)
      best = std::move(counted);
    else if (best.scope == 0)
      best.why = counted.scope == 0 ? std::move(counted.why) : fmt::format("neither version has an instance in scope {}", scope);
    if (isEmpty && counted.scope == 0) break;
  }
  return best;
}

}  // namespace aunit::strength::versions
