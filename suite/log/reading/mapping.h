// The meaning of a line: its step, and the values of relations before and after it (docs/log-lines.md).
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
#include "suite/steps/looks.h"
#include "support/budget.h"
#include "support/failure.h"

namespace aunit::suite::log {

/// A change of a relation, for the tuples that begin with `prefix`.
struct Update {
  enum class Does : std::uint8_t { set, add, remove, initial, append, plus } does = Does::set;
  std::size_t relation = 0;  // its number
  std::vector<model::Atom> prefix;
  model::TupleSet value;    // of the columns behind the prefix; if the prefix is a whole tuple: not empty for "in"
  std::int32_t amount = 0;  // plus
  bool single = false;      // plus: the relation has at most one number there
};

/// The meaning of a line.
struct Observation {
  enum class Step : std::uint8_t {
    any,         // any step, or none
    none,        // no step
    event,       // a step for which `asked` holds
    passedOver,  // the line does not count
  } step = Step::any;
  std::size_t file = 0;  // the number of the file
  std::uint64_t line = 0;
  std::string event;  // as it is shown: "RMPrepare[rm-0]"
  model::FuncId predicate = model::noId;
  std::vector<StepFormula> asked;
  std::vector<std::vector<StepFormula>> later;  // if a line has several steps: the formulas for the second, the third ...
  std::vector<Update> updates;
  std::vector<model::Atom> atoms;             // that it names
  std::optional<std::size_t> loop;            // the state after this many records follows the state after this line
  std::string impossible;                     // not empty: why nothing can explain it
  std::string malformed;                      // not empty: why it cannot be read
  std::shared_ptr<const Values> stated = {};  // the whole state after the line, if the line alone determines it
  bool checked = false;                       // then: the model has this step from the state that the record before states
};

class Mapping {
 public:
  /// `collect`: gets the names of atoms, which are not looked up then.
  Mapping(const Subject& subject, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
          const LogAtoms& atoms, const support::Budget& budget, AtomsBySig* collect = nullptr);

  /// Throws support::Exhausted if the budget ends.
  Observation read(const JsonValue& line);
  /// Knowledge of the state after a line. Relations that stay are known, too.
  Known known(const Observation& line, const Values& before, const Values& initial) const;
  /// What a line alone says of the state after it; nothing for a relation of which it states a change.
  Known statedAlone(const Observation& line) const;
  /// The relations of which the state after a line is known, given the one before.
  Relations knownRelations(const Observation& line) const;
  /// The state after a line, if the line alone determines it; else null.
  std::shared_ptr<const Values> statedBy(const Observation& line) const;
  /// Takes over what another mapping of the same log has met.
  void noteMet(const Mapping& other) {
    unread_.insert(other.unread_.begin(), other.unread_.end());
    passedBy_.insert(other.passedBy_.begin(), other.passedBy_.end());
    for (const auto& [predicate, given] : other.given_) given_[predicate] = given_[predicate] || given;
    saysAnything_ = saysAnything_ || other.saysAnything_;
  }
  /// Whether some line that was read states anything of the model.
  bool saysAnything() const { return saysAnything_; }
  /// Members of lines that look like updates and that nothing reads.
  const std::set<std::string>& unread() const { return unread_; }
  /// All members that nothing reads, as paths: ".state.time". At most `mostPassedBy`.
  const std::set<std::string>& passedBy() const { return passedBy_; }
  static constexpr std::size_t mostPassedBy = 100;
  /// The name of a member that is read, or of a relation, that is similar to the last name of a path; empty if there is none.
  std::string nearTo(const std::string& path) const;
  /// The predicates with parameters that events named without an argument in any line.
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
  /// Notes the trouble of values at this place of the line.
  support::Failure refuse(Observation& out, const std::string& place) const;
  int numberOf(const model::LogRelation& relation) const;
  std::string nameOf(const model::LogRelation& relation) const;

  const Subject subject_;
  const model::Model& model_;
  const model::Log& log_;
  const RelationNumbers& numbers_;
  const model::Instance& frame_;
  AtomsBySig* collect_;
  LooksOf looks_;
  LogValues values_;
  std::uint32_t size_;
  void notePassedBy(const JsonValue& value, const std::string& path);

  std::set<std::string> unread_, read_;
  std::set<std::string> readPaths_, readWithin_;  // paths that are read; paths that contain these
  std::set<std::string> passedBy_;
  std::map<model::FuncId, bool> given_;  // by predicate that an event named: whether with an argument
  bool saysAnything_ = false;
};

}  // namespace aunit::suite::log
