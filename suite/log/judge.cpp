#include "suite/log/judge.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "solver/grounding/unsupported.h"
#include "suite/log/explanation.h"
#include "suite/log/orders.h"
#include "suite/log/reading/lines.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/search.h"
#include "suite/log/start.h"
#include "suite/text/place.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite::log {

using model::SigId;

const char* name(LogVerdict::Outcome outcome) {
  switch (outcome) {
    case LogVerdict::Outcome::fits: return "fits";
    case LogVerdict::Outcome::doesNotFit: return "does not fit";
    case LogVerdict::Outcome::undecided: return "undecided";
    case LogVerdict::Outcome::malformed: return "malformed";
  }
  return "";
}

model::Log plainLog(const model::Model& model) {
  model::Log log;
  const auto path = [](std::string name) { return model::LogPath{{std::move(name)}, {}}; };
  log.event = path("event");
  log.arguments = path("event_args");
  const RelationNumbers numbers(model);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    model::LogRelation relation;
    (numbers[i].isField ? relation.field : relation.sig) = numbers[i].id;
    relation.path = path(numbers[i].isField ? model.field(numbers[i].id).name : model.sig(numbers[i].id).name);
    log.relations.push_back(std::move(relation));
  }
  return log;
}

namespace {

/// What a line is as JSON, or why it is none.
std::string readLine(const Lines& lines, const std::string& text, bool tla, JsonValue& value) {
  if (lines.tooLong()) return fmt::format("the line is longer than {} MB", Lines::longest >> 20);
  const JsonError error = readJson(text, value);
  if (error.message.empty() && tla) readTlaTexts(value);
  return error.column > 0 && !error.message.empty() ? fmt::format("{} (column {})", error.message, error.column) : error.message;
}

/// The lines of one file, read as they are needed.
class OneFile final : public Records {
 public:
  OneFile(const std::string& path, const model::Log& log, Mapping& mapping) : lines_(path), log_(log), mapping_(mapping) {}

  const Observation* at(std::size_t number) override {
    while (!over_ && number >= first_ + kept_.size()) read();
    return number < first_ || number >= first_ + kept_.size() ? nullptr : &kept_[number - first_];
  }
  void forgetBefore(std::size_t number) override {
    while (first_ < number && !kept_.empty()) kept_.pop_front(), ++first_;
  }

 private:
  void read() {
    if (!lines_.next(text_)) {
      over_ = true;
      return;
    }
    JsonValue value;
    Observation line;
    const std::string error = readLine(lines_, text_, log_.tla, value);
    if (error.empty())
      line = mapping_.read(value);
    else
      line.malformed = error;
    line.line = lines_.number();
    kept_.push_back(std::move(line));
  }

  Lines lines_;
  const model::Log& log_;
  Mapping& mapping_;
  std::deque<Observation> kept_;
  std::size_t first_ = 0;
  bool over_ = false;
  std::string text_;
};

/// All records of several files, or of one that has to be sorted.
class AllRecords final : public Records {
 public:
  AllRecords(std::vector<Observation> records, std::vector<std::vector<std::size_t>> predecessors)
      : records_(std::move(records)), predecessors_(std::move(predecessors)) {
    for (std::size_t i = 1; i < predecessors_.size(); ++i)
      oneOrder_ = oneOrder_ && std::ranges::find(predecessors_[i], i - 1) != predecessors_[i].end();
  }
  const Observation* at(std::size_t number) override { return number < records_.size() ? &records_[number] : nullptr; }
  const std::vector<std::vector<std::size_t>>* predecessors() const override { return oneOrder_ ? nullptr : &predecessors_; }
  std::size_t size() const { return records_.size(); }

 private:
  std::vector<Observation> records_;
  std::vector<std::vector<std::size_t>> predecessors_;
  bool oneOrder_ = true;  // each comes after the one before
};

class Judge {
 public:
  Judge(const parser::Loaded& loaded, const model::Log& log, const std::vector<std::string>& files, const LogOptions& options)
      : loaded_(loaded),
        model_(*loaded.model),
        log_(log),
        files_(files),
        options_(options),
        numbers_(model_),
        looks_(model_, numbers_) {}

