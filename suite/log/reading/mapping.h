// Interprets a line of a log: which step it stands for, and which values relations have after it (docs/log-lines.md).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "suite/log/reading/atoms.h"
#include "suite/log/reading/json_value.h"
#include "suite/log/reading/values.h"
#include "suite/log/subject.h"
#include "suite/log/successors.h"
#include "suite/steps/state_reads.h"
#include "support/budget.h"
#include "support/failure.h"

namespace aunit::suite::log {

/// A change of a relation, for the tuples that begin with `prefix`. The operators are those of TLA+ trace validation.
struct Update {
  enum class Kind : std::uint8_t { set, add, remove, initial, append, plus } does = Kind::set;
  std::size_t relation = 0;  // number of the relation (RelationNumbers)
  std::vector<model::Atom> prefix;
  /// The tuples of the change, without the columns that `prefix` has. If `prefix` is a whole tuple: a set that is not empty if
  /// the relation contains this tuple, else an empty set.
  model::TupleSet value;
  std::int32_t amount = 0;  // for `plus`: the number to add
  bool single = false;      // for `plus`: the relation has at most one number for the prefix
};

/// What a line of a log means.
struct Observation {
  enum class Step : std::uint8_t {
    any,         // any step, or none
    none,        // no step
    event,       // a step for which the formulas `asked` hold
    passedOver,  // the line is ignored
  } step = Step::any;
  std::size_t file = 0;  // index of the file in the run
  std::uint64_t line = 0;
  std::string event;  // text for reports, such as "RMPrepare[rm-0]"
  model::FuncId predicate = model::noId;
  std::vector<StepFormula> asked;
  /// For a line that stands for several steps: the formulas of the second step, the third step, ...
  std::vector<std::vector<StepFormula>> later;
  std::vector<Update> updates;
  std::vector<model::Atom> atoms;   // atoms that the line names
  std::optional<std::size_t> loop;  // if set, the line closes a loop: the next state is the one after the first `loop` records
  std::string impossible;           // if not empty: why no behaviour can explain the line
  std::string malformed;            // if not empty: why the line cannot be read
  std::shared_ptr<const Values> stated = {};  // the whole state after the line, if the line alone determines it
  /// If `stated` is set: true if the previous line alone determines a whole state, too, and the model has a step from that state
  /// to `stated`.
  bool checked = false;
};

class Mapping {
 public:
  /// If `collect` is set, the mapping adds the names of atoms to it instead of looking them up.
  Mapping(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
          const LogAtoms& atoms, const support::Budget& budget, AtomsBySig* collect = nullptr);

  /// Interprets a line. Throws support::Exhausted if the budget is used up.
  Observation read(const JsonValue& line);
  /// The values of relations after a line; nothing for a relation that the line leaves open. `before` is the state before the
  /// line, `initial` the first state. Includes relations that keep their values because the line does not name them
  /// (`unnamed ... stay`).
  KnownRelations known(const Observation& line, const Values& before, const Values& initial) const;
  /// The values after a line that do not depend on the state before the line. A relation has no such value if the line states
  /// only how the relation changes.
  KnownRelations statedAlone(const Observation& line) const;
  /// The relations that have a known value after a line if the state before is known.
  Relations knownRelations(const Observation& line) const;
  /// The whole state after a line if the line alone determines it; else null.
  std::shared_ptr<const Values> statedBy(const Observation& line) const;
  /// Adds what `other`, a mapping of the same log, has noted for saysAnything(), unread(), passedBy() and withoutArguments().
  void noteMet(const Mapping& other) {
    unread_.insert(other.unread_.begin(), other.unread_.end());
    passedBy_.insert(other.passedBy_.begin(), other.passedBy_.end());
    for (const auto& [predicate, given] : other.given_) given_[predicate] = given_[predicate] || given;
    saysAnything_ = saysAnything_ || other.saysAnything_;
  }
  /// Whether some line states anything about the model.
  bool saysAnything() const { return saysAnything_; }
  /// Members of lines that the `log` paragraph does not read, although the values of these members have the form of updates.
  const std::set<std::string>& unread() const { return unread_; }
  /// Paths (".state.time") of the members that the `log` paragraph does not read; at most `mostPassedBy` paths.
  const std::set<std::string>& passedBy() const { return passedBy_; }
  static constexpr std::size_t mostPassedBy = 100;
  /// A name similar to the last name of the path: the name of a member that the `log` paragraph reads, or of a
  /// relation. Empty if there is none.
  std::string nearTo(const std::string& path) const;
  /// The predicates that have parameters and are named by events, but always without arguments.
  std::vector<model::FuncId> withoutArguments() const;

 private:
  using Bindings = LogValues::Bindings;

  void takeApart(model::ExprId formula, std::size_t step, std::vector<std::vector<model::ExprId>>& steps);
  bool readStep(const JsonValue& line, Observation& out);
  void readEvent(const JsonValue& line, const JsonValue& event, Observation& out);
  bool readRelation(const model::LogRelation& relation, const JsonValue& value, Observation& out);
  bool readElements(const model::LogElements& elements, const JsonValue& line, Observation& out);
  bool readUpdate(std::size_t number, const model::LogRelation& relation, const JsonValue& update, Observation& out);
  std::vector<model::SigId> columnsOf(const model::LogRelation& relation, std::vector<model::Atom>& implied) const;
  bool functional(const model::LogRelation& relation) const;
  static void note(const model::TupleSet& value, Observation& out);
  static void note(const Bindings& bindings, Observation& out);
  /// Sets `out.malformed` or `out.impossible` to `place` (the part of the line that has the trouble) followed by the text of
  /// `values_.trouble`.
  support::Failure refuse(Observation& out, const std::string& place) const;
  int numberOf(const model::LogRelation& relation) const;
  std::string nameOf(const model::LogRelation& relation) const;

  const Subject subject_;
  const model::Model& model_;
  const model::Log& log_;
  const RelationNumbers& numbers_;
  const model::Instance& frame_;
  AtomsBySig* collect_;
  StateReadsOf looks_;
  LogValues values_;
  std::uint32_t size_;
  void notePassedBy(const JsonValue& value, const std::string& path);

  std::set<std::string> unread_, read_;
  std::set<std::string> readPaths_, readWithin_;  // paths of members that the `log` paragraph reads; prefixes of these paths
  std::set<std::string> passedBy_;
  std::map<model::FuncId, bool> given_;  // by predicate that an event named: whether some event gave it an argument
  bool saysAnything_ = false;
};

}  // namespace aunit::suite::log
