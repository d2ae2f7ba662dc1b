// Makes texts from the right model: the handout for students, and wrong models.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parser/front_end.h"

namespace aunit::runner {

/// The model's text with another body for a predicate; nothing if the predicate has no body in braces.
std::optional<std::string> withBody(const parser::Loaded& model, model::FuncId predicate, const std::string& body);

/// The text of a wrong model: the right model with an answer's formula as the predicate's body. Returns nothing if the wrong
/// model has errors.
std::optional<std::string> wrongModel(const parser::Loaded& model, const std::string& predicate, const std::string& formula);

/// The text without hidden parts. Bodies of `predicates` are hidden. Paragraphs with a name in `hidden` (signatures, predicates,
/// functions, facts, assertions) are hidden. Commands about such paragraphs are hidden, too. A paragraph after a line `//SECRET`
/// is hidden together with this line and the comments between them. A comment on the last line of a removed paragraph is removed;
/// other comments stay. Returns nothing and sets `error` if the model lacks one of the names.
std::optional<std::string> handoutOf(const parser::Loaded& model, const std::vector<std::string>& predicates,
                                     const std::set<std::string>& hidden, std::string& error);

/// The names of the paragraphs that follow a line `//SECRET`, Alloy4Fun's mark for hidden paragraphs. Commands have no name.
std::set<std::string> markedSecret(const parser::Loaded& model);

}  // namespace aunit::runner
