// Values in a line as atoms and tuples of the model, by the `value` rules of its paragraph (docs/log-lines.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "suite/log/reading/atoms.h"
#include "suite/log/reading/json_value.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// Whether it is a text, a number or a truth value.
bool isScalar(const JsonValue& value);
/// Such a value as the name of an atom.
std::string scalarText(const JsonValue& value);

class LogValues {
 public:
  using Bindings = std::vector<evaluator::Binding>;
  enum class Match : std::uint8_t { no, yes, noAtom };
  struct Trouble {
    std::string text;
    bool malformed = false;
  };

  /// `collect`: gets the names of atoms, which are not looked up then. All arguments must outlive this object.
  LogValues(const model::Model& model, const model::Log& log, const model::Instance& frame, const LogAtoms& atoms,
            const support::Budget& budget, AtomsBySig* collect);

  // These throw support::Exhausted if the budget ends.
  /// Whether a value matches a pattern; binds the pattern's variables.
  Match match(const model::LogPattern& pattern, const JsonValue& value, Bindings& bindings);
  /// A value as tuples of these columns. `single`: at most one tuple. Nothing: `trouble` says why.
  std::optional<model::TupleSet> tuples(const JsonValue& value, std::span<const model::SigId> columns, bool single);
  /// The atom of a signature that a value names. Nothing: `trouble` says why.
  std::optional<model::Atom> atom(const JsonValue& value, model::SigId sig);

  Trouble trouble;  // with the last value that could not be read

 private:
  std::optional<model::TupleSet> bag(const JsonValue& list, std::span<const model::SigId> columns);

  const model::Model& model_;
  const model::Log& log_;
  const model::Instance& frame_;
  const LogAtoms& atoms_;
  AtomsBySig* collect_;
  std::map<model::SigId, std::unordered_set<std::string>> collected_;
  support::Meter meter_;
  evaluator::Evaluator evaluator_;
  std::uint32_t size_;
  int depth_ = 0;
};

}  // namespace aunit::suite::log
