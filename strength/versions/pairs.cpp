#include "strength/versions/pairs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace aunit::strength::versions {

using model::Model;
using model::noId;

namespace {

template <class Paragraphs, class Key>
std::vector<Pair> paired(const Paragraphs& older, const Paragraphs& newer, const Key& key,
                         const std::function<bool(std::uint32_t, bool)>& counts) {
  std::map<std::string, std::vector<std::uint32_t>> known;
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (counts(i, true)) known[key(older[i])].push_back(i);
  std::vector<Pair> result;
  for (std::uint32_t i = 0; i < newer.size(); ++i) {
    if (!counts(i, false)) continue;
    auto& same = known[key(newer[i])];
    result.push_back({same.empty() ? noId : same.front(), i});
    if (!same.empty()) same.erase(same.begin());
  }
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (const auto found = known.find(key(older[i]));
        found != known.end() && std::ranges::find(found->second, i) != found->second.end())
      result.push_back({i, noId});
  return result;
}

std::vector<Pair> pairedFacts(const Model& older, const Model& newer, const comparison::Correspondence& corresponding) {
  comparison::Alike alike(older, newer, corresponding);
  const auto counts = [&](std::uint32_t i, bool old) {
    return isOwn(old ? older : newer, (old ? older : newer).facts()[i].module);
  };
  const auto isNamed = [](const model::Fact& fact) { return fact.name.find('$') == std::string::npos; };
  std::vector<Pair> result = paired(
      older.facts(), newer.facts(), [](const model::Fact& fact) { return fact.name; },
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

Pairs pairsOf(const Model& older, const Model& newer, const comparison::Correspondence& corresponding) {
  const auto of = [&](bool old) -> const Model& { return old ? older : newer; };
  Pairs pairs;
  pairs.facts = pairedFacts(older, newer, corresponding);
  pairs.functions = paired(
      older.funcs(), newer.funcs(), [](const model::Func& function) { return function.label; },
      [&](std::uint32_t i, bool old) { return isOwn(of(old), of(old).func(i).module); });
  pairs.assertions = paired(
      older.assertions(), newer.assertions(), [](const model::Assertion& assertion) { return assertion.label; },
      [&](std::uint32_t i, bool old) { return isOwn(of(old), of(old).assertions()[i].module); });
  pairs.commands = paired(
      older.commands(), newer.commands(),
      [](const model::Command& command) { return (command.check ? "check " : "run ") + command.label; },
      [&](std::uint32_t i, bool old) { return !of(old).commands()[i].isDefault && !of(old).commands()[i].ofTest; });
  return pairs;
}

}  // namespace aunit::strength::versions
