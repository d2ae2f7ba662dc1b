#include "strength/versions/gates.h"

#include <algorithm>
#include <string_view>

namespace aunit::strength::versions {

const std::vector<std::string>& gates() {
  static const std::vector<std::string> names = {"weaker",          "stronger",           "neither", "unknown",
                                                 "behaviour-added", "behaviour-removed",  "removed", "verdict-changed",
                                                 "scope-changed",   "expectation-removed"};
  return names;
}

bool isOf(const Change& change, const std::string& gate) {
  const auto accepted = [&](Witness::AcceptedBy by) {
    return change.kind == Change::Kind::model &&
           std::ranges::any_of(change.witnesses, [&](const Witness& witness) { return witness.by == by; });
  };
  // If declarations were removed, they are not compared, so the newer version may allow more behaviour than before, or less.
  const bool isOpen = change.kind == Change::Kind::model && change.gone;
  if (gate == "removed") return change.standing == Change::Standing::removed;
  if (gate == "verdict-changed") return change.verdictChanged;
  if (gate == "scope-changed") return change.scopeChanged;
  if (gate == "expectation-removed") return change.expectationRemoved;
  if (gate == "behaviour-added") return isOpen || accepted(Witness::AcceptedBy::newer);
  if (gate == "behaviour-removed") return isOpen || accepted(Witness::AcceptedBy::older);
  if (gate == "unknown" && change.standing != Change::Standing::changed && change.kind != Change::Kind::fact) return false;
  // The gates "behaviour-added" and "behaviour-removed" judge only the model as a whole. The other gates judge each change of a
  // fact or declaration, because a comment in the model can permit a single change.
  if (change.kind == Change::Kind::model && gate != "unknown") return isOpen && gate != "stronger";
  if (gate == "unknown" && (isOpen || change.relation == comparison::Relation::sameShared)) return true;
  return change.kind != Change::Kind::command && gate == comparison::name(change.relation);
}

std::optional<Allowance> allowanceBeside(const model::SourceMap& sources, model::Span paragraph) {
  if (!paragraph.known()) return std::nullopt;
  const std::string_view text = sources.file(paragraph.file).document();
  const std::size_t line = paragraph.begin == 0 ? 0 : text.rfind('\n', paragraph.begin - 1) + 1;
  std::size_t begin = line;
  while (begin > 0) {  // goes up over lines that contain only a comment
    const std::size_t above = begin == 1 ? 0 : text.rfind('\n', begin - 2) + 1;
    const std::size_t word = std::min(text.find_first_not_of(" \t", above), text.size());
    if (!text.substr(word).starts_with("--") && !text.substr(word).starts_with("//")) break;
    begin = above;
  }
  const std::size_t end = std::min(text.find('\n', paragraph.end), text.size());
  constexpr std::string_view mark = "aunit: allow ";
  const std::string_view beside = text.substr(begin, end - begin);
  for (std::size_t at = 0; (at = beside.find(mark, at)) != std::string_view::npos; at += mark.size()) {
    const std::string_view before = beside.substr(0, at);
    if (!before.ends_with("-- ") && !before.ends_with("// ")) continue;
    std::string_view rest = beside.substr(at + mark.size());
    rest = rest.substr(0, rest.find('\n'));
    // If the word after `allow` is not the name of a gate, the comment is about a warning.
    if (std::ranges::find(gates(), rest.substr(0, rest.find_first_of(" ("))) == gates().end()) continue;
    Allowance allowance{std::string(rest.substr(0, rest.find_first_of(" ("))), {}};
    const std::size_t open = rest.find('('), close = rest.rfind(')');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open + 1)
      allowance.reason = rest.substr(open + 1, close - open - 1);
    return allowance;
  }
  return std::nullopt;
}

}  // namespace aunit::strength::versions
