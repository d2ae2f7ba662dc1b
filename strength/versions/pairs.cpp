#include "strength/versions/pairs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>

#include <fmt/format.h>

#include "model/formulas/keys.h"

namespace aunit::strength::versions {

using namespace model;

namespace {

constexpr double likeEnough = 0.7;
// A paragraph of the older version is paired with one of another name only if it has at least this many different words
// (operators and names): `fewestWords` if the two are only similar, `fewestWordsOfSame` if they have equal content. Shorter
// paragraphs resemble too many others.
constexpr std::size_t fewestWords = 4, fewestWordsOfSame = 3;
constexpr std::size_t mostGone = 40;

template <class Paragraphs, class Key>
std::vector<Pair> paired(const Paragraphs& older, const Paragraphs& newer, const Key& key,
                         const std::function<bool(std::uint32_t, bool)>& counts) {
  std::map<std::string, std::vector<std::uint32_t>> known;
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (counts(i, true)) known[key(older[i], true)].push_back(i);
  std::vector<Pair> result;
  for (std::uint32_t i = 0; i < newer.size(); ++i) {
    if (!counts(i, false)) continue;
    auto& same = known[key(newer[i], false)];
    result.push_back({same.empty() ? noId : same.front(), i});
    if (!same.empty()) same.erase(same.begin());
  }
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (const auto found = known.find(key(older[i], true));
        found != known.end() && std::ranges::find(found->second, i) != found->second.end())
      result.push_back({i, noId});
  return result;
}

/// Counts the parts of an expression: its operators, signatures and fields (as IDs in the newer model).
class Words {
 public:
  Words(const Model& model, const comparison::Correspondence* corresponding) : model_(model), corresponding_(corresponding) {}

  std::map<std::string, int> of(ExprId id) {
    std::map<std::string, int> words;
    add(id, words);
    return words;
  }

 private:
  void add(ExprId id, std::map<std::string, int>& words) {
    if (id == noId) return;
    const model::Expr& node = model_.expr(id);
    std::uint32_t payload = 0;
    if (node.op == model::Op::sig) payload = corresponding_ ? corresponding_->sigs[node.payload] : node.payload;
    if (node.op == model::Op::field) payload = corresponding_ ? corresponding_->fields[node.payload] : node.payload;
    ++words[fmt::format("{} {} {}", static_cast<int>(node.op), payload, node.negated)];
    for (const model::Decl& decl : model_.decls(id)) add(decl.bound, words);
    for (const ExprId child : model_.children(id)) add(child, words);
  }

  const Model& model_;
  const comparison::Correspondence* corresponding_;
};

/// Returns Dice's coefficient of two multisets of words: 1 if all words are shared, 0 if no word is.
double likeness(const std::map<std::string, int>& one, const std::map<std::string, int>& other) {
  int shared = 0, all = 0;
  for (const auto& [word, count] : one) {
    all += count;
    if (const auto found = other.find(word); found != other.end()) shared += std::min(count, found->second);
  }
  for (const auto& [word, count] : other) all += count;
  return all == 0 ? 0 : 2.0 * shared / all;
}

/// Pairs those paragraphs that have no counterpart yet. `same` says whether two paragraphs have equal content. `words` returns
/// the words of one paragraph.
void joinRenamed(std::vector<Pair>& pairs, const std::function<bool(std::uint32_t, std::uint32_t)>& mayBe,
                 const std::function<bool(std::uint32_t, std::uint32_t)>& same,
                 const std::function<std::map<std::string, int>(std::uint32_t, bool)>& words) {
  std::vector<std::uint32_t> gone;
  for (const Pair& pair : pairs)
    if (pair.newer == noId) gone.push_back(pair.older);
  const auto join = [&](Pair& pair, std::uint32_t older) {
    pair.older = older;
    std::erase(gone, older);
    std::erase_if(pairs, [&](const Pair& other) { return other.newer == noId && other.older == older; });
  };
  if (gone.empty() || gone.size() > mostGone) return;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].older != noId) continue;
    const auto found = std::ranges::find_if(gone, [&](std::uint32_t older) {
      return mayBe(older, pairs[i].newer) && same(older, pairs[i].newer) && words(older, true).size() >= fewestWordsOfSame;
    });
    if (found != gone.end()) join(pairs[i], *found);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].older != noId || pairs[i].newer == noId) continue;
    const auto now = words(pairs[i].newer, false);
    std::uint32_t best = noId;
    double most = likeEnough;
    for (const std::uint32_t older : gone) {
      const auto before = words(older, true);
      if (!mayBe(older, pairs[i].newer) || before.size() < fewestWords) continue;
      if (const double likely = likeness(before, now); likely > most) {
        most = likely;
        best = older;
      }
    }
    if (best != noId) join(pairs[i], best);
  }
}

