// The answer of `exec --all-scopes` to a command, as JSON and in words.
#pragma once

#include <string>

#include "cli/output/exec_line.h"
#include "parser/front_end.h"
#include "solver/allscopes/all_scopes.h"

namespace aunit::cli {

/// The member "all_scopes" of the line of a check or a run: docs/json.md.
ExecLine allScopesLine(const parser::Loaded& loaded, const solver::AllScopes& answer, bool isCheck);

/// The lines below a command's row that say so in words; empty where its line has no such member.
std::string rowsOnAllScopes(const ExecLine& line);

/// A question to a prover as a file: where each assertion comes from as comments, then the assertions.
std::string proverInput(const model::SourceMap& sources, const solver::firstorder::ProverQuestion& question, bool smtLib);

/// Whether the line says so of every number of atoms.
bool holdsInAllScopes(const ExecLine& line);

}  // namespace aunit::cli
