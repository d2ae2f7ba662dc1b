// Converts values to text in Alloy's notation.
#pragma once

#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"

namespace aunit::suite {

/// A tuple, such as "N0->N1".
std::string tupleText(std::span<const model::Atom> tuple, const model::Universe& universe);
std::vector<std::string> tupleTexts(const model::TupleSet& set, const model::Universe& universe);
/// A set of tuples, such as "{N0->N1, N1->N2}" or "{}".
std::string text(const model::TupleSet& set, const model::Universe& universe);
/// A value, such as "true", "-3", or a set of tuples.
std::string text(const evaluator::Value& value, const model::Universe& universe);

}  // namespace aunit::suite
