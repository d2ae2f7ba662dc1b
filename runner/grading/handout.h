// Texts made of the right model: what students see of it, and wrong models.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::runner {

/// A model's text with another body in a predicate; nothing if the predicate has no braces of its own.
std::optional<std::string> withBody(const parser::Loaded& model, model::FuncId predicate, const std::string& body);

/// The right model with what an answer says, as a formula, in place of what it says: a wrong model. Nothing if that does not
/// read.
std::optional<std::string> wrongModel(const parser::Loaded& model, const std::string& predicate, const std::string& formula);

/// The text with the bodies of these predicates empty, without the paragraphs of these names (signatures, predicates, functions,
/// facts, assertions), without commands that are about either, and without what stands behind a line `//SECRET` (that line and
/// comments between included). A comment behind a paragraph on its last line goes with it, others stay. Nothing, with `error`, if
/// a name is none of the model.
std::optional<std::string> handoutOf(const parser::Loaded& model, const std::vector<std::string>& predicates,
                                     const std::set<std::string>& hidden, std::string& error);

/// Names of paragraphs behind a line `//SECRET`, as Alloy4Fun marks what students do not see; commands have none.
std::set<std::string> markedSecret(const parser::Loaded& model);

}  // namespace aunit::runner
