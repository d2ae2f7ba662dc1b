// The scopes in which the solver searches for instances that kill mutants: the scopes of the tests.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "suite/test_case.h"

namespace aunit::strength {

/// Returns the scopes of a file's tests and of its own commands. Omits scopes within another one, and scopes that the Analyzer
/// refuses. Returns the default scope if none remains. A growing scope counts with its largest size. If a scope has traces of any
/// length, their length becomes the default length. If a scope has numbers for some signatures only, the other signatures get as
/// many atoms as the largest of these.
std::vector<model::Scope> scopesOf(const parser::Loaded& loaded, const std::vector<suite::TestCase>& tests);

/// Whether each instance within `inner` is also within `outer`, even if a mutant changes the multiplicities of signatures.
bool isWithin(const model::Model& model, const model::Scope& inner, const model::Scope& outer);

/// The largest number of atoms that the scope gives any signature.
int mostAtoms(const model::Scope& scope);
/// The largest number of atoms that the scope gives this signature.
int mostAtoms(const model::Model& model, const model::Scope& scope, model::SigId sig);
/// The scope, with at most `atoms` atoms of each signature.
model::Scope withAtMost(model::Scope scope, int atoms);

/// Returns the text of each scope, for example "3 but 5 A".
std::vector<std::string> textsOf(const model::Model& model, const std::vector<model::Scope>& scopes);
/// Returns scopes in words: `scope 3 but 5 A`, or `scopes "3 but 5 A" and "2 but 5 int"`. Equal texts appear once.
std::string inWords(std::vector<std::string> scopes);

}  // namespace aunit::strength
