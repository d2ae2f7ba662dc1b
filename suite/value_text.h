// Values as Alloy writes them.
#pragma once

#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instance.h"

namespace aunit::suite {

/// "N0->N1".
std::string tupleText(std::span<const model::Atom> tuple, const model::Universe& universe);
std::vector<std::string> tupleTexts(const model::TupleSet& set, const model::Universe& universe);
/// "{N0->N1, N1->N2}", "{}".
std::string text(const model::TupleSet& set, const model::Universe& universe);
/// "true", "-3", or a set.
std::string text(const evaluator::Value& value, const model::Universe& universe);

}  // namespace aunit::suite