  LogVerdict run() {
    for (const model::LogValue& value : log_.values)
      if (value.value != model::noId && (looks_(value.value).now.any() || looks_(value.value).next.any()))
        throw solver::Unsupported("a value must not depend on the state", value.span);
    if (inMemory()) {
      readAll();
      if (verdict_.outcome == LogVerdict::Outcome::malformed) return std::move(verdict_);
    }
    const Starts starts = startsOf(loaded_, log_, atoms(), log_.scope, options_.solving);
    if (!starts.error.empty()) return undecided(starts.error);
    if (starts.instances.empty()) {
      verdict_.outcome = LogVerdict::Outcome::doesNotFit;
      verdict_.message = "the model has no first state with these atoms";
      return std::move(verdict_);
    }
    // Starts with the same static relations are looked at together.
    Found best;
    bool first = true, anyUndecided = !starts.complete;
    std::string why = "there are too many first states";
    for (std::size_t i = 0; i < starts.instances.size();) {
      std::size_t end = i + 1;
      while (end < starts.instances.size() && sameFrame(starts.instances[i], starts.instances[end])) ++end;
      Found found = search(starts, i, end);
      i = end;
      if (found.outcome == Found::Outcome::fits) {
        verdict_.outcome = LogVerdict::Outcome::fits;
        verdict_.explained = verdict_.lines = found.explained;
        if (found.explained == 0) verdict_.warnings.push_back("there is no line: nothing was to be explained");
        return std::move(verdict_);
      }
      if (found.outcome == Found::Outcome::undecided) anyUndecided = true, why = found.why;
      verdict_.visited += found.visited;
      if (first || found.explained > best.explained) {
        best = std::move(found);
        fault_ = std::move(faultOfSearch_);
        first = false;
      }
    }
    verdict_.explained = best.explained;
    verdict_.file = fault_.file;
    verdict_.line = fault_.line;
    verdict_.event = fault_.event;
    verdict_.meant = std::move(fault_.meant);
    verdict_.before = std::move(fault_.before);
    verdict_.otherStates = fault_.others;
    verdict_.message = fault_.message;
    if (fault_.malformed) {
      verdict_.outcome = LogVerdict::Outcome::malformed;
    } else if (anyUndecided) {
      verdict_.outcome = LogVerdict::Outcome::undecided;
      verdict_.message = why;
      verdict_.meant.clear();
    } else {
      verdict_.outcome = LogVerdict::Outcome::doesNotFit;
    }
    return std::move(verdict_);
  }

 private:
  struct Fault {
    std::string file, event, message;
    std::uint64_t line = 0;
    bool malformed = false;
    std::vector<Meant> meant;
    std::vector<Change> before;
    std::size_t others = 0;
  };

  /// Whether all records are read first: they are sorted, or cannot be read twice.
  bool inMemory() const { return log_.clock || log_.order || files_.size() > 1 || files_.front() == "-"; }

  LogVerdict undecided(std::string why) {
    verdict_.outcome = LogVerdict::Outcome::undecided;
    verdict_.message = std::move(why);
    return std::move(verdict_);
  }

