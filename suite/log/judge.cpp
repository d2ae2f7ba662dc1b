#include "suite/log/judge.h"

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "solver/unsupported.h"
#include "suite/log/ahead.h"
#include "suite/log/attempt.h"
#include "suite/log/behaviour.h"
#include "suite/log/fault.h"
#include "suite/log/reading/contents.h"
#include "suite/log/reading/documents.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/reading/records.h"
#include "suite/log/search.h"
#include "suite/log/start.h"
#include "suite/text/place.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation.h"
#include "support/threads.h"
#include "support/visible.h"

namespace aunit::suite::log {

using model::SigId;

const char* name(LogVerdict::Outcome outcome) {
  switch (outcome) {
    case LogVerdict::Outcome::fits: return "fits";
    case LogVerdict::Outcome::doesNotFit: return "does not fit";
    case LogVerdict::Outcome::undecided: return "undecided";
    case LogVerdict::Outcome::malformed: return "malformed";
    case LogVerdict::Outcome::empty: return "empty";
  }
  return "";
}

namespace {

/// Judges one run. The members hold the inputs and the results of the stages. Later stages and the report read these results.
class Judge {
 public:
  Judge(const Subject& subject, const model::Log& log, const Run& run, const LogOptions& options)
      : subject_(subject),
        model_(subject.model),
        log_(log),
        run_(run),
        options_(options),
        numbers_(model_),
        looks_(model_, numbers_) {}

