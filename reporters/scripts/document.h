// Scripts as data, from which all output formats are made. If the model has a `log` paragraph, actions, relations and values
// have the names that the paragraph gives them, else their names in the model.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/log.h"
#include "model/model.h"
#include "reporters/scripts/log_calls.h"
#include "strength/scripts/inputs.h"
#include "strength/scripts/scripts.h"

namespace aunit::reporters::scripts {

/// How a relation's value is written in a state.
enum class Shape : std::uint8_t {
  single,    // an atom, or nothing
  set,       // a list of atoms
  sequence,  // a list of atoms, by index
  map,       // an object that maps each atom to one atom
  relation,  // a list of tuples
};
const char* name(Shape shape);

class ScriptNames {
 public:
  /// `log` may be null. All arguments must outlive this object.
  ScriptNames(const model::Model& model, const strength::scripts::Scripts& scripts, const model::Log* log);

  struct Relation {
    std::string name;
    bool isField = false;
    std::uint32_t id = model::noId;
    Shape shape = Shape::relation;
    bool owned = false;  // a field of a `one` signature; its tuples are written without the signature's atom
    std::vector<model::SigId> columns;
  };
  /// The relations that steps change, and the relations that no step changes.
  const std::vector<Relation>& changing() const { return changing_; }
  const std::vector<Relation>& fixed() const { return fixed_; }
  std::string action(std::size_t number) const;
  std::vector<std::string> parameters(std::size_t action) const;
  /// The program's methods: the names of all actions, without duplicates. Two actions may share a name, and an action may have
  /// several names.
  std::vector<LogCalls::Method> methods() const;
  /// A call with the program's names, and the log line for the call.
  LogCalls::LoggedCall called(const strength::scripts::Call& call, const model::Universe& universe,
                              const model::State& before) const;
  /// The entries of the `log` paragraph that cannot be inverted (log_calls.h): their places, and the reasons.
  std::vector<std::pair<model::Span, std::string>> lost() const;
  bool hasLog() const { return log_.has_value(); }

  nlohmann::ordered_json atom(const model::Universe& universe, model::Atom atom, const model::State& state) const;
  /// An argument: an atom, or a list of atoms.
  nlohmann::ordered_json argument(const model::Universe& universe, const model::TupleSet& value, const model::State& state) const;
  nlohmann::ordered_json value(const Relation& relation, const model::Universe& universe, const model::State& state) const;
  /// The values of the relations that change.
  nlohmann::ordered_json state(const model::Universe& universe, const model::State& state) const;
  /// For each signature that does not change: the names of its atoms.
  nlohmann::ordered_json atoms(const model::Universe& universe, const model::State& state) const;

 private:
  Relation relationOf(bool isField, std::uint32_t id) const;
  std::string uniqueName(bool isField, std::uint32_t id) const;

  const model::Model& model_;
  const strength::scripts::Scripts& scripts_;
  std::vector<Relation> changing_, fixed_;
  std::vector<std::string> actionNames_;
  std::optional<LogCalls> log_;
  // A cache: `values_` are the texts of atoms in the state `valuesOf_`.
  mutable const model::State* valuesOf_ = nullptr;
  mutable std::vector<std::pair<model::Atom, nlohmann::ordered_json>> values_;
};

/// The model and the command from which a document was made.
struct ScriptOrigin {
  std::string model;    // the path of the model
  std::string command;  // the command line that made the scripts: "aunit generate mutex.als --scripts"
};

/// The first line of the document: model, command, actions, relations, counts.
nlohmann::ordered_json headOf(const ScriptNames& names, const model::Model& model, const strength::scripts::Scripts& scripts,
                              const ScriptOrigin& about);
/// The start of the log line for a call: a JSON object without its closing brace, so that the next state can be appended.
std::string logLineOf(const ScriptNames& names, const strength::scripts::Call& call, const model::Universe& universe,
                      const model::State& before);
/// The script with this index. The JSON counts scripts from 1.
nlohmann::ordered_json scriptOf(const ScriptNames& names, const strength::scripts::Scripts& scripts, std::size_t number);
/// The goal with this index, and its fate.
nlohmann::ordered_json goalOf(const strength::scripts::Scripts& scripts, std::size_t number);

/// All scripts and goals as JSON lines.
std::string jsonLines(const ScriptNames& names, const model::Model& model, const strength::scripts::Scripts& scripts,
                      const ScriptOrigin& about);

/// Instances of a model without time, as JSON lines.
std::string jsonLines(const ScriptNames& names, const model::Model& model, const strength::scripts::Inputs& inputs,
                      const ScriptOrigin& about);

/// The fates of the goals, as text. Names the goals whose fate is unknown; if `all` is true, also the impossible goals.
std::string summary(const strength::scripts::Scripts& scripts, bool all);

}  // namespace aunit::reporters::scripts
