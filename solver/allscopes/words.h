// The answer about all scopes in words, for terminals, programs, editors, pages.
#pragma once

#include <span>
#include <string>

#include "model/source.h"
#include "solver/allscopes/all_scopes.h"

namespace aunit::solver {

/// For example "holds for any number of atoms (proved by z3, checked by cvc5); finite", with the place of the cause for an
/// `unknown`. For a run: "none for any number of atoms". One line, without the invariant.
std::string inWords(const AllScopes& answer, bool isCheck, const model::SourceMap& sources);

/// The verdict of several answers together: `holds` if all of them hold, `unknown` if there are none.
AllScopes::Verdict together(std::span<const AllScopes> answers);

/// The joint verdict in words, to be appended to a text such as "holds up to 3 atoms": "and for any number of atoms (a search for
/// 2 Node is enough)", "but not for 4 Node"; empty if it is unknown.
std::string beyondTheScope(std::span<const AllScopes> answers);

/// How a proof was found: "a search for 2 Node is enough", "proved by z3, checked by cvc5".
std::string byWhom(const AllScopes& answer);

}  // namespace aunit::solver
