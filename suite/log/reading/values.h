// Converts values in a line to atoms and tuples of the model, by the `value` rules of the paragraph (docs/log-lines.md).
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

/// Whether a value is a text, a number or a truth value.
bool isScalar(const JsonValue& value);
/// The name of the atom that a scalar value stands for.
std::string scalarText(const JsonValue& value);

class LogValues {
 public:
  using Bindings = std::vector<evaluator::Binding>;
  enum class Match : std::uint8_t { no, yes, noAtom };
  struct Trouble {
    std::string text;
    bool malformed = false;
  };

  /// If `collect` is set, atom() adds unknown names to `collect` instead of reporting them. The arguments must outlive this
  /// object.
  LogValues(const model::Model& model, const model::Log& log, const model::Instance& frame, const LogAtoms& atoms,
            const support::Budget& budget, AtomsBySig* collect);

  // match(), tuples() and atom() throw support::Exhausted if the budget is used up.

  /// Matches a value with a pattern, and binds the pattern's variables. Returns `noAtom` if the value of a variable is not an
  /// atom.
  Match match(const model::LogPattern& pattern, const JsonValue& value, Bindings& bindings);
  /// Converts a value to tuples with the columns `columns`. `single`: the value stands for at most one tuple. On failure, returns
  /// nothing and sets `trouble`.
  std::optional<model::TupleSet> tuples(const JsonValue& value, std::span<const model::SigId> columns, bool single);
  /// The atom of a signature that a value names. On failure, returns nothing and sets `trouble`.
  std::optional<model::Atom> atom(const JsonValue& value, model::SigId sig);

  Trouble trouble;  // the error of the last value that could not be converted

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