  LogVerdict run() {
    for (const model::LogValue& value : log_.values)
      if (value.value != model::noId && (looks_(value.value).now.any() || looks_(value.value).next.any()))
        throw solver::Unsupported("the expression of a `value` rule must not read `var` relations", value.span);
    if (run_.files.size() == 1 && !run_.isPipe && !run_.lines)
      document_ = documentIn(model_, run_.files.front(), options_.budget);
    if (document_) {
      if (!document_->error.empty()) {
        malformed(0, 0, document_->error);
        return std::move(verdict_);
      }
      log_.states = verdict_.countsStates = true;
    }
    if (inMemory() && !contents_) {
      readAll();
      if (verdict_.outcome == LogVerdict::Outcome::malformed) return std::move(verdict_);
    }
    Starts starts = beginnings();
    if (!starts.error.empty()) return undecided(starts.error);
    if (!starts.complete && !document_) {
      Starts open = startsOf(subject_, log_, atoms(), log_.scope, options_.solving, FirstStates::whatNeverChanges);
      if (!open.complete && open.error.empty())
        if (auto verdict = withOpenFrame(open)) return std::move(*verdict);
      if (open.complete && open.error.empty()) starts = std::move(open), openStart_ = true;
    }
    if (starts.instances.empty()) {
      verdict_.outcome = LogVerdict::Outcome::doesNotFit;
      verdict_.message = starts.none;
      return std::move(verdict_);
    }
    // One search handles all starts whose static relations have the same values.
    SearchResult best;
    Fault fault;
    bool first = true, anyUndecided = !starts.complete;
    std::string why = "there are too many first states";
    for (std::size_t i = 0; i < starts.instances.size();) {
      std::size_t end = i + 1;
      while (end < starts.instances.size() && haveSameFrame(model_, starts.instances[i], starts.instances[end])) ++end;
      SearchResult found = search(starts, i, end);
      i = end;
      if (!nothingSaid_.empty()) {
        verdict_.outcome = LogVerdict::Outcome::empty;
        verdict_.message = nothingSaid_;
        return std::move(verdict_);
      }
      if (found.outcome == SearchResult::Outcome::fits) {
        verdict_.outcome = LogVerdict::Outcome::fits;
        verdict_.explained = verdict_.lines = found.explained;
        verdict_.visited += found.visited;
        verdict_.behaviour = std::move(faultOfSearch_.behaviour);
        return std::move(verdict_);
      }
      if (found.outcome == SearchResult::Outcome::undecided) anyUndecided = true, why = found.why;
      verdict_.visited += found.visited;
      if (first || found.explained > best.explained) {
        best = std::move(found);
        fault = std::move(faultOfSearch_);
        first = false;
      }
    }
    verdict_.explained = best.explained;
    static_cast<Fault&>(verdict_) = std::move(fault);
    if (verdict_.line > 0 && !verdict_.countsStates && !run_.isPipe) verdict_.text = shownLine();
    if (verdict_.malformed) {
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
  /// Judges the log as if the static fields with unknown values were hidden `var` relations. Returns nothing if the static fields
  /// of all starts are equal.
  std::optional<LogVerdict> withOpenFrame(const Starts& open) {
    const std::vector<model::FieldId> fields = differingFields(model_, open.instances);
    if (fields.empty()) return std::nullopt;
    model::Extension varying(model_);
    vary(varying, fields);
    LogOptions options = options_;
    if (options_.watch)
      // Omits the formulas that vary() added, since the caller's model does not have them.
      options.watch = [this](const WatchedStep& step) {
        std::vector<Condition> known;
        for (const Condition& each : step.conditions)
          if (each.formula < model_.exprCount()) known.push_back(each);
        options_.watch({step.states, known});
      };
    Judge judge({varying.model(), subject_.sources}, log_, run_, options);
    if (inMemory()) {
      judge.contents_ = std::move(contents_);
      judge.verdict_.warnings = std::move(verdict_.warnings);
    }
    LogVerdict verdict = judge.run();
    // A quantifier over an unknown static field cannot be expanded. If a fact has such a quantifier around a temporal operator,
    // the search has not checked the fact.
    if (verdict.unjudged.size() > factsOf(model_, looks_, open.instances.front()).unjudged.size())
      return undecided(
          "a fact depends on relations whose values no line states, and there are too many possible first states to try each");
    return verdict;
  }

  /// Whether all records are read before the search, because they must be sorted or can be read only once.
  bool inMemory() const {
    return log_.clock || log_.order || log_.loop || run_.files.size() > 1 || run_.isPipe || run_.lines || document_;
  }

  /// The text of the line that the verdict names; empty if the file cannot be read again.
  std::string shownLine() const try { return lineIn(verdict_.file, verdict_.line); } catch (const std::runtime_error&) {
    return "";
  }

  LogVerdict undecided(std::string why) {
    verdict_.outcome = LogVerdict::Outcome::undecided;
    verdict_.message = std::move(why);
    return std::move(verdict_);
  }

  void readAll() {
    contents_ = contentsOf(run_, log_, document_, options_.budget);
    if (const auto& line = contents_->unreadable) return malformed(line->file, line->line, line->message);
    const std::vector<std::string>& warnings = contents_->orders.warnings;
    verdict_.warnings.insert(verdict_.warnings.end(), warnings.begin(), warnings.end());
  }

  void malformed(std::size_t file, std::uint64_t line, std::string message) {
    verdict_.outcome = LogVerdict::Outcome::malformed;
    verdict_.file = run_.files[file];
    verdict_.line = line;
    verdict_.message = std::move(message);
  }

  /// The possible first states. If the first line is a state with all `var` relations, this state is the only one.
  Starts beginnings() {
    if (document_ && document_->instance) {
      Starts starts;
      starts.instances.push_back(*document_->instance);
      starts.instances.front().states.resize(1);
      starts.instances.front().loop = 0;
      return starts;
    }
    if (log_.states) {
      Starts starts = startsOf(subject_, log_, atoms(), log_.scope, options_.solving, FirstStates::whatNeverChanges);
      std::erase_if(starts.instances, [&](model::Instance& start) { return !takeFirstState(starts, start); });
      if (firstStated_) return starts;
    }
    return startsOf(subject_, log_, atoms(), log_.scope, options_.solving);
  }

  /// If the first line states all `var` relations, sets their values in `start`. Always returns true: the caller keeps `start`.
  bool takeFirstState(const Starts& starts, model::Instance& start) {
    const LogAtoms atoms = namesIn(starts, start);
    Mapping mapping(subject_, log_, numbers_, start, atoms, options_.budget);
    RecordReader::Record record;
    if (contents_ && !contents_->records.empty()) {
      record.value = contents_->records.front().value;
    } else {
      RecordReader reader(run_, 0, log_.tla, options_.budget, 1);
      if (!reader.next(record) || !record.malformed.empty()) return true;
    }
    const Observation line = mapping.read(record.value);
    if (!line.malformed.empty() || !line.impossible.empty()) return true;
    KnownRelations known = mapping.statedAlone(line);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (!known[i]) return true;
    firstStated_ = true;
    for (std::size_t i = 0; i < known.size(); ++i) numbers_.in(start.states[0], i) = std::move(*known[i]);
    return true;
  }

  /// The atoms of a start, with the names that the log gives them.
  LogAtoms namesIn(const Starts& starts, const model::Instance& frame) const {
    LogAtoms atoms(model_, frame);
    for (const auto& [sig, names] : starts.atoms)
      for (const std::string& name : names)
        for (const std::string& shown : {name, fmt::format("{}/{}", model_.sig(sig).name, name)})
          if (const auto atom = frame.universe->find(shown); atom && belongs(frame, *atom, sig)) atoms.name(*atom, name);
    return atoms;
  }

  /// The atoms of signatures: those that --atoms gives. Without --atoms: the atoms that the log names, for each signature that
  /// has no scope in the `log` paragraph.
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
      const auto known = std::ranges::find_if(model_.sigs(), [&name = name](const model::Sig& sig) { return sig.name == name; });
      if (known == model_.sigs().end()) throw std::runtime_error(fmt::format("the model has no signature `{}`", name));
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
    Mapping mapping(subject_, log_, numbers_, *empty, known, options_.budget, &met);
    const auto look = [&](const JsonValue& value) { mapping.read(value); };
    if (inMemory()) {
      for (const ClockedRecord& record : contents_->records) look(record.value);
    } else {
      RecordReader reader(run_, 0, log_.tla, options_.budget);
      for (RecordReader::Record read; reader.next(read);) {
        if (read.malformed.empty()) look(read.value);
        options_.budget.check();
      }
      lines_ = reader.count();
    }
    for (auto& [sig, names] : met)
      if (std::ranges::find(open, sig) != open.end()) result[sig] = std::move(names);
  }

  SearchResult search(const Starts& starts, std::size_t begin, std::size_t end) {
    const model::Instance& frame = starts.instances[begin];
    Facts facts = factsOf(model_, looks_, frame);
    std::vector<Values> first = firstStates(starts, begin, end, facts);
    Attempt attempt({subject_, log_, options_, numbers_, looks_, inMemory() ? nullptr : &run_, lines_, openStart_, notBySolver_},
                    frame, std::move(facts), std::move(first), namesIn(starts, frame));
    if (verdict_.unjudged.empty())
      for (const model::Span span : attempt.facts.unjudged) verdict_.unjudged.push_back(placeOf(subject_.sources, span, 1));
    openRecords(attempt);
    SearchResult found = attempt.explain();
    if (attempt.again) attempt.records = std::move(attempt.again);
    for (const std::string& name : attempt.mapping.unread())
      if (warned_.insert(name).second)
        verdict_.warnings.push_back(
            fmt::format("the field .{0} looks like updates of a relation, but no rule such as `r from .{0}` reads it", name));
    verdict_.passedBy.clear();
    for (const std::string& field : attempt.mapping.passedBy())
      verdict_.passedBy.push_back({field, attempt.mapping.nearTo(field)});
    verdict_.withoutArguments.clear();
    for (const model::FuncId id : attempt.mapping.withoutArguments()) verdict_.withoutArguments.push_back(model_.func(id).name);
    if (found.explained == 0 && !attempt.records->at(0))
      nothingSaid_ = "the log has no lines";
    else if (found.outcome == SearchResult::Outcome::fits && !attempt.mapping.saysAnything() && !run_.withoutKey &&
             !(document_ && document_->instance))
      nothingSaid_ = "no line has an event, and no line has a field that states a relation";
    for (const PathStep& step : found.path) attempt.paths.add(step);
    const FaultReport report(subject_, log_, numbers_, looks_, options_, document_.has_value());
    faultOfSearch_ = report({found, *attempt.records, run_.files, attempt.mapping, attempt.frame, attempt.facts, attempt.first,
                             notFirst_, attempt.paths, attempt.loop});
    return found;
  }

  /// The starts that satisfy the facts about first states.
  std::vector<Values> firstStates(const Starts& starts, std::size_t begin, std::size_t end, const Facts& facts) {
    std::vector<Values> first;
    evaluator::Evaluator evaluator(model_, options_.evaluation);
    for (std::size_t i = begin; i < end && !openStart_; ++i) {
      evaluator.bind(starts.instances[i]);
      if (holdAtFirst(evaluator, facts, starts.instances[begin]))
        first.push_back(numbers_.valuesIn(starts.instances[i].states[0]));
    }
    return first;
  }

  void openRecords(Attempt& attempt) {
    if (inMemory()) {
      std::vector<Observation> observations = observationsOf(*contents_, document_, run_, log_, numbers_, attempt.mapping);
      attempt.count = observations.size();
      if (document_) attempt.loop = loopOf(*document_);
      if (!observations.empty() && observations.back().loop) attempt.loop = observations.back().loop;
      attempt.records = std::make_unique<AllRecords>(std::move(observations), contents_->orders.predecessors);
    } else {
      const unsigned threads = options_.solving.threads == solver::Threads::race ? support::cores() : 1;
      const auto another = [&] {
        return std::make_unique<ReadAhead::Worker>(subject_, log_, numbers_, attempt.frame, attempt.atoms, attempt.facts,
                                                   options_);
      };
      if (threads > 1 && log_.hiddenSteps == 0 && !log_.states)
        attempt.records = std::make_unique<ReadAhead>(run_, log_.tla, attempt.mapping, lines_, threads, another, options_.budget);
      else
        attempt.records = std::make_unique<OneFile>(run_, log_.tla, attempt.mapping, lines_, options_.budget);
    }
    if (!attempt.loop) return;
    verdict_.unjudged.clear();
    if (attempt.records->predecessors())
      throw solver::Unsupported("a `loop` cannot be judged if the lines can have several orders", log_.span);
  }

  bool holdAtFirst(evaluator::Evaluator& evaluator, const Facts& facts, const model::Instance& frame) {
    std::vector<Condition> initially;
    if (log_.initially != model::noId) initially.push_back({log_.initially, {}, log_.span});
    for (const auto* list : {&facts.first, &facts.states, &std::as_const(initially)})
      for (const Condition& each : *list) {
        if (looks_(each.formula).next.any()) continue;
        const bool ofStart = list == &facts.first && looks_(each.formula).now.any();
        if (ofStart && (log_.initially != model::noId || log_.anyStart)) continue;
        for (const evaluator::Binding& binding : each.given) evaluator.assign(binding.variable, binding.value);
        if (evaluator.holds(each.formula)) continue;
        if (log_.states && notFirst_.empty()) {
          PossibleAction& meant = notFirst_.emplace_back();
          meant.action = "the first state";
          meant.place = placeOf(subject_.sources, each.span, 1);
          const model::Expr& e = model_.expr(each.formula);
          PossibleAction::Part& part = meant.failing.emplace_back();
          part.text = support::oneLine(std::string(subject_.sources.text(e.span)));
          part.place = placeOf(subject_.sources, e.span, 1);
          for (const model::ExprId child : model_.children(each.formula))
            if (model_.expr(child).sort != model::Sort::formula)
              part.values.push_back({support::oneLine(std::string(subject_.sources.text(model_.expr(child).span))),
                                     text(evaluator.value(child), *frame.universe)});
        }
        return false;
      }
    return true;
  }

  bool belongs(const model::Instance& frame, model::Atom atom, SigId sig) const {
    return model_.sig(sig).isVar || frame.states[0].sigs[sig].contains(std::span(&atom, 1));
  }

  const Subject subject_;
  const model::Model& model_;
  model::Log log_;
  const Run& run_;
  const LogOptions& options_;
  RelationNumbers numbers_;
  StateReadsOf looks_;
  std::optional<Contents> contents_;  // set if inMemory()
  LogVerdict verdict_;
  Fault faultOfSearch_;
  std::set<std::string> warned_;
  std::optional<Document> document_;
  bool firstStated_ = false;
  bool openStart_ = false;                   // the first states are unknown: only their static relations were enumerated
  std::string notBySolver_;                  // why the SAT solver cannot search; empty if it can
  std::vector<PossibleAction> notFirst_;     // why the first line's state is not a first state
  std::string nothingSaid_;                  // why no line states anything about the model; empty if some line does
  std::uint64_t lines_ = ~std::uint64_t{0};  // number of lines of the file, if they were counted
};

}  // namespace

LogVerdict judge(const parser::Loaded& loaded, const model::Log& log, const Run& run, const LogOptions& options) {
  try {
    return Judge({*loaded.model, loaded.sources}, log, run, options).run();
  } catch (const support::Exhausted& end) {
    LogVerdict verdict;
    verdict.message = end.what();
    return verdict;
  }
}

}  // namespace aunit::suite::log
