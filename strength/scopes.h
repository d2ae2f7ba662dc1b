// The scopes in which the solver is asked about mutants: those that tests speak of.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "suite/test_case.h"

namespace aunit::strength {

/// The scopes of a file's tests and of its own commands, but for those that lie within another; the default one if none says
/// any. What grows is as large as it gets, traces of any length are as long as they are by default, and signatures of which
/// nothing can be derived have as many atoms as the largest has. Scopes that the model refuses are none.
std::vector<model::Scope> scopesOf(const parser::Loaded& loaded, const std::vector<suite::TestCase>& tests);

/// Whether all instances of one scope are within the other, however the multiplicities of signatures change.
bool isWithin(const model::Model& model, const model::Scope& inner, const model::Scope& outer);

/// The most atoms that a signature has.
int mostAtoms(const model::Scope& scope);
/// The most atoms that this signature has.
int mostAtoms(const model::Model& model, const model::Scope& scope, model::SigId sig);
/// The part of a scope if no signature has more than so many.
model::Scope withAtMost(model::Scope scope, int atoms);

/// "3 but 5 A" for each.
std::vector<std::string> textsOf(const model::Model& model, const std::vector<model::Scope>& scopes);
/// "scope 3 but 5 A", "scopes 3 but 5 A and 2 but 5 int", each once.
std::string inWords(std::vector<std::string> scopes);

}  // namespace aunit::strength
