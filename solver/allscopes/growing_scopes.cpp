#include "solver/allscopes/growing_scopes.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/grounding/analysis.h"
#include "solver/grounding/growing_scope.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {

using model::Multiplicity;
using model::SigId;
namespace builtin = model::builtin;

constexpr int mostAtomsOfASignature = 200;  // limit for the atoms of a signature; no search can handle more
constexpr int usualSize = 3;                // atoms of each signature, if the command states no number for all signatures
constexpr int mostAtFirst = 6;              // scopes with one number for all signatures come first, up to this number
constexpr int mostMoreOfOne = 6;            // limit for the atoms that one ordered signature gets beyond its own scope
constexpr int fewOfEach = 3;                // limit for the atoms of each of several ordered signatures
constexpr std::size_t mostOrdered = 4;      // limit for the ordered signatures whose sizes are combined
constexpr int fewestBits = 2, mostFewerBits = 3;

/// Whether the declaration leaves the number of atoms open.
bool mayGrow(const model::Model& model, SigId id) {
  const model::Sig& sig = model.sig(id);
  if (sig.builtin || sig.subset || sig.isMeta || sig.isEnum) return false;
  if (sig.isAbstract && !sig.children.empty())
    return std::ranges::any_of(sig.children, [&](SigId child) { return mayGrow(model, child); });
  return sig.multiplicity == Multiplicity::set || sig.multiplicity == Multiplicity::some;
}

template <class Visit>
void forEachExpression(const model::Model& model, const Problem& problem, const Visit& visit) {
  const Analysis analysis(model);
  const auto look = [&](model::ExprId formula) {
    if (formula != model::noId) analysis.forEachReached(formula, [&](model::ExprId id) { visit(model.expr(id)); });
  };
  for (const model::ImplicitConstraint& c : model.implicitConstraints()) look(c.formula);
  if (problem.facts)
    for (const model::Fact& fact : model.facts()) look(fact.body);
  for (const model::ExprId id : problem.also) look(id);
  look(problem.given);
  look(problem.formula);
}

/// The largest absolute value of the numbers that a problem states; nothing if the problem counts no atoms.
std::optional<std::int64_t> largestNumber(const model::Model& model, const Problem& problem) {
  std::int64_t largest = 0;
  bool counts = false;
  forEachExpression(model, problem, [&](const model::Expr& e) {
    counts = counts || e.op == model::Op::cardinality;
    if (e.op == model::Op::integer)
      largest = std::max(largest, std::abs(static_cast<std::int64_t>(static_cast<std::int32_t>(e.payload))));
  });
  return counts ? std::optional(largest) : std::nullopt;
}

bool speaksOfSequences(const model::Model& model, const Problem& problem) {
  bool speaks = false;
  forEachExpression(model, problem, [&](const model::Expr& e) {
    speaks = speaks || e.op == model::Op::seqBound || (e.op == model::Op::sig && e.payload == builtin::seqInt);
  });
  return speaks;
}

}  // namespace

GrowingScopes::GrowingScopes(const model::Model& model, const Problem& problem)
    : model_(model),
      problem_(problem),
      sequences_(speaksOfSequences(model, problem)),
      anyLength_(problem.temporal && problem.scope.maxSteps != model::unboundedSteps) {
  const std::vector<model::Scope> searched = scopesSearched(problem_);
  const model::Scope& own = searched.empty() ? problem_.scope : searched.back();
  own_ = deriveSizes(model, own, problem.temporal);
  seen_.insert(own_.size);
  stated_ = own.overall < 0 ? usualSize : std::min(own.overall, mostAtFirst);
  addUneven();
}

void GrowingScopes::addUneven() {
  std::vector<SigId> ordered;
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id) && model_.sig(id).isExact && mayGrow(model_, id)) ordered.push_back(id);
  for (const SigId id : ordered)
    for (int size = own_.size[id] + mostMoreOfOne; size >= 1; --size)
      if (size != own_.size[id]) uneven_.push_back({{id, size}});
  // Puts the sizes nearest to the command's own at the end, because nextOf() takes the last element.
  std::ranges::stable_sort(uneven_, std::ranges::greater{},
                           [&](const Sizes& sizes) { return std::abs(sizes.begin()->second - own_.size[sizes.begin()->first]); });
  if (ordered.size() < 2 || ordered.size() > mostOrdered) return;
  few_.push_back({});
  for (const SigId id : ordered) {
    std::vector<Sizes> longer;
    for (const Sizes& sizes : few_)
      for (int size = 1; size <= fewOfEach; ++size) (longer.emplace_back(sizes))[id] = size;
    few_ = std::move(longer);
  }
  // Puts the smallest sizes at the end.
  std::ranges::stable_sort(few_, std::ranges::greater{}, [](const Sizes& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), 0, [](int sum, const auto& size) { return sum + size.second; });
  });
}

/// Whether a scope is valid, has other sizes than each earlier scope, and is not covered by the command's own scope. Sets
/// `grown.isLarger`.
bool GrowingScopes::isNews(GrownScope& grown) {
  SigSizes sizes;
  try {
    sizes = deriveSizes(model_, grown.scope, problem_.temporal);
  } catch (const Unsupported&) {
    return false;
  }
  bool within = !sequences_ || sizes.maxSequence <= own_.maxSequence;  // whether the command's own scope covers the grown one
  bool fewer = false;
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
    within = within && sizes.size[id] <= own_.size[id] &&
             (!own_.exact[id] || sizes.size[id] == own_.size[id] || model_.sig(id).multiplicity == Multiplicity::lone);
    fewer = fewer || sizes.size[id] < own_.size[id];
  }
  grown.isLarger = !within && !fewer;
  if (sequences_) sizes.size.push_back(sizes.maxSequence);
  return seen_.insert(sizes.size).second && !within;
}

