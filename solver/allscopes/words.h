// The answer about all scopes in words, for terminals, programs, editors, pages.
#pragma once

#include <span>
#include <string>

#include "model/source.h"
#include "solver/allscopes/all_scopes.h"

namespace aunit::solver {

/// "holds for any number of atoms (proved by z3, checked by cvc5); finite", with the place that is to blame for an `unknown`.
/// For a run, which is no check, "none for any number of atoms". One line; the invariant is not in it.
std::string inWords(const AllScopes& answer, bool isCheck, const model::SourceMap& sources);

/// Several answers as one: whether all of them hold. `unknown` if there is none.
AllScopes::Verdict together(std::span<const AllScopes> answers);

/// That in words, to stand behind what holds in a scope: "and for any number of atoms (a search for 2 Node is enough)", "but
/// not for 4 Node"; empty if it is not known.
std::string beyondTheScope(std::span<const AllScopes> answers);

/// How a proof came about: "a search for 2 Node is enough", "proved by z3, checked by cvc5".
std::string byWhom(const AllScopes& answer);

}  // namespace aunit::solver
