// Helpers for tests of Nitpick.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "parser/nitpick/syntax.h"

namespace aunit::parser::nitpick {

/// Loads a Nitpick text as if it were the file "test.np".
std::unique_ptr<Loaded> loadNitpick(const std::string& text);

/// "line:column message" for each diagnostic, followed by its hints after " / "; one per line.
std::string messages(const Loaded& loaded);

/// The messages() about a text; empty if it loads.
std::string errorsOf(const std::string& text);

/// The expression with all parentheses, each operator before its operands: "(<= (U P Q) R)". Returns the messages if it does not
/// parse.
std::string reading(const std::string& expression);

/// The formula of a claim or schema.
model::ExprId claimBody(const Loaded& loaded, const std::string& name);
model::ExprId schemaBody(const Loaded& loaded, const std::string& name);

/// An expression, resolved on an instance as at a prompt; fails the test if it does not resolve.
model::ExprId resolved(Loaded& loaded, const std::string& text, const model::Instance& instance);

/// An instance with this number of states. `types` gives the number of elements of types ("s0", "s1" for S); everything else is
/// empty.
model::Instance blankInstance(const Loaded& loaded, const std::vector<std::pair<std::string, int>>& types,
                              std::size_t states = 1);

/// The value of a state variable in one state.
model::TupleSet& valueOf(const Loaded& loaded, model::Instance& instance, const std::string& variable, std::size_t state = 0);

}  // namespace aunit::parser::nitpick
