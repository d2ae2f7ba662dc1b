// Scripts as data, the common base of all output formats. Actions, relations and values have the program's names if a `log`
// paragraph gives them, else the model's.
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
  map,       // an object: one atom for each atom
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
    bool owned = false;  // the field of a `one` signature, whose atom is left out
    std::vector<model::SigId> columns;
  };
  /// The relations that change, and those that do not.
  const std::vector<Relation>& changing() const { return changing_; }
  const std::vector<Relation>& fixed() const { return fixed_; }
  std::string action(std::size_t number) const;
  std::vector<std::string> parameters(std::size_t action) const;
  /// The program's methods: the names of all actions, each once. Two actions may share a name, and an action may have several.
  std::vector<LogCalls::Method> methods() const;
  /// A call in the program's terms, with the log line that stands for it.
  LogCalls::Called called(const strength::scripts::Call& call, const model::Universe& universe, const model::State& before) const;
  /// The entries of the `log` paragraph that cannot be inverted, with their places.
  std::vector<std::pair<model::Span, std::string>> lost() const;
  bool hasLog() const { return log_.has_value(); }

  nlohmann::ordered_json atom(const model::Universe& universe, model::Atom atom, const model::State& state) const;
  /// An argument: an atom, or a list of atoms.
  nlohmann::ordered_json argument(const model::Universe& universe, const model::TupleSet& value, const model::State& state) const;
  nlohmann::ordered_json value(const Relation& relation, const model::Universe& universe, const model::State& state) const;
  /// The values of the relations that change.
  nlohmann::ordered_json state(const model::Universe& universe, const model::State& state) const;
  /// The names of the atoms of each signature that does not change.
  nlohmann::ordered_json atoms(const model::Universe& universe, const model::State& state) const;

 private:
  Relation relationOf(bool isField, std::uint32_t id) const;
  std::string uniqueName(bool isField, std::uint32_t id) const;

  const model::Model& model_;
  const strength::scripts::Scripts& scripts_;
  std::vector<Relation> changing_, fixed_;
  std::vector<std::string> actionNames_;
  std::optional<LogCalls> log_;
  // Cache: the texts of atoms in the last state asked for.
  mutable const model::State* valuesOf_ = nullptr;
  mutable std::vector<std::pair<model::Atom, nlohmann::ordered_json>> values_;
};

/// The subject of a document.
struct About {
  std::string model;    // the path of the model
  std::string command;  // the command line that made the scripts: "aunit generate mutex.als --scripts"
};

/// The first line: actions, relations, the scope.
nlohmann::ordered_json headOf(const ScriptNames& names, const model::Model& model, const strength::scripts::Scripts& scripts,
                              const About& about);
/// The start of the log line for a call: a JSON object without its end, to which the next state is appended.
std::string logLineOf(const ScriptNames& names, const strength::scripts::Call& call, const model::Universe& universe,
                      const model::State& before);
/// A script; numbers count from 1.
nlohmann::ordered_json scriptOf(const ScriptNames& names, const strength::scripts::Scripts& scripts, std::size_t number);
/// A goal and its fate.
nlohmann::ordered_json goalOf(const strength::scripts::Scripts& scripts, std::size_t number);

/// All scripts and goals as JSON lines.
std::string jsonLines(const ScriptNames& names, const model::Model& model, const strength::scripts::Scripts& scripts,
                      const About& about);

/// Instances of a model that never changes, as JSON lines.
std::string jsonLines(const ScriptNames& names, const model::Model& model, const strength::scripts::Inputs& inputs,
                      const About& about);

/// The fates of the goals, as text.
std::string summary(const strength::scripts::Scripts& scripts, bool all);

}  // namespace aunit::reporters::scripts
