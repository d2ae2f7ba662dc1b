// Converts the types of suite/outcome.h to JSON and back, for journals and for data that processes exchange.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "suite/outcome.h"

namespace nlohmann {

/// An empty optional becomes null.
template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& text, const std::optional<T>& value) {
    if (value)
      text = *value;
    else
      text = nullptr;
  }
  static void from_json(const json& text, std::optional<T>& value) {
    if (!text.is_null()) value = text.get<T>();
  }
};

}  // namespace nlohmann

namespace aunit::suite {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Place, path, line, column, endLine, endColumn, lines)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NamedValue, name, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Side, expression, value, tuples, unmatched)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValuationTable::Row, relation, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepName, actions, isComplete, changes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValuationTable, rows, states, loop, steps)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReasonText, formula, place, span, actual, state, bound, values, parts, others, held, conjuncts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Failure, constraint, place, offender, state, witness, values, parts, expected, actual, readBy,
                                   logLine, report)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VacuousAnswer, why, text, place, core)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BeyondScope::Part, place, text, rule)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BeyondScope, verdict, answer, by, checked, lemmas, assumptions, invariant, anyLength, needs,
                                   scope, searched, why, place, milliseconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AnswerBasis, kind, text, needs, minimal)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MarkedTuple, isField, id, state, tuple)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NearestValuation::Violation, constraint, place, text, state, witness, span, rule)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NearestValuation, broken, table, relations, marked, intruders, proved)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestResult, file, name, place, tags, outcome, engine, milliseconds, message, decidedBy,
                                   warning, vacuous, restsOn, allScopes, details, failure, valuation, conflict, nearest,
                                   statements)

}  // namespace aunit::suite