std::vector<Pair> pairedFacts(const Model& older, const Model& newer, const comparison::Correspondence& corresponding) {
  model::KeyComparison alike(older, newer, corresponding);
  const auto counts = [&](std::uint32_t i, bool old) {
    return isOwn(old ? older : newer, (old ? older : newer).facts()[i].module);
  };
  const auto isNamed = [](const model::Fact& fact) { return fact.name.find('$') == std::string::npos; };
  std::vector<Pair> result = paired(
      older.facts(), newer.facts(), [](const model::Fact& fact, bool) { return fact.name; },
      [&](std::uint32_t i, bool old) { return counts(i, old) && isNamed((old ? older : newer).facts()[i]); });
  std::vector<std::uint32_t> before, after;
  for (std::uint32_t i = 0; i < older.facts().size(); ++i)
    if (counts(i, true) && !isNamed(older.facts()[i])) before.push_back(i);
  for (std::uint32_t i = 0; i < newer.facts().size(); ++i)
    if (counts(i, false) && !isNamed(newer.facts()[i])) after.push_back(i);
  std::erase_if(after, [&](std::uint32_t i) {
    const auto same = std::ranges::find_if(
        before, [&](std::uint32_t old) { return alike.expressions(older.facts()[old].body, newer.facts()[i].body); });
    if (same == before.end()) return false;
    result.push_back({*same, i});
    before.erase(same);
    return true;
  });
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
    result.push_back({i < before.size() ? before[i] : noId, i < after.size() ? after[i] : noId});
  std::ranges::stable_sort(result, {}, &Pair::newer);
  return result;
}

}  // namespace

bool isOwn(const Model& model, model::ModuleId module) {
  return !model.modules()[module].library && !model.modules()[module].ofTests;
}

Pairs pairsOf(const Model& older, const Model& newer, const comparison::Correspondence& corresponding,
              const comparison::Renamings& renamings) {
  const auto of = [&](bool old) -> const Model& { return old ? older : newer; };
  const auto labelOf = [&](const auto& paragraph, bool old) {
    const auto found = old ? renamings.find(paragraph.label) : renamings.end();
    return found == renamings.end() ? paragraph.label : found->second;
  };
  Pairs pairs;
  pairs.facts = pairedFacts(older, newer, corresponding);
  pairs.functions = paired(older.funcs(), newer.funcs(), labelOf,
                           [&](std::uint32_t i, bool old) { return isOwn(of(old), of(old).func(i).module); });
  pairs.assertions = paired(older.assertions(), newer.assertions(), labelOf,
                            [&](std::uint32_t i, bool old) { return isOwn(of(old), of(old).assertions()[i].module); });
  model::KeyComparison alike(older, newer, corresponding);
  Words before(older, &corresponding), after(newer, nullptr);
  const auto wordsOf = [&](ExprId id, bool old) { return (old ? before : after).of(id); };
  joinRenamed(
      pairs.functions,
      [&](std::uint32_t i, std::uint32_t j) {
        const model::Func &one = older.func(i), &other = newer.func(j);
        return one.isPredicate == other.isPredicate && one.params.size() == other.params.size() &&
               one.variables.size() == other.variables.size();
      },
      [&](std::uint32_t i, std::uint32_t j) { return alike.functions(i, j); },
      [&](std::uint32_t i, bool old) { return wordsOf(of(old).func(i).body, old); });
  joinRenamed(
      pairs.assertions, [](std::uint32_t, std::uint32_t) { return true; },
      [&](std::uint32_t i, std::uint32_t j) { return alike.expressions(older.assertions()[i].body, newer.assertions()[j].body); },
      [&](std::uint32_t i, bool old) { return wordsOf(of(old).assertions()[i].body, old); });
  joinRenamed(
      pairs.facts,
      [&](std::uint32_t i, std::uint32_t j) {
        return older.facts()[i].name.find('$') == std::string::npos || newer.facts()[j].name.find('$') == std::string::npos;
      },
      [&](std::uint32_t i, std::uint32_t j) { return alike.expressions(older.facts()[i].body, newer.facts()[j].body); },
      [&](std::uint32_t i, bool old) { return wordsOf(of(old).facts()[i].body, old); });
  pairs.commands = paired(
      older.commands(), newer.commands(),
      [](const model::Command& command, bool) { return (command.check ? "check " : "run ") + command.label; },
      [&](std::uint32_t i, bool old) { return !of(old).commands()[i].isDefault && !of(old).commands()[i].ofTest; });
  const auto formulaOf = [&](std::uint32_t i, bool old) { return of(old).commands()[i].formula; };
  joinRenamed(
      pairs.commands, [&](std::uint32_t i, std::uint32_t j) { return older.commands()[i].check == newer.commands()[j].check; },
      [&](std::uint32_t i, std::uint32_t j) { return alike.expressions(formulaOf(i, true), formulaOf(j, false)); },
      [&](std::uint32_t i, bool old) { return wordsOf(formulaOf(i, old), old); });
  return pairs;
}

bool hasParagraphs(const model::Model& model) {
  const auto own = [&](const auto& paragraph) { return isOwn(model, paragraph.module); };
  return std::ranges::any_of(std::span(model.sigs()).subspan(model::builtin::count), own) ||
         std::ranges::any_of(model.facts(), own) || std::ranges::any_of(model.funcs(), own) ||
         std::ranges::any_of(model.assertions(), own) ||
         std::ranges::any_of(model.commands(), [](const model::Command& command) { return !command.isDefault; });
}

}  // namespace aunit::strength::versions
