// Conversion of values to text as Alloy writes them.
#pragma once

#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"

namespace aunit::suite {

/// A tuple: "N0->N1".
std::string tupleText(std::span<const model::Atom> tuple, const model::Universe& universe);
std::vector<std::string> tupleTexts(const model::TupleSet& set, const model::Universe& universe);
/// A set of tuples: "{N0->N1, N1->N2}", "{}".
std::string text(const model::TupleSet& set, const model::Universe& universe);
/// A value: "true", "-3", or a set of tuples.
std::string text(const evaluator::Value& value, const model::Universe& universe);

}  // namespace aunit::suite