  void readAll() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      Lines lines(files_[f]);
      for (std::string text; lines.next(text);) {
        ClockedRecord record;
        const std::string error = readLine(lines, text, log_.tla, record.value);
        if (!error.empty()) {
          const bool sorted = log_.clock || std::ranges::any_of(all_, [&](const ClockedRecord& each) {
                                return log_.order && each.value.at(*log_.order);
                              });
          if (files_.size() > 1 || sorted) return malformed(f, lines.number(), error);
          broken_[all_.size()] = error;  // of a single file without clocks: what comes before is judged
        }
        record.file = f;
        record.line = lines.number();
        all_.push_back(std::move(record));
        options_.budget.check();
      }
    }
    orders_ = ordersOf(log_, all_, files_.size());
    if (!orders_.error.empty()) return malformed(all_[orders_.culprit].file, all_[orders_.culprit].line, orders_.error);
    verdict_.warnings.insert(verdict_.warnings.end(), orders_.warnings.begin(), orders_.warnings.end());
  }

  void malformed(std::size_t file, std::uint64_t line, std::string message) {
    verdict_.outcome = LogVerdict::Outcome::malformed;
    verdict_.file = files_[file];
    verdict_.line = line;
    verdict_.message = std::move(message);
  }

  /// The atoms of the signatures that have no number of atoms: those given, else those that the log names.
  AtomsBySig atoms() {
    AtomsBySig result;
    std::vector<SigId> open;
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      const model::Sig& sig = model_.sig(id);
      if (sig.isMeta || sig.subset || sig.multiplicity == model::Multiplicity::one || sig.isEnum || sig.isPrivate) continue;
      if (const auto given = options_.atoms.find(sig.name); given != options_.atoms.end()) {
        result[id] = given->second;
        continue;
      }
      const bool scoped = std::ranges::any_of(log_.scope.sigs, [&](const model::SigScope& each) { return each.sig == id; });
      if (!scoped) open.push_back(id);
    }
    for (const auto& [name, list] : options_.atoms) {
      const auto known = std::ranges::find_if(model_.sigs(), [&](const model::Sig& sig) { return sig.name == name; });
      if (known == model_.sigs().end()) throw std::runtime_error(fmt::format("the model has no signature {}", name));
    }
    if (!open.empty() && options_.atoms.empty()) collect(open, result);
    return result;
  }

  void collect(const std::vector<SigId>& open, AtomsBySig& result) {
    model::Tests none;
    none.valuations.emplace_back();
    model::Diagnostics unheard;
    const auto empty = instantiate(model_, none, 0, integerScope(model::Integers()), unheard);
    if (!empty) return;
    const LogAtoms known(model_, *empty);
    AtomsBySig met;
    Mapping mapping(loaded_, log_, numbers_, *empty, known, &met);
    const auto look = [&](const JsonValue& value) { mapping.read(value); };
    if (!all_.empty()) {
      for (const ClockedRecord& record : all_) look(record.value);
    } else {
      Lines lines(files_.front());
      for (std::string text; lines.next(text);) {
        JsonValue value;
        if (readLine(lines, text, log_.tla, value).empty()) look(value);
        options_.budget.check();
      }
    }
    for (auto& [sig, names] : met)
      if (std::ranges::find(open, sig) != open.end()) result[sig] = std::move(names);
  }

  bool sameFrame(const model::Instance& a, const model::Instance& b) const {
    if (a.universe->size() != b.universe->size()) return false;
    for (model::Atom atom = 0; atom < a.universe->size(); ++atom)
      if (a.universe->name(atom) != b.universe->name(atom)) return false;
    for (SigId id = 0; id < model_.sigs().size(); ++id)
      if (!model_.sig(id).isVar && !(a.states[0].sigs[id] == b.states[0].sigs[id])) return false;
    for (model::FieldId id = 0; id < model_.fields().size(); ++id)
      if (!model_.field(id).isVar && !(a.states[0].fields[id] == b.states[0].fields[id])) return false;
    return true;
  }

  Values valuesOf(const model::Instance& instance) const {
    Values values;
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      values.push_back(numbers_[i].isField ? instance.states[0].fields[numbers_[i].id] : instance.states[0].sigs[numbers_[i].id]);
    return values;
  }

  Found search(const Starts& starts, std::size_t begin, std::size_t end) {
    const model::Instance& frame = starts.instances[begin];
    const Facts facts = factsOf(model_, looks_, frame);
    if (verdict_.unjudged.empty())
      for (const model::Span span : facts.unjudged) verdict_.unjudged.push_back(placeOf(loaded_.sources, span, 1));
    std::vector<Values> first;
    evaluator::Evaluator evaluator(model_, options_.evaluation);
    for (std::size_t i = begin; i < end; ++i) {
      evaluator.bind(starts.instances[i]);
      if (holdAtFirst(evaluator, facts)) first.push_back(valuesOf(starts.instances[i]));
    }
    LogAtoms atoms(model_, frame);
    for (const auto& [sig, names] : starts.atoms)
      for (const std::string& name : names)
        for (const std::string& shown : {name, fmt::format("{}/{}", model_.sig(sig).name, name)})
          if (const auto atom = frame.universe->find(shown); atom && belongs(frame, *atom, sig)) atoms.name(*atom, name);
    Mapping mapping(loaded_, log_, numbers_, frame, atoms);
    Successors successors(model_, numbers_, looks_, frame, facts, options_.evaluation, options_.budget);
    LogSearch search(model_, log_, numbers_, frame, successors, mapping, options_.budget);
    std::unique_ptr<Records> records;
    std::size_t count = std::size_t{0} - 1;
    if (inMemory()) {
      std::vector<Observation> observations;
      for (const std::size_t i : orders_.merged) {
        const auto broken = broken_.find(i);
        Observation line;
        if (broken != broken_.end())
          line.malformed = broken->second;
        else
          line = mapping.read(all_[i].value);
        line.file = all_[i].file;
        line.line = all_[i].line;
        if (!line.malformed.empty() && files_.size() > 1) count = std::min(count, observations.size());
        observations.push_back(std::move(line));
      }
      count = std::min(count, observations.size());
      const std::size_t total = observations.size();
      records = std::make_unique<AllRecords>(std::move(observations), orders_.predecessors);
      count = total;
    } else {
      records = std::make_unique<OneFile>(files_.front(), log_, mapping);
    }
    Found found = search.run(*records, first, count);
    if (records->predecessors() && found.outcome == Found::Outcome::doesNotFit)
      found = firstUnexplained(search, *records, first, count, std::move(found));
    for (const std::string& name : mapping.unread())
      if (warned_.insert(name).second)
        verdict_.warnings.push_back(
            fmt::format("the field .{} looks like a variable, and nothing says which relation it states", name));
    faultOfSearch_ = {};
    if (found.outcome == Found::Outcome::fits) return found;
    const Observation* line = records->at(found.explained);
    if (!line) return found;
    faultOfSearch_.file = files_[line->file];
    faultOfSearch_.line = line->line;
    faultOfSearch_.event = line->event;
    faultOfSearch_.malformed = !line->malformed.empty();
    faultOfSearch_.message = faultOfSearch_.malformed    ? line->malformed
                             : !line->impossible.empty() ? line->impossible
                             : line->event.empty()       ? "no step of the model explains this line"
                                                         : fmt::format("{} does not explain this line", line->event);
    if (found.states.empty()) return found;
    faultOfSearch_.others = found.states.size() - 1;
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      faultOfSearch_.before.push_back({numbers_[i].isField ? model_.field(numbers_[i].id).name : model_.sig(numbers_[i].id).name,
                                       text(found.states.front()[i], *frame.universe)});
    if (line->impossible.empty() && line->malformed.empty() && found.outcome == Found::Outcome::doesNotFit) {
      const Explanation explanation(loaded_, numbers_, looks_, frame, facts, options_.evaluation, options_.budget);
      faultOfSearch_.meant =
          explanation.meant(found.states.front(), *line, mapping.known(*line, found.states.front(), first.front()));
    }
    return found;
  }

  /// Of several files: the first record, as they are merged, up to which no order explains them.
  Found firstUnexplained(LogSearch& search, Records& records, const std::vector<Values>& starts, std::size_t count, Found whole) {
    std::size_t good = 0, bad = count;
    Found last = std::move(whole);
    while (good + 1 < bad) {
      const std::size_t middle = good + (bad - good) / 2;
      Found found = search.run(records, starts, middle);
      if (found.outcome == Found::Outcome::undecided) return found;
      if (found.outcome == Found::Outcome::fits) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    if (good > 0) last = search.run(records, starts, good);
    last.outcome = Found::Outcome::doesNotFit;
    last.explained = good;
    return last;
  }

  bool holdAtFirst(evaluator::Evaluator& evaluator, const Facts& facts) {
    for (const auto* list : {&facts.first, &facts.states})
      for (const Condition& each : *list) {
        if (looks_(each.formula).next.any()) continue;
        const bool ofStart = list == &facts.first && looks_(each.formula).now.any();
        if (ofStart && (log_.initially != model::noId || log_.anyStart)) continue;
        for (const evaluator::Binding& binding : each.given) evaluator.assign(binding.variable, binding.value);
        if (!evaluator.holds(each.formula)) return false;
      }
    return true;
  }

  bool belongs(const model::Instance& frame, model::Atom atom, SigId sig) const {
    return model_.sig(sig).isVar || frame.states[0].sigs[sig].contains(std::span(&atom, 1));
  }

  const parser::Loaded& loaded_;
  const model::Model& model_;
  const model::Log& log_;
  const std::vector<std::string>& files_;
  const LogOptions& options_;
  RelationNumbers numbers_;
  LooksOf looks_;
  std::vector<ClockedRecord> all_;
  std::map<std::size_t, std::string> broken_;  // records that are no JSON
  Orders orders_;
  LogVerdict verdict_;
  Fault fault_, faultOfSearch_;
  std::set<std::string> warned_;
};

}  // namespace

LogVerdict judge(const parser::Loaded& loaded, const model::Log& log, const std::vector<std::string>& files,
                 const LogOptions& options) {
  try {
    return Judge(loaded, log, files, options).run();
  } catch (const support::Exhausted& end) {
    LogVerdict verdict;
    verdict.message = end.what();
    return verdict;
  }
}

}  // namespace aunit::suite::log
