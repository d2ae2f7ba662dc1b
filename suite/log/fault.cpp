#include "suite/log/fault.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "suite/log/explanation.h"
#include "suite/log/reading/lines.h"
#include "suite/text/place.h"
#include "suite/text/value_text.h"
#include "support/utf8.h"

namespace aunit::suite::log {

FaultReport::FaultReport(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, StateReadsOf& looks,
                         const LogOptions& options, bool isDocument)
    : subject_(subject), log_(log), numbers_(numbers), looks_(looks), options_(options), isDocument_(isDocument) {}

Fault FaultReport::operator()(const SearchPoint& reached) const {
  Fault fault;
  const SearchResult& found = reached.found;
  const auto lineOf = [&](std::size_t record) {
    const Observation* each = reached.records.at(record);
    return each ? each->line : 0;
  };
  const bool fits = found.outcome == SearchResult::Outcome::fits;
  const Observation* line = fits ? nullptr : reached.records.at(found.explained);
  fault.behaviour = reached.paths.behaviour(lineOf, line ? std::nullopt : reached.loop);
  if (fits) return fault;
  // Each line is explained, but the whole behaviour violates a fact.
  if (!line && !reached.paths.broken().empty() && found.explained > 0) {
    line = reached.records.at(found.explained - 1);
    fault.file = reached.files[line->file];
    fault.line = line->line;
    fault.message = reached.paths.broken();
    fault.allExplained = true;
    if (reached.paths.brokenFact().known())
      fault.meant.push_back(
          {"the whole behaviour", model::noId, {}, placeOf(subject_.sources, reached.paths.brokenFact(), 1), {}});
    return fault;
  }
  if (!line && found.endsDead && found.explained > 0) {
    line = reached.records.at(found.explained - 1);
    fault.file = reached.files[line->file];
    fault.line = line->line;
    fault.event = line->event;
    fault.allExplained = true;
    fault.message = fmt::format("every {0} is explained, but the model has no infinite trace that begins with these {0}s",
                                isDocument_ ? "state" : "line");
    if (!found.states.empty()) fault.before = stateBefore(found, reached.frame);
    return fault;
  }
  if (!line) return fault;
  fault.file = reached.files[line->file];
  fault.line = line->line;
  fault.event = line->event;
  fault.malformed = !line->malformed.empty();
  fault.message = messageOn(*line, found);
  if (found.states.empty()) {
    if (log_.states && line->impossible.empty()) fault.meant = reached.notFirst;
    return fault;
  }
  fault.otherStates = found.states.size() - 1;
  fault.allStates = found.allStates;
  fault.before = stateBefore(found, reached.frame);
  if (line->impossible.empty() && line->malformed.empty() && found.outcome == SearchResult::Outcome::doesNotFit)
    findMeant(fault, reached, *line);
  return fault;
}

std::string FaultReport::messageOn(const Observation& line, const SearchResult& found) const {
  if (!line.malformed.empty()) return line.malformed;
  if (!line.impossible.empty()) return line.impossible;
  if (log_.states && found.explained == 0) return "no behaviour of the model begins with this state";
  if (found.part > 0) return fmt::format("step {} of `{}` is not possible", found.part + 1, line.event);
  if (line.event.empty()) return fmt::format("no step of the model explains this {}", isDocument_ ? "state" : "line");
  return fmt::format("`{}` does not explain this line", line.event);
}

/// Sets `fault.meant` to the actions that the line may stand for. Appends to `fault.behaviour` the state after
/// the line, as far as the line states it.
void FaultReport::findMeant(Fault& fault, const SearchPoint& reached, const Observation& line) const {
  const SearchResult& found = reached.found;
  const Explanation explanation(subject_, numbers_, looks_, reached.frame, options_.evaluation, options_.budget);
  const Values& before = found.part > 0 ? found.partState : found.states.front();
  const Values& initial = reached.first.empty() ? found.path.front().state : reached.first.front();
  const bool lastStep = found.part == line.later.size();
  const KnownRelations after =
      lastStep ? reached.mapping.known(line, found.states.front(), initial) : KnownRelations(numbers_.size());
  fault.meant = explanation.meant(before, found.part > 0 ? stepOf(line, found.part) : line, after);
  if (std::ranges::none_of(after, [](const auto& each) { return each.has_value(); })) return;
  Values claimed = before;
  for (std::size_t i = 0; i < claimed.size(); ++i)
    if (after[i]) claimed[i] = *after[i];
  reached.paths.claim(fault.behaviour, claimed, line.line);
}

/// Returns a copy of a line that stands for several steps. The copy stands only for the step `part`.
Observation FaultReport::stepOf(const Observation& line, std::size_t part) const {
  Observation one = line;
  one.asked = line.later[part - 1];
  one.later.clear();
  one.predicate = model::noId;
  if (!one.asked.empty())
    if (const model::Expr& e = subject_.model.expr(one.asked.front().formula); e.op == model::Op::call) one.predicate = e.payload;
  return one;
}

/// For each relation: its value before the unexplained line, its value before the last explained line, and its values in other
/// states in which the unexplained line may begin.
std::vector<Change> FaultReport::stateBefore(const SearchResult& found, const model::Instance& frame) const {
  const model::Model& model = subject_.model;
  std::vector<Change> changes;
  const Values* before = nullptr;
  for (auto step = found.path.rbegin(); step != found.path.rend() && !before; ++step)
    if (step != found.path.rbegin() && step->whole) before = &step->state;
  const bool sameState = !found.path.empty() && found.path.back().state == found.states.front();
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const auto shown = [&](const Values& values) { return text(values[i], *frame.universe); };
    Change& change = changes.emplace_back();
    change.relation = numbers_[i].isField ? model.field(numbers_[i].id).name : model.sig(numbers_[i].id).name;
    change.value = shown(found.states.front());
    if (const model::TupleSet& now = found.states.front()[i]; before && sameState && !((*before)[i] == now)) {
      const model::TupleSet& was = (*before)[i];
      change.was = text(was, *frame.universe);
      change.added = text(now.subtract(was), *frame.universe);
      change.removed = text(was.subtract(now), *frame.universe);
    }
    for (const Values& other : found.states)
      if (std::string value = shown(other);
          value != change.value && std::ranges::find(change.others, value) == change.others.end())
        change.others.push_back(std::move(value));
  }
  return changes;
}

std::string lineIn(const std::string& file, std::uint64_t line) {
  constexpr std::size_t longest = 200;
  constexpr double seconds = 2;  // limit for reading the file; short, because the verdict does not need the line
  const support::Budget budget({.seconds = seconds});
  Lines lines(file, budget);
  for (std::string text; lines.next(text);) {
    if (lines.number() < line) continue;
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && support::continuesCodePoint(text[end])) --end;
    return text.substr(0, end) + " ...";
  }
  return {};
}

}  // namespace aunit::suite::log
