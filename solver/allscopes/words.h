// The answer about all scopes in words, for terminals, programs, editors, pages.
#pragma once

#include <span>
#include <string>

#include "model/source.h"
#include "solver/allscopes/all_scopes.h"

namespace aunit::solver {

/// Returns one line. For a check, for example: "holds for any number of atoms (proved by z3, checked by cvc5); finite". For a
/// run: "no instance for any number of atoms". If the verdict is `unknown`, the line names the cause and its place. The line
/// never contains the invariant.
std::string inWords(const AllScopes& answer, bool isCheck, const model::SourceMap& sources);

/// The joint verdict of several answers: the first of `counterexample`, `unknown`, `holds` and `empty` that some answer has;
/// `unknown` if there are no answers.
AllScopes::Verdict together(std::span<const AllScopes> answers);

/// The joint verdict in words, to be appended to a text such as "holds up to 3 atoms": "and for any number of atoms (searching
/// the scope `for 2 Node` is enough)", "but not for 4 Node"; empty if it is unknown.
std::string beyondTheScope(std::span<const AllScopes> answers);

/// How a proof was found: "searching the scope `for 2 Node` is enough", "proved by z3, checked by cvc5".
std::string byWhom(const AllScopes& answer);

}  // namespace aunit::solver
