#include "suite/log/reading/atoms.h"

#include <algorithm>
#include <cctype>

namespace aunit::suite::log {

namespace {

std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// The text of a string literal, without quotes and escapes.
std::string contentOf(std::string_view literal) {
  std::string text;
  literal = literal.substr(1, literal.size() - 2);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const bool escaped = literal[i] == '\\' && i + 1 < literal.size();
    if (escaped) ++i;
    text += escaped && literal[i] == 'n' ? '\n' : literal[i];
  }
  return text;
}

}  // namespace

LogAtoms::LogAtoms(const model::Model& model, const model::Instance& frame) : model_(model), frame_(frame) {
  const model::Universe& universe = *frame.universe;
  for (model::Atom a = 0; a < universe.size(); ++a) {
    if (universe.isString(a))
      exact_.emplace(contentOf(universe.name(a)), a);
    else
      name(a, universe.name(a));
  }
}

void LogAtoms::name(model::Atom atom, std::string_view text) {
  exact_.emplace(text, atom);
  folded_.emplace(folded(text), atom);
}

bool LogAtoms::belongs(model::Atom atom, model::SigId sig) const {
  const model::Universe& universe = *frame_.universe;
  if (sig == model::builtin::univ) return true;
  if (sig == model::builtin::integers) return universe.isInt(atom);
  if (sig == model::builtin::seqInt)
    return universe.isInt(atom) && universe.intValue(atom) >= 0 && universe.intValue(atom) < frame_.maxSequence;
  if (sig == model::builtin::string) return universe.isString(atom);
  if (sig == model::builtin::none) return false;
  while (model_.sig(sig).isVar && !model_.sig(sig).parents.empty() && model_.sig(sig).parents.front() >= model::builtin::count)
    sig = model_.sig(sig).parents.front();
  // The parents of a subset signature can be built-in (`var sig Title in String`). The atom must belong to one of the parents.
  if (model_.sig(sig).isVar && model_.sig(sig).subset)
    return std::ranges::any_of(model_.sig(sig).parents, [&](model::SigId parent) { return belongs(atom, parent); });
  return model_.sig(sig).isVar ? atom < universe.firstString() : frame_.states.front().sigs[sig].contains(std::span(&atom, 1));
}

std::optional<model::Atom> LogAtoms::find(model::SigId sig, std::string_view text) const {
  const auto among = [&](const auto& names, const std::string& key) -> std::optional<model::Atom> {
    std::optional<model::Atom> found;
    const auto [first, last] = names.equal_range(key);
    for (auto each = first; each != last; ++each) {
      if (!belongs(each->second, sig)) continue;
      if (found && *found != each->second) return std::nullopt;
      found = each->second;
    }
    return found;
  };
  if (const auto found = among(exact_, std::string(text))) return found;
  return among(folded_, folded(text));
}

std::vector<std::string> LogAtoms::namesIn(model::SigId sig) const {
  std::vector<std::string> result;
  for (const auto& [text, atom] : exact_)
    if (belongs(atom, sig)) result.push_back(text);
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace aunit::suite::log