int GrowingScopes::largestInteger() const {
  return own_.bitwidth == 0 ? 0 : (1 << (own_.bitwidth - 1)) - 1;
}

/// The length of sequences in a scope with `atoms` atoms; never less than in the command's own scope.
int GrowingScopes::lengthFor(int atoms) const {
  return sequences_ ? std::max(own_.maxSequence, std::min(atoms, largestInteger())) : own_.maxSequence;
}

/// Text that states the bit width and the length of sequences where they differ from the defaults; empty if neither differs. The
/// text begins with `before`, which separates it from the numbers of atoms.
std::string GrowingScopes::numbersOf(const model::Scope& scope, const char* before) const {
  std::vector<std::string> parts;
  if (own_.bitwidth != defaultBitwidth) parts.push_back(fmt::format("{} Int", own_.bitwidth));
  const int usual = std::min(scope.overall >= 0 ? scope.overall : defaultSequence, largestInteger());
  if (sequences_ && scope.maxSequence != usual) parts.push_back(fmt::format("{} seq", scope.maxSequence));
  return parts.empty() ? "" : fmt::format("{}{}", before, fmt::join(parts, ", "));
}

std::optional<GrownScope> GrowingScopes::nextUniform(int largest) {
  while (uniform_ < largest) {
    ++uniform_;
    GrownScope grown{.scope = problem_.scope, .text = {}};
    grown.scope.sigs.clear();
    grown.scope.overall = uniform_;
    grown.scope.bitwidth = own_.bitwidth;
    grown.scope.maxSequence = lengthFor(uniform_);
    grown.text = fmt::format("for {}{}", uniform_, numbersOf(grown.scope, " but "));
    if (isNews(grown)) return grown;
  }
  return std::nullopt;
}

/// The command's own scope with `more` additional atoms of each signature; `sizes` replaces the numbers of some signatures.
std::optional<GrownScope> GrowingScopes::ownWith(const Sizes& sizes, bool exact, int more) {
  GrownScope grown{.scope = problem_.scope, .text = {}};
  model::Scope& scope = grown.scope;
  scope.sigs.clear();
  scope.overall = -1;
  scope.bitwidth = own_.bitwidth;
  scope.maxSequence = lengthFor(own_.maxSequence + more);
  std::vector<std::string> parts;
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
    if (!model_.isTopLevel(id) || !mayGrow(model_, id)) continue;
    const auto given = sizes.find(id);
    const int size = given == sizes.end() ? own_.size[id] + more : given->second;
    // Omits `exactly` for variable signatures, which cannot have it, and for signatures that a module's parameter makes exact.
    const bool isExact = exact && own_.exact[id] && !model_.sig(id).isVar && !model_.sig(id).isExact;
    scope.sigs.push_back({.sig = id, .exact = isExact, .start = size, .end = size, .span = {}});
    parts.push_back(fmt::format("{}{} {}", isExact ? "exactly " : "", size, model_.sig(id).name));
  }
  if (parts.empty()) return std::nullopt;
  grown.text = fmt::format("for {}{}", fmt::join(parts, ", "), numbersOf(scope, ", "));
  return grown;
}

std::vector<GrownScope> GrowingScopes::withFewerBits() const {
  std::vector<GrownScope> scopes;
  const std::optional<std::int64_t> largest = largestNumber(model_, problem_);
  for (int bits = fewestBits; largest && bits <= std::min(mostFewerBits, own_.bitwidth - 1); ++bits) {
    if (*largest >= std::int64_t{1} << (bits - 1)) continue;
    GrownScope grown{.scope = problem_.scope, .text = {}};
    grown.scope.sigs.clear();
    grown.scope.overall = (1 << bits) + 1;
    grown.scope.bitwidth = bits;
    grown.scope.maxSequence = -1;
    grown.text = fmt::format("for {} but {} Int", grown.scope.overall, bits);
    scopes.push_back(std::move(grown));
  }
  return scopes;
}

std::optional<GrownScope> GrowingScopes::nextLarger() {
  while (!largerEnds_) {
    auto scope = ownWith({}, more_ != 0, more_);
    largerEnds_ = !scope || ++more_ > mostAtomsOfASignature;
    if (scope && isNews(*scope)) return scope;
  }
  return std::nullopt;
}

/// Takes elements from the end of `waiting` until one of them, put into the command's own scope, gives a new scope. Returns this
/// scope; nothing if there is none.
std::optional<GrownScope> GrowingScopes::nextOf(std::vector<Sizes>& waiting) {
  while (!waiting.empty()) {
    auto scope = ownWith(waiting.back(), false, 0);
    waiting.pop_back();
    if (scope && isNews(*scope)) return scope;
  }
  return std::nullopt;
}

std::optional<GrownScope> GrowingScopes::next() {
  if (std::exchange(anyLength_, false)) {
    model::Scope scope = problem_.scope;
    scope.minSteps = 1;
    scope.maxSteps = model::unboundedSteps;
    return GrownScope{.scope = std::move(scope), .text = "for 1.. steps"};
  }
  if (auto scope = nextUniform(stated_)) return scope;
  constexpr std::size_t turns = 4;
  for (std::size_t tried = 0; tried < turns; ++tried) {
    const std::size_t turn = turn_++ % turns;
    auto scope = turn == 0 ? nextUniform(mostAtomsOfASignature) : turn == 1 ? nextLarger() : nextOf(turn == 2 ? uneven_ : few_);
    if (scope) return scope;
  }
  return std::nullopt;
}

}  // namespace aunit::solver
